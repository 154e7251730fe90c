// The Jaxpr reader: what it reads prints back, and each kind of malformed text has its code, with a
// place in the text.
#include "ir/jaxpr.h"

#include "read/read.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gather[] =
    "{ lambda ; a:f64[3] b:i64[1]. let\n"
    "    c:f64[1] = gather[\n"
    "      dimension_numbers=GatherDimensionNumbers(offset_dims=(0,), collapsed_slice_dims=(), "
    "start_index_map=(0,))\n"
    "      fill_value=None\n"
    "      indices_are_sorted=True\n"
    "      mode=GatherScatterMode.PROMISE_IN_BOUNDS\n"
    "      slice_sizes=(1,)\n"
    "      unique_indices=True\n"
    "    ] a b\n"
    "  in (c,) }";
static const char shared[] = "let f = { lambda ; a:f64[]. let b:f64[] = sin a in (b,) } in\n"
                             "{ lambda ; c:f64[]. let d:f64[] = pjit[name=f jaxpr=f] c; e:f64[] = "
                             "pjit[name=f jaxpr=f] d in (e,) }";

static const char no_name[] =
    "{ lambda ; a:f64[]. let b:f64[] = pjit[jaxpr={ lambda ; c:f64[]. let  in (c,) } "
    "name=<lambda>] a in (b,) }";
static const char blanks_in_name[] =
    "{ lambda ; a:f64[]. let b:f64[] = pjit[jaxpr={ lambda ; c:f64[]. let  in (c,) } "
    "name=<unnamed wrapped function>] a in (b,) }";

static const char *const texts[] = {
    "{ lambda ; . let  in () }",
    "{ lambda ; a:f64[]. let  in (a, 1.0, True, -inf, nan, 2j, (1+2j)) }",
    "{ lambda a:f64[3] b:i8[] ; c:bool[0,1,4611686018427387904]. let  in (c,) }",
    "{ lambda ; a:i64[] b:f64[a,3,a]. let _:f64[a,3,a] = neg b in (b,) }",
    "{ lambda ; a:u64[]. let b:u64[] = add a 18446744073709551615 in (b,) }",
    "{ lambda ; a:i64[]. let b:i64[] = add a -9223372036854775808 in (b,) }",
    gather,
    shared,
    no_name,
    blanks_in_name,
};

static bool same_but_blanks(const char *a, const char *b) {
  for (;; a++, b++) {
    a += strspn(a, " \n"), b += strspn(b, " \n");
    if (*a != *b) return false;
    if (!*a) return true;
  }
}

Test(read, what_is_read_prints_back) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dbx_buf once = {0}, twice = {0};
    dbx_print_jaxpr(&once, facts_jaxpr(texts[i]), &(dbx_print_opts){.width = 1000});
    cr_expect(same_but_blanks(dbx_text(&once), texts[i]), "%s", dbx_text(&once));
    dbx_jaxpr *again = facts_jaxpr(dbx_text(&once));
    cr_expect(again->from_text);
    dbx_print_jaxpr(&twice, again, &(dbx_print_opts){.width = 1000});
    cr_expect_str_eq(dbx_text(&twice), dbx_text(&once));
    dbx_buf_free(&once), dbx_buf_free(&twice);
  }
}

// The place of a failure is marked by ^ in front of it.
static const struct {
  const char *text, *failure;
} malformed[] = {
    {"^", "E601 expected '{'"},
    {"^lambda", "E601 expected '{'"},
    {"{ ^lambdx ; }", "E601 expected 'lambda'"},
    {"{ lambda ^a. let in () }", "E601 expected ';'"},
    {"{ lambda ; a:^f65[]. let in () }", "E601 expected a type"},
    {"{ lambda ; a:f64^. let in () }", "E601 expected '['"},
    {"{ lambda ; a:f64[^-1]. let in () }", "E601 expected a dimension"},
    {"{ lambda ; a:f64[3^ 4]. let in () }", "E601 expected ','"},
    {"{ lambda ; a:f64[^n]. let in () }", "E607 unbound axis size: 'n'"},
    {"{ lambda ; n:f64[] a:f64[^n]. let in () }", "E607 axis size 'n' is not an integer scalar"},
    {"{ lambda ; n:i64[2] a:f64[^n]. let in () }", "E607 axis size 'n' is not an integer scalar"},
    {"{ lambda ; a:i64[] ^a:f64[]. let in () }", "E603 Variable 'a' already bound"},
    {"{ lambda a:i64[] ; ^a:f64[]. let in () }", "E603 Variable 'a' already bound"},
    {"{ lambda ; a:i64[]. let ^a:i64[] = add a 1 in () }", "E603 Variable 'a' already bound"},
    {"{ lambda ; a:i64[]^ let in () }", "E601 expected '.'"},
    {"{ lambda ; a:i64[]. ^in () }", "E601 expected 'let'"},
    {"{ lambda ; a:i64[]. let b:i64[] = ^1 in () }", "E601 expected a primitive"},
    {"{ lambda ; a:i64[]. let b:i64[] = ^plus a 1 in () }", "E601 unknown primitive 'plus'"},
    {"{ lambda ; a:i64[]. let b:i64[] = add a ^c in () }", "E602 Variable 'c' not defined"},
    {"{ lambda ; a:i64[]. let b:i64[] = add a ^] in () }", "E601 expected a variable or a literal"},
    {"{ lambda ; a:i64[]. let b:i8[] = add ^300 1 in () }", "E605 this literal is no int8"},
    {"{ lambda ; a:i64[]. let b:i64[] = add a ^1.5 in () }", "E605 this literal is no int64"},
    {"{ lambda ; a:i64[]. let b:i64[] = add a ^1:i64[2] in () }", "E605 a literal is a scalar"},
    {"{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes=(0,) ^axes=(0,)] a in () }",
     "E601 the parameter 'axes' is given twice"},
    {"{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[^1] a in () }",
     "E601 expected a parameter name"},
    {"{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes^ (0,)] a in () }", "E601 expected '='"},
    {"{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes=^] a in () }",
     "E601 expected a parameter value"},
    {"{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes=(0 ^1)] a in () }", "E601 expected ','"},
    {"{ lambda ; a:f64[3]. let b:f64[] = gather[dimension_numbers=R(^1)] a in () }",
     "E601 expected a field name"},
    {"{ lambda ; a:f64[3]. let in (^b,) }", "E602 Variable 'b' not defined"},
    {"{ lambda ; a:f64[3]. let in (a^ a) }", "E601 expected ','"},
    {"{ lambda ; a:f64[3]. let in (a,)^", "E601 expected '}'"},
    {"{ lambda ; a:f64[3]. let in (a,) } ^more", "E601 text after the Jaxpr"},
    {"let ^1 = { lambda ; . let in () } in { lambda ; . let in () }", "E601 expected a name"},
    {"let f = { lambda ; . let in () } ^{ lambda ; . let in () }", "E601 expected 'in'"},
    {"{ lambda ; a:f64[^99999999999999999999]. let in () }",
     "E601 an integer of more than 64 bits"},
    {"{ lambda ; a:c128[]. let b:c128[] = add a (1^ in () }", "E601 expected an imaginary part"},
};

