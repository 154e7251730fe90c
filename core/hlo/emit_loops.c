// for_loop, while_loop and while: stablehlo.while. What every trip hands on is no carry: XLA has to
// see that its length stays.
#include "hlo/loop.h"

#include <string.h>

// ---- the operation ----

// Several different arrays are carried each on its own.
static const char **initial(hlo_emitter *e, const hlo_loop *l) {
  const char **names = DBX_NEWN(&e->arena, const char *, l->n + 1), *first = NULL;
  bool differ = false;
  for (uint32_t k = 0; k < l->n; k++) {
    names[k] = hlo_name(e, l->init[k]);
    if (!l->init[k]->rank) continue;
    if (!first) first = names[k];
    differ |= strcmp(first, names[k]) != 0;
  }
  for (uint32_t k = 0; differ && k < l->n; k++)
    if (l->init[k]->rank) names[k] = hlo_apart(e, l->init[k]);
  return names;
}

void hlo_loop_begin(hlo_emitter *e, hlo_loop *l) {
  dbx_buf head = {0}, types = {0};
  const char **names = initial(e, l);
  l->name = hlo_fresh(e);
  for (uint32_t k = 0; k < l->n; k++) {
    l->arg[k] = hlo_fresh(e);
    dbx_printf(&head, "%s%s = %s", k ? ", " : "", l->arg[k], names[k]);
    dbx_printf(&types, "%s%s", k ? ", " : "", hlo_type(e, l->init[k]));
  }
  hlo_line(e, "%s:%u = stablehlo.while(%s) : %s", l->name, l->n, dbx_text(&head), dbx_text(&types));
  hlo_line(e, " cond {");
  hlo_open(e, &l->region);
  dbx_buf_free(&head);
  dbx_buf_free(&types);
}

void hlo_loop_test(hlo_emitter *e, hlo_loop *l, const char *go) {
  hlo_line(e, "stablehlo.return %s : tensor<i1>", go);
  hlo_shut(e, &l->region);
  hlo_line(e, "} do {");
  hlo_open(e, &l->region);
}

void hlo_loop_end(hlo_emitter *e, hlo_loop *l, const char *const *next) {
  const char **types = DBX_NEWN(&e->arena, const char *, l->n + 1);
  for (uint32_t k = 0; k < l->n; k++) types[k] = hlo_type(e, l->init[k]);
  hlo_line(e, "stablehlo.return %s : %s", hlo_list(e, l->n, next), hlo_list(e, l->n, types));
  hlo_shut(e, &l->region);
  hlo_close(e, "}");
}

dbx_status hlo_loop_body(hlo_emitter *e, hlo_loop *l, const dbx_jaxpr *j, hlo_scope *s,
                         const hlo **outs) {
  const dbx_eqn *q = e->eqn;
  dbx_status st = e->emit_body(e, j, s, outs);
  e->eqn = q;
  if (st != DBX_OK) hlo_shut(e, &l->region);
  return st;
}

hlo *hlo_loop_arg(hlo_emitter *e, const hlo_loop *l, uint32_t k) {
  const hlo *v = l->init[k];
  return hlo_new(e, l->arg[k], v->t, v->rank, v->dims);
}

hlo *hlo_loop_result(hlo_emitter *e, const hlo_loop *l, uint32_t k) {
  const hlo *v = l->init[k];
  return hlo_new(e, hlo_printf(e, "%s#%u", l->name, k), v->t, v->rank, v->dims);
}

// ---- carries of a body ----

static bool is_fixed(const hlo_carries *c, uint32_t k) {
  return c->body->outs[k] == c->body->invars[c->input[k]];
}

// A name that stands for a length which changes: it is never printed.
static hlo *unknown_scalar(hlo_emitter *e, dbx_dtype t) {
  return hlo_new(e, hlo_printf(e, "%%carried%u", e->next++), t, 0, NULL);
}

