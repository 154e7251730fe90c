// How Jaxprs print: names, widths, styles, and the parts by themselves.
#include "ir/jaxpr.h"

#include "ir/names.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static void prints(const dbx_jaxpr *j, const dbx_print_opts *opts, const char *want) {
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, j, opts);
  cr_expect_str_eq(dbx_text(&b), want, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- names ----

Test(print, letters_count_in_26s) {
  static const struct {
    uint32_t i;
    const char *name;
  } facts[] = {{0, "a"}, {25, "z"}, {26, "ba"}, {51, "bz"}, {52, "ca"}, {675, "zz"}, {676, "baa"}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_name_digits(&b, facts[i].i);
    cr_expect_str_eq(dbx_text(&b), facts[i].name, "%u", facts[i].i);
    dbx_buf_free(&b);
  }
}

static const char *marked(void *ctx, dbx_var v, const char *letter) {
  return v == *(dbx_var *)ctx && !strcmp(letter, "a") ? "n" : NULL;
}

// Letters are given in the order of printing, whatever the text called them.
Test(print, names_of_a_jaxpr) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; p:i64[] q:f64[p]. let r:i64[] = add p 1 in (r, q) }");
  dbx_var p = facts_var(j, "p"), r = facts_var(j, "r");
  prints(j, NULL, "{ lambda ; a:i64[] b:f64[a]. let c:i64[] = add a 1 in (c, b) }");
  prints(j, &(dbx_print_opts){.name = marked, .name_ctx = &p},
         "{ lambda ; n:i64[] b:f64[n]. let c:i64[] = add n 1 in (c, b) }");
  dbx_names *names = dbx_names_of(j);
  cr_expect_str_eq(dbx_name_of(names, p), "a");
  cr_expect_str_eq(dbx_name_of(names, r), "c");
  cr_expect_null(dbx_name_of(names, dbx_var_new(dbx_var_aval(p), DBX_VAR_ARG, 0)));
  cr_expect_null(dbx_name_of(names, p | DBX_LITERAL), "a literal has no letter");
  dbx_names *more = dbx_names_copy(names);
  dbx_names_rename(names, p, "m");
  cr_expect_str_eq(dbx_name_of(more, p), "a", "a copy stays as it is");
  dbx_var other = dbx_var_new(dbx_var_aval(p), DBX_VAR_ARG, 0);
  cr_expect_str_eq(dbx_name_give(more, other), "d");
  cr_expect_str_eq(dbx_name_give(more, other), "d");
  cr_expect_null(dbx_names_free(more));
  dbx_buf b = {0};
  dbx_print_eqn(&b, &j->eqns[0], names);
  dbx_put(&b, " / ");
  dbx_put_aval(&b, dbx_var_aval(facts_var(j, "q")), names);
  cr_expect_str_eq(dbx_text(&b), "c:i64[] = add m 1 / f64[m]");
  dbx_buf_free(&b);
  cr_expect_null(dbx_names_free(names));
  cr_expect_null(dbx_names_free(NULL));
}

// ---- layout ----

static const struct {
  const char *text; // as it prints in `width` columns
  int width;
} layouts[] = {
    {"{ lambda ; . let  in () }", 80},
    {"{ lambda ; a:f64[3]. let  in (a,) }", 80},
    {"{ lambda a:f64[3]; b:i64[]. let c:f64[3] = neg a in (c, b, 1) }", 80},
    {"{ lambda a:f64[3]; b:i64[]. let\n    c:f64[3] = neg a\n    d:f64[3] = neg c\n  in (c, d) }",
     60},
    {"{ lambda ; a:i64[]. let _:i64[] = add a 1 in (a,) }", 80},
};

Test(print, layouts_at_a_width) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    prints(facts_jaxpr(layouts[i].text), &(dbx_print_opts){.width = layouts[i].width},
           layouts[i].text);
}

Test(print, styles) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[]. let b:f64[a] = "
                             "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a "
                             "c:f64[a] = pjit[jaxpr={ lambda ; d:i64[] e:f64[d]. let f:f64[d] = "
                             "neg e in (f,) } name=g] a b in (c,) }");
  prints(j, &(dbx_print_opts){.style = DBX_STYLE_OLD},
         "{ lambda ; a:i64[]. let\n"
         "    b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a\n"
         "    c:f64[a] = pjit[\n"
         "      jaxpr={ lambda ; d:i64[] e:f64[d]. let f:f64[d] = neg e in (f,) }\n"
         "      name=g\n"
         "    ] a b\n"
         "  in (c,) }");
  prints(j, &(dbx_print_opts){.style = DBX_STYLE_NEW},
         "{ lambda ; a:i64[]. let\n"
         "    b:f64[a] = broadcast_in_dim[\n"
         "      broadcast_dimensions=()\n"
         "      shape=(None,)\n"
         "      sharding=None\n"
         "    ] 1.0:f64[] a\n"
         "    c:f64[a] = jit[\n"
         "      jaxpr={ lambda ; a:i64[] b:f64[a]. let c:f64[a] = neg b in (c,) }\n"
         "      name=g\n"
         "    ] a b\n"
         "  in (c,) }");
}

// ---- parts ----

Test(print, parameters) {
  const dbx_param *one = dbx_p_int(1), *items[] = {one, dbx_p_none(), dbx_p_bool(true)};
  dbx_sym keys[] = {dbx_intern("x"), dbx_intern("y"), dbx_intern("z")};
  const struct {
    const dbx_param *p;
    const char *text;
  } facts[] = {
      {one, "1"},
      {dbx_p_int(INT64_MIN), "-9223372036854775808"},
      {dbx_p_none(), "None"},
      {dbx_p_bool(false), "False"},
      {dbx_p_dtype(DBX_BF16), "bfloat16"},
      {dbx_p_text("GatherScatterMode.CLIP"), "GatherScatterMode.CLIP"},
      {dbx_p_scalar(DBX_F64, dbx_scalar_f(1)), "1.0"},
      {dbx_p_tuple(NULL, 0), "()"},
      {dbx_p_tuple(items, 1), "(1,)"},
      {dbx_p_tuple(items, 3), "(1, None, True)"},
      {dbx_p_list(items, 1), "[1]"},
      {dbx_p_list(NULL, 0), "[]"},
      {dbx_p_record("R", keys, items, 3), "R(x=1, y=None, z=True)"},
      {dbx_p_record("R", NULL, NULL, 0), "R()"},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_put_param(&b, facts[i].p);
    cr_expect_str_eq(dbx_text(&b), facts[i].text, "%s", dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(print, lengths) {
  dbx_var v = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0), named = v + 1;
  cr_assert_eq(dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0), named);
  dbx_var_at(named)->name = dbx_intern("n");
  const struct {
    dbx_dim d;
    const char *text;
  } facts[] = {{dbx_dim_int(0), "0"},
               {dbx_dim_int(INT64_MAX), "9223372036854775807"},
               {dbx_dim_var(v), "?"},
               {dbx_dim_var(named), "n"},
               {dbx_dim_make(DBX_DIM_DB, 1), "DBIdx(val=1)"},
               {dbx_dim_make(DBX_DIM_INDB, 0), "InDBIdx(val=0)"},
               {dbx_dim_make(DBX_DIM_OUTDB, UINT32_MAX), "OutDBIdx(val=4294967295)"},
               {dbx_dim_make(DBX_DIM_UNKNOWN, 0), "?"}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_put_dim(&b, facts[i].d, NULL);
    cr_expect_str_eq(dbx_text(&b), facts[i].text, "%s", dbx_text(&b));
    dbx_buf_free(&b);
  }
}
