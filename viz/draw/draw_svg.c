// The drawing as SVG (see scopes.h): one line of text for each line of a scope, scopes as boxes
// around them, and on the right a bus for every tracer that others come from.
#include "viz/draw/scopes.h"

#include "viz/draw/pieces.h"
#include "viz/text/text.h"
#include <string.h>

enum {
  CHAR = 8,  // width of a character of 13.29 pixels, 0.602 of that, also where nobody stretches it
  LINE = 22, // height of a line
  INDENT = 16, // of a scope inside another
  PAD = 12,    // around everything
  WORD = 10,   // columns of the word in front
  GAP = 14,    // between text and the first bus
  LANE = 12,   // between two buses
  COLOURS = 8,
};

typedef struct bus {
  dbx_var from;
  uint32_t source, first, last; // lines
  uint32_t lane;
  uint32_t dim; // UINT32_MAX: an array
} bus;

typedef struct sheet {
  dbx_buf *b;
  const dbx_scopes *s;
  uint32_t *y;    // of each line, its middle
  uint32_t *end;  // of each line, the x behind its text
  uint32_t width; // of the boxes
  uint32_t height;
  dbx_vec(bus) buses;
  uint32_t lanes;
} sheet;

// ---- text ----

static void plain(void *ctx, const char *s, size_t n) { dbx_put_xml(((sheet *)ctx)->b, s, n); }

static void name(void *ctx, const char *s, size_t n, dbx_var v) {
  sheet *p = ctx;
  uint32_t dim = dbx_dim_table_find(p->s->dims, v);
  if (dim == UINT32_MAX) {
    plain(ctx, s, n);
    return;
  }
  dbx_printf(p->b, "<tspan class=\"dx-dim dx-c%u\" data-dims=\"%u\">", dim % COLOURS, dim);
  plain(ctx, s, n);
  dbx_put(p->b, "</tspan>");
}

static void line_text(dbx_buf *b, const dbx_scopes *s, const dbx_scope_line *l) {
  const char *word = dbx_line_word(l->kind);
  dbx_put(b, word);
  if (l->kind != DBX_LINE_SCOPE) dbx_pad(b, WORD - (int)strlen(word));
  dbx_put_scope_line(b, s, l);
}

static uint32_t left_of(const dbx_scopes *s, const dbx_scope_line *l) {
  uint32_t depth = s->scopes.at[l->scope].depth;
  return PAD + depth * INDENT + 10;
}

// ---- layout ----

static uint32_t columns_of(const char *s, size_t n) {
  dbx_buf text = {0};
  dbx_put_untagged(&text, s, n);
  uint32_t columns = dbx_width_of(dbx_text(&text));
  dbx_buf_free(&text);
  return columns;
}

static void place_lines(sheet *p) {
  uint32_t y = PAD;
  for (uint32_t i = 0; i < p->s->lines.n; i++) {
    const dbx_scope_line *l = &p->s->lines.at[i];
    dbx_buf text = {0};
    line_text(&text, p->s, l);
    if (l->kind == DBX_LINE_SCOPE) y += 6;
    p->y[i] = y + LINE / 2;
    p->end[i] = left_of(p->s, l) + CHAR * columns_of(dbx_text(&text), text.n);
    uint32_t right = p->end[i] + 12 + p->s->scopes.at[l->scope].depth * INDENT;
    if (right > p->width) p->width = right;
    y += LINE;
    for (uint32_t k = p->s->scopes.n; (k = dbx_scopes_closing(p->s, i, k)) != UINT32_MAX;) y += 8;
    dbx_buf_free(&text);
  }
  p->height = y + PAD;
}

static bus *bus_from(sheet *p, dbx_var from, uint32_t line) {
  for (uint32_t i = p->buses.n; i-- > 0;)
    if (p->buses.at[i].from == from) return &p->buses.at[i];
  dbx_push(&p->buses, ((bus){.from = from, .source = line, .first = line, .last = line}));
  bus *b = &p->buses.at[p->buses.n - 1];
  b->dim = dbx_dim_table_find(p->s->dims, from);
  return b;
}

