// The operators of Python on arrays and tracers: functions of the API by another name.
#include "jnp/table.h"

static V matmul_operator(const V *a) {
  return jnp_fn_matmul((V[]){a[0], a[1], dbx_val_none(), dbx_val_none()});
}

dbx_status dbx_operator(dbx_op op, const dbx_val *x, const dbx_val *y, dbx_val *ret) {
  static V (*const functions[])(const V *a) = {
      [DBX_OP_Add] = jnp_fn_add,
      [DBX_OP_Sub] = jnp_fn_subtract,
      [DBX_OP_Mult] = jnp_fn_multiply,
      [DBX_OP_MatMult] = matmul_operator,
      [DBX_OP_Div] = jnp_fn_true_divide,
      [DBX_OP_Mod] = jnp_fn_remainder,
      [DBX_OP_Pow] = jnp_fn_power,
      [DBX_OP_LShift] = jnp_fn_left_shift,
      [DBX_OP_RShift] = jnp_fn_right_shift,
      [DBX_OP_BitOr] = jnp_fn_bitwise_or,
      [DBX_OP_BitXor] = jnp_fn_bitwise_xor,
      [DBX_OP_BitAnd] = jnp_fn_bitwise_and,
      [DBX_OP_FloorDiv] = jnp_fn_floor_divide,
      [DBX_OP_Invert] = jnp_fn_bitwise_not,
      [DBX_OP_UAdd] = jnp_fn_positive,
      [DBX_OP_USub] = jnp_fn_negative,
      [DBX_OP_Eq] = jnp_fn_equal,
      [DBX_OP_NotEq] = jnp_fn_not_equal,
      [DBX_OP_Lt] = jnp_fn_less,
      [DBX_OP_LtE] = jnp_fn_less_equal,
      [DBX_OP_Gt] = jnp_fn_greater,
      [DBX_OP_GtE] = jnp_fn_greater_equal,
      [DBX_OP_DivMod] = jnp_fn_divmod,
  };
  if (!functions[op]) return dbx_fail(DBX_E204, (dbx_span){0}, "no operator of arrays");
  V in[] = {*x, y ? *y : dbx_val_none()};
  V r = functions[op](in);
  DBX_TRY(status_of(r));
  return *ret = r, DBX_OK;
}
