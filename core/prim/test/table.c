// The table of primitives holds together, and its parameters are read as they are written.
#include "prim/prim.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(table, rows_are_well_formed) {
  cr_assert_eq(dbx_primitive_count, DBX_PRIM_COUNT);
  for (int i = 0; i < dbx_primitive_count; i++) {
    const dbx_primitive *p = &dbx_primitive_table[i];
    cr_expect_eq(p->id, i, "%s", p->name);
    cr_expect_eq(dbx_primitive_of((dbx_prim)i), p);
    cr_expect(p->nested == !p->rule, "%s: what calls a Jaxpr has no rule, and nothing else",
              p->name);
    cr_expect(*p->operands || i == DBX_PRIM_axis_index || i == DBX_PRIM_qdevice, "%s", p->name);
    cr_expect(*p->doc && p->doc[strlen(p->doc) - 1] != '.', "%s", p->name);
    cr_expect(strchr("sbrcp", dbx_prim_result_kind((dbx_prim)i)), "%s", p->name);
  }
}

Test(table, f_in_capitals_is_what_complex_numbers_are_made_of) {
  for (int t = 0; t < DBX_DTYPES; t++)
    cr_expect_eq(dbx_prim_takes(DBX_PRIM_complex, (dbx_dtype)t), t == DBX_F32 || t == DBX_F64);
}

// ---- parameters ----

static const dbx_eqn *equation(const char *text) {
  dbx_buf b = {0};
  dbx_printf(&b, "{ lambda ; x:f64[]. let y:f64[] = %s in () }", text);
  const dbx_eqn *e = &facts_jaxpr(dbx_text(&b))->eqns[0];
  dbx_buf_free(&b);
  return e;
}

static void ints_are(const int64_t *at, uint32_t n, const char *want) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n; i++) dbx_printf(&b, "%d ", (int)at[i]);
  cr_expect_str_eq(dbx_text(&b), want, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

static void param_is(const dbx_param *p, const char *want) {
  uint32_t n = 9;
  const int64_t *at = dbx_param_ints(p, &n);
  ints_are(at, n, want);
}

Test(table, integers) {
  const dbx_eqn *e = equation("slice[a=(1, None, -3) b=() c=7 d=[4] y=-2] x");
  param_is(dbx_eqn_param(e, dbx_intern("a")), "1 -1 -3 ");
  param_is(dbx_eqn_param(e, dbx_intern("b")), "");
  param_is(dbx_eqn_param(e, dbx_intern("c")), ""); // no tuple
  param_is(dbx_eqn_param(e, dbx_intern("d")), "4 ");
  param_is(NULL, "");
  cr_expect_eq(dbx_eqn_int(e, DBX_S_y), -2);
  cr_expect_eq(dbx_eqn_int(e, dbx_intern("none")), 0);
}

Test(table, dimension_numbers) {
  static const struct {
    const char *text;
    bool dot;
  } facts[] = {
      {"(((1, 2), (0, 3)), ((4,), (5,)))", true},
      {"(([1, 2], [0, 3]), ([4], [5]))", true},
      {"(((1,), (0, 3)), ((4,), (5,)))", false},
      {"(((1,), (0,)), ((4,), ()))", false},
      {"(((1,), (0,)),)", false},
      {"(((1,), (None,)), ((), ()))", false},
      {"((1, 0), ((), ()))", false},
      {"None", false},
      {"GatherDimensionNumbers(offset_dims=(1,))", false},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_dot_dims d;
    dbx_printf(&b, "dot_general[dimension_numbers=%s] x x", facts[i].text);
    const dbx_eqn *e = equation(dbx_text(&b));
    cr_assert_eq(dbx_parse_dot_dims(dbx_eqn_param(e, DBX_S_dimension_numbers), &d), facts[i].dot,
                 "%s", facts[i].text);
    dbx_buf_free(&b);
    if (!facts[i].dot) continue;
    ints_are(d.lhs_contract, d.n_contract, "1 2 "), ints_are(d.rhs_contract, d.n_contract, "0 3 ");
    ints_are(d.lhs_batch, d.n_batch, "4 "), ints_are(d.rhs_batch, d.n_batch, "5 ");
  }
  dbx_dot_dims d;
  dbx_gather_dims g;
  cr_expect(!dbx_parse_dot_dims(NULL, &d) && !dbx_parse_gather_dims(NULL, &g) &&
            !dbx_parse_scatter_dims(NULL, &g));
}

Test(table, dimension_numbers_of_gather_and_scatter) {
  dbx_gather_dims g;
  const dbx_eqn *e = equation(
      "gather[a=R(offset_dims=(1,), collapsed_slice_dims=(), start_index_map=(0, 2)) "
      "b=R(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(3,)) "
      "c=R(offset_dims=(1,), collapsed_slice_dims=(), start_index_map=(None,))] x x");
  const dbx_param *a = dbx_eqn_param(e, dbx_intern("a")), *b = dbx_eqn_param(e, dbx_intern("b"));
  cr_assert(dbx_parse_gather_dims(a, &g));
  ints_are(g.offset_dims, g.n_offset, "1 "), ints_are(g.collapsed_dims, g.n_collapsed, "");
  ints_are(g.start_index_map, g.n_index, "0 2 ");
  cr_assert(dbx_parse_scatter_dims(b, &g));
  ints_are(g.offset_dims, g.n_offset, "1 "), ints_are(g.collapsed_dims, g.n_collapsed, "0 ");
  ints_are(g.start_index_map, g.n_index, "3 ");
  cr_expect(!dbx_parse_scatter_dims(a, &g) && !dbx_parse_gather_dims(b, &g));
  cr_expect(!dbx_parse_gather_dims(dbx_eqn_param(e, dbx_intern("c")), &g));
}

Test(table, modes) {
  static const struct {
    const char *text;
    dbx_index_mode mode;
  } facts[] = {{"GatherScatterMode.CLIP", DBX_MODE_CLIP},
               {"GatherScatterMode.FILL_OR_DROP", DBX_MODE_FILL},
               {"GatherScatterMode.PROMISE_IN_BOUNDS", DBX_MODE_PROMISE},
               {"1", DBX_MODE_FILL},
               {"0", DBX_MODE_CLIP}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    cr_expect_eq(dbx_parse_mode(dbx_p_text(facts[i].text)), facts[i].mode, "%s", facts[i].text);
  cr_expect_eq(dbx_parse_mode(NULL), DBX_MODE_CLIP);
  cr_expect_eq(dbx_parse_mode(dbx_p_none()), DBX_MODE_CLIP);
}

Test(table, types_as_text) {
  dbx_dim dims[] = {dbx_dim_int(3), dbx_dim_make(DBX_DIM_UNKNOWN, 0)};
  cr_expect_str_eq(dbx_aval_text(dbx_aval_of(DBX_F32, true, 2, dims)), "f32[3,?]");
}