static bool ends_of(const sheet *p, const dbx_flow *f, uint32_t *from, uint32_t *to) {
  *from = dbx_scopes_line_of(p->s, f->from), *to = dbx_scopes_line_of(p->s, f->to);
  return *from != UINT32_MAX && *to != UINT32_MAX && *from != *to;
}

static void find_buses(sheet *p) {
  for (uint32_t i = 0, from, to; i < p->s->flows.n; i++) {
    if (!ends_of(p, &p->s->flows.at[i], &from, &to)) continue;
    bus *b = bus_from(p, p->s->flows.at[i].from, from);
    if (to < b->first) b->first = to;
    if (to > b->last) b->last = to;
  }
}

// The first lane that no bus before it uses there.
static void place_buses(sheet *p) {
  for (uint32_t i = 0; i < p->buses.n; i++) {
    bus *b = &p->buses.at[i];
    for (uint32_t k = 0; k < i; k++) {
      const bus *o = &p->buses.at[k];
      if (o->lane != b->lane || o->last < b->first || o->first > b->last) continue;
      b->lane++;
      k = UINT32_MAX; // from the beginning
    }
    if (b->lane >= p->lanes) p->lanes = b->lane + 1;
  }
}

// ---- drawing ----

static uint32_t lane_x(const sheet *p, uint32_t lane) { return p->width + GAP + lane * LANE; }

static void draw_box(const sheet *p, uint32_t i) {
  const dbx_drawn_scope *s = &p->s->scopes.at[i];
  uint32_t x = PAD + s->depth * INDENT, inside = 0;
  for (uint32_t k = i + 1; k < p->s->scopes.n; k++) {
    const dbx_drawn_scope *o = &p->s->scopes.at[k];
    if (o->last == s->last && o->depth > s->depth && o->depth - s->depth > inside)
      inside = o->depth - s->depth;
  }
  uint32_t top = p->y[s->first] - LINE / 2 - 2;
  uint32_t bottom = p->y[s->last - 1] + LINE / 2 + 2 + 8 * inside;
  dbx_printf(p->b,
             "<rect class=\"dx-box dx-box%u\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" "
             "rx=\"6\"/>\n",
             s->depth % 2, x, top, p->width - x - s->depth * INDENT, bottom - top);
}

static void draw_line(sheet *p, uint32_t i) {
  static const char *const class[] = {
      [DBX_LINE_ARGUMENT] = "dx-argument", [DBX_LINE_CAPTURE] = "dx-capture",
      [DBX_LINE_EQUATION] = "dx-equation", [DBX_LINE_SCOPE] = "dx-title",
      [DBX_LINE_LIFT] = "dx-capture",      [DBX_LINE_INSERT] = "dx-capture",
      [DBX_LINE_OTHERS] = "dx-others",     [DBX_LINE_RESULTS] = "dx-results"};
  const dbx_scope_line *l = &p->s->lines.at[i];
  uint32_t x = left_of(p->s, l);
  dbx_buf text = {0};
  line_text(&text, p->s, l);
  dbx_printf(p->b,
             "<text class=\"%s\" data-event=\"%u\" x=\"%u\" y=\"%u\" textLength=\"%u\" "
             "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">",
             class[l->kind], l->event, x, p->y[i] + 4, p->end[i] - x);
  dbx_read_pieces(dbx_text(&text), text.n, &(dbx_piece_reader){plain, name, p});
  dbx_put(p->b, "</text>\n");
  dbx_buf_free(&text);
}

static void colour(const sheet *p, const bus *b, const char *what) {
  dbx_printf(p->b, "<path class=\"%s ", what);
  if (b->dim == UINT32_MAX) dbx_put(p->b, "dx-array\"");
  else dbx_printf(p->b, "dx-c%u\" data-dims=\"%u\"", b->dim % COLOURS, b->dim);
}

