// Sizes do not wrap: which scalars count as sizes, and where arithmetic leaves its type.
#include "prim/exact.h"
#include <inttypes.h>

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

// ---- arithmetic on static sizes ----

enum { FAILS = -99 };

Test(exact, static_sizes) {
  static const struct {
    dbx_prim p;
    int64_t a, b, result;
  } facts[] = {
      {DBX_PRIM_add, 0, 0, 0},
      {DBX_PRIM_add, INT64_MAX, 0, INT64_MAX},
      {DBX_PRIM_add, INT64_MAX, 1, FAILS},
      {DBX_PRIM_add, INT64_MIN, -1, FAILS},
      {DBX_PRIM_sub, INT64_MIN, 0, INT64_MIN},
      {DBX_PRIM_sub, INT64_MIN, 1, FAILS},
      {DBX_PRIM_sub, 0, INT64_MIN, FAILS},
      {DBX_PRIM_sub, -1, INT64_MIN, INT64_MAX},
      {DBX_PRIM_mul, 3037000499, 3037000499, 9223372030926249001},
      {DBX_PRIM_mul, 3037000500, 3037000500, FAILS},
      {DBX_PRIM_mul, INT64_MIN, -1, FAILS},
      {DBX_PRIM_mul, INT64_MIN, 1, INT64_MIN},
      {DBX_PRIM_mul, INT64_MIN, INT64_MIN, FAILS},
      {DBX_PRIM_mul, INT64_MAX, 0, 0},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    int64_t r = FAILS;
    const char *why = facts_failure(dbx_size_of(facts[i].p, facts[i].a, facts[i].b, &r));
    cr_expect(facts_match(why, facts[i].result == FAILS ? "E708 the size " : ""), "row %zu: %s", i,
              why);
    cr_expect_eq(r, facts[i].result, "row %zu", i);
  }
  int64_t r;
  cr_expect_str_eq(facts_failure(dbx_size_of(DBX_PRIM_mul, INT64_MIN, INT64_MIN, &r)),
                   "E708 the size -9223372036854775808 * -9223372036854775808 = "
                   "85070591730234615865843651857942052864 does not fit int64");
}

Test(exact, products_and_padding) {
  int64_t r = FAILS;
  cr_expect(dbx_size_product(NULL, 0, &r) == DBX_OK && r == 1);
  cr_expect(dbx_size_product((int64_t[]){2, 3, 4}, 3, &r) == DBX_OK && r == 24);
  cr_expect(dbx_size_product((int64_t[]){INT64_MAX, INT64_MAX, 0}, 3, &r) == DBX_OK && r == 0,
            "nothing is no size");
  cr_expect(facts_match(facts_failure(dbx_size_product((int64_t[]){INT64_MAX, 2}, 2, &r)), "E708"));
  static const struct {
    int64_t n, config[3], result;
  } facts[] = {{3, {1, 2, 0}, 6},
               {3, {0, 0, 2}, 7},
               {0, {0, 0, 9}, 0},
               {1, {0, 0, INT64_MAX}, 1},
               {3, {-2, -2, 0}, -1},
               {INT64_MAX, {-1, 1, 0}, INT64_MAX}, // what lies between may be larger
               {INT64_MAX, {1, 0, 0}, FAILS},
               {3, {0, 0, INT64_MAX}, FAILS}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    r = FAILS;
    const char *why = facts_failure(dbx_size_padded(facts[i].n, facts[i].config, &r));
    cr_expect(facts_match(why, facts[i].result == FAILS ? "E708" : ""), "row %zu: %s", i, why);
    cr_expect_eq(r, facts[i].result, "row %zu", i);
  }
}

