// The dimensions of a trace: every length that some type of it has as a variable, with all tracers
// that stand for it (captures and what toJaxpr and the second evaluation of branches made of them).
// Source: dims are equal iff they have one referent, docs/semantics.md.
#ifndef DBX_VIZ_DIMS_H
#define DBX_VIZ_DIMS_H

#include "viz/names/naming.h"

typedef struct dbx_dim_table dbx_dim_table;

// One dimension, by the tracer that has it first.
typedef struct dbx_dimension {
  dbx_var var;
  uint32_t birth; // the event that made var
} dbx_dimension;

// The naming has to outlive the result.
dbx_dim_table *dbx_dim_table_new(const dbx_trace *t, const dbx_naming *n);
dbx_dim_table *dbx_dim_table_free(dbx_dim_table *d); // takes NULL; returns NULL
uint32_t dbx_dim_table_count(const dbx_dim_table *d);
const dbx_dimension *dbx_dim_table_at(const dbx_dim_table *d, uint32_t i); // in the order of birth
// Which dimension a stands for, UINT32_MAX if it is none.
uint32_t dbx_dim_table_find(const dbx_dim_table *d, dbx_atom a);
// The tracers that an event makes: an argument, a constant, the results of an equation (0 of other
// events); *n of them.
const dbx_var *dbx_event_binders(const dbx_event *e, uint32_t *n);

#endif
