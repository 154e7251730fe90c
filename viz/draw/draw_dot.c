// The drawing as a graph in the DOT language (see scopes.h).
#include "viz/draw/scopes.h"

#include "viz/text/text.h"
#include <string.h>

// A quoted string; what a terminal must not get, Graphviz must not either.
static void put_quoted(dbx_buf *b, const char *s) {
  dbx_buf clean = {0};
  dbx_put_clean(&clean, s, strlen(s), 0);
  dbx_putc(b, '"');
  for (const char *c = dbx_text(&clean); *c; c++) {
    if (*c == '"' || *c == '\\') dbx_putc(b, '\\');
    dbx_putc(b, *c);
  }
  dbx_putc(b, '"');
  dbx_buf_free(&clean);
}

static void put_line(dbx_buf *b, const dbx_scopes *s, uint32_t i) {
  const dbx_scope_line *l = &s->lines.at[i];
  const char *word = dbx_line_word(l->kind);
  dbx_buf text = {0};
  dbx_pad(b, 2 * (int)s->scopes.at[l->scope].depth + 4);
  if (*word) dbx_printf(&text, "%s ", word);
  dbx_put_scope_line(&text, s, l);
  dbx_printf(b, "l%u [label=", i);
  put_quoted(b, dbx_text(&text));
  if (l->kind == DBX_LINE_CAPTURE) dbx_put(b, ", style=dashed");
  if (l->kind == DBX_LINE_OTHERS) dbx_put(b, ", color=none, fontcolor=gray40");
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
  dbx_pad(b, at + 2);
  dbx_printf(b, "s%u [style=invis, width=0, height=0, label=\"\"];\n", scope); // none is empty
  dbx_buf_free(&title);
}

static void put_flow(dbx_buf *b, const dbx_scopes *s, const dbx_flow *f) {
  uint32_t from = dbx_scopes_line_of(s, f->from), to = dbx_scopes_line_of(s, f->to);
  bool dim = dbx_dim_table_find(s->dims, f->to) != UINT32_MAX;
  if (from == UINT32_MAX || to == UINT32_MAX || from == to) return;
  dbx_printf(b, "  l%u -> l%u [tooltip=\"%s\"%s%s];\n", from, to, dbx_flow_words(f->kind),
             f->kind == DBX_FLOW_CAPTURE ? ", style=dashed" : "",
             dim ? ", color=\"#1f5fbf\", penwidth=1.6" : ", color=gray50");
}

void dbx_put_dot(dbx_buf *b, const dbx_scopes *s) {
  dbx_put(b, "digraph ");
  put_quoted(b, dbx_sym_text(s->trace->function));
  dbx_put(b, " {\n  graph [fontname=\"monospace\", fontsize=11, labeljust=l, style=rounded, "
             "color=gray60];\n"
             "  node [fontname=\"monospace\", fontsize=11, shape=box, height=0.25, "
             "margin=\"0.08,0.03\"];\n  edge [arrowsize=0.7];\n");
  for (uint32_t i = 0; i < s->lines.n; i++) {
    if (s->lines.at[i].kind == DBX_LINE_SCOPE) open_scope(b, s, s->lines.at[i].scope);
    else put_line(b, s, i);
    for (uint32_t k = s->scopes.n; (k = dbx_scopes_closing(s, i, k)) != UINT32_MAX;) {
      dbx_pad(b, 2 * (int)s->scopes.at[k].depth + 2);
      dbx_put(b, "}\n");
    }
  }
  for (uint32_t i = 0; i < s->flows.n; i++) put_flow(b, s, &s->flows.at[i]);
  dbx_put(b, "}\n");
}
