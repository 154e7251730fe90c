// What the writer writes is what a reader reads: jansson, and its way to write, beside it.
#include "base/json.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static json_t *read_back(const dbx_buf *b) {
  json_error_t why;
  json_t *v = json_loadb(dbx_text(b), b->n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
  cr_assert(v, "%s: %s", why.text, dbx_text(b));
  return v;
}

Test(json, texts_of_all_bytes_are_read_back) {
  for (int c = 0; c < 0x80; c++) {
    char text[] = {'a', (char)c, 'b'};
    dbx_buf b = {0};
    dbx_json j = {.out = &b, .indent = -1};
    dbx_json_strn(&j, text, sizeof text);
    json_t *v = read_back(&b);
    cr_assert(json_string_length(v) == sizeof text &&
                  !memcmp(json_string_value(v), text, sizeof text),
              "%02x: %s", c, dbx_text(&b));
    for (size_t i = 0; i < b.n; i++) cr_assert((unsigned char)b.at[i] >= 0x20 && b.at[i] != 0x7F);
    json_decref(v), dbx_buf_free(&b);
  }
}

Test(json, numbers_are_read_back) {
  static const int64_t ints[] = {0, -1, INT64_MAX, INT64_MIN};
  static const double doubles[] = {0.1, -1.5, 5e-324, 1.7976931348623157e308, 1e23, 123456789.125};
  dbx_buf b = {0};
  dbx_json j = {.out = &b, .indent = -1};
  dbx_json_open(&j, '[');
  for (int i = 0; i < 4; i++) dbx_json_int(&j, ints[i]);
  for (int i = 0; i < 6; i++) dbx_json_double(&j, doubles[i]);
  dbx_json_double(&j, NAN), dbx_json_double(&j, INFINITY), dbx_json_double(&j, -INFINITY);
  dbx_json_close(&j, ']');
  json_t *v = read_back(&b);
  cr_assert_eq(json_array_size(v), 13);
  for (size_t i = 0; i < 4; i++) cr_expect_eq(json_integer_value(json_array_get(v, i)), ints[i]);
  for (size_t i = 0; i < 6; i++)
    cr_expect_eq(json_number_value(json_array_get(v, 4 + i)), doubles[i]);
  for (size_t i = 10; i < 13; i++) cr_expect(json_is_null(json_array_get(v, i)));
  json_decref(v), dbx_buf_free(&b);
}

static void write_all_kinds(dbx_json *j) {
  dbx_json_open(j, '{');
  dbx_json_key(j, "empty");
  dbx_json_open(j, '['), dbx_json_close(j, ']');
  dbx_json_key(j, "also");
  dbx_json_open(j, '{'), dbx_json_close(j, '}');
  dbx_json_key(j, "list");
  dbx_json_open(j, '[');
  dbx_json_bool(j, true), dbx_json_bool(j, false), dbx_json_null(j);
  dbx_json_raw(j, "{\"x\": 1}...", 8);
  dbx_json_open(j, '['), dbx_json_int(j, 1), dbx_json_int(j, 2), dbx_json_close(j, ']');
  dbx_json_close(j, ']');
  dbx_json_key(j, "\"\n");
  dbx_json_str(j, "\\\t");
  dbx_json_close(j, '}');
}

Test(json, commas_and_lines) {
  static const struct {
    int indent;
    const char *text;
  } facts[] = {
      {-1, "{\"empty\": [], \"also\": {}, \"list\": [true, false, null, {\"x\": 1}, [1, 2]], "
           "\"\\\"\\n\": \"\\\\\\t\"}"},
      {1, "{\n \"empty\": [],\n \"also\": {},\n \"list\": [\n  true,\n  false,\n  null,\n"
          "  {\"x\": 1},\n  [\n   1,\n   2\n  ]\n ],\n \"\\\"\\n\": \"\\\\\\t\"\n}"},
  };
  json_t *first = NULL;
  for (int i = 0; i < 2; i++) {
    dbx_buf b = {0};
    dbx_json j = {.out = &b, .indent = facts[i].indent};
    write_all_kinds(&j);
    cr_expect_str_eq(dbx_text(&b), facts[i].text);
    json_t *v = read_back(&b);
    if (first) cr_expect(json_equal(first, v), "the same value in one line and in many");
    json_decref(first), dbx_buf_free(&b);
    first = v;
  }
  json_decref(first);
}
