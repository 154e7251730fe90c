// See flat.h. All numbers are little-endian.
#include "hlo/flat.h"

#include <string.h>

static void put(dbx_buf *b, uint32_t x, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) dbx_putc(b, (char)(x >> 8 * i));
}

static void set(dbx_buf *b, size_t at, uint32_t x, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) b->at[at + i] = (char)(x >> 8 * i);
}

static void align(dbx_buf *b, size_t lead) { // so that what stands `lead` bytes further is aligned
  while ((b->n + lead) % 4) dbx_putc(b, 0);
}

static void refer(dbx_buf *b, size_t from) { set(b, from, (uint32_t)(b->n - from), 4); }

void flat_begin(dbx_buf *b) {
  dbx_clear(b);
  put(b, 0, 4);
}

// The widest fields first, so that each is at a multiple of its size. Gives the bytes of the table.
static uint32_t place_fields(flat_field *fields, uint32_t n) {
  uint32_t at = 4;
  for (uint32_t width = 4; width; width /= 2)
    for (uint32_t i = 0; i < n; i++) {
      if ((fields[i].bytes ? fields[i].bytes : 4) != width) continue;
      fields[i].at = at;
      at += width;
    }
  return at;
}

void flat_table(dbx_buf *b, size_t from, flat_field *fields, uint32_t n) {
  uint32_t ids = n ? fields[n - 1].id + 1 : 0, bytes = place_fields(fields, n), k = 0;
  align(b, 4 + 2 * (size_t)ids);
  size_t names = b->n;
  put(b, 4 + 2 * ids, 2), put(b, bytes, 2);
  for (uint32_t id = 0; id < ids; id++) {
    bool has = fields[k].id == id;
    put(b, has ? (uint32_t)fields[k].at : 0, 2);
    k += has;
  }
  size_t table = b->n;
  refer(b, from);
  put(b, (uint32_t)(table - names), 4);
  for (uint32_t i = 4; i < bytes; i++) dbx_putc(b, 0);
  for (uint32_t i = 0; i < n; i++) {
    fields[i].at += table;
    if (fields[i].bytes) set(b, fields[i].at, fields[i].value, fields[i].bytes);
  }
}

void flat_bytes(dbx_buf *b, size_t from, const char *s, size_t n) {
  align(b, 0);
  refer(b, from);
  put(b, (uint32_t)n, 4);
  dbx_putn(b, s, n);
}

void flat_text(dbx_buf *b, size_t from, const char *s, size_t n) {
  flat_bytes(b, from, s, n);
  dbx_putc(b, 0);
}

void flat_numbers(dbx_buf *b, size_t from, uint32_t bytes, const uint32_t *x, uint32_t n) {
  align(b, 0);
  refer(b, from);
  put(b, n, 4);
  for (uint32_t i = 0; i < n; i++) put(b, x[i], bytes);
}

size_t flat_references(dbx_buf *b, size_t from, uint32_t n) {
  flat_numbers(b, from, 4, NULL, 0);
  set(b, b->n - 4, n, 4);
  size_t first = b->n;
  for (uint32_t i = 0; i < n; i++) put(b, 0, 4);
  return first;
}
