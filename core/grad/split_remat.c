// Partial evaluation of what is computed again (remat2, see split.h), as partial_eval_jaxpr_custom
// and dce_jaxpr of jax 0.4.23: what is known is bound outside; the rest becomes one equation of
// remat2, which computes again of the known values what the policy does not keep.
#include "grad/split.h"
#include "trace/state.h"

// What is said of a variable. Nothing: it is known, and can be computed again.
enum { UNKNOWN = 1, KEPT = 2 };

typedef dbx_vec(dbx_eqn) eqns;

// A Jaxpr in two halves, which share its variables.
typedef struct halves {
  const dbx_jaxpr *j;
  const dbx_param *policy; // None: nothing is kept
  dbx_map is;              // variable -> UNKNOWN, KEPT
  eqns known, again;
  dbx_u32s kept;  // variables that `again` uses and does not compute
  dbx_u32s mixed; // unknown ones that `known` uses, beside inputs
} halves;

static dbx_arena *arena_here(void) { return &dbx_trace_current()->arena; }
static dbx_var variable(dbx_atom a) { return dbx_tracer_of(a & DBX_HANDLE); }
static dbx_jaxpr *jaxpr_of(const dbx_eqn *e) { return dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr; }

static uint64_t said(const halves *h, dbx_atom a) {
  const uint64_t *at = dbx_is_literal(a) ? NULL : dbx_map_find(&h->is, variable(a));
  return at ? *at : 0;
}

static void say(halves *h, dbx_atom a, uint64_t what) {
  if (what) dbx_map_put(&h->is, variable(a), what);
}

static bool is_in(const dbx_u32s *list, dbx_var v) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == v) return true;
  return false;
}

static void use(halves *h, dbx_atom a) {
  if (said(h, a) == KEPT && !is_in(&h->kept, variable(a))) dbx_push(&h->kept, variable(a));
}

static void free_halves(halves *h) {
  dbx_map_free(&h->is);
  dbx_vec_free(&h->known), dbx_vec_free(&h->again), dbx_vec_free(&h->kept);
  dbx_vec_free(&h->mixed);
}

// ---- what some results need ----

typedef struct needed {
  dbx_set vars, lengths;
} needed;

static void need(needed *w, dbx_atom a) {
  if (dbx_is_literal(a)) return;
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  dbx_set_add(&w->vars, variable(a));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++) {
    if (!dbx_dim_is_var(t->dims[i])) continue;
    dbx_set_add(&w->vars, variable((dbx_var)dbx_dim_value(t->dims[i])));
    dbx_set_add(&w->lengths, variable((dbx_var)dbx_dim_value(t->dims[i])));
  }
}

static dbx_jaxpr *half_of(const dbx_jaxpr *like, const eqns *all, const dbx_u32s *inputs,
                          const dbx_u32s *outs, dbx_u32s *in);

// Results of a call that nothing uses are left out, and so are inputs that they alone need.
static void prune_call(dbx_eqn *e, const needed *w) {
  const dbx_jaxpr *j = jaxpr_of(e);
  dbx_arena *a = arena_here();
  eqns all = {.at = j->eqns, .n = j->n_eqns};
  dbx_u32s inputs = {0}, outs = {0}, in = {0};
  dbx_var *results = DBX_NEWN(a, dbx_var, e->n_out + 1);
  dbx_atom *operands = DBX_NEWN(a, dbx_atom, e->n_in + 1);
  for (uint32_t i = 0; i < e->n_out; i++)
    if (dbx_set_has(&w->vars, variable(e->out[i])))
      results[outs.n] = e->out[i], dbx_push(&outs, j->outs[i]);
  for (uint32_t i = 0; i < e->n_in; i++) dbx_push(&inputs, variable(j->invars[i]));
  if (outs.n < e->n_out && !j->n_const) {
    const dbx_jaxpr *half = half_of(j, &all, &inputs, &outs, &in);
    for (uint32_t i = 0, k = 0; i < in.n; i++) {
      for (k = 0; inputs.at[k] != in.at[i];) k++;
      operands[i] = e->in[k];
    }
    e->params = dbx_arena_copy(a, grad_with_jaxpr(e, half), e->n_params * sizeof *e->params);
    e->in = operands, e->n_in = in.n, e->out = results, e->n_out = outs.n;
  }
  dbx_vec_free(&inputs), dbx_vec_free(&outs), dbx_vec_free(&in);
}

static bool is_pruned(const dbx_eqn *e) {
  return e->prim->id == DBX_PRIM_pjit || e->prim->id == DBX_PRIM_remat2;
}

