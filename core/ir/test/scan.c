// Tokens of Jaxpr text, one after the other.
#include "ir/scan.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// Each token as its kind and text: "n:let" names, "i:1" integers, "f:" floats, "j:" imaginary
// numbers, and punctuation as it is; a failure as its code.
static void put_tokens(dbx_buf *b, const char *text) {
  static const char kinds[] = {
      [DBX_TOK_NAME] = 'n', [DBX_TOK_INT] = 'i', [DBX_TOK_FLOAT] = 'f', [DBX_TOK_IMAG] = 'j'};
  dbx_scan s;
  dbx_status st = dbx_scan_start(&s, dbx_source_add("t", text, strlen(text)), 0);
  for (; st == DBX_OK && s.tok != DBX_TOK_END; st = dbx_scan_next(&s)) {
    if (b->n) dbx_putc(b, ' ');
    if (s.tok != DBX_TOK_PUNCT) dbx_printf(b, "%c:", kinds[s.tok]);
    dbx_putn(b, text + s.begin, s.end - s.begin);
  }
  if (st != DBX_OK) dbx_put(b, facts_failure(st));
}

static const struct {
  const char *text, *tokens;
} facts[] = {
    {"", ""},
    {" \t\n ", ""},
    {"{ lambda ; a:i64[]. let", "{ n:lambda ; n:a : n:i64 [ ] . n:let"},
    {"a.b.C a. b", "n:a.b.C n:a . n:b"},
    {"scatter-add scatter-x scatter- add-x", "n:scatter-add n:scatter-x n:scatter - n:add - n:x"},
    {"1 -1 +2 - 3", "i:1 i:-1 i:+2 - i:3"},
    {"1.0 -1. 1e5 1e-05 .5", "f:1.0 f:-1. f:1e5 f:1e-05 . i:5"},
    {"-inf -nan +inf inf nan", "f:-inf f:-nan f:+inf n:inf n:nan"},
    {"-inf", "f:-inf"},
    {"-in", "- n:in"},
    {"-", "-"},
    {"2j -1.5e3j", "j:2j j:-1.5e3j"},
    {"_ a_ _1 \u00e9", "n:_ n:a_ n:_1 n:\u00e9"},
    {"<lambda>", "< n:lambda >"},
    {"9223372036854775807", "i:9223372036854775807"},
    {"-9223372036854775808", "i:-9223372036854775808"},
    {"18446744073709551615", "i:18446744073709551615"},
    {"18446744073709551616", "E601 an integer of more than 64 bits"},
    {"-9223372036854775809", "E601 an integer of more than 64 bits"},
    {"1111111111222222222233333333334444444444555555555566666666667777",
     "E601 a number with more than 60 characters"},
};

Test(scan, tokens) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    put_tokens(&b, facts[i].text);
    cr_expect_str_eq(dbx_text(&b), facts[i].tokens, "%s: %s", facts[i].text, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(scan, numbers_have_their_values) {
  dbx_scan s;
  const char *text = "-9223372036854775808 18446744073709551615 -inf 0.1 2.5j";
  cr_assert_eq(dbx_scan_start(&s, dbx_source_add("t", text, strlen(text)), 0), DBX_OK);
  cr_expect_eq(s.i, INT64_MIN);
  cr_assert_eq(dbx_scan_next(&s), DBX_OK);
  cr_expect_eq((uint64_t)s.i, UINT64_MAX);
  cr_assert_eq(dbx_scan_next(&s), DBX_OK);
  cr_expect_eq(s.f, -INFINITY);
  cr_assert_eq(dbx_scan_next(&s), DBX_OK);
  cr_expect_eq(s.f, 0.1);
  cr_assert_eq(dbx_scan_next(&s), DBX_OK);
  cr_expect_eq(s.f, 2.5);
}

Test(scan, what_is_expected) {
  const char *text = "let x  = 1";
  dbx_scan s;
  cr_assert_eq(dbx_scan_start(&s, dbx_source_add("t", text, strlen(text)), 0), DBX_OK);
  cr_expect(dbx_scan_is_name(&s, "let") && !dbx_scan_is_name(&s, "le") && !dbx_scan_is(&s, 'l'));
  cr_expect_eq(dbx_scan_after(&s), 'x');
  const char *why = facts_failure(dbx_scan_expect(&s, '{'));
  cr_expect_str_eq(why, "E601 expected '{' in the Jaxpr");
  why = facts_failure(dbx_scan_expect_name(&s, "in"));
  cr_expect_str_eq(why, "E601 expected 'in' in the Jaxpr");
  cr_assert_eq(dbx_scan_expect_name(&s, "let"), DBX_OK);
  cr_expect(dbx_scan_span(&s).begin == 4 && dbx_scan_span(&s).end == 5);
  cr_expect_eq(dbx_scan_after(&s), '=');
  cr_assert_eq(dbx_scan_next(&s), DBX_OK);
  cr_assert_eq(dbx_scan_expect(&s, '='), DBX_OK);
  cr_expect_eq(dbx_scan_after(&s), 0);
}

Test(scan, binders_of_an_equation) {
  const char *text = "x a:f64[3] b:i64[] = f c:f64[] ";
  uint32_t file = dbx_source_add("t", text, strlen(text));
  dbx_span whole = {file, 2, 30};
  static const struct {
    uint32_t i, begin, end;
  } binders[] = {{0, 2, 10}, {1, 11, 18}, {2, 2, 30}, {1000000, 2, 30}}; // none: all of it
  for (size_t i = 0; i < sizeof binders / sizeof *binders; i++) {
    dbx_span s = dbx_scan_binder(whole, binders[i].i);
    cr_expect(s.file == file && s.begin == binders[i].begin && s.end == binders[i].end,
              "binder %u: %u to %u", binders[i].i, s.begin, s.end);
  }
}