Test(exact, windows) {
  static const struct {
    int64_t n;
    dbx_window w;
    int64_t result;
  } facts[] = {{5, {2, 1, 1, 1, 0, 0}, 4},
               {5, {2, 2, 1, 1, 0, 1}, 3},
               {5, {2, 1, 2, 3, 0, 0}, 6},
               {5, {7, 1, 1, 1, 0, 0}, 0},
               {5, {1, 1, 1, 1, -6, 0}, 0},
               {0, {1, 1, 3, 1, 2, 0}, 2},
               {4, {1, 1, 1, 1, INT64_MAX, 0}, FAILS}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    int64_t r = FAILS;
    const char *why = facts_failure(dbx_size_windows(facts[i].n, &facts[i].w, &r));
    cr_expect(facts_match(why, facts[i].result == FAILS ? "E708" : ""), "row %zu: %s", i, why);
    cr_expect_eq(r, facts[i].result, "row %zu: %" PRId64, i, r);
  }
}

// ---- equations ----

static const struct {
  const char *equation; // of a:T[] b:T[]
  const char *type;
  int64_t a, b;
  const char *failure; // "": it does not wrap
} facts[] = {
    {"add a b", "i64", INT64_MAX, 0, ""},
    {"add a b", "i64", INT64_MAX, 1,
     "E708 the size 9223372036854775807 + 1 = 9223372036854775808 does not fit int64"},
    {"add a b", "i64", INT64_MIN, -1, "E708"},
    {"add a b", "i8", 127, 0, ""},
    {"add a b", "i8", 127, 1, "E708 the size 127 + 1 = 128 does not fit int8"},
    {"add a b", "u64", -1, 1,
     "E708 the size 18446744073709551615 + 1 = 18446744073709551616 does not fit uint64"},
    {"sub a b", "u8", 0, 1, "E708 the size 0 - 1 = -1 does not fit uint8"},
    {"sub a b", "u8", 1, 1, ""},
    {"mul a b", "i64", 3037000500, 3037000500,
     "E708 the size 3037000500 * 3037000500 = 9223372037000250000"},
    {"mul a b", "u64", 3037000500, 3037000500, ""},
    {"mul a b", "u64", -1, -1,
     "E708 the size 18446744073709551615 * 18446744073709551615 does not fit uint64"},
    {"neg a", "i64", INT64_MIN, 0, "E708 the size -(-9223372036854775808) = 9223372036854775808"},
    {"neg a", "u8", 0, 0, ""},
    {"neg a", "u8", 1, 0, "E708"},
    {"abs a", "i8", -128, 0, "E708 the size abs(-128) = 128 does not fit int8"},
    {"abs a", "i8", -127, 0, ""},
    {"square a", "i16", 182, 0, "E708 the size 182 * 182 = 33124 does not fit int16"},
    {"square a", "i16", -181, 0, ""},
    {"div a b", "i64", INT64_MIN, -1, "E708 the size -9223372036854775808 // -1 ="},
    {"div a b", "i64", 1, 0, ""}, // another failure of its own
    {"integer_pow[y=2] a", "i64", 3037000499, 0, ""},
    {"integer_pow[y=2] a", "i64", 3037000500, 0, "E708 the size 3037000500 ** 2 ="},
    {"integer_pow[y=62] a", "i64", 2, 0, ""},
    {"integer_pow[y=63] a", "i64", 2, 0, "E708"},
    {"integer_pow[y=63] a", "i64", -2, 0, ""}, // -2^63
    {"integer_pow[y=1000000] a", "i64", 10, 0, "E708 the size 10 ** 1000000 does not fit"},
    {"integer_pow[y=1000000000000] a", "i64", -1, 0, ""},
    {"integer_pow[y=0] a", "i64", INT64_MIN, 0, ""},
};

Test(exact, where_equations_wrap) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char text[300];
    const char *t = facts[i].type;
    snprintf(text, sizeof text, "{ lambda ; a:%s[] b:%s[]. let c:%s[] = %s in (c,) }", t, t, t,
             facts[i].equation);
    const dbx_eqn *e = &facts_jaxpr(text)->eqns[0];
    dbx_scalar in[] = {dbx_scalar_int(facts[i].a), dbx_scalar_int(facts[i].b)};
    cr_expect_eq(dbx_exact_step_of(e), DBX_EXACT_COMPUTE, "%s", facts[i].equation);
    bool wraps = dbx_exact_wraps(e, in);
    cr_expect_eq(wraps, *facts[i].failure != 0, "row %zu: %s", i, facts[i].equation);
    const char *why = wraps ? facts_failure(dbx_exact_fail(e, in)) : "";
    cr_expect(facts_match(why, facts[i].failure), "row %zu: %s", i, why);
  }
}