// The equations that the variables in w need, in their order.
static eqns needed_of(const eqns *all, needed *w) {
  eqns ret = {0};
  for (uint32_t i = all->n; i-- > 0;) {
    dbx_eqn e = all->at[i];
    bool any = !e.n_out;
    for (uint32_t k = 0; k < e.n_out; k++) any |= dbx_set_has(&w->vars, variable(e.out[k]));
    if (!any) continue;
    if (is_pruned(&e)) prune_call(&e, w);
    for (uint32_t k = 0; k < e.n_out; k++) need(w, e.out[k] & DBX_HANDLE);
    for (uint32_t k = 0; k < e.n_in; k++) need(w, e.in[k]);
    dbx_push(&ret, e);
  }
  for (uint32_t i = 0; i < ret.n / 2; i++) {
    dbx_eqn e = ret.at[i];
    ret.at[i] = ret.at[ret.n - 1 - i], ret.at[ret.n - 1 - i] = e;
  }
  return ret;
}

// The Jaxpr of these results, of those equations that they need, and of the inputs that these need
// (*in): lengths first.
static dbx_jaxpr *half_of(const dbx_jaxpr *like, const eqns *all, const dbx_u32s *inputs,
                          const dbx_u32s *outs, dbx_u32s *in) {
  dbx_arena *a = arena_here();
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  dbx_set used = {0};
  needed w = {0};
  for (uint32_t i = 0; i < outs->n; i++) need(&w, outs->at[i]);
  eqns own = needed_of(all, &w);
  for (uint32_t i = inputs->n; i-- > 0;)
    if (dbx_set_has(&w.vars, inputs->at[i])) need(&w, inputs->at[i]);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < inputs->n; i++)
      if (dbx_set_has(&w.vars, inputs->at[i]) && dbx_set_has(&w.lengths, inputs->at[i]) == !k)
        dbx_push(in, inputs->at[i]);
  *j = (dbx_jaxpr){.constvars = like->constvars,
                   .consts = like->consts,
                   .n_const = like->n_const,
                   .frame = like->frame,
                   .invars = dbx_arena_copy(a, in->at, in->n * sizeof *in->at),
                   .outs = dbx_arena_copy(a, outs->at, outs->n * sizeof *outs->at),
                   .eqns = dbx_arena_copy(a, own.at, own.n * sizeof *own.at),
                   .n_in = in->n,
                   .n_out = outs->n,
                   .n_eqns = own.n};
  dbx_jaxpr_used(j, true, &used);
  dbx_jaxpr_mark_dropped(j, &used, a);
  dbx_set_free(&used), dbx_set_free(&w.vars), dbx_set_free(&w.lengths);
  dbx_vec_free(&own);
  return j;
}

// ---- equations ----

static void add_input(dbx_u32s *inputs, dbx_atom a) {
  if (!dbx_is_literal(a) && !is_in(inputs, variable(a))) dbx_push(inputs, variable(a));
}

static void add_lengths(dbx_u32s *inputs, dbx_atom a) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) add_input(inputs, (dbx_var)dbx_dim_value(t->dims[i]));
}

// Which results of an equation depend on its unknown operands: those of a Jaxpr of it alone.
static dbx_status unknown_results(const halves *h, const dbx_eqn *e, bool *ret) {
  eqns one = {.at = (dbx_eqn *)(uintptr_t)e, .n = 1};
  dbx_u32s inputs = {0}, outs = {0}, in = {0};
  grad_split p = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; i < e->n_out; i++) ret[i] = true;
  if (!grad_splits(e->prim)) return DBX_OK;
  for (uint32_t i = 0; i < e->n_in; i++) add_input(&inputs, e->in[i]);
  for (uint32_t i = 0; i < e->n_in; i++) add_lengths(&inputs, e->in[i]);
  for (uint32_t i = 0; i < e->n_out; i++) dbx_push(&outs, e->out[i] & DBX_HANDLE);
  const dbx_jaxpr *j = half_of(h->j, &one, &inputs, &outs, &in);
  bool *unknown = DBX_TMP(bool, j->n_in + 1);
  for (uint32_t i = 0; i < j->n_in; i++) unknown[i] = said(h, j->invars[i]) == UNKNOWN;
  st = grad_split_of(j, dbx_intern(e->prim->name), unknown, NULL, &p);
  for (uint32_t i = 0; st == DBX_OK && i < e->n_out; i++) ret[i] = p.unknown[i];
  dbx_vec_free(&inputs), dbx_vec_free(&outs), dbx_vec_free(&in);
  return st;
}