void hlo_carries_begin(hlo_emitter *e, hlo_loop *l, hlo_carries *c) {
  const dbx_jaxpr *j = c->body;
  hlo_scope outside = {.outer = NULL}, inside = {.outer = NULL};
  for (uint32_t i = 0; i < j->n_in; i++)
    if (c->args[i]) {
      hlo_bind(&outside, j->invars[i], c->args[i]);
      hlo_bind(&inside, j->invars[i], c->args[i]);
    }
  for (uint32_t k = 0; k < c->n; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(j->invars[c->input[k]]));
    if (!is_fixed(c, k) && !a->rank)
      hlo_bind(&inside, j->invars[c->input[k]], unknown_scalar(e, DBX_I64));
  }
  for (uint32_t k = 0; k < c->n; k++) {
    dbx_aval a = dbx_var_aval(j->invars[c->input[k]]);
    const hlo *x = c->args[c->input[k]];
    const dbx_aval_info *t = dbx_aval_at(a);
    c->slot[k] = UINT32_MAX;
    if (is_fixed(c, k)) continue;
    hlo_dim *want = DBX_NEWN(&e->arena, hlo_dim, t->rank + 1),
            *type = DBX_NEWN(&e->arena, hlo_dim, t->rank + 1);
    hlo_dims(e, &outside, a, x->dims, want);
    hlo_dims(e, &inside, a, x->dims, type);
    x = hlo_with_dims(e, x, want);
    for (uint32_t i = 0; i < t->rank; i++)
      if (!hlo_dim_same(type[i], want[i]))
        hlo_unsized(e, "trips change the length of what is carried, which XLA refuses");
    for (uint32_t i = 0; i < t->rank; i++)
      if (!type[i].known && want[i].known) type[i].name = hlo_int(e, want[i].n);
      else type[i] = want[i];
    c->slot[k] = l->n;
    l->init[l->n++] = hlo_with_dims(e, x, type);
  }
  dbx_map_free(&outside.values);
  dbx_map_free(&inside.values);
}

void hlo_carries_bind(hlo_emitter *e, const hlo_loop *l, const hlo_carries *c, const dbx_jaxpr *j,
                      const uint32_t *input, const hlo *const *args, hlo_scope *s) {
  for (uint32_t i = 0; i < j->n_in; i++)
    if (args[i]) hlo_bind(s, j->invars[i], args[i]);
  for (int arrays = 0; arrays < 2; arrays++)
    for (uint32_t k = 0; k < c->n; k++) {
      if (c->slot[k] == UINT32_MAX) continue;
      hlo *x = hlo_loop_arg(e, l, c->slot[k]);
      dbx_var v = j->invars[input[k]];
      if ((x->rank != 0) != arrays) continue;
      if (arrays) {
        hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, x->rank + 1);
        hlo_dims(e, s, dbx_var_aval(v), x->dims, dims);
        x = hlo_new(e, x->name, x->t, x->rank, dims);
        x->name = hlo_tie(e, x);
      }
      hlo_bind(s, v, x);
    }
}

void hlo_carries_next(hlo_emitter *e, const hlo_carries *c, const hlo_scope *s,
                      const hlo *const *outs, const char **next) {
  const dbx_jaxpr *j = c->body;
  hlo_scope after = {.outer = s};
  for (uint32_t k = 0; k < c->n; k++)
    if (c->slot[k] != UINT32_MAX && !outs[k]->rank) {
      dbx_dtype t = dbx_aval_at(dbx_var_aval(j->invars[c->input[k]]))->dtype;
      const hlo *x = hlo_new(e, hlo_name(e, outs[k]), t, 0, NULL); // no number: it is carried
      hlo_bind(&after, j->invars[c->input[k]], x);
      next[c->slot[k]] = x->name;
    }
  uint32_t arrays = 0;
  for (uint32_t k = 0; k < c->n; k++) arrays += c->slot[k] != UINT32_MAX && outs[k]->rank;
  for (uint32_t k = 0; k < c->n; k++) {
    if (c->slot[k] == UINT32_MAX || !outs[k]->rank) continue;
    const hlo *x = hlo_typed(e, &after, outs[k], dbx_var_aval(j->invars[c->input[k]]));
    next[c->slot[k]] = arrays > 1 ? hlo_apart(e, x) : hlo_name(e, x);
  }
  dbx_map_free(&after.values);
}

void hlo_carries_results(hlo_emitter *e, const hlo_loop *l, const hlo_carries *c, hlo *out) {
  const dbx_jaxpr *j = c->body;
  hlo_scope s = {.outer = NULL};
  for (uint32_t i = 0; i < j->n_in; i++)
    if (c->args[i]) hlo_bind(&s, j->invars[i], c->args[i]);
  for (uint32_t k = 0; k < c->n; k++)
    if (c->slot[k] != UINT32_MAX && !l->init[c->slot[k]]->rank)
      hlo_bind(&s, j->invars[c->input[k]], hlo_loop_result(e, l, c->slot[k]));
  for (uint32_t k = 0; k < c->n; k++) {
    dbx_var v = j->invars[c->input[k]];
    if (c->slot[k] == UINT32_MAX) {
      out[k] = *c->args[c->input[k]];
      continue;
    }
    hlo *x = hlo_loop_result(e, l, c->slot[k]);
    hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, x->rank + 1);
    if (x->rank) {
      hlo_dims(e, &s, dbx_var_aval(v), x->dims, dims);
      x = hlo_new(e, x->name, x->t, x->rank, dims);
      x->name = hlo_tie(e, x);
    }
    out[k] = *x;
  }
  dbx_map_free(&s.values);
}

