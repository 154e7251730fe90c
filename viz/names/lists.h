// Pieces of the reports: lists of tracers, tables of types with what every entry stands for.
// Private to viz.
#ifndef DBX_VIZ_LISTS_H
#define DBX_VIZ_LISTS_H

#include "viz/names/style.h"
#include "viz/text/table.h"

typedef struct dbx_view {
  const dbx_report_style *style;
  const dbx_naming *names;
} dbx_view;

// "(a, 0, c)"; `in` as for dbx_put_tracer. An entry without a name is "_".
void dbx_put_list(dbx_buf *b, const dbx_view *v, const dbx_frame *in, const dbx_atom *at,
                  uint32_t n);
// The entries whose flag is set.
dbx_list dbx_explicit_of(const dbx_list *l, const bool *expl, dbx_atom *room);
void dbx_put_source(dbx_buf *b, const dbx_view *v, const char *before, dbx_atom a);

// One line of a type for each entry: position, type, explicit or implicit, meaning.
typedef void (*dbx_meaning)(dbx_buf *b, const void *ctx, uint32_t entry);
void dbx_put_sig(dbx_buf *b, const dbx_view *v, const char *title, const dbx_sig *s,
                 dbx_meaning meaning, const void *ctx);
// The entry of s that has DBIdx(k) (or OutDBIdx(k)) in its shape, and on which axis.
bool dbx_find_index(const dbx_sig *s, dbx_dim_kind kind, uint32_t k, uint32_t *entry,
                    uint32_t *axis);

#endif
