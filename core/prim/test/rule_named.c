// Collective operations: types in, types or failures out. The axis `i` has 2 examples, `n` a traced
// number of them.
#include "prim/named_axis.h"
#include "unit/facts.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define SUM(kind, axes) kind "[axes=" axes " axis_index_groups=None] x"
#define GATHER(name, axis, tiled)                                                                  \
  "all_gather[all_gather_dimension=" axis " axis_index_groups=None axis_name=" name                \
  " axis_size=2 tiled=" tiled "] x"
#define SCATTER(name, axis, tiled)                                                                 \
  "reduce_scatter[axis_index_groups=None axis_name=" name " axis_size=2 scatter_dimension=" axis   \
  " tiled=" tiled "] x"
#define TO_ALL(name, concat, split)                                                                \
  "all_to_all[axis_index_groups=None axis_name=" name " concat_axis=" concat " split_axis=" split  \
  "] x"

static const rule_fact facts[] = {
    {"x:f64[2,n,3]", SUM("psum", "(0,)"), "f64[n,3]"},
    {"x:f64[2,n,3]", SUM("psum", "(2, 0)"), "f64[n]"},
    {"x:f64[n]", SUM("psum", "()"), "f64[n]"},
    {"x:f64[2]", SUM("psum", "(1,)"), "E306"},
    {"x:f64[2,3]", SUM("psum", "(0, 0)"), "E306"},
    {"x:bool[2]", SUM("psum", "(0,)"), "E401"},
    {"x:bool[2]", SUM("pmax", "(0,)"), "bool[]"},
    {"x:c128[2]", SUM("pmax", "(0,)"), "E401"},
    {"x:i32[2,3]", SUM("pmin", "(1,)"), "i32[2]"},
    {"x:c128[2]", SUM("pmin", "(0,)"), "E401"},
    {"x:f64[3,n]", GATHER("i", "1", "False"), "f64[3,2,n]"},
    {"x:f64[3,n]", GATHER("i", "0", "True"), "f64[6,n]"},
    {"x:f64[3,n]", GATHER("i", "3", "False"), "E306"},
    {"x:f64[3,n]", GATHER("i", "1", "True"), "E218"},
    {"x:f64[3]", GATHER("k", "0", "False"), "E201"},
    {"x:f64[2,n]", SCATTER("i", "0", "False"), "f64[n]"},
    {"x:f64[4,n]", SCATTER("i", "0", "True"), "f64[2,n]"},
    {"x:f64[3,n]", SCATTER("i", "0", "False"), "E310"},
    {"x:f64[3,n]", SCATTER("i", "0", "True"), "E310"},
    {"x:f64[3,n]", SCATTER("i", "1", "True"), "E218"},
    {"x:f64[2,3]", TO_ALL("i", "1", "0"), "f64[1,6]"},
    {"x:f64[2,3]", TO_ALL("i", "0", "0"), "f64[2,3]"},
    {"x:f64[2,3]", TO_ALL("i", "0", "1"), "E310"},
    {"x:f64[2,n]", TO_ALL("i", "1", "0"), "E218"},
    {"x:f64[2,n]", TO_ALL("i", "2", "0"), "E306"},
    {"x:f64[2,n]", "ppermute[axis_name=i perm=((0, 1), (1, 0))] x", "f64[2,n]"},
    {"x:f64[2,n]", "ppermute[axis_name=k perm=((0, 1), (1, 0))] x", "E201"},
    {"", "axis_index[axis_name=i]", "i32[]"},
    {"", "axis_index[axis_name=k]", "E201"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_named, facts) {
  dbx_axis_push(dbx_intern("i"), dbx_dim_int(2));
  rule_facts(facts, FACTS);
  dbx_axis_pop();
}

Test(rule_named, every_rule_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_collective, true);
  rule_facts_cover(facts, FACTS, dbx_rule_all_gather, true);
  rule_facts_cover(facts, FACTS, dbx_rule_reduce_scatter, true);
  rule_facts_cover(facts, FACTS, dbx_rule_all_to_all, true);
  rule_facts_cover(facts, FACTS, dbx_rule_ppermute, true);
  rule_facts_cover(facts, FACTS, dbx_rule_axis_index, true);
}

Test(rule_named, names_among_the_axes) {
  const dbx_param *axes[] = {dbx_axis_item(dbx_intern("i")), dbx_p_int(0)};
  dbx_dim two = dbx_dim_int(2);
  dbx_atom x = dbx_var_new(dbx_aval_of(DBX_F64, false, 1, &two), DBX_VAR_ARG, 0);
  dbx_kv kv[] = {{DBX_S_axes, dbx_p_tuple(axes, 2)}, {DBX_S_axis_index_groups, dbx_p_none()}};
  dbx_site s = {dbx_primitive_of(DBX_PRIM_psum), &x, kv, 1, 2};
  dbx_aval out;
  dbx_axis_push(dbx_intern("i"), two);
  cr_assert_eq(dbx_rule_collective(&s, &out), DBX_OK);
  cr_expect_eq(out, dbx_aval_scalar(DBX_F64, false));
  cr_expect_eq(dbx_primitive_results(&s), 1);
  dbx_axis_pop();
  cr_expect_eq(dbx_rule_collective(&s, &out), DBX_FAIL);
  cr_expect(facts_match(facts_failure(DBX_FAIL), "E201"));
}
