// Partial evaluation of calls (see split.h): one call of what is known, one of what is linear.
#include "grad/split.h"

typedef struct splitting {
  grad_frame *g;
  const dbx_eqn *e;
  const V *in;
  bool *unknown; // operands
} splitting;

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
  kv[0] = (dbx_kv){DBX_S_name, dbx_eqn_param(s->e, DBX_S_name)};
  kv[1] = (dbx_kv){DBX_S_jaxpr, dbx_p_jaxpr(p->linear)};
  e.in = in, e.n_in = n, e.out = out, e.params = kv, e.n_params = 2;
  grad_frame_keep(s->g, &e);
  return grad_frame_learn(s->g), DBX_OK;
}

static dbx_status split_call(const splitting *s) {
  const dbx_jaxpr *j = dbx_eqn_param(s->e, DBX_S_jaxpr)->jaxpr;
  grad_split p;
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = grad_split_of(j, dbx_eqn_param(s->e, DBX_S_name)->text, s->unknown, &p);
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

bool grad_splits(const dbx_primitive *p) { return p->id == DBX_PRIM_pjit; }

dbx_status grad_split_eqn(grad_frame *g, const dbx_eqn *e, const V *in) {
  splitting s = {g, e, in, DBX_TMP(bool, e->n_in + 1)};
  for (uint32_t i = 0; i < e->n_in; i++) s.unknown[i] = is_zero(in[i]);
  return split_call(&s);
}
