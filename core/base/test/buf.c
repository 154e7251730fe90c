// What is appended is there, as a string, whatever bytes it has and however long it gets.
#include "base/buf.h"

#include "base/poll.h"

#include <criterion/criterion.h>
#include <string.h>

Test(buf, each_way_to_append) {
  dbx_buf b = {0};
  cr_expect_str_eq(dbx_text(&b), "", "an empty buffer is a string");
  dbx_putn(&b, NULL, 0);
  dbx_put(&b, "a");
  dbx_putc(&b, 'b');
  dbx_pad(&b, 2);
  dbx_pad(&b, 0), dbx_pad(&b, -5); // nothing
  dbx_putn(&b, "cde", 1);
  dbx_printf(&b, "%d%s", -1, "");
  dbx_printf(&b, "%s", "");
  cr_expect_str_eq(dbx_text(&b), "ab  c-1");
  cr_expect_eq(b.n, 7);
  dbx_clear(&b);
  cr_expect(b.n == 0 && !*dbx_text(&b));
  dbx_putn(&b, "x\0y", 3);
  cr_expect(b.n == 3 && !memcmp(b.at, "x\0y", 4), "bytes of 0 are bytes");
  dbx_buf_free(&b);
  dbx_buf_free(&b);
  cr_expect_str_eq(dbx_text(&b), "");
}

// Texts whose ends meet the ends of the room that there is.
Test(buf, texts_of_every_length) {
  char text[300];
  memset(text, 'x', sizeof text);
  for (int before = 0; before < 140; before++)
    for (int n = 0; n < 140; n++) {
      dbx_buf b = {0};
      dbx_pad(&b, before);
      dbx_printf(&b, "%.*s", n, text);
      cr_assert_eq(b.n, (size_t)(before + n));
      cr_assert_eq(strlen(dbx_text(&b)), b.n);
      cr_assert_eq(strspn(dbx_text(&b), " "), (size_t)before);
      dbx_buf_free(&b);
    }
}

Test(buf, a_long_text) {
  dbx_buf b = {0};
  for (int i = 0; i < 1000000; i++) dbx_putc(&b, (char)('a' + i % 26));
  dbx_printf(&b, "%*s", 100000, "end");
  cr_assert_eq(b.n, 1100000);
  for (int i = 0; i < 1000000; i++) cr_assert_eq(b.at[i], 'a' + i % 26);
  cr_expect_str_eq(b.at + b.n - 4, " end");
  dbx_buf_free(&b);
}

Test(buf, ends_of_texts) {
  cr_expect(dbx_ends_in("f.py", ".py") && dbx_ends_in(".py", ".py") && dbx_ends_in("x", ""));
  cr_expect_not(dbx_ends_in("py", ".py"));
  cr_expect_not(dbx_ends_in("f.pyc", ".py"));
}

Test(buf, columns_are_code_points) {
  static const struct {
    const char *text;
    size_t columns;
  } facts[] = {{"", 0}, {"abc", 3}, {"\u00e9", 1}, {"\u2192\u2192", 2}, {"x\U0001F600y", 3}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    cr_expect_eq(dbx_columns(facts[i].text, strlen(facts[i].text)), facts[i].columns, "%s",
                 facts[i].text);
  cr_expect_eq(dbx_columns("\u2192\u2192", 3), 1, "the bytes that are asked for");
}

Test(buf, counting_ends_early_when_it_has_to) {
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  cr_expect_eq(dbx_columns("abc", 3), 0);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
}
