// Aligned columns (see table.h).
#include "viz/text/table.h"

#include "viz/text/text.h"
#include <string.h>

enum { GAP = 2, LAST = DBX_TABLE_COLUMNS - 1, STACK_INDENT = 4 };

dbx_row *dbx_table_add(dbx_table *t) {
  dbx_push(&t->rows, (dbx_row){0});
  return &t->rows.at[t->rows.n - 1];
}

void dbx_table_free(dbx_table *t) {
  for (uint32_t i = 0; i < t->rows.n; i++)
    for (int k = 0; k < DBX_TABLE_COLUMNS; k++) dbx_buf_free(&t->rows.at[i].cell[k]);
  dbx_vec_free(&t->rows);
}

static uint32_t widest_line(const char *s) {
  uint32_t most = 0;
  for (const char *end;; s = end + 1) {
    end = strchr(s, '\n');
    uint32_t w = dbx_put_clean(NULL, s, end ? (size_t)(end - s) : strlen(s), 0);
    if (w > most) most = w;
    if (!end) return most;
  }
}

// Where each column begins; an empty column takes no room.
static void layout(const dbx_table *t, uint32_t *begin) {
  begin[0] = 0;
  for (int k = 0; k < LAST; k++) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->rows.n; i++) {
      uint32_t w = widest_line(dbx_text(&t->rows.at[i].cell[k]));
      if (w > most) most = w;
    }
    begin[k + 1] = begin[k] + most + (most ? GAP : 0);
  }
}

uint32_t dbx_table_width(const dbx_table *t) {
  uint32_t begin[DBX_TABLE_COLUMNS], most = 0;
  layout(t, begin);
  for (uint32_t i = 0; i < t->rows.n; i++) {
    uint32_t w = widest_line(dbx_text(&t->rows.at[i].cell[LAST]));
    if (w > most) most = w;
  }
  return begin[LAST] + most;
}

static uint32_t put_cell(dbx_buf *b, const dbx_buf *cell, uint32_t at, uint32_t begin) {
  if (!cell->n) return at;
  dbx_pad(b, (int)(begin > at ? begin - at : 0));
  dbx_put(b, dbx_text(cell));
  return begin + dbx_width_of(dbx_text(cell));
}

static void put_lines(dbx_buf *b, const char *s, uint32_t at, uint32_t begin) {
  for (const char *end;; s = end + 1, at = 0) {
    end = strchr(s, '\n');
    dbx_pad(b, (int)(begin > at ? begin - at : 0));
    dbx_putn(b, s, end ? (size_t)(end - s) : strlen(s));
    dbx_putc(b, '\n');
    if (!end) return;
  }
}

static bool only_label(const dbx_row *r) {
  for (int k = 1; k < LAST; k++)
    if (r->cell[k].n) return false;
  return true;
}

void dbx_put_table(dbx_buf *b, const dbx_table *t, uint32_t indent, bool stacked) {
  uint32_t begin[DBX_TABLE_COLUMNS];
  layout(t, begin);
  for (uint32_t i = 0; i < t->rows.n; i++) {
    const dbx_row *r = &t->rows.at[i];
    const dbx_buf *last = &r->cell[LAST];
    uint32_t at = 0, from = indent + begin[LAST];
    for (int k = 0; k < LAST; k++)
      if (r->cell[k].n) at = put_cell(b, &r->cell[k], at, indent + begin[k]);
    if (stacked && last->n && only_label(r)) {
      from = indent + begin[1];
    } else if (stacked && last->n) {
      from = indent + STACK_INDENT;
      if (at) dbx_putc(b, '\n'), at = 0;
    }
    if (last->n) put_lines(b, dbx_text(last), at, from);
    else dbx_putc(b, '\n');
  }
}
