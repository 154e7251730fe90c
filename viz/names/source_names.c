// Renaming by the NAME events (see source_names.h).
#include "viz/names/source_names.h"

#include <string.h>

typedef struct renaming {
  dbx_names *names;
  dbx_atom (*printed)(const void *ctx, dbx_atom a);
  const void *ctx;
  dbx_map renamed; // variables
  dbx_map used;    // hashes of texts: another variable of that name gets a mark
} renaming;

bool dbx_is_element_name(dbx_sym name) { return strchr(dbx_sym_text(name), '['); }

static void rename_to(renaming *r, dbx_var v, dbx_buf *text) {
  if (!dbx_name_of(r->names, v) || dbx_map_find(&r->renamed, v)) return;
  while (dbx_map_find(&r->used, dbx_hash(dbx_text(text), text->n, 1) | 1)) dbx_putc(text, '\'');
  dbx_map_put(&r->used, dbx_hash(dbx_text(text), text->n, 1) | 1, 1);
  dbx_map_put(&r->renamed, v, 1);
  dbx_names_rename(r->names, v, dbx_text(text));
}

// "a", or in a nested program "loop.a".
static void put_name(dbx_buf *b, const dbx_event *e) {
  const dbx_frame *f = dbx_frame_by_id(e->frame);
  if (f && f->kind == DBX_FRAME_NESTED) dbx_printf(b, "%s.", dbx_sym_text(f->name));
  dbx_put(b, dbx_sym_text(e->u.name.name));
}

static void name_tracer(renaming *r, const dbx_event *e) {
  dbx_buf text = {0};
  dbx_atom a = r->printed(r->ctx, e->u.name.variable);
  if (a && !dbx_is_literal(a)) put_name(&text, e), rename_to(r, a, &text);
  dbx_buf_free(&text);
}

static void name_lengths(renaming *r, const dbx_event *e) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->u.name.variable));
  for (uint32_t k = 0; k < t->rank; k++) {
    if (!dbx_dim_is_var(t->dims[k])) continue;
    dbx_buf text = {0};
    dbx_atom a = r->printed(r->ctx, (dbx_atom)dbx_dim_value(t->dims[k]));
    put_name(&text, e);
    dbx_printf(&text, ".shape[%u]", k);
    if (a && !dbx_is_literal(a)) rename_to(r, a, &text);
    dbx_buf_free(&text);
  }
}

// Scalars first: `n` says more than `y.shape[0]`, and that more than `t[1]`.
void dbx_name_by_source(dbx_names *names, const dbx_trace *t,
                        dbx_atom (*printed)(const void *ctx, dbx_atom a), const void *ctx) {
  renaming r = {.names = names, .printed = printed, .ctx = ctx};
  enum { NAMES, LENGTHS, ELEMENTS, PASSES };
  for (int pass = NAMES; pass < PASSES; pass++)
    for (uint32_t i = 0; i < t->events.n; i++) {
      const dbx_event *e = &t->events.at[i];
      bool wanted =
          e->kind == DBX_EV_NAME && dbx_is_element_name(e->u.name.name) == (pass == ELEMENTS);
      if (wanted && pass == LENGTHS) name_lengths(&r, e);
      else if (wanted) name_tracer(&r, e);
    }
  dbx_map_free(&r.renamed), dbx_map_free(&r.used);
}
