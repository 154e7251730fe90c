// Partial evaluation of calls (see split.h): one call of what is known, one of what is linear.
#include "grad/split.h"

#include "grad/loop.h"

static dbx_sym name_of(const dbx_eqn *e) {
  const dbx_param *name = dbx_eqn_param(e, DBX_S_name);
  return name ? name->text : dbx_intern(e->prim->name);
}

static V source_value(const splitting *s, const dbx_jaxpr *j, const V *results, uint32_t source) {
  return source < j->n_in ? s->in[source] : results[source - j->n_in];
}

// What is known is bound outside: the results, and the values of the known operands' equation.
static dbx_status bind_known(const splitting *s, const grad_split *p, V *results) {
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (!s->unknown[i]) ops[n++] = s->in[i];
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = grad_call(s->e, &p->known, ops, results);
  s->g->frame->trace->top = top;
  return st;
}

// The equation of the rest, in the frame: of sizes, unknown operands and residuals.
static dbx_status keep_linear(const splitting *s, const grad_split *p, const dbx_jaxpr *j,
                              const V *results) {
  dbx_arena *a = &s->g->frame->trace->arena;
  dbx_eqn e = *s->e;
  dbx_atom *in = DBX_NEWN(a, dbx_atom, p->linear->n_in + 1);
  dbx_var *out = DBX_NEWN(a, dbx_var, p->linear->n_out + 1);
  dbx_kv *kv = DBX_NEWN(a, dbx_kv, 2);
  uint32_t n = 0;
  e.n_out = 0;
  for (uint32_t i = 0; i < p->n_residuals; i++) {
    V v = source_value(s, j, results, p->residual[i]);
    for (uint32_t k = 0; i == p->n_sizes && k < s->e->n_in; k++)
      if (s->unknown[k]) in[n++] = s->e->in[k];
    DBX_TRY(dbx_frame_atom(s->g->frame, &v, &in[n++]));
  }
  for (uint32_t k = 0; p->n_residuals == p->n_sizes && k < s->e->n_in; k++)
    if (s->unknown[k]) in[n++] = s->e->in[k];
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (p->unknown[i]) out[e.n_out++] = s->e->out[i];
  kv[0] = (dbx_kv){DBX_S_name, dbx_p_sym(name_of(s->e))};
  kv[1] = (dbx_kv){DBX_S_jaxpr, dbx_p_jaxpr(p->linear)};
  e.prim = dbx_primitive_of(DBX_PRIM_pjit);
  e.in = in, e.n_in = n, e.out = out, e.params = kv, e.n_params = 2;
  grad_frame_learn(s->g);
  return grad_frame_keep(s->g, &e);
}

static dbx_status split_call(const splitting *s) {
  const dbx_jaxpr *j = dbx_eqn_param(s->e, DBX_S_jaxpr)->jaxpr;
  grad_split p;
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = grad_split_of(j, name_of(s->e), s->unknown, s->g->residuals, &p);
  s->g->frame->trace->top = top;
  DBX_TRY(st);
  V *results = DBX_TMP(V, p.known.j->n_out + 1);
  DBX_TRY(bind_known(s, &p, results));
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (!p.unknown[i])
      grad_put(&s->g->env, s->e->out[i],
               (grad_value){source_value(s, j, results, p.known_out[i]), dbx_val_none()});
  return p.linear->n_out ? keep_linear(s, &p, j, results) : DBX_OK;
}

// ---- loops and conditionals: what is known is bound without the rest ----

// The equation is kept with all its operands; what is known of its results is not its.
dbx_status grad_keep_whole(const splitting *s, const bool *unknown_out) {
  dbx_arena *a = &s->g->frame->trace->arena;
  dbx_eqn e = *s->e;
  e.out = dbx_arena_copy(a, e.out, e.n_out * sizeof *e.out);
  for (uint32_t i = 0; i < e.n_out; i++)
    if (!unknown_out[i])
      e.out[i] =
          dbx_var_new(dbx_var_aval(s->e->out[i]), DBX_VAR_RESULT, s->g->frame->id) | DBX_DROPPED;
  return grad_frame_keep(s->g, &e);
}

