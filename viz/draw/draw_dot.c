// The drawing as a graph in the DOT language (see scopes.h).
#include "viz/draw/scopes.h"

#include "viz/text/text.h"
#include <string.h>

enum { WIDEST = 32 }; // columns of a line of a label

// In quotes: what a terminal must not get, Graphviz must not either.
static uint32_t put_escaped(dbx_buf *b, const char *s, size_t n) { // gives its columns
  dbx_buf clean = {0};
  dbx_put_clean(&clean, s, n, 0);
  for (const char *c = dbx_text(&clean); *c; c++) {
    if (*c == '"' || *c == '\\') dbx_putc(b, '\\');
    dbx_putc(b, *c);
  }
  uint32_t columns = dbx_width_of(dbx_text(&clean));
  dbx_buf_free(&clean);
  return columns;
}

static void put_quoted(dbx_buf *b, const char *s) {
  dbx_putc(b, '"');
  (void)put_escaped(b, s, strlen(s));
  dbx_putc(b, '"');
}

// The same, broken at blanks; lines behind the first one are indented.
static void put_lines(dbx_buf *b, const char *s) {
  uint32_t column = 0;
  dbx_buf word = {0};
  dbx_putc(b, '"');
  while (*s) {
    size_t n = strcspn(s, " ");
    dbx_clear(&word);
    uint32_t width = put_escaped(&word, s, n);
    if (column && column + 1 + width > WIDEST) dbx_put(b, "\\l    "), column = 4;
    else if (column) dbx_putc(b, ' '), column++;
    dbx_putn(b, dbx_text(&word), word.n);
    column += width;
    s += n;
    s += *s == ' ';
  }
  dbx_put(b, "\\l\"");
  dbx_buf_free(&word);
}

// Others say nothing on a slide.
static bool has_node(const dbx_scope_line *l) {
  return l->kind != DBX_LINE_SCOPE && l->kind != DBX_LINE_OTHERS;
}

static void put_line(dbx_buf *b, const dbx_scopes *s, uint32_t i) {
  const dbx_scope_line *l = &s->lines.at[i];
  const char *word = dbx_line_word(l->kind);
  dbx_buf text = {0};
  dbx_pad(b, 2 * (int)s->scopes.at[l->scope].depth + 4);
  if (*word) dbx_printf(&text, "%s ", word);
  dbx_put_scope_line(&text, s, l);
  dbx_printf(b, "l%u [label=", i);
  put_lines(b, dbx_text(&text));
  if (l->kind == DBX_LINE_CAPTURE) dbx_put(b, ", style=dashed");
  dbx_put(b, "];\n");
  dbx_buf_free(&text);
}

static void open_scope(dbx_buf *b, const dbx_scopes *s, uint32_t scope) {
  dbx_buf title = {0};
  int at = 2 * (int)s->scopes.at[scope].depth + 2;
  dbx_put_scope_title(&title, s, &s->scopes.at[scope]);
  dbx_pad(b, at);
  dbx_printf(b, "subgraph cluster_%u {\n", scope);
  dbx_pad(b, at + 2);
  dbx_put(b, "label=");
  put_quoted(b, dbx_text(&title));
  dbx_put(b, ";\n");
  bool empty = true; // a cluster without a node would not be drawn
  for (uint32_t i = 0; i < s->lines.n; i++)
    empty &= !has_node(&s->lines.at[i]) || s->lines.at[i].scope != scope;
  dbx_pad(b, empty ? at + 2 : 0);
  if (empty) dbx_printf(b, "s%u [style=invis, width=0, height=0, label=\"\"];\n", scope);
  dbx_buf_free(&title);
}

// ---- order ----

static void put_order(dbx_buf *b, uint32_t from, uint32_t to, const char *more) {
  dbx_printf(b, "  l%u -> l%u [style=invis%s];\n", from, to, more);
}