// The format says the same without the number that would be right.
static void expect_said(const dbx_eqn *e, int64_t a, int64_t b, const char *message) {
  char said[300], want[300] = "";
  dbx_buf format = {0};
  const char *equals = strstr(message, " = "), *end = strstr(message, " does not");
  dbx_exact_put_format(&format, e);
  // NOLINTNEXTLINE(clang-diagnostic-format-nonliteral)
  (void)snprintf(said, sizeof said, dbx_text(&format), a, b);
  snprintf(want, sizeof want, "%.*s%s", (int)((equals ? equals : end) - message), message, end);
  cr_expect_str_eq(said, want);
  dbx_buf_free(&format);
}

Test(exact, formats_for_libraries) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char text[300];
    const char *t = facts[i].type;
    if (!*facts[i].failure) continue;
    snprintf(text, sizeof text, "{ lambda ; a:%s[] b:%s[]. let c:%s[] = %s in (c,) }", t, t, t,
             facts[i].equation);
    const dbx_eqn *e = &facts_jaxpr(text)->eqns[0];
    dbx_scalar in[] = {dbx_scalar_int(facts[i].a), dbx_scalar_int(facts[i].b)};
    expect_said(e, facts[i].a, facts[i].b, facts_failure(dbx_exact_fail(e, in)) + sizeof "E708");
  }
}

