// Lists and type tables (see lists.h).
#include "viz/names/lists.h"

#include "viz/text/text.h"
#include <string.h>

void dbx_put_list(dbx_buf *b, const dbx_view *v, const dbx_frame *in, const dbx_atom *at,
                  uint32_t n) {
  dbx_putc(b, '(');
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, ", ");
    if (!dbx_put_tracer(b, v->names, in, at[i])) dbx_putc(b, '_');
  }
  dbx_putc(b, ')');
}

dbx_list dbx_explicit_of(const dbx_list *l, const bool *expl, dbx_atom *room) {
  dbx_list r = {room, 0};
  for (uint32_t i = 0; i < l->n; i++)
    if (expl[i]) r.at[r.n++] = l->at[i];
  return r;
}

void dbx_put_source(dbx_buf *b, const dbx_view *v, const char *before, dbx_atom a) {
  const dbx_report_style *s = v->style;
  const char *name =
      s->source && a && !dbx_is_literal(a) ? s->source(s->source_ctx, a & DBX_HANDLE) : NULL;
  if (!name) return;
  dbx_put(b, before);
  dbx_put_clean(b, name, strlen(name), 0);
}

bool dbx_find_index(const dbx_sig *s, dbx_dim_kind kind, uint32_t k, uint32_t *entry,
                    uint32_t *axis) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->aval[i]);
    for (uint32_t d = 0; d < v->rank; d++)
      if (v->dims[d] == dbx_dim_make(kind, k)) return *entry = i, *axis = d, true;
  }
  return false;
}

void dbx_put_sig(dbx_buf *b, const dbx_view *v, const char *title, const dbx_sig *s,
                 dbx_meaning meaning, const void *ctx) {
  dbx_table t = {0};
  if (!s->n) {
    dbx_printf(b, "%s  none", title);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_row *r = dbx_table_add(&t);
    dbx_printf(&r->cell[0], "%s%*u", i ? "" : title, (int)(strlen(title) * (i != 0) + 3), i);
    dbx_put_type(&r->cell[1], v->names, s->aval[i], "?", false);
    dbx_put(&r->cell[2], s->expl[i] ? "explicit" : "implicit");
    meaning(&r->cell[3], ctx, i);
  }
  dbx_put_table(b, &t, 0, false);
  dbx_table_free(&t);
  while (b->n && b->at[b->n - 1] == '\n') b->at[--b->n] = 0;
}
