// Equal texts are equal symbols, different ones are not, however short, long or strange.
#include "base/sym.h"

#include "base/buf.h"

#include <criterion/criterion.h>
#include <string.h>

Test(sym, nothing_is_symbol_0) {
  cr_expect_eq(dbx_intern(""), 0);
  cr_expect_eq(dbx_intern_n("abc", 0), 0);
  cr_expect_str_eq(dbx_sym_text(0), "");
  cr_expect_eq(dbx_sym_len(0), 0);
}

Test(sym, symbols_of_the_table_have_their_handles) {
  static const char *const names[] = {
      [0] = "",
#define S(name) [DBX_S_##name] = #name,
#include "base/syms.def"
#undef S
  };
  for (dbx_sym s = 0; s < DBX_S_count_; s++) {
    cr_expect_str_eq(dbx_sym_text(s), names[s]);
    cr_expect_eq(dbx_intern(names[s]), s);
  }
  cr_expect_geq(dbx_intern("no symbol of the table"), DBX_S_count_);
}

Test(sym, texts_of_every_length_with_bytes_of_every_kind) {
  // x...x, and the same with one byte that differs: 0, the sign bit, a neighbour
  static const char other[] = {0, '\x80', '\xff', 'y'};
  enum { LENGTHS = 40, OTHER = sizeof other };
  static dbx_sym first[LENGTHS + 1][LENGTHS + 1][OTHER];
  char text[LENGTHS];
  for (int round = 0; round < 2; round++)
    for (size_t n = 1; n <= LENGTHS; n++)
      for (size_t at = 0; at < n; at++)
        for (int k = 0; k < OTHER; k++) {
          memset(text, 'x', sizeof text);
          text[at] = other[k];
          dbx_sym s = dbx_intern_n(text, n), *known = &first[n][at][k];
          if (!round) *known = s;
          cr_assert_eq(s, *known, "equal texts");
          cr_assert(dbx_sym_len(s) == n && !memcmp(dbx_sym_text(s), text, n), "its own text");
          cr_assert_eq(dbx_sym_text(s)[n], 0);
        }
  for (size_t n = 1; n <= LENGTHS; n++)
    for (size_t at = 0; at < n; at++)
      for (int k = 0; k < OTHER; k++)
        for (int i = 0; i < OTHER; i++)
          cr_assert_eq(first[n][at][k] == first[n][at][i], i == k, "%zu bytes", n);
}

Test(sym, many) {
  enum { N = 20000 };
  static dbx_sym s[N];
  dbx_buf b = {0};
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < N; i++) {
      dbx_clear(&b);
      dbx_printf(&b, i % 2 ? "%d" : "a longer name with %d", i);
      if (!round) s[i] = dbx_intern(dbx_text(&b));
      cr_assert_eq(dbx_intern(dbx_text(&b)), s[i]);
      cr_assert_str_eq(dbx_sym_text(s[i]), dbx_text(&b));
      cr_assert(!i || s[i] != s[i - 1]);
    }
  dbx_buf_free(&b);
}
