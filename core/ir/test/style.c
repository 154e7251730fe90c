// What versions of jax call differently.
#include "ir/style.h"

#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

static const dbx_primitive *named(const char *name) {
  const dbx_primitive *p = dbx_primitive_find(dbx_intern(name));
  cr_assert(p, "%s", name);
  return p;
}

Test(style, names_go_there_and_back) {
  for (int i = 0; i < dbx_primitive_count; i++) {
    const dbx_primitive *p = &dbx_primitive_table[i];
    const char *new_name = dbx_new_primitive(p);
    cr_expect_eq(dbx_old_primitive(dbx_intern(new_name)), dbx_intern(p->name), "%s", new_name);
    for (const char *s = p->params; *s;) {
      size_t n = strcspn(s, " ");
      dbx_sym key = dbx_intern_n(s, n);
      cr_expect_eq(dbx_old_key(dbx_intern(dbx_new_key(key))), key, "%s", dbx_sym_text(key));
      s += n + (s[n] == ' ');
    }
  }
  cr_expect_str_eq(dbx_new_primitive(named("pjit")), "jit");
  cr_expect_str_eq(dbx_new_primitive(named("add")), "add");
  cr_expect_str_eq(dbx_new_key(dbx_intern("nimplicit")), "num_implicit_inputs");
}

Test(style, parameters_that_came_later_say_nothing_if_they_are_none) {
  static const struct {
    const char *primitive, *key;
    bool none, new; // None, or a number
  } facts[] = {
      {"iota", "sharding", true, true},     {"iota", "sharding", false, false},
      {"add", "anything", true, true},      {"reshape", "dimensions", true, false}, // an old one
      {"reshape", "dimension", true, true}, // a part of a name is none
      {"reshape", "sizes", true, true}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    cr_expect_eq(dbx_is_new_parameter(named(facts[i].primitive), dbx_intern(facts[i].key),
                                      facts[i].none ? dbx_p_none() : dbx_p_int(1)),
                 facts[i].new, "row %zu", i);
  cr_expect_str_eq(dbx_new_parameters(named("iota")), "sharding=None");
  cr_expect_null(dbx_new_parameters(named("add")));
  dbx_sym batching = dbx_intern("operand_batching_dims");
  cr_expect(dbx_is_new_field(batching, dbx_p_tuple(NULL, 0)));
  cr_expect(!dbx_is_new_field(batching, dbx_p_ints((int64_t[]){0}, 1)), "this one says something");
  cr_expect(!dbx_is_new_field(dbx_intern("offset_dims"), dbx_p_tuple(NULL, 0)));
  cr_expect(
      strstr(dbx_new_fields(dbx_intern("GatherDimensionNumbers")), "operand_batching_dims=()"));
  cr_expect_null(dbx_new_fields(dbx_intern("Other")));
}

Test(style, two_primitives_are_called_cond) {
  const dbx_primitive *p = named("cond"), *with;
  with = dbx_primitive_with(p, DBX_S_branch_jaxprs);
  cr_expect(with == p && strstr(with->params, "branch_jaxprs"));
  with = dbx_primitive_with(p, DBX_S_branches);
  cr_expect(with != p && !strcmp(with->name, "cond") && strstr(with->params, "branches"));
  cr_expect_eq(dbx_primitive_with(p, dbx_intern("nothing")), p);
  cr_expect_eq(dbx_primitive_with(named("add"), DBX_S_axes), named("add"));
}
