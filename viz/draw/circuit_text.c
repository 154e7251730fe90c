// The drawing of a circuit as text (see circuit.h): a line for each wire, and between two of them
// one for what goes from one to the other.
#include "viz/draw/circuit.h"

#include "viz/text/text.h"
#include <stdlib.h>
#include <string.h>

typedef struct signs {
  const char *wire, *down, *cross, *bar, *control, *open;
} signs;
static const signs utf8_signs = {"─", "│", "┼", "║", "●", "○"};
static const signs ascii_signs = {"-", "|", "+", "H", "@", "o"};

typedef struct sheet {
  const dbx_circuit_drawing *d;
  const signs *sign;
  uint32_t *width; // of each column
  uint32_t *begin; // of each column, and behind the last one: into `order`
  uint32_t *order; // items by their columns
  uint32_t labels; // of the lines
  dbx_buf *b;
} sheet;

static void measure(sheet *s) {
  for (uint32_t i = 0; i < s->d->items.n; i++) {
    const dbx_circuit_item *item = &s->d->items.at[i];
    uint32_t n = dbx_is_bar(item) ? 1 : dbx_width_of(item->label);
    if (n < 1) n = 1;
    if (n > s->width[item->column]) s->width[item->column] = n;
  }
  for (uint32_t i = 0; i < s->d->rows.n; i++) {
    uint32_t n = dbx_width_of(s->d->rows.at[i]);
    if (n > s->labels) s->labels = n;
  }
  dbx_circuit_fit_titles(s->d, s->width, 1, 1);
}

static void order_items(sheet *s) {
  const dbx_circuit_drawing *d = s->d;
  for (uint32_t i = 0; i < d->items.n; i++) s->begin[d->items.at[i].column + 1]++;
  for (uint32_t c = 0; c < d->n_columns; c++) s->begin[c + 1] += s->begin[c];
  uint32_t *next = dbx_alloc((d->n_columns + 1) * sizeof *next);
  memcpy(next, s->begin, d->n_columns * sizeof *next);
  for (uint32_t i = 0; i < d->items.n; i++) s->order[next[d->items.at[i].column]++] = i;
  free(next);
}

static void repeat(dbx_buf *b, const char *what, uint32_t n) {
  while (n--) dbx_put(b, what);
}

// A cell in the middle of its column.
static void cell(sheet *s, const char *what, const char *fill, uint32_t width) {
  uint32_t n = dbx_width_of(what), before = (width - n) / 2;
  repeat(s->b, fill, before);
  dbx_put(s->b, what);
  repeat(s->b, fill, width - n - before);
}

static const dbx_item_end *end_at(const dbx_circuit_item *item, uint32_t row) {
  for (uint32_t i = 0; i < item->n_ends; i++)
    if (item->ends[i].row == row) return &item->ends[i];
  return NULL;
}

// Does it go over the line, or from this line to the next (below)?
static bool passes(const dbx_circuit_item *item, uint32_t row, bool below) {
  uint32_t from = UINT32_MAX, to = 0;
  for (uint32_t i = 0; i < item->n_ends; i++) {
    if (item->ends[i].row < from) from = item->ends[i].row;
    if (item->ends[i].row > to) to = item->ends[i].row;
  }
  return from != UINT32_MAX && row >= from && row + below <= to;
}

// What an item of the column has on a line; NULL: nothing.
static const char *on_line(const sheet *s, const dbx_circuit_item *item, uint32_t row) {
  const dbx_item_end *e = end_at(item, row);
  if (e) return e->open ? s->sign->open : e->control ? s->sign->control : item->label;
  if (!item->n_ends && !dbx_is_bar(item)) return row ? NULL : item->label; // of the whole state
  return passes(item, row, false) ? s->sign->cross : NULL;
}