Test(exact, conversions_wrap_where_the_number_does_not_fit) {
  const dbx_eqn *e =
      &facts_jaxpr("{ lambda ; a:i64[]. let c:u8[] = convert_element_type[new_dtype=uint8 "
                   "weak_type=False] a in (c,) }")
           ->eqns[0];
  static const struct {
    int64_t i;
    bool wraps;
  } numbers[] = {{0, false}, {255, false}, {256, true}, {-1, true}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    cr_expect_eq(dbx_exact_wraps(e, (dbx_scalar[]){dbx_scalar_int(numbers[i].i)}), numbers[i].wraps,
                 "row %zu", i);
  cr_expect_str_eq(facts_failure(dbx_exact_fail(e, (dbx_scalar[]){dbx_scalar_int(256)})),
                   "E708 the size 256 does not fit uint8");
}

Test(exact, steps) {
  static const struct {
    const char *equation; // of a:i64[] b:bool[] c:i64[3] d:f64[]
    dbx_exact_step step;
  } steps[] = {{"x:i64[] = add a 1", DBX_EXACT_COMPUTE},
               {"x:i64[3] = add c 1", DBX_EXACT_CUT}, // an array
               {"x:f64[] = add d 1.0", DBX_EXACT_CUT},
               {"x:i64[] = max a 1", DBX_EXACT_PASS},
               {"x:i64[] = clamp 0 a 9", DBX_EXACT_PASS},
               {"x:i64[] = select_n b a 1", DBX_EXACT_CHOOSE},
               {"x:i64[] = rem a 7", DBX_EXACT_CUT}, // what wrapped before was meant to
               {"x:i64[] = and a 7", DBX_EXACT_CUT},
               {"x:i64[] = convert_element_type[new_dtype=int64 weak_type=False] d", DBX_EXACT_CUT},
               {"x:i64[] = reduce_sum[axes=(0,)] c", DBX_EXACT_CUT}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    char text[300];
    snprintf(text, sizeof text, "{ lambda ; a:i64[] b:bool[] c:i64[3] d:f64[]. let %s in (x,) }",
             steps[i].equation);
    cr_expect_eq(dbx_exact_step_of(&facts_jaxpr(text)->eqns[0]), steps[i].step, "%s",
                 steps[i].equation);
  }
}

// ---- which scalars are sizes ----

#define MAKE(n) "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 " n " "
#define LOOP "apply_reverse_transform=False body_nconsts=0 preserve_dimensions=False "

static const struct {
  const char *jaxpr, *sizes; // of the outermost variables
} sizes[] = {
    {"{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }", ""}, // a number that is no size
    {"{ lambda ; a:i64[]. let b:i64[] = add a 1 c:f64[b] = " MAKE("b") "in (c,) }", "ab"},
    {"{ lambda ; a:i64[] b:f64[a]. let  in (b,) }", "a"},
    {"{ lambda ; a:i64[]. let b:i64[] = mul a a c:i64[] = rem b 7 d:f64[c] = " MAKE(
         "c") "in (d,) }",
     "c"}, // cut
    {"{ lambda ; a:i64[] b:bool[]. let c:i64[] = select_n b a 1 d:f64[c] = " MAKE("c") "in (d,) }",
     "ac"},
    {"{ lambda ; a:i64[3]. let b:i64[] = reduce_sum[axes=(0,)] a c:f64[b] = " MAKE("b") "in (c,) }",
     "b"},
    // through calls and loops, in both directions
    {"{ lambda ; a:i64[]. let b:i64[] = pjit[jaxpr={ lambda ; p:i64[]. let q:i64[] = add p 1 in "
     "(q,) } name=f] a "
     "c:f64[b] = " MAKE("b") "in (c,) }",
     "ab"},
    {"{ lambda ; a:i64[]. let b:f64[] = pjit[jaxpr={ lambda ; p:i64[]. let q:f64[p] = " MAKE(
         "p") "r:f64[] = reduce_sum[axes=(0,)] q in (r,) } name=f] a in (b,) }",
     "a"},
    {"{ lambda ; a:i64[] e:i64[]. let b:i64[] c:i64[] = for_loop[" LOOP
     "nimplicit=0 body_jaxpr={ lambda ; i:i64[] p:i64[] q:i64[]. let "
     "r:i64[] = add p 1 in (r, q) }] 0 9 1 0 a e d:f64[b] = " MAKE("b") "in (d,) }",
     "ab"},
    {"{ lambda ; a:i64[] e:i64[]. let b:i64[] c:i64[] = for_loop[" LOOP
     "nimplicit=0 body_jaxpr={ lambda ; i:i64[] p:i64[] q:i64[]. let "
     " in (q, p) }] 0 9 1 0 a e d:f64[b] = " MAKE("b") "in (d,) }",
     "abce"}, // they change places
};

Test(exact, sizes_are_followed_backwards) {
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    dbx_jaxpr *j = facts_jaxpr(sizes[i].jaxpr);
    dbx_exact x = {0};
    dbx_buf b = {0};
    dbx_exact_find(j, &x);
    for (char name[] = "a"; *name <= 'e'; ++*name) {
      char binder[] = {*name, ':', 0};
      if (!strstr(sizes[i].jaxpr, binder)) continue;
      if (dbx_exact_has(&x, facts_var(j, name))) dbx_put(&b, name);
    }
    cr_expect_str_eq(dbx_text(&b), sizes[i].sizes, "%s: %s", sizes[i].jaxpr, dbx_text(&b));
    dbx_buf_free(&b), dbx_exact_free(&x);
  }
}

Test(exact, what_an_equation_needs) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[] n:i64[]. let b:i64[] = add a 1 c:f64[b] = " MAKE(
      "b") "d:f64[b] = neg c e:i64[] = add n 1 in (d, e) }");
  static const char *const needs[] = {"", "b", "b", ""};
  dbx_exact x = {0};
  dbx_exact_find(j, &x);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_u32s vars = {0};
    dbx_exact_needs(&x, &j->eqns[i], &vars);
    for (uint32_t k = 0; k < vars.n; k++)
      cr_expect_eq(vars.at[k], facts_var(j, "b"), "equation %u", i);
    cr_expect_eq(vars.n > 0, *needs[i] != 0, "equation %u", i);
    dbx_vec_free(&vars);
  }
  cr_expect(!dbx_exact_has(&x, dbx_literal_int(1)));
  dbx_exact_free(&x);
}