// ---- for_loop ----

// Trips are counted from 0. By a step that is 1 the index itself is counted: it never wraps.
typedef struct counter {
  const char *lower, *upper, *step;
  bool by_one, down; // may a negative step count down?
} counter;

// The quotient of two numbers that are at least 0 and 1, of which the first may need all 64 bits.
static const char *quotient(hlo_emitter *e, const char *a, const char *b) {
  const char *x = hlo_shared(e, "stablehlo.bitcast_convert %s : (tensor<i64>) -> tensor<ui64>", a),
             *y = hlo_shared(e, "stablehlo.bitcast_convert %s : (tensor<i64>) -> tensor<ui64>", b);
  const char *q = hlo_shared(e, "stablehlo.divide %s, %s : tensor<ui64>", x, y);
  return hlo_shared(e, "stablehlo.bitcast_convert %s : (tensor<ui64>) -> tensor<i64>", q);
}

static const char *chosen(hlo_emitter *e, const char *p, const char *a, const char *b) {
  return hlo_shared(e, "stablehlo.select %s, %s, %s : tensor<i1>, tensor<i64>", p, a, b);
}

// Trips upwards by a positive step, 0 by another one.
static const char *trips_up(hlo_emitter *e, const char *from, const char *to, const char *by) {
  const char *zero = hlo_int(e, 0), *one = hlo_int(e, 1);
  const char *last = hlo_int_op(e, "subtract", hlo_int_op(e, "subtract", to, from), one),
             *n = hlo_int_op(e, "add", quotient(e, last, hlo_int_op(e, "maximum", by, one)), one);
  const char *runs = hlo_shared(e, "stablehlo.and %s, %s : tensor<i1>",
                                hlo_int_is(e, "GT", by, zero), hlo_int_is(e, "LT", from, to));
  return chosen(e, runs, n, zero);
}

static const char *trips(hlo_emitter *e, const counter *c) {
  const char *up = trips_up(e, c->lower, c->upper, c->step);
  if (!c->down) return up;
  const char *down =
      trips_up(e, c->upper, c->lower, hlo_int_op(e, "subtract", hlo_int(e, 0), c->step));
  return chosen(e, hlo_int_is(e, "LT", c->step, hlo_int(e, 0)), down, up);
}

static void bind_index(hlo_emitter *e, const hlo_loop *l, const counter *n, dbx_var index,
                       hlo_scope *s) {
  const hlo *i = hlo_loop_arg(e, l, 0);
  if (!n->by_one) {
    const char *at = hlo_int_op(e, "add", n->lower, hlo_int_op(e, "multiply", i->name, n->step));
    i = hlo_new(e, at, DBX_I64, 0, NULL);
  }
  hlo_bind(s, index, hlo_convert(e, i, dbx_aval_at(dbx_var_aval(index))->dtype));
}

static void start_carries(hlo_emitter *e, hlo_loop *l, hlo_carries *c, uint32_t most) {
  l->init = DBX_NEWN(&e->arena, const hlo *, most + 1);
  l->arg = DBX_NEWN(&e->arena, const char *, most + 1);
  c->slot = DBX_NEWN(&e->arena, uint32_t, c->n + 1);
}

// A trip, to the end of the loop. index: what the body calls the counter, NULL: there is none.
static dbx_status trip(hlo_emitter *e, hlo_loop *l, const hlo_carries *c, const counter *n,
                       dbx_var index) {
  hlo_scope s = {.outer = NULL};
  const char **next = DBX_NEWN(&e->arena, const char *, l->n + 1);
  const hlo **outs = DBX_NEWN(&e->arena, const hlo *, c->body->n_out + 1);
  if (n) bind_index(e, l, n, index, &s);
  hlo_carries_bind(e, l, c, c->body, c->input, c->args, &s);
  dbx_status st = hlo_loop_body(e, l, c->body, &s, outs);
  if (st == DBX_OK) {
    hlo_carries_next(e, c, &s, outs, next);
    if (n) next[0] = hlo_int_op(e, "add", l->arg[0], hlo_int(e, 1));
    hlo_loop_end(e, l, next);
  }
  dbx_map_free(&s.values);
  return st;
}

