// Flatbuffers, byte by byte.
#include "hlo/flat.h"

#include <criterion/criterion.h>
#include <string.h>

static uint32_t number(const dbx_buf *b, size_t at, uint32_t bytes) {
  uint32_t x = 0;
  for (uint32_t i = 0; i < bytes; i++) x |= (uint32_t)(unsigned char)b->at[at + i] << 8 * i;
  return x;
}

// Where the reference at `from` leads.
static size_t target(const dbx_buf *b, size_t from) { return from + number(b, from, 4); }

// Where a table's field stands; 0: it is left out.
static size_t field(const dbx_buf *b, size_t table, uint32_t id) {
  size_t names = table - number(b, table, 4);
  if (4 + 2 * id >= number(b, names, 2)) return 0;
  uint32_t at = number(b, names + 4 + (size_t)2 * id, 2);
  return at ? table + at : 0;
}

Test(hlo_flat, tables) {
  dbx_buf b = {0};
  flat_field f[] = {{0, 2, 12, 0}, {2, 0, 0, 0}, {3, 1, 1, 0}, {5, 4, 70000, 0}};
  flat_begin(&b);
  flat_table(&b, 0, f, 4);
  flat_text(&b, f[1].at, "name", 4);
  size_t table = target(&b, 0);
  cr_assert_eq(table % 4, 0);
  cr_assert_eq(number(&b, field(&b, table, 0), 2), 12);
  cr_assert_eq(field(&b, table, 1), 0);
  cr_assert_eq(number(&b, field(&b, table, 3), 1), 1);
  cr_assert_eq(field(&b, table, 4), 0);
  cr_assert_eq(number(&b, field(&b, table, 5), 4), 70000);
  cr_assert_eq(field(&b, table, 5) % 4, 0);
  cr_assert_eq(field(&b, table, 6), 0);
  size_t text = target(&b, field(&b, table, 2));
  cr_assert_eq(text % 4, 0);
  cr_assert_eq(number(&b, text, 4), 4);
  cr_assert_str_eq(b.at + text + 4, "name");
  dbx_buf_free(&b);
}

Test(hlo_flat, vectors) {
  dbx_buf b = {0};
  flat_field f[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}};
  flat_begin(&b);
  flat_table(&b, 0, f, 3);
  flat_numbers(&b, f[0].at, 2, (uint32_t[]){1, 2, 3}, 3);
  size_t first = flat_references(&b, f[1].at, 2);
  flat_bytes(&b, f[2].at, "\0x", 2);
  flat_text(&b, first + 4, "b", 1);
  flat_text(&b, first, "a", 1);
  size_t table = target(&b, 0), v = target(&b, field(&b, table, 0));
  cr_assert_eq(number(&b, v, 4), 3);
  cr_assert_eq(number(&b, v + 4 + 4, 2), 3);
  cr_assert_eq(number(&b, target(&b, field(&b, table, 2)), 4), 2);
  size_t texts = target(&b, field(&b, table, 1));
  cr_assert_eq(number(&b, texts, 4), 2);
  cr_assert_str_eq(b.at + target(&b, texts + 4) + 4, "a");
  cr_assert_str_eq(b.at + target(&b, texts + 8) + 4, "b");
  dbx_buf_free(&b);
}