// The lines of a scope stand below each other, those of a scope inside of it between the line
// before it and the one behind it, so that scopes beside each other share the height.
static void put_orders(dbx_buf *b, const dbx_scopes *s) {
  uint32_t *last = dbx_alloc((s->scopes.n + 1) * sizeof *last); // line of a scope + 1, so far
  dbx_vec(uint32_t) open = {0}, ended = {0}; // scopes; those without a line behind
  for (uint32_t i = 0; i < s->lines.n; i++) {
    const dbx_scope_line *l = &s->lines.at[i];
    if (l->kind == DBX_LINE_SCOPE) dbx_push(&open, l->scope);
    if (has_node(l) && open.n) {
      uint32_t before = open.n > 1 ? last[open.at[open.n - 2]] : 0,
               depth = s->scopes.at[l->scope].depth;
      if (last[l->scope]) put_order(b, last[l->scope] - 1, i, ", weight=20");
      else if (before) put_order(b, before - 1, i, "");
      for (; ended.n && s->scopes.at[ended.at[ended.n - 1]].depth > depth; ended.n--)
        if (last[ended.at[ended.n - 1]] && s->scopes.at[ended.at[ended.n - 1]].depth == depth + 1)
          put_order(b, last[ended.at[ended.n - 1]] - 1, i, "");
      last[l->scope] = i + 1;
    }
    for (uint32_t k = s->scopes.n; (k = dbx_scopes_closing(s, i, k)) != UINT32_MAX; open.n--)
      dbx_push(&ended, k);
  }
  free(last);
  dbx_vec_free(&open), dbx_vec_free(&ended);
}

// Lines of several results have one arrow. drawn: pairs of lines.
static void put_flow(dbx_buf *b, const dbx_scopes *s, const dbx_flow *f, dbx_map *drawn) {
  uint32_t from = dbx_scopes_line_of(s, f->from), to = dbx_scopes_line_of(s, f->to);
  bool dim = dbx_dim_table_find(s->dims, f->to) != UINT32_MAX;
  uint64_t pair = (uint64_t)from << 32 | to;
  if (from == UINT32_MAX || to == UINT32_MAX || from == to || dbx_map_find(drawn, pair)) return;
  dbx_map_put(drawn, pair, 1);
  dbx_printf(b, "  l%u -> l%u [tooltip=\"%s\"%s%s];\n", from, to, dbx_flow_words(f->kind),
             f->kind == DBX_FLOW_CAPTURE ? ", style=dashed" : "",
             dim ? ", color=\"#1f5fbf\", penwidth=1.6" : ", color=gray50");
}

void dbx_put_dot(dbx_buf *b, const dbx_scopes *s) {
  dbx_naming_number(s->names, DBX_NUMBERS_RAISED);
  dbx_put(b, "digraph ");
  put_quoted(b, dbx_sym_text(s->trace->function));
  dbx_put(b, " {\n  graph [fontname=\"monospace\", fontsize=11, labeljust=l, style=rounded, "
             "color=gray60];\n"
             "  node [fontname=\"monospace\", fontsize=11, shape=box, height=0.25, "
             "margin=\"0.08,0.03\"];\n  edge [arrowsize=0.7];\n"
             "  ranksep=0.12;\n  nodesep=0.15;\n");
  for (uint32_t i = 0; i < s->lines.n; i++) {
    if (s->lines.at[i].kind == DBX_LINE_SCOPE) open_scope(b, s, s->lines.at[i].scope);
    else if (has_node(&s->lines.at[i])) put_line(b, s, i);
    for (uint32_t k = s->scopes.n; (k = dbx_scopes_closing(s, i, k)) != UINT32_MAX;) {
      dbx_pad(b, 2 * (int)s->scopes.at[k].depth + 2);
      dbx_put(b, "}\n");
    }
  }
  put_orders(b, s);
  dbx_map drawn = {0};
  for (uint32_t i = 0; i < s->flows.n; i++) put_flow(b, s, &s->flows.at[i], &drawn);
  dbx_map_free(&drawn);
  dbx_naming_number(s->names, DBX_NUMBERS_NONE);
  dbx_put(b, "}\n");
}