dbx_status grad_put_known(const splitting *s, const dbx_eqn *known, const V *ops,
                          const bool *unknown_out) {
  V *out = DBX_TMP(V, s->e->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, s->e->n_out + 1);
  const dbx_aval *all = grad_types(&s->g->env, s->e);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (!unknown_out[i]) types[n++] = all[i];
  dbx_eqn e = *known;
  e.n_out = n;
  if (n) DBX_TRY(dbx_bind_typed(&e, ops, types, out));
  n = 0;
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (!unknown_out[i]) grad_put(&s->g->env, s->e->out[i], (grad_value){out[n++], dbx_val_none()});
  return DBX_OK;
}

dbx_status grad_loop_unknown(const dbx_eqn *e, const V *in, bool **ret) {
  loop l = loop_of(e);
  bool *unknown = DBX_TMP(bool, l.body->n_in + 1);
  for (uint32_t i = 0; i < l.body->n_in; i++) unknown[i] = false;
  for (uint32_t i = 0; i < l.n_consts; i++) unknown[i] = is_zero(in[first_const(&l) + i]);
  for (uint32_t i = 0; i < l.n_carries; i++)
    unknown[body_carry(&l) + i] = is_zero(in[first_carry(&l) + i]);
  return *ret = unknown, grad_unknown_carries(l.body, unknown, body_carry(&l), l.n_implicit);
}

// The condition without the carries that are unknown, at which it does not look.
static dbx_jaxpr *known_condition(const splitting *s, const loop *l, const bool *unknown) {
  const dbx_jaxpr *own = dbx_eqn_param(s->e, DBX_S_cond_jaxpr)->jaxpr;
  dbx_arena *a = &s->g->frame->trace->arena;
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  uint32_t first = l->n_cond_consts + l->n_implicit;
  *j = *own;
  j->invars = DBX_NEWN(a, dbx_var, own->n_in + 1);
  j->n_in = 0;
  for (uint32_t i = 0; i < own->n_in; i++)
    if (i < first || !unknown[body_carry(l) + i - first]) j->invars[j->n_in++] = own->invars[i];
  return j;
}

static dbx_status known_loop(const splitting *s, const loop *l, const bool *unknown,
                             const bool *unknown_out) {
  bool *keep = DBX_TMP(bool, s->e->n_out + 1);
  grad_jaxpr body;
  uint32_t n = 0, consts = 0;
  for (uint32_t i = 0; i < s->e->n_out; i++) keep[i] = !unknown_out[i];
  DBX_TRY(grad_known_part(l->body, unknown, keep, &body));
  V *ops = DBX_TMP(V, s->e->n_in + body.n_captures + 1);
  dbx_kv *kv = DBX_TMP(dbx_kv, s->e->n_params + 1);
  dbx_eqn e = *s->e;
  for (uint32_t i = 0; i < l->n_cond_consts; i++) ops[n++] = s->in[i];
  for (uint32_t i = 0; i < body.n_captures; i++) ops[n++] = body.captures[i];
  for (uint32_t i = first_const(l); i < s->e->n_in; i++) {
    bool carry = i >= first_carry(l);
    uint32_t at = i - (carry ? first_carry(l) - body_carry(l) : first_const(l));
    bool bound = i >= first_implicit(l) && !carry;
    if (!bound && unknown[at]) continue;
    consts += i < first_implicit(l);
    ops[n++] = s->in[i];
  }
  for (uint32_t i = 0; i < e.n_params; i++) {
    kv[i] = e.params[i];
    if (kv[i].key == DBX_S_body_jaxpr) kv[i].val = dbx_p_jaxpr(body.j);
    if (kv[i].key == DBX_S_cond_jaxpr) kv[i].val = dbx_p_jaxpr(known_condition(s, l, unknown));
    if (kv[i].key == DBX_S_body_nconsts) kv[i].val = dbx_p_int(body.n_captures + consts);
  }
  e.params = kv, e.n_in = n;
  return grad_put_known(s, &e, ops, unknown_out);
}

// Outside of frames the lengths of each trip are not known before the loop has run.
static bool has_stacks(const splitting *s, const loop *l, const bool *unknown) {
  uint32_t n = 0;
  bool own = s->e->prim->id == DBX_PRIM_for_loop || s->e->prim->id == DBX_PRIM_while_loop;
  for (uint32_t i = 0; i < l->n_carries; i++) n += unknown[body_carry(l) + i];
  return own && s->g->residuals && (!l->n_implicit || s->g->frame->parent) && n && n < l->n_carries;
}

