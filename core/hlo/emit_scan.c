// scan: a loop that takes rows of arrays, and fills rows of its results.
#include "hlo/loop.h"

#include <inttypes.h>
#include <string.h>

typedef struct scan {
  const dbx_eqn *q;
  const dbx_jaxpr *body;
  uint32_t consts, carries;
  const hlo *const *in;
  hlo_dim length;
  bool reverse;
} scan;

// Row i of x.
static const hlo *row_of(hlo_emitter *e, const hlo *x, const char *i) {
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, x->rank + 1);
  const char **start = DBX_NEWN(&e->arena, const char *, x->rank + 1);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[0] = hlo_number(1);
  for (uint32_t k = 0; k < x->rank; k++) start[k] = k ? hlo_int(e, 0) : i;
  return hlo_reshape(e, hlo_part(e, x, start, dims), x->rank - 1, x->dims + 1);
}

// The same array with row i replaced.
static const char *with_row(hlo_emitter *e, const hlo *all, const hlo *row, const char *i) {
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, all->rank + 1);
  const char **start = DBX_NEWN(&e->arena, const char *, all->rank + 1);
  memcpy(dims, all->dims, all->rank * sizeof *dims);
  dims[0] = hlo_number(1);
  for (uint32_t k = 0; k < all->rank; k++) start[k] = k ? hlo_int(e, 0) : i;
  return hlo_update(e, all, hlo_reshape(e, row, all->rank, dims), start);
}

// A trip: the rows, the body, the carries, the results' rows.
static dbx_status trip(hlo_emitter *e, const scan *c, hlo_loop *l) {
  const dbx_jaxpr *j = c->body;
  uint32_t rows = c->consts + c->carries;
  hlo_scope s = {.outer = NULL};
  const char **next = DBX_NEWN(&e->arena, const char *, l->n + 1), *i = l->arg[0];
  const hlo **outs = DBX_NEWN(&e->arena, const hlo *, j->n_out + 1);
  const char *at = i;
  if (c->reverse) {
    const char *last = hlo_i64_of(e, hlo_dim_op(e, "subtract", c->length, hlo_number(1)));
    at = hlo_int_op(e, "subtract", last, i);
  }
  for (uint32_t k = 0; k < c->consts; k++) hlo_bind(&s, j->invars[k], c->in[k]);
  for (uint32_t k = 0; k < c->carries; k++) {
    hlo *x = hlo_loop_arg(e, l, 1 + k);
    x->name = hlo_tie(e, x);
    hlo_bind(&s, j->invars[c->consts + k], x);
  }
  for (uint32_t k = rows; k < j->n_in; k++) hlo_bind(&s, j->invars[k], row_of(e, c->in[k], at));
  dbx_status st = hlo_loop_body(e, l, j, &s, outs);
  if (st == DBX_OK) {
    next[0] = hlo_int_op(e, "add", i, hlo_int(e, 1));
    for (uint32_t k = 0; k < c->carries; k++)
      next[1 + k] = hlo_apart(e, hlo_with_dims(e, outs[k], l->init[1 + k]->dims));
    for (uint32_t k = c->carries; k < j->n_out; k++) {
      hlo *all = hlo_loop_arg(e, l, 1 + k);
      all->name = hlo_tie(e, all);
      next[1 + k] = with_row(e, all, outs[k], at);
    }
    hlo_loop_end(e, l, next);
  }
  dbx_map_free(&s.values);
  return st;
}

dbx_status hlo_emit_scan(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const dbx_param *length = dbx_eqn_param(q, DBX_S_length);
  scan c = {.q = q, .body = dbx_eqn_param(q, DBX_S_jaxpr)->jaxpr, .in = in};
  c.consts = (uint32_t)dbx_eqn_int(q, DBX_S_num_consts);
  c.carries = (uint32_t)dbx_eqn_int(q, DBX_S_num_carry);
  c.reverse = dbx_eqn_int(q, DBX_S_reverse);
  c.length = length->kind == DBX_P_INT ? hlo_number(length->i) : hlo_dim_of(e, in[q->n_in - 1]);
  hlo_loop l = {.n = 1 + q->n_out};
  l.init = DBX_NEWN(&e->arena, const hlo *, l.n);
  l.arg = DBX_NEWN(&e->arena, const char *, l.n);
  l.init[0] = hlo_new(e, hlo_int(e, 0), DBX_I64, 0, NULL);
  for (uint32_t k = 0; k < q->n_out; k++) {
    bool carried = k < c.carries;
    const hlo *x = carried ? in[c.consts + k] : hlo_literal(e, out[k].t, (dbx_scalar){.c = {0, 0}});
    if (carried) x = hlo_with_dims(e, x, out[k].dims);
    else x = hlo_spread(e, x, out[k].rank, out[k].dims);
    l.init[1 + k] = x->name ? x : hlo_new(e, hlo_name(e, x), x->t, 0, NULL);
  }
  hlo_loop_begin(e, &l);
  hlo_loop_test(e, &l, hlo_int_is(e, "LT", l.arg[0], hlo_i64_of(e, c.length)));
  DBX_TRY(trip(e, &c, &l));
  for (uint32_t k = 0; k < q->n_out; k++) {
    hlo *x = hlo_loop_result(e, &l, 1 + k);
    x->name = hlo_tie(e, x);
    out[k] = *x;
  }
  return DBX_OK;
}