// Does the policy keep what equation k gives?
static dbx_status is_saved(const halves *h, uint32_t k, bool *ret) {
  *ret = false;
  if (h->policy->kind == DBX_P_NONE) return DBX_OK;
  if (!trace_now->saves)
    return dbx_fail(DBX_E218, (dbx_span){0}, "a policy is asked by its program, not here");
  return trace_now->saves(h->policy->i, h->j, k, ret);
}

// The parameters of a call of that half.
static const dbx_kv *again_with(const dbx_eqn *e, const dbx_jaxpr *j) {
  dbx_kv *kv = dbx_arena_copy(arena_here(), grad_with_jaxpr(e, j), e->n_params * sizeof *kv);
  for (uint32_t i = 0; i < e->n_params; i++)
    if (kv[i].key == DBX_S_differentiated) kv[i].val = dbx_p_bool(true);
  return kv;
}

static void compute_again(halves *h, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++) use(h, e->in[i]);
  dbx_push(&h->again, *e);
}

static dbx_status walk(halves *h);

// ---- calls, of which the policy is asked inside ----

typedef struct call_site {
  halves *h;
  const dbx_eqn *e;
  halves inner;
  dbx_map outer; // input of the call's Jaxpr -> operand
  dbx_map kept;  // what is kept of it -> the variable that the known half gives
} call_site;

static dbx_dim outer_dim(void *ctx, dbx_dim d) {
  const call_site *c = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = variable((dbx_var)dbx_dim_value(d));
  const uint64_t *at = dbx_map_find(&c->kept, v);
  if (!at) at = dbx_map_find(&c->outer, v);
  return at ? dbx_dim_of_atom((dbx_atom)*at) : d;
}

static void keep_inner(call_site *c, dbx_var v) {
  if (dbx_map_find(&c->kept, v)) return;
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++) {
    dbx_var d = dbx_dim_is_var(t->dims[i]) ? variable((dbx_var)dbx_dim_value(t->dims[i])) : 0;
    if (d && !dbx_map_find(&c->outer, d)) keep_inner(c, d);
  }
  dbx_aval type = t->dynamic ? dbx_aval_map(dbx_var_aval(v), outer_dim, c) : dbx_var_aval(v);
  dbx_map_put(&c->kept, v, dbx_var_new(type, DBX_VAR_RESULT, c->h->j->frame));
  add_input(&c->inner.kept, v);
}

// Its known inputs give the known results and what is kept inside.
static void call_known(call_site *c) {
  dbx_arena *a = arena_here();
  halves *in = &c->inner;
  dbx_u32s inputs = {0}, outs = {0}, used = {0};
  dbx_eqn e = *c->e;
  dbx_var *results = DBX_NEWN(a, dbx_var, e.n_out + in->kept.n + 1);
  dbx_atom *operands = DBX_NEWN(a, dbx_atom, e.n_in + 1);
  for (uint32_t i = 0; i < in->j->n_in; i++)
    if (said(in, in->j->invars[i]) != UNKNOWN) dbx_push(&inputs, variable(in->j->invars[i]));
  for (uint32_t i = 0; i < e.n_out; i++)
    if (said(in, in->j->outs[i]) != UNKNOWN)
      results[outs.n] = e.out[i], dbx_push(&outs, in->j->outs[i]);
  for (uint32_t i = 0; i < in->kept.n; i++) {
    dbx_var v = (dbx_var)*dbx_map_find(&c->kept, in->kept.at[i]);
    if (is_in(&outs, in->kept.at[i])) continue;
    results[outs.n] = v, dbx_push(&outs, in->kept.at[i]);
    say(c->h, v, KEPT);
  }
  const dbx_jaxpr *j = half_of(in->j, &in->known, &inputs, &outs, &used);
  for (uint32_t i = 0; i < used.n; i++)
    operands[i] = (dbx_atom)*dbx_map_find(&c->outer, used.at[i]);
  e.params = dbx_arena_copy(a, grad_with_jaxpr(&e, j), e.n_params * sizeof *e.params);
  e.in = operands, e.n_in = used.n, e.out = results, e.n_out = outs.n;
  if (e.n_out) dbx_push(&c->h->known, e);
  dbx_vec_free(&inputs), dbx_vec_free(&outs), dbx_vec_free(&used);
}

