// The drawing as terminal text (see scopes.h).
#include "viz/draw/scopes.h"

#include "viz/text/spans.h"
#include "viz/text/text.h"
#include <string.h>

typedef struct glyphs {
  const char *bar, *corner, *tee, *stop, *end;
} glyphs;
static const glyphs lines_ascii = {"|  ", "+- ", "+> ", "`> ", "`-"};
static const glyphs lines_utf8 = {"│  ", "┌─ ", "├▶ ", "└▶ ", "└─"};

typedef struct pen {
  dbx_buf *b;
  const dbx_scopes *s;
  const dbx_draw_style *style;
  const glyphs *g;
} pen;

static void ink(const pen *p, dbx_ink i, const char *s) {
  dbx_put(p->b, dbx_ink_on(p->style->color, i));
  dbx_put(p->b, s);
  dbx_put(p->b, dbx_ink_off(p->style->color, i));
}

// ---- scopes ----

static void bars(const pen *p, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) ink(p, DBX_INK_DIM, p->g->bar);
}

// Columns of text in which colours may be switched.
static uint32_t visible(const char *s, size_t n) {
  uint32_t columns = (uint32_t)dbx_columns(s, n);
  for (const char *end = s + n; (s = memchr(s, '\033', (size_t)(end - s)));) {
    const char *m = memchr(s, 'm', (size_t)(end - s));
    if (!m) break;
    columns -= (uint32_t)(m - s) + 1;
    s = m;
  }
  return columns;
}

// The place at the right margin, if there is room; on a wide screen it stands nearer.
static void put_place(const pen *p, size_t begin, dbx_span span) {
  enum { MARGIN = 100, GAP = 2 };
  dbx_buf place = {0};
  uint32_t width = p->style->width > 0 ? (uint32_t)p->style->width : 80;
  dbx_put_span(&place, span);
  uint32_t used = visible(p->b->at + begin, p->b->n - begin), end = used + GAP + (uint32_t)place.n;
  if (place.n && end <= width) {
    uint32_t margin = width < MARGIN ? width : MARGIN;
    dbx_pad(p->b, (int)((end > margin ? end : margin) - used - (uint32_t)place.n));
    ink(p, DBX_INK_DIM, dbx_text(&place));
  }
  dbx_buf_free(&place);
}

static void put_line(const pen *p, const dbx_scope_line *l) {
  enum { WORD = 10 };
  const dbx_drawn_scope *scope = &p->s->scopes.at[l->scope];
  dbx_buf text = {0};
  size_t begin = p->b->n;
  if (l->kind == DBX_LINE_SCOPE) {
    bars(p, scope->depth);
    ink(p, DBX_INK_DIM, p->g->corner);
    dbx_put_scope_line(&text, p->s, l);
    ink(p, DBX_INK_BOLD, dbx_text(&text));
    put_place(p, begin, p->s->trace->events.at[l->event].span);
  } else {
    const char *word = dbx_line_word(l->kind);
    bars(p, scope->depth + 1);
    ink(p, l->kind == DBX_LINE_CAPTURE ? DBX_INK_MARK : DBX_INK_DIM, word);
    if (*word) dbx_pad(p->b, WORD - (int)strlen(word));
    dbx_put_scope_line(&text, p->s, l);
    ink(p, l->kind == DBX_LINE_OTHERS ? DBX_INK_DIM : DBX_INK_NONE, dbx_text(&text));
  }
  dbx_putc(p->b, '\n');
  dbx_buf_free(&text);
}

static void close_scopes(const pen *p, uint32_t line) {
  for (uint32_t i = p->s->scopes.n; (i = dbx_scopes_closing(p->s, line, i)) != UINT32_MAX;) {
    bars(p, p->s->scopes.at[i].depth);
    ink(p, DBX_INK_DIM, p->g->end);
    dbx_putc(p->b, '\n');
  }
}

// ---- the flow of dimensions: a tree from each one that comes from no other ----

static void put_name(const pen *p, dbx_var v) {
  if (!dbx_put_tracer(p->b, p->s->names, NULL, v)) dbx_putc(p->b, '_');
}

// "a in loop", because letters of branches begin anew.
static void put_dim(const pen *p, dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  dbx_put(p->b, dbx_ink_on(p->style->color, DBX_INK_BOLD));
  put_name(p, v);
  dbx_put(p->b, dbx_ink_off(p->style->color, DBX_INK_BOLD));
  if (!f || !f->parent) return;
  dbx_put(p->b, " in ");
  dbx_put_clean(p->b, dbx_sym_text(f->name), dbx_sym_len(f->name), 0);
}

static bool is_dim(const pen *p, dbx_var v) {
  return dbx_dim_table_find(p->s->dims, v) != UINT32_MAX;
}

static void put_how(const pen *p, const dbx_flow *f) {
  const dbx_eqn *q = dbx_event_eqn(&p->s->trace->events.at[f->event]);
  if (f->kind != DBX_FLOW_COMPUTE || !q) return;
  dbx_put(p->b, "   ");
  dbx_put_eqn(p->b, p->s->names, q);
}

