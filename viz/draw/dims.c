// Classes of tracers that are one dimension (see dims.h).
#include "viz/draw/dims.h"

#include <stdlib.h>

struct dbx_dim_table {
  const dbx_naming *names;
  dbx_vec(dbx_dimension) all;
  dbx_map number; // the tracer that a dimension is printed as, outermost -> position in all + 1
};

// The outermost printed tracer that stands for the same length; 0 for literals.
static dbx_var key_of(const dbx_naming *n, dbx_atom a) {
  while (a && !dbx_is_literal(a)) {
    dbx_atom printed = dbx_printed_atom(n, NULL, a);
    if (!printed || dbx_is_literal(printed)) return 0;
    dbx_var outer = dbx_referent(printed & DBX_HANDLE);
    if (outer == (a & DBX_HANDLE)) return outer;
    a = outer;
  }
  return 0;
}

const dbx_var *dbx_event_binders(const dbx_event *e, uint32_t *n) {
  const dbx_eqn *q = dbx_event_eqn(e);
  *n = q ? q->n_out : dbx_event_variable(e) != 0;
  if (e->kind == DBX_EV_ARGUMENT) return &e->u.argument.variable;
  return e->kind == DBX_EV_CONSTANT ? &e->u.constant.variable : q ? q->out : NULL;
}

static void find_sizes(dbx_map *sizes, const dbx_naming *names, dbx_aval type) {
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++) {
    dbx_var key =
        dbx_dim_is_var(t->dims[i]) ? key_of(names, (dbx_atom)dbx_dim_value(t->dims[i])) : 0;
    if (key) dbx_map_put(sizes, key, 1);
  }
}

static bool is_named(const dbx_naming *n, dbx_var v) {
  dbx_buf b = {0};
  bool named = dbx_put_tracer(&b, n, NULL, v);
  dbx_buf_free(&b);
  return named;
}

// The first tracer stands for the dimension; one that is printed goes before one that is not.
static void number(dbx_dim_table *d, const dbx_map *sizes, dbx_var v, uint32_t event) {
  dbx_var key = key_of(d->names, v);
  if (!key || !dbx_map_find(sizes, key)) return;
  uint64_t *known = dbx_map_find(&d->number, key);
  dbx_dimension own = {v, event};
  if (known && is_named(d->names, d->all.at[*known - 1].var)) return;
  if (known && !is_named(d->names, v)) return;
  if (known) {
    d->all.at[*known - 1] = own;
  } else {
    dbx_push(&d->all, own);
    dbx_map_put(&d->number, key, d->all.n);
  }
}

dbx_dim_table *dbx_dim_table_new(const dbx_trace *t, const dbx_naming *n) {
  dbx_dim_table *d = dbx_alloc(sizeof *d);
  dbx_map sizes = {0};
  uint32_t made;
  d->names = n;
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_var *v = dbx_event_binders(&t->events.at[i], &made);
    for (uint32_t k = 0; k < made; k++) find_sizes(&sizes, n, dbx_naming_aval(n, v[k]));
  }
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_var *v = dbx_event_binders(&t->events.at[i], &made);
    for (uint32_t k = 0; k < made; k++) number(d, &sizes, v[k] & DBX_HANDLE, i);
  }
  dbx_map_free(&sizes);
  return d;
}

dbx_dim_table *dbx_dim_table_free(dbx_dim_table *d) {
  if (!d) return NULL;
  dbx_vec_free(&d->all);
  dbx_map_free(&d->number);
  free(d);
  return NULL;
}

uint32_t dbx_dim_table_count(const dbx_dim_table *d) { return d->all.n; }

const dbx_dimension *dbx_dim_table_at(const dbx_dim_table *d, uint32_t i) { return &d->all.at[i]; }

uint32_t dbx_dim_table_find(const dbx_dim_table *d, dbx_atom a) {
  dbx_var key = key_of(d->names, a);
  uint64_t *at = key ? dbx_map_find(&d->number, key) : NULL;
  return at ? (uint32_t)*at - 1 : UINT32_MAX;
}