dbx_status hlo_emit_for_loop(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t k = (uint32_t)dbx_eqn_int(q, DBX_S_body_nconsts),
           d = (uint32_t)dbx_eqn_int(q, DBX_S_nimplicit);
  hlo_carries c = {.body = dbx_eqn_param(q, DBX_S_body_jaxpr)->jaxpr, .n = q->n_in - k - 4};
  hlo_loop l = {.n = 1};
  const hlo *step = in[k + d + 2];
  counter n = {hlo_as_i64(e, in[k + d]), hlo_as_i64(e, in[k + d + 1]), hlo_as_i64(e, step),
               !step->name && step->x.i == 1, dbx_eqn_int(q, DBX_S_apply_reverse_transform)};
  c.args = DBX_NEWN(&e->arena, const hlo *, c.body->n_in + 1);
  c.input = DBX_NEWN(&e->arena, uint32_t, c.n + 1);
  for (uint32_t i = 0; i < c.body->n_in; i++) c.args[i] = in[i <= k + d ? i : i + 3];
  for (uint32_t i = 0; i < c.n; i++) c.input[i] = i < d ? k + i : k + 1 + i;
  c.args[k + d] = NULL;
  start_carries(e, &l, &c, c.n + 1);
  const char *first = n.by_one ? n.lower : hlo_int(e, 0), *end = n.by_one ? n.upper : trips(e, &n);
  l.init[0] = hlo_new(e, first, DBX_I64, 0, NULL);
  hlo_carries_begin(e, &l, &c);
  hlo_loop_begin(e, &l);
  hlo_loop_test(e, &l, hlo_int_is(e, "LT", l.arg[0], end));
  DBX_TRY(trip(e, &l, &c, &n, c.body->invars[k + d]));
  hlo_carries_results(e, &l, &c, out);
  return DBX_OK;
}

// ---- while_loop ----

typedef struct condition {
  const dbx_jaxpr *test;
  const hlo **args;
  uint32_t *input;
} condition;

static dbx_status while_test(hlo_emitter *e, hlo_loop *l, const hlo_carries *c,
                             const condition *t) {
  hlo_scope s = {.outer = NULL};
  const hlo **go = DBX_NEWN(&e->arena, const hlo *, t->test->n_out + 1);
  hlo_carries_bind(e, l, c, t->test, t->input, t->args, &s);
  dbx_status st = hlo_loop_body(e, l, t->test, &s, go);
  dbx_map_free(&s.values);
  if (st != DBX_OK) return st;
  return hlo_loop_test(e, l, hlo_name(e, hlo_convert(e, go[0], DBX_BOOL))), DBX_OK;
}

dbx_status hlo_emit_while_loop(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t kc = (uint32_t)dbx_eqn_int(q, DBX_S_cond_nconsts),
           kb = (uint32_t)dbx_eqn_int(q, DBX_S_body_nconsts);
  hlo_carries c = {.body = dbx_eqn_param(q, DBX_S_body_jaxpr)->jaxpr, .n = q->n_in - kc - kb};
  condition t = {dbx_eqn_param(q, DBX_S_cond_jaxpr)->jaxpr,
                 DBX_NEWN(&e->arena, const hlo *, q->n_in + 1),
                 DBX_NEWN(&e->arena, uint32_t, c.n + 1)};
  hlo_loop l = {.n = 0};
  c.args = DBX_NEWN(&e->arena, const hlo *, q->n_in + 1);
  c.input = DBX_NEWN(&e->arena, uint32_t, c.n + 1);
  for (uint32_t i = 0; i < c.body->n_in; i++) c.args[i] = in[kc + i];
  for (uint32_t i = 0; i < t.test->n_in; i++) t.args[i] = in[i < kc ? i : i + kb];
  for (uint32_t i = 0; i < c.n; i++) c.input[i] = kb + i, t.input[i] = kc + i;
  start_carries(e, &l, &c, c.n);
  hlo_carries_begin(e, &l, &c);
  if (!l.n) return hlo_refuse(e, "no trip changes anything: it ends at once or never");
  hlo_loop_begin(e, &l);
  DBX_TRY(while_test(e, &l, &c, &t));
  DBX_TRY(trip(e, &l, &c, NULL, (dbx_var){0}));
  hlo_carries_results(e, &l, &c, out);
  return DBX_OK;
}