static bool continues(const pen *p, dbx_var v, uint32_t from) {
  for (uint32_t i = from; i < p->s->flows.n; i++)
    if (p->s->flows.at[i].from == v && is_dim(p, p->s->flows.at[i].to)) return true;
  return false;
}

// One tree. `shown`: tracers whose own arrows were drawn.
static void put_tree(const pen *p, dbx_var v, dbx_buf *indent, dbx_map *shown) {
  enum { DEEPEST = 240 }; // bytes of indentation
  if (dbx_map_find(shown, v) || indent->n > DEEPEST) return;
  dbx_map_put(shown, v, 1);
  for (uint32_t i = 0; i < p->s->flows.n; i++) {
    const dbx_flow *f = &p->s->flows.at[i];
    if (f->from != v || !is_dim(p, f->to)) continue;
    bool more = continues(p, v, i + 1);
    size_t begin = p->b->n, at = indent->n;
    dbx_put(p->b, dbx_text(indent));
    ink(p, DBX_INK_DIM, more ? p->g->tee : p->g->stop);
    dbx_printf(p->b, "%s ", dbx_flow_words(f->kind));
    put_dim(p, f->to);
    put_how(p, f);
    bool again = dbx_map_find(shown, f->to) != NULL;
    if (continues(p, f->to, 0))
      ink(p, DBX_INK_DIM, again ? "   (above)" : indent->n > DEEPEST - 8 ? "   ..." : "");
    put_place(p, begin, p->s->trace->events.at[f->event].span);
    dbx_putc(p->b, '\n');
    dbx_put(indent, more ? p->g->bar : "   ");
    put_tree(p, f->to, indent, shown);
    indent->n = at;
    if (indent->at) indent->at[at] = 0;
  }
}

static bool has_source(const pen *p, dbx_var v) {
  for (uint32_t i = 0; i < p->s->flows.n; i++)
    if (p->s->flows.at[i].to == v && is_dim(p, p->s->flows.at[i].from)) return true;
  return false;
}

typedef struct forest {
  dbx_map shown; // tracers whose own arrows were drawn
  dbx_buf indent;
  bool any;
} forest;

// A dimension that comes from no other one. `event` made it.
static void put_root(const pen *p, forest *f, dbx_var v, uint32_t event) {
  const dbx_event *e = &p->s->trace->events.at[event];
  const dbx_eqn *q = dbx_event_eqn(e);
  if (!is_dim(p, v) || has_source(p, v) || dbx_map_find(&f->shown, v)) return;
  if (!f->any) dbx_put(p->b, "dimensions\n");
  f->any = true;
  size_t begin = p->b->n;
  dbx_put(p->b, "  ");
  put_dim(p, v);
  if (q) {
    dbx_put(p->b, "   ");
    dbx_put_eqn(p->b, p->s->names, q);
  } else if (e->kind == DBX_EV_ARGUMENT) {
    dbx_put(p->b, "   argument");
  }
  put_place(p, begin, e->span);
  dbx_putc(p->b, '\n');
  dbx_clear(&f->indent), dbx_put(&f->indent, "  ");
  put_tree(p, v, &f->indent, &f->shown);
}

static void put_roots(const pen *p) {
  forest f = {0};
  uint32_t n;
  for (uint32_t i = 0; i < p->s->lines.n; i++) {
    const dbx_scope_line *l = &p->s->lines.at[i];
    if (l->kind == DBX_LINE_SCOPE || l->kind == DBX_LINE_RESULTS || l->kind == DBX_LINE_OTHERS)
      continue;
    const dbx_var *v = dbx_event_binders(&p->s->trace->events.at[l->event], &n);
    for (uint32_t k = 0; k < n; k++) put_root(p, &f, v[k] & DBX_HANDLE, l->event);
  }
  for (uint32_t i = 0; i < p->s->flows.n; i++) { // from outside of what is drawn
    dbx_var from = p->s->flows.at[i].from;
    uint32_t birth = dbx_var_at(from)->birth;
    if (birth < p->s->trace->events.n) put_root(p, &f, from, birth);
  }
  if (!f.any) dbx_put(p->b, "no dimension is dynamic\n");
  dbx_buf_free(&f.indent);
  dbx_map_free(&f.shown);
}

void dbx_put_drawing(dbx_buf *b, const dbx_scopes *s, const dbx_draw_style *style) {
  pen p = {b, s, style, style->utf8 ? &lines_utf8 : &lines_ascii};
  dbx_naming_number(s->names, style->utf8 ? DBX_NUMBERS_RAISED : DBX_NUMBERS_ASCII);
  for (uint32_t i = 0; i < s->lines.n; i++) {
    put_line(&p, &s->lines.at[i]);
    close_scopes(&p, i);
  }
  dbx_putc(b, '\n');
  put_roots(&p);
  dbx_naming_number(s->names, DBX_NUMBERS_NONE);
}
