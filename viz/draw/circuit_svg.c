// The drawing of a circuit as SVG (see circuit.h).
#include "viz/draw/circuit.h"

#include "viz/text/text.h"
#include <stdlib.h>
#include <string.h>

enum {
  CHAR = 8,  // width of a character of 13.29 pixels
  LINE = 36, // between two wires
  BOX = 24,  // height of a box
  PAD = 12,  // around everything
  GAP = 14,  // between two columns
  DOT = 5,   // radius of a control
  TITLE = 16 // height of the title of a region
};

typedef struct sheet {
  dbx_buf *b;
  const dbx_circuit_drawing *d;
  uint32_t *x, *width; // of each column: its left edge, its width
  uint32_t left, right, top, bottom;
} sheet;

static uint32_t y_of(const sheet *s, uint32_t row) { return s->top + row * LINE + LINE / 2; }
static void place(sheet *s) {
  const dbx_circuit_drawing *d = s->d;
  for (uint32_t i = 0; i < d->items.n; i++) {
    const dbx_circuit_item *item = &d->items.at[i];
    uint32_t w = dbx_is_bar(item) ? 4 : CHAR * dbx_width_of(item->label) + 12;
    if (w > s->width[item->column]) s->width[item->column] = w;
  }
  dbx_circuit_fit_titles(d, s->width, GAP, CHAR);
  uint32_t labels = 1;
  for (uint32_t i = 0; i < d->rows.n; i++)
    if (dbx_width_of(d->rows.at[i]) > labels) labels = dbx_width_of(d->rows.at[i]);
  s->left = PAD + CHAR * labels + 10;
  uint32_t x = s->left + GAP;
  for (uint32_t c = 0; c < d->n_columns; c++) s->x[c] = x, x += s->width[c] + GAP;
  s->right = x;
  s->top = PAD + TITLE * (d->depth ? d->depth : 0);
  s->bottom = s->top + LINE * d->rows.n;
}

static void put_words(const sheet *s, const char *class, uint32_t x, uint32_t y, const char *text) {
  dbx_printf(s->b, "<text class=\"%s\" x=\"%u\" y=\"%u\">", class, x, y);
  dbx_put_xml(s->b, text, strlen(text));
  dbx_put(s->b, "</text>");
}

static void draw_wires(const sheet *s) {
  for (uint32_t i = 0; i < s->d->rows.n; i++) {
    dbx_printf(s->b, "<path class=\"dx-wire\" d=\"M%u %uH%u\"/>\n", s->left, y_of(s, i), s->right);
    put_words(s, "dx-label", PAD, y_of(s, i) + 4, s->d->rows.at[i]);
    dbx_putc(s->b, '\n');
  }
}

// From its bar to the one that closes it.
static void draw_region(const sheet *s, uint32_t at) {
  const dbx_circuit_item *open = &s->d->items.at[at];
  uint32_t end = at + 1;
  while (end < s->d->items.n &&
         !(s->d->items.at[end].kind == DBX_ITEM_CLOSE && s->d->items.at[end].depth == open->depth))
    end++;
  if (end >= s->d->items.n) return;
  uint32_t x = s->x[open->column] - 4, inset = 3 * open->depth,
           right = s->x[s->d->items.at[end].column] + 4,
           top = s->top - TITLE * (s->d->depth - open->depth) + 2;
  dbx_printf(s->b,
             "<g data-event=\"%u\"><rect class=\"dx-box dx-box%u\" x=\"%u\" y=\"%u\" width=\"%u\" "
             "height=\"%u\" rx=\"6\"/>",
             open->event, (open->depth + 1) % 2, x, top, right - x, s->bottom - inset - top);
  put_words(s, "dx-title", x + 4, top + 12, open->label);
  dbx_put(s->b, "</g>\n");
}

static void draw_part(const sheet *s, const dbx_circuit_item *item) {
  uint32_t x = s->x[item->column], top = s->top - TITLE * (s->d->depth - item->depth + 1) + 2;
  dbx_printf(s->b, "<g data-event=\"%u\"><path class=\"dx-part\" d=\"M%u %uV%u\"/>", item->event, x,
             top, s->bottom - 3 * item->depth);
  put_words(s, "dx-title", x + 4, top + 12, item->label);
  dbx_put(s->b, "</g>\n");
}

static void draw_end(const sheet *s, const dbx_circuit_item *item, const dbx_item_end *e) {
  uint32_t middle = s->x[item->column] + s->width[item->column] / 2, y = y_of(s, e->row),
           w = CHAR * dbx_width_of(item->label) + 12;
  if (e->control) {
    dbx_printf(s->b, "<circle class=\"%s\" cx=\"%u\" cy=\"%u\" r=\"%d\"/>",
               e->open ? "dx-open" : "dx-dot", middle, y, DOT);
    return;
  }
  dbx_printf(s->b,
             "<rect class=\"dx-gate\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\" rx=\"3\"/>",
             middle - w / 2, y - BOX / 2, w, BOX);
  put_words(s, "dx-word", middle, y + 4, item->label);
}

