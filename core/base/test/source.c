// Texts are copies with a number of their own; places count lines and code points from 1.
#include "base/source.h"

#include <criterion/criterion.h>
#include <string.h>

Test(source, no_file_has_no_text) {
  size_t n = 1;
  for (uint32_t file = 0; file < 2; file++) { // 1: none was added yet
    cr_expect_str_eq(dbx_source_name(file), "");
    cr_expect_str_eq(dbx_source_text(file, &n), "");
    cr_expect_eq(n, 0);
    cr_expect_eq(dbx_source_place(file, 0).line, 0);
  }
}

Test(source, texts_are_copied_and_forgotten_from_the_end) {
  char text[] = "abc";
  uint32_t first = dbx_source_add("one", text, 3), second = dbx_source_add("two", text, 2);
  size_t n;
  text[0] = '?';
  cr_expect(first > 0 && second == first + 1);
  cr_expect_str_eq(dbx_source_text(first, &n), "abc");
  cr_expect_str_eq(dbx_source_text(second, &n), "ab");
  cr_expect_eq(n, 2);
  cr_expect_str_eq(dbx_source_name(second), "two");
  dbx_source_forget(second);
  cr_expect_str_eq(dbx_source_text(second, &n), "");
  cr_expect_str_eq(dbx_source_text(first, &n), "abc");
  cr_expect_eq(dbx_source_add("three", "", 0), second, "its number is free again");
  cr_expect_str_eq(dbx_source_text(second, &n), "");
}

Test(source, a_text_that_is_typed_grows) {
  uint32_t file = dbx_source_add("typing", "ab\n", 3);
  size_t n;
  cr_expect_eq(dbx_source_place(file, 3).line, 2);
  dbx_source_retext(file, "ab\nc\nd", 6);
  cr_expect_str_eq(dbx_source_text(file, &n), "ab\nc\nd");
  cr_expect_eq(n, 6);
  cr_expect_eq(dbx_source_place(file, 5).line, 3);
  cr_expect_str_eq(dbx_source_name(file), "typing");
  dbx_source_retext(file, "x", 1);
  dbx_source_rename(file, "<prompt 1>");
  cr_expect_str_eq(dbx_source_text(file, &n), "x");
  cr_expect_eq(dbx_source_place(file, 5).line, 1);
  cr_expect_str_eq(dbx_source_name(file), "<prompt 1>");
}

Test(source, a_part_of_a_longer_text_counts_lines_as_it_does) {
  uint32_t file = dbx_source_add("<stdin>", "a\nb", 3);
  dbx_source_count_from(file, 7);
  cr_expect_eq(dbx_source_place(file, 0).line, 7);
  cr_expect_eq(dbx_source_place(file, 0).start, 0);
  cr_expect_eq(dbx_source_place(file, 2).line, 8);
  dbx_source_count_from(file, 1);
  cr_expect_eq(dbx_source_place(file, 2).line, 2);
}

Test(source, places) {
  static const char text[] = "ab\n\n\u00e9x\r\ny";
  static const struct {
    uint32_t offset, line, column;
    const char *whole;
  } facts[] =
      {
          {0, 1, 1, "ab"},         {1, 1, 2, "ab"},
          {2, 1, 3, "ab"},                               // the newline belongs to its line
          {3, 2, 1, ""},           {4, 3, 1, "\u00e9x"}, // without \r\n
          {6, 3, 2, "\u00e9x"},    {7, 3, 3, "\u00e9x"},
          {9, 4, 1, "y"},          {10, 4, 2, "y"}, // the end
          {11, 4, 2, "y"},                          // beyond it
          {UINT32_MAX, 4, 2, "y"},
      };
  uint32_t file = dbx_source_add("f", text, strlen(text));
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_place p = dbx_source_place(file, facts[i].offset);
    cr_expect(p.line == facts[i].line && p.column == facts[i].column, "byte %u: %u:%u",
              facts[i].offset, p.line, p.column);
    cr_expect(p.length == strlen(facts[i].whole) && !memcmp(p.text, facts[i].whole, p.length),
              "byte %u: %.*s", facts[i].offset, (int)p.length, p.text);
    cr_expect(!memcmp(p.text, text + p.start, p.length), "byte %u starts its line at %u",
              facts[i].offset, p.start);
  }
}

Test(source, the_last_line_may_be_empty) {
  uint32_t file = dbx_source_add("f", "a\n", 2), nothing = dbx_source_add("g", "", 0);
  cr_expect_eq(dbx_source_place(file, 2).line, 2);
  cr_expect_eq(dbx_source_place(nothing, 0).line, 1);
  cr_expect_eq(dbx_source_place(nothing, 0).length, 0);
}

Test(source, many_lines) {
  enum { N = 3000 };
  static char text[N * (N + 1) / 2];
  uint32_t at = 0;
  for (int i = 0; i < N; i++) { // line i has i bytes
    memset(text + at, 'x', (size_t)i);
    text[at += i] = '\n';
    if (i + 1 < N) at++;
  }
  uint32_t file = dbx_source_add("f", text, at), start = 0;
  for (uint32_t i = 0; i < N; start += ++i) {
    dbx_place p = dbx_source_place(file, start + i);
    cr_assert(p.line == i + 1 && p.column == i + 1 && p.length == i && p.start == start);
  }
}