// A place at the end of a token, or behind blanks, is the same.
static bool at_place(const char *text, uint32_t at, uint32_t want) {
  while (want < strlen(text) && strchr(" \n", text[want])) want++;
  return at == want;
}

Test(read, malformed_texts) {
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
    char text[400];
    size_t at = strcspn(malformed[i].text, "^");
    snprintf(text, sizeof text, "%.*s%s", (int)at, malformed[i].text, malformed[i].text + at + 1);
    dbx_jaxpr *j = NULL;
    dbx_status st = facts_read(text, &j);
    uint32_t begin = st == DBX_OK ? 0 : dbx_diag_pending()->span.begin;
    const char *why = facts_failure(st);
    cr_expect(st == DBX_FAIL && facts_match(why, malformed[i].failure), "%s: %s", malformed[i].text,
              why);
    cr_expect(at_place(text, begin, (uint32_t)at), "%s: at %u", malformed[i].text, begin);
  }
}

Test(read, every_beginning_of_a_text_is_refused) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t n = 0; n < strlen(texts[i]); n++) {
      dbx_jaxpr *j;
      uint32_t file = dbx_source_add("part", texts[i], n);
      cr_assert_eq(dbx_read_jaxpr(file, facts_arena(), &j), DBX_FAIL, "%.*s", (int)n, texts[i]);
      const char *why = facts_failure(DBX_FAIL);
      cr_assert(!strncmp(why, "E60", 3), "%.*s: %s", (int)n, texts[i], why);
      dbx_source_forget(file);
    }
}

Test(read, one_after_the_other) {
  const char *text = "{ lambda ; . let in () } { lambda ; a:i64[]. let in (a,) } x";
  uint32_t file = dbx_source_add("two", text, strlen(text)), offset = 0;
  dbx_jaxpr *j = NULL;
  cr_assert_eq(dbx_read_jaxpr_at(file, &offset, facts_arena(), &j), DBX_OK);
  cr_expect(j->n_in == 0 && text[offset] == '{');
  cr_assert_eq(dbx_read_jaxpr_at(file, &offset, facts_arena(), &j), DBX_OK);
  cr_expect(j->n_in == 1 && text[offset] == 'x');
}

static void put_nested(dbx_buf *b, int depth) {
  for (int i = 0; i < depth; i++)
    dbx_put(b, "{ lambda ; a:f64[]. let b:f64[] = pjit[name=f jaxpr=");
  dbx_put(b, "{ lambda ; a:f64[]. let  in (a,) }");
  for (int i = 0; i < depth; i++) dbx_put(b, "] a in (b,) }");
}

Test(read, depth_has_an_end) {
  for (int i = 0; i < 2; i++) {
    dbx_buf b = {0};
    dbx_jaxpr *j;
    put_nested(&b, i ? 3000 : 500);
    const char *why = facts_failure(facts_read(dbx_text(&b), &j));
    cr_expect(facts_match(why, i ? "E601 Jaxprs nested deeper than" : ""), "%s", why);
    dbx_buf_free(&b);
  }
}

// A sum of the same operands may be computed twice, and arrays be typed by either.
Test(read, equal_sums_are_one_length) {
  dbx_jaxpr *j = facts_jaxpr(
      "{ lambda ; a:i64[] b:i64[]. let c:i64[] = add a b d:i64[] = add a b e:i64[] = add b a "
      "f:i64[] = mul a b g:i64[] = mul a b in () }");
  dbx_dim c = dbx_dim_var(facts_var(j, "c"));
  cr_expect(dbx_dim_equal(c, dbx_dim_var(facts_var(j, "d"))));
  cr_expect(!dbx_dim_equal(c, dbx_dim_var(facts_var(j, "e"))));
  cr_expect(!dbx_dim_equal(dbx_dim_var(facts_var(j, "f")), dbx_dim_var(facts_var(j, "g"))));
}