// Down or up from the source, then an arrow to each target.
static void draw_bus(const sheet *p, const bus *b) {
  uint32_t x = lane_x(p, b->lane), y = p->y[b->source] + 4;
  uint32_t top = b->first < b->source ? p->y[b->first] - 4 : y,
           bottom = b->last > b->source ? p->y[b->last] - 4 : y;
  colour(p, b, "dx-flow");
  dbx_printf(p->b, " d=\"M%u %uH%uM%u %uV%u\"/>\n", p->end[b->source] + 4, y, x, x, top, bottom);
  for (uint32_t i = 0, from, to; i < p->s->flows.n; i++) {
    const dbx_flow *f = &p->s->flows.at[i];
    if (f->from != b->from || !ends_of(p, f, &from, &to)) continue;
    uint32_t at = p->end[to] + 4, ty = p->y[to] - 4;
    colour(p, b, f->kind == DBX_FLOW_CAPTURE ? "dx-flow dx-dashed" : "dx-flow");
    dbx_printf(p->b, " d=\"M%u %uH%u\"/>\n", x, ty, at + 6);
    colour(p, b, "dx-head");
    dbx_printf(p->b, " d=\"M%u %ul7 -3v6z\"/>\n", at, ty);
  }
}

static const char style[] =
    "<style>\n"
    ".dx text{font:13.29px 'DejaVu Sans Mono',Menlo,'Liberation "
    "Mono',Consolas,monospace;fill:#1d2530}\n"
    ".dx .dx-title{font-weight:700}\n"
    ".dx .dx-capture{font-style:italic}\n"
    ".dx .dx-others{fill:#5c6878}\n"
    ".dx-box{stroke:#9aa7b8;fill:#ffffff}\n"
    ".dx-box1{fill:#f3f6fa}\n"
    ".dx-flow{fill:none;stroke-width:1.6;stroke:currentColor}\n"
    ".dx-dashed{stroke-dasharray:4 3}\n"
    ".dx-head{fill:currentColor}\n"
    ".dx-array{color:#7b8794}\n"
    ".dx .dx-dim{fill:currentColor;font-weight:700}\n"
    ".dx-c0{color:#1f5fbf}.dx-c1{color:#b3410e}.dx-c2{color:#0b7a4b}.dx-c3{color:#8a2fb0}\n"
    ".dx-c4{color:#a3156b}.dx-c5{color:#0a7285}.dx-c6{color:#7a5a00}.dx-c7{color:#4a4fc4}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".dx{background:#12161c}.dx text{fill:#e3e9f1}.dx .dx-others{fill:#98a5b5}\n"
    ".dx-box{stroke:#4a5766;fill:#171d25}.dx-box1{fill:#1d252f}.dx-array{color:#8c99a8}\n"
    ".dx-c0{color:#7db2ff}.dx-c1{color:#ff9d6b}.dx-c2{color:#5fd6a0}.dx-c3{color:#d59bf2}\n"
    ".dx-c4{color:#ff8fc6}.dx-c5{color:#62d0e3}.dx-c6{color:#e0bd55}.dx-c7{color:#aab0ff}}\n"
    "</style>\n";

static void draw(sheet *p) {
  uint32_t width = p->width + GAP + p->lanes * LANE + PAD;
  dbx_printf(p->b,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dx\" role=\"img\" width=\"%u\" "
             "height=\"%u\" viewBox=\"0 0 %u %u\">\n<title>",
             width, p->height, width, p->height);
  dbx_put_xml(p->b, dbx_sym_text(p->s->trace->function), dbx_sym_len(p->s->trace->function));
  dbx_put(p->b, ": scopes, captures and the flow of dimensions</title>\n");
  dbx_put(p->b, style);
  for (uint32_t i = 0; i < p->s->scopes.n; i++) draw_box(p, i);
  for (uint32_t i = 0; i < p->buses.n; i++) draw_bus(p, &p->buses.at[i]);
  for (uint32_t i = 0; i < p->s->lines.n; i++) draw_line(p, i);
  dbx_put(p->b, "</svg>\n");
}

void dbx_put_svg(dbx_buf *b, const dbx_scopes *s) {
  sheet p = {.b = b, .s = s, .width = 240};
  p.y = dbx_alloc((s->lines.n + 1) * sizeof *p.y);
  p.end = dbx_alloc((s->lines.n + 1) * sizeof *p.end);
  dbx_naming_tag(s->names);
  dbx_naming_number(s->names, DBX_NUMBERS_RAISED);
  place_lines(&p);
  find_buses(&p);
  place_buses(&p);
  draw(&p);
  dbx_naming_number(s->names, DBX_NUMBERS_NONE);
  free(p.y), free(p.end);
  dbx_vec_free(&p.buses);
}