static dbx_status split_loop(const splitting *s) {
  loop l = loop_of(s->e);
  bool *unknown, *unknown_out = DBX_TMP(bool, s->e->n_out + 1);
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = grad_loop_unknown(s->e, s->in, &unknown);
  for (uint32_t i = 0; st == DBX_OK && i < s->e->n_out; i++)
    unknown_out[i] = i >= l.n_implicit && unknown[body_carry(&l) + i - l.n_implicit];
  bool linear = st == DBX_OK && has_stacks(s, &l, unknown);
  if (st == DBX_OK && !linear) st = known_loop(s, &l, unknown, unknown_out);
  s->g->frame->trace->top = top;
  if (linear) return s->g->residuals(s, unknown);
  return st == DBX_OK ? grad_keep_whole(s, unknown_out) : st;
}

const dbx_kv *grad_with_branches(const dbx_eqn *e, const dbx_param *const *branches, uint32_t n,
                                 uint32_t n_values) {
  dbx_kv *kv = DBX_TMP(dbx_kv, e->n_params + 1);
  const dbx_param **linear = DBX_TMP(const dbx_param *, n + 1);
  uint32_t n_branches = grad_branches(e)->n;
  for (uint32_t i = 0; i < n; i++) linear[i] = dbx_p_bool(i >= n_values);
  for (uint32_t i = 0; i < e->n_params; i++) {
    kv[i] = e->params[i];
    if (kv[i].key == DBX_S_branch_jaxprs) kv[i].val = dbx_p_list(branches, n_branches);
    if (kv[i].key == DBX_S_branches) kv[i].val = dbx_p_tuple(branches, n_branches);
    if (kv[i].key == DBX_S_linear) kv[i].val = dbx_p_tuple(linear, n);
  }
  return kv;
}

// Branches get the operands behind the predicates; a result is known if it is in all of them.
static dbx_status split_cond(const splitting *s) {
  const dbx_param *branches = grad_branches(s->e);
  uint32_t first = grad_first_of_branches(s->e), n = 0;
  bool *unknown_out = DBX_TMP(bool, s->e->n_out + 1), *keep = DBX_TMP(bool, s->e->n_out + 1);
  const dbx_param **known = DBX_TMP(const dbx_param *, branches->n);
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t i = 0; i < s->e->n_out; i++) unknown_out[i] = false;
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = DBX_OK;
  for (uint32_t k = 0; st == DBX_OK && k < branches->n; k++) {
    grad_split p;
    st =
        grad_split_of(branches->item[k]->jaxpr, dbx_intern("branch"), s->unknown + first, NULL, &p);
    for (uint32_t i = 0; st == DBX_OK && i < s->e->n_out; i++) unknown_out[i] |= p.unknown[i];
  }
  for (uint32_t i = 0; i < s->e->n_out; i++) keep[i] = !unknown_out[i];
  for (uint32_t k = 0; st == DBX_OK && k < branches->n; k++) {
    grad_jaxpr part;
    st = grad_known_part(branches->item[k]->jaxpr, s->unknown + first, keep, &part);
    if (st == DBX_OK && part.n_captures)
      st = dbx_fail(DBX_E218, (dbx_span){0},
                    "a branch with constants of its own is not differentiated");
    if (st == DBX_OK) known[k] = dbx_p_jaxpr(part.j);
  }
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (!s->unknown[i]) ops[n++] = s->in[i];
  if (st == DBX_OK) {
    dbx_eqn e = *s->e;
    e.params = grad_with_branches(s->e, known, n - first, n - first), e.n_in = n;
    st = grad_put_known(s, &e, ops, unknown_out);
  }
  s->g->frame->trace->top = top;
  return st == DBX_OK ? grad_keep_whole(s, unknown_out) : st;
}

// A circuit with unknown operands is one of tangents, and linear as a whole.
bool grad_splits(const dbx_primitive *p) { return p->nested && p->id != DBX_PRIM_func; }

dbx_status grad_split_eqn(grad_frame *g, const dbx_eqn *e, const V *in) {
  splitting s = {g, e, in, DBX_TMP(bool, e->n_in + 1)};
  for (uint32_t i = 0; i < e->n_in; i++) s.unknown[i] = is_zero(in[i]);
  if (e->prim->id == DBX_PRIM_remat2 && g->residuals) return g->residuals(&s, NULL);
  if (dbx_is_call(e->prim)) return split_call(&s);
  if (e->prim->id == DBX_PRIM_scan) return grad_split_scan(&s);
  return dbx_is_choice(e->prim) ? split_cond(&s) : split_loop(&s);
}