static void put_cell(sheet *s, uint32_t column, uint32_t row, bool between) {
  const char *fill = between ? " " : s->sign->wire;
  uint32_t width = s->width[column];
  for (uint32_t i = s->begin[column]; i < s->begin[column + 1]; i++) {
    const dbx_circuit_item *item = &s->d->items.at[s->order[i]];
    if (dbx_is_bar(item)) {
      dbx_put(s->b, s->sign->bar);
      repeat(s->b, fill, width - 1);
      return;
    }
    const char *what =
        between ? (passes(item, row, true) ? s->sign->down : NULL) : on_line(s, item, row);
    if (what) {
      cell(s, what, fill, width);
      return;
    }
  }
  repeat(s->b, fill, width);
}

static const char *title_of(const sheet *s, uint32_t column) {
  for (uint32_t i = s->begin[column]; i < s->begin[column + 1]; i++)
    if (dbx_is_bar(&s->d->items.at[s->order[i]])) return s->d->items.at[s->order[i]].label;
  return "";
}

// Above the lines: what begins at the bars. It may reach over the columns that follow.
static void put_titles(sheet *s, uint32_t from, uint32_t to) {
  size_t begin = s->b->n;
  uint32_t used = 0; // of the column by what begins before it
  repeat(s->b, " ", s->labels + 3);
  for (uint32_t c = from; c < to; c++) {
    const char *title = title_of(s, c);
    dbx_put(s->b, title);
    used += dbx_width_of(title);
    if (used < s->width[c] + 1) repeat(s->b, " ", s->width[c] + 1 - used);
    used -= used < s->width[c] + 1 ? used : s->width[c] + 1;
  }
  while (s->b->n > begin && s->b->at[s->b->n - 1] == ' ') s->b->n--;
  if (s->b->n > begin) dbx_putc(s->b, '\n');
}

static void put_line(sheet *s, uint32_t row, bool between, uint32_t from, uint32_t to) {
  size_t begin = s->b->n;
  const char *label = between ? "" : s->d->rows.at[row];
  dbx_put(s->b, label);
  repeat(s->b, " ", s->labels - dbx_width_of(label));
  dbx_put(s->b, between ? "   " : ": ");
  if (!between) dbx_put(s->b, s->sign->wire);
  for (uint32_t c = from; c < to; c++) {
    put_cell(s, c, row, between);
    dbx_put(s->b, between ? " " : s->sign->wire);
  }
  while (s->b->n > begin && s->b->at[s->b->n - 1] == ' ') s->b->n--;
  if (!between || s->b->n > begin) dbx_putc(s->b, '\n');
}

static uint32_t wants(const sheet *s, uint32_t column) {
  uint32_t title = dbx_width_of(title_of(s, column));
  return title > s->width[column] + 1 ? title : s->width[column] + 1;
}

void dbx_put_circuit(dbx_buf *b, const dbx_circuit_drawing *d, uint32_t width, bool utf8) {
  sheet s = {.d = d, .sign = utf8 ? &utf8_signs : &ascii_signs, .b = b};
  s.width = dbx_alloc((d->n_columns + 1) * sizeof *s.width);
  s.begin = dbx_alloc((d->n_columns + 2) * sizeof *s.begin);
  s.order = dbx_alloc((d->items.n + 1) * sizeof *s.order);
  measure(&s), order_items(&s);
  for (uint32_t from = 0, to; from < d->n_columns || !from; from = to) {
    uint32_t n = s.labels + 3;
    for (to = from; to < d->n_columns && (to == from || n + wants(&s, to) <= width); to++)
      n += s.width[to] + 1;
    if (from) dbx_putc(b, '\n');
    put_titles(&s, from, to);
    for (uint32_t row = 0; row < d->rows.n; row++) {
      put_line(&s, row, false, from, to);
      if (row + 1 < d->rows.n) put_line(&s, row, true, from, to);
    }
    if (!d->n_columns) break;
  }
  free(s.width), free(s.begin), free(s.order);
}
