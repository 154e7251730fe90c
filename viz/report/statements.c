// What AutoGraph made of the statements of a function (see statements.h).
#include "viz/report/statements.h"

#include "base/source.h"
#include "viz/text/table.h"
#include "viz/text/text.h"

#include <stdlib.h>

typedef struct read_statement {
  dbx_span span;
  dbx_ev_statement e;
  uint32_t times; // a body that Python runs is traced once for each item
} read_statement;

typedef dbx_vec(read_statement) statements;

static bool same(const read_statement *s, const dbx_event *e) {
  return s->span.file == e->span.file && s->span.begin == e->span.begin &&
         s->e.became == e->u.statement.became && s->e.why == e->u.statement.why;
}

static void add(statements *all, const dbx_event *e) {
  for (uint32_t i = 0; i < all->n; i++)
    if (same(&all->at[i], e)) {
      all->at[i].times++;
      return;
    }
  dbx_push(all, ((read_statement){e->span, e->u.statement, 1}));
}

static int by_place(const void *x, const void *y) {
  const read_statement *a = x, *b = y;
  if (a->span.file != b->span.file) return a->span.file < b->span.file ? -1 : 1;
  return a->span.begin < b->span.begin ? -1 : a->span.begin > b->span.begin;
}

static void put_statement(dbx_table *t, const read_statement *s) {
  dbx_row *r = dbx_table_add(t);
  dbx_place p = dbx_source_place(s->span.file, s->span.begin);
  dbx_printf(&r->cell[0], "%s:%u", dbx_source_name(s->span.file), p.line);
  dbx_printf(&r->cell[1], "%.*s", (int)p.length, p.text ? p.text : "");
  if (s->e.why) dbx_put(&r->cell[2], "left to Python");
  else dbx_printf(&r->cell[2], "becomes %s", dbx_sym_text(s->e.became));
  if (s->times > 1) dbx_printf(&r->cell[2], ", %u times", s->times);
  if (s->e.why) dbx_put(&r->cell[3], dbx_sym_text(s->e.why));
}

void dbx_put_statements(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  statements all = {0};
  dbx_table table = {0};
  for (uint32_t i = 0; i < t->events.n; i++)
    if (t->events.at[i].kind == DBX_EV_STATEMENT) add(&all, &t->events.at[i]);
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_place);
  for (uint32_t i = 0; i < all.n; i++) put_statement(&table, &all.at[i]);
  if (all.n) {
    uint32_t width = style->width ? (uint32_t)style->width : 80;
    dbx_put_table(b, &table, 0, dbx_table_width(&table) > width);
  } else {
    dbx_printf(b, "AutoGraph has read no statement of %s\n", dbx_sym_text(t->function));
  }
  dbx_table_free(&table);
  dbx_vec_free(&all);
}
