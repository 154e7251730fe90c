// The operators of Python on arrays and tracers: functions of the API by another name.
#include "jnp/table.h"

#include <string.h>

static V matmul_operator(const V *a) {
  return jnp_fn_matmul((V[]){a[0], a[1], dbx_val_none(), dbx_val_none()});
}

dbx_status dbx_operator(const char *op, const dbx_val *x, const dbx_val *y, dbx_val *ret) {
  static const struct {
    const char *op;
    V (*fn)(const V *a);
  } table[] = {{"+", jnp_fn_add},
               {"-", jnp_fn_subtract},
               {"*", jnp_fn_multiply},
               {"/", jnp_fn_true_divide},
               {"//", jnp_fn_floor_divide},
               {"%", jnp_fn_remainder},
               {"**", jnp_fn_power},
               {"@", matmul_operator},
               {"&", jnp_fn_bitwise_and},
               {"|", jnp_fn_bitwise_or},
               {"^", jnp_fn_bitwise_xor},
               {"<<", jnp_fn_left_shift},
               {">>", jnp_fn_right_shift},
               {"==", jnp_fn_equal},
               {"!=", jnp_fn_not_equal},
               {"<", jnp_fn_less},
               {"<=", jnp_fn_less_equal},
               {">", jnp_fn_greater},
               {">=", jnp_fn_greater_equal},
               {"neg", jnp_fn_negative},
               {"pos", jnp_fn_positive},
               {"~", jnp_fn_bitwise_not},
               {"abs", jnp_fn_absolute},
               {"divmod", jnp_fn_divmod}};
  V in[] = {*x, y ? *y : dbx_val_none()};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].op, op)) {
      V r = table[i].fn(in);
      DBX_TRY(status_of(r));
      *ret = r;
      return DBX_OK;
    }
  return dbx_fail(DBX_E204, (dbx_span){0}, "unknown operator %s", op);
}