static void draw_gate(const sheet *s, const dbx_circuit_item *item) {
  uint32_t middle = s->x[item->column] + s->width[item->column] / 2, from = UINT32_MAX, to = 0;
  dbx_item_end whole = {0};
  for (uint32_t i = 0; i < item->n_ends; i++) {
    if (item->ends[i].row < from) from = item->ends[i].row;
    if (item->ends[i].row > to) to = item->ends[i].row;
  }
  dbx_printf(s->b, "<g data-event=\"%u\">", item->event);
  if (item->n_ends && from < to)
    dbx_printf(s->b, "<path class=\"dx-wire\" d=\"M%u %uV%u\"/>", middle, y_of(s, from),
               y_of(s, to));
  for (uint32_t i = 0; i < item->n_ends; i++) draw_end(s, item, &item->ends[i]);
  if (!item->n_ends) draw_end(s, item, &whole); // of the whole state
  dbx_put(s->b, "</g>\n");
}

static const char style[] =
    "<style>\n"
    ".dx text{font:13.29px 'DejaVu Sans Mono',Menlo,'Liberation "
    "Mono',Consolas,monospace;fill:#1d2530}\n"
    ".dx .dx-title{font-weight:700}.dx .dx-word{text-anchor:middle}.dx .dx-label{fill:#5c6878}\n"
    ".dx-wire{stroke:#5c6878;stroke-width:1.4;fill:none}\n"
    ".dx-box{stroke:#9aa7b8;fill:#ffffff}.dx-box1{fill:#f3f6fa}\n"
    ".dx-part{stroke:#9aa7b8;stroke-dasharray:4 3}\n"
    ".dx-gate{stroke:#1f5fbf;fill:#e8f0fc}.dx-dot{fill:#1f5fbf}\n"
    ".dx-open{fill:#ffffff;stroke:#1f5fbf;stroke-width:1.4}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".dx{background:#12161c}.dx text{fill:#e3e9f1}.dx .dx-label{fill:#98a5b5}\n"
    ".dx-wire{stroke:#98a5b5}.dx-box{stroke:#4a5766;fill:#171d25}.dx-box1{fill:#1d252f}\n"
    ".dx-gate{stroke:#7db2ff;fill:#1b2a40}.dx-dot{fill:#7db2ff}\n"
    ".dx-open{fill:#12161c;stroke:#7db2ff}}\n"
    "</style>\n";

static void draw(const sheet *s) {
  const dbx_circuit_drawing *d = s->d;
  for (uint32_t i = 0; i < d->items.n; i++)
    if (d->items.at[i].kind == DBX_ITEM_OPEN) draw_region(s, i);
  draw_wires(s);
  for (uint32_t i = 0; i < d->items.n; i++) {
    const dbx_circuit_item *item = &d->items.at[i];
    if (item->kind == DBX_ITEM_PART) draw_part(s, item);
    else if (!dbx_is_bar(item)) draw_gate(s, item);
  }
  for (uint32_t i = 0; i < d->circuit->results.n; i++) {
    const dbx_tape_result *m = &d->circuit->results.at[i];
    dbx_printf(s->b, "<g data-event=\"%u\">", m->first);
    dbx_buf text = {0};
    dbx_printf(&text, "returns %s", m->text);
    put_words(s, "dx-label", PAD, s->bottom + 18 + 18 * i, dbx_text(&text));
    dbx_buf_free(&text);
    dbx_put(s->b, "</g>\n");
  }
}

void dbx_put_circuit_svg(dbx_buf *b, const dbx_circuit_drawing *d) {
  sheet s = {.b = b, .d = d};
  s.x = dbx_alloc((d->n_columns + 1) * sizeof *s.x);
  s.width = dbx_alloc((d->n_columns + 1) * sizeof *s.width);
  place(&s);
  uint32_t width = s.right + PAD, height = s.bottom + PAD + 18 * d->circuit->results.n;
  for (uint32_t i = 0; i < d->circuit->results.n; i++) {
    uint32_t w = 2 * PAD + CHAR * (dbx_width_of(d->circuit->results.at[i].text) + 8);
    if (w > width) width = w;
  }
  dbx_printf(b,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dx\" width=\"%u\" height=\"%u\" "
             "viewBox=\"0 0 %u %u\" role=\"img\">\n<title>circuit ",
             width, height, width, height);
  const char *name = dbx_sym_text(d->circuit->name);
  dbx_put_xml(b, name, strlen(name));
  dbx_put(b, "</title>\n");
  dbx_put(b, style);
  draw(&s);
  dbx_put(b, "</svg>\n");
  free(s.x), free(s.width);
}