// And the rest of what is kept, and of the other inputs.
static void call_again(call_site *c) {
  dbx_arena *a = arena_here();
  halves *in = &c->inner;
  dbx_u32s inputs = {0}, outs = {0}, used = {0};
  dbx_eqn e = *c->e;
  dbx_var *results = DBX_NEWN(a, dbx_var, e.n_out + 1);
  for (uint32_t i = 0; i < in->kept.n; i++) dbx_push(&inputs, in->kept.at[i]);
  for (uint32_t i = 0; i < in->j->n_in; i++)
    if (said(in, in->j->invars[i]) != KEPT) add_input(&inputs, in->j->invars[i]);
  for (uint32_t i = 0; i < e.n_out; i++)
    if (said(in, in->j->outs[i]) != KEPT)
      results[outs.n] = e.out[i], dbx_push(&outs, in->j->outs[i]);
  const dbx_jaxpr *j = half_of(in->j, &in->again, &inputs, &outs, &used);
  dbx_atom *operands = DBX_NEWN(a, dbx_atom, used.n + 1);
  for (uint32_t i = 0; i < used.n; i++) {
    const uint64_t *at = dbx_map_find(&c->kept, used.at[i]);
    operands[i] = (dbx_atom) * (at ? at : dbx_map_find(&c->outer, used.at[i]));
  }
  e.params = again_with(&e, j);
  e.in = operands, e.n_in = used.n, e.out = results, e.n_out = outs.n;
  if (e.n_out) compute_again(c->h, &e);
  dbx_vec_free(&inputs), dbx_vec_free(&outs), dbx_vec_free(&used);
}

static dbx_status split_inside(halves *h, const dbx_eqn *e) {
  call_site c = {h, e, {.j = jaxpr_of(e), .policy = h->policy}, {0}, {0}};
  for (uint32_t i = 0; i < e->n_in; i++) {
    say(&c.inner, c.inner.j->invars[i], said(h, e->in[i]));
    dbx_map_put(&c.outer, variable(c.inner.j->invars[i]), e->in[i]);
  }
  dbx_status st = walk(&c.inner);
  for (uint32_t i = 0; st == DBX_OK && i < e->n_out; i++) {
    dbx_atom own = c.inner.j->outs[i];
    say(h, e->out[i], said(&c.inner, own));
    if (said(&c.inner, own) == KEPT && !dbx_map_find(&c.kept, variable(own)))
      dbx_map_put(&c.kept, variable(own), e->out[i] & DBX_HANDLE);
  }
  for (uint32_t i = 0; st == DBX_OK && i < c.inner.kept.n; i++) keep_inner(&c, c.inner.kept.at[i]);
  if (st == DBX_OK) call_known(&c), call_again(&c);
  dbx_map_free(&c.outer), dbx_map_free(&c.kept);
  free_halves(&c.inner);
  return st;
}

// ---- all equations ----

static dbx_status put_equation(halves *h, uint32_t k) {
  const dbx_eqn *e = &h->j->eqns[k];
  bool mixed = false, some = false, saved;
  bool *unknown = DBX_TMP(bool, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_in; i++) mixed |= said(h, e->in[i]) == UNKNOWN;
  if (is_pruned(e) && !jaxpr_of(e)->n_const) return split_inside(h, e);
  if (!mixed) {
    dbx_push(&h->known, *e);
    DBX_TRY(is_saved(h, k, &saved));
    if (!saved) compute_again(h, e);
    for (uint32_t i = 0; saved && i < e->n_out; i++) say(h, e->out[i], KEPT);
    return DBX_OK;
  }
  DBX_TRY(unknown_results(h, e, unknown));
  for (uint32_t i = 0; i < e->n_out; i++) some |= !unknown[i];
  for (uint32_t i = 0; i < e->n_out; i++) say(h, e->out[i], unknown[i] ? UNKNOWN : 0);
  if (some) dbx_push(&h->known, *e); // which is taken apart when it is bound
  for (uint32_t i = 0; some && i < e->n_in; i++)
    if (said(h, e->in[i]) == UNKNOWN) add_input(&h->mixed, e->in[i]);
  return compute_again(h, e), DBX_OK;
}

static dbx_status walk(halves *h) {
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < h->j->n_eqns; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    st = put_equation(h, i);
    dbx_scratch_release(m);
  }
  return st;
}

// ---- the equation of remat2 ----

static bool is_input(const dbx_jaxpr *j, dbx_var v) {
  for (uint32_t i = 0; i < j->n_in; i++)
    if (variable(j->invars[i]) == v) return true;
  return false;
}

// Binds what is known of it outside: out are its results (NONE: unknown), then what `again` takes
// that is no input.
static dbx_status bind_known(const splitting *s, const halves *h, const dbx_u32s *in, V *out) {
  const dbx_jaxpr *own = h->j;
  dbx_arena *a = arena_here();
  dbx_jaxpr j = *own;
  uint32_t n = own->n_out;
  bool *want = DBX_TMP(bool, n + in->n + 1);
  V *values = DBX_TMP(V, own->n_in + h->mixed.n + 1);
  j.outs = DBX_NEWN(a, dbx_atom, n + in->n + 1);
  j.invars = DBX_NEWN(a, dbx_var, own->n_in + h->mixed.n + 1);
  for (uint32_t i = 0; i < own->n_in; i++) j.invars[i] = own->invars[i], values[i] = s->in[i];
  for (uint32_t i = 0; i < h->mixed.n; i++) {
    if (is_input(own, h->mixed.at[i])) continue;
    values[j.n_in] = dbx_val_none();
    j.invars[j.n_in++] = h->mixed.at[i];
  }
  for (uint32_t i = 0; i < n; i++) {
    j.outs[i] = own->outs[i];
    want[i] = said(h, own->outs[i]) != UNKNOWN;
  }
  for (uint32_t i = 0; i < in->n; i++)
    if (is_in(&h->kept, in->at[i])) want[n] = true, j.outs[n++] = in->at[i];
  j.n_out = n;
  j.eqns = h->known.at, j.n_eqns = h->known.n;
  return grad_known(&j, values, want, out);
}

// The equation of the rest, in the frame.
static dbx_status keep_again(const splitting *s, const halves *h, const dbx_jaxpr *j,
                             const V *kept) {
  dbx_arena *a = arena_here();
  dbx_eqn e = *s->e;
  dbx_atom *in = DBX_NEWN(a, dbx_atom, j->n_in + 1);
  dbx_var *out = DBX_NEWN(a, dbx_var, e.n_out + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_in; i++) {
    uint32_t k = 0;
    if (is_in(&h->kept, variable(j->invars[i]))) {
      DBX_TRY(dbx_frame_atom(s->g->frame, kept++, &in[i]));
      continue;
    }
    while (variable(h->j->invars[k]) != variable(j->invars[i])) k++;
    in[i] = s->e->in[k];
  }
  for (uint32_t i = 0; i < e.n_out; i++)
    if (said(h, h->j->outs[i]) == UNKNOWN) out[n++] = e.out[i];
  e.params = again_with(&e, j);
  e.in = in, e.n_in = j->n_in, e.out = out, e.n_out = n;
  grad_frame_learn(s->g);
  return grad_frame_keep(s->g, &e);
}

static dbx_jaxpr *rest_of(const halves *h, dbx_u32s *in) {
  dbx_u32s inputs = {0}, outs = {0};
  for (uint32_t i = 0; i < h->kept.n; i++) dbx_push(&inputs, h->kept.at[i]);
  for (uint32_t i = 0; i < h->j->n_in; i++) add_input(&inputs, h->j->invars[i]);
  for (uint32_t i = 0; i < h->j->n_out; i++)
    if (said(h, h->j->outs[i]) == UNKNOWN) dbx_push(&outs, h->j->outs[i]);
  dbx_jaxpr *j = half_of(h->j, &h->again, &inputs, &outs, in);
  dbx_vec_free(&inputs), dbx_vec_free(&outs);
  return j;
}

static dbx_status split(const splitting *s, halves *h, dbx_u32s *in) {
  dbx_jaxpr *j = NULL;
  V *out = NULL;
  for (uint32_t i = 0; i < h->j->n_in; i++) say(h, h->j->invars[i], s->unknown[i] ? UNKNOWN : 0);
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = walk(h);
  if (st == DBX_OK) {
    j = rest_of(h, in);
    out = DBX_TMP(V, h->j->n_out + in->n + 1);
    st = bind_known(s, h, in, out);
  }
  s->g->frame->trace->top = top;
  for (uint32_t i = 0; st == DBX_OK && i < s->e->n_out; i++)
    if (said(h, h->j->outs[i]) != UNKNOWN)
      grad_put(&s->g->env, s->e->out[i], (grad_value){out[i], dbx_val_none()});
  return st == DBX_OK && j->n_out ? keep_again(s, h, j, out + h->j->n_out) : st;
}

static dbx_status split_remat(const splitting *s) {
  halves h = {.j = jaxpr_of(s->e), .policy = dbx_eqn_param(s->e, DBX_S_policy)};
  dbx_u32s in = {0};
  dbx_status st = split(s, &h, &in);
  free_halves(&h);
  dbx_vec_free(&in);
  return st;
}

dbx_status grad_keep_residuals(const splitting *s, bool *unknown) {
  return s->e->prim->id == DBX_PRIM_remat2 ? split_remat(s) : grad_keep_stacks(s, unknown);
}
