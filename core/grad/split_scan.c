// Partial evaluation of a scan (see split.h).
#include "grad/scan.h"
#include "grad/split.h"

typedef struct parts {
  scan c;
  const bool *unknown; // inputs of the body
  bool *unknown_out;   // its results
  grad_split split;
} parts;

// ---- with residuals: two scans, of which the second is linear ----

static bool is_const(const parts *p, uint32_t source) { return source < p->c.n_consts; }

// Rows that are there already.
static bool is_row(const parts *p, uint32_t source) {
  return source >= p->c.n_consts + p->c.n_carries && source < p->c.body->n_in;
}

// Every unknown carry has an equation, and nothing has a length that is not known.
static bool has_residuals(const splitting *s, const parts *p) {
  bool ok = s->g->residuals && !p->split.n_sizes && s->e->n_in == p->c.body->n_in;
  for (uint32_t i = 0; i < p->c.n_carries; i++)
    ok &= p->split.unknown[i] == p->unknown[p->c.n_consts + i];
  const dbx_jaxpr *known = p->split.known.j;
  for (uint32_t i = 0; i < known->n_in; i++)
    ok &= !dbx_aval_at(dbx_var_aval(known->invars[i]))->dynamic;
  for (uint32_t i = 0; i < known->n_out; i++)
    ok &= !dbx_aval_at(dbx_atom_aval(known->outs[i]))->dynamic;
  return ok;
}

static dbx_aval rows_of(const parts *p, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
  dims[0] = dbx_dim_int(dbx_eqn_int(p->c.e, DBX_S_length));
  for (uint32_t i = 0; i < t->rank; i++) dims[i + 1] = t->dims[i];
  return dbx_aval_of(t->dtype, t->weak, t->rank + 1, dims);
}

// Gives the rows of the residuals that are no constants.
static dbx_status bind_known(const splitting *s, const parts *p, V *rows) {
  const scan *c = &p->c;
  uint32_t n = 0, n_out = 0, consts = p->split.known.n_captures, carries = 0,
           *source = DBX_TMP(uint32_t, c->body->n_out + p->split.n_residuals + 1);
  const dbx_aval *types = grad_types(&s->g->env, s->e);
  for (uint32_t i = 0; i < c->body->n_out; i++)
    if (!p->unknown_out[i]) source[n_out++] = p->split.known_out[i];
  uint32_t n_own = n_out;
  for (uint32_t i = 0; i < p->split.n_residuals; i++)
    if (!is_const(p, p->split.residual[i]) && !is_row(p, p->split.residual[i]))
      source[n_out++] = p->split.residual[i];
  grad_jaxpr known = grad_part_of(c->body, &p->split, p->unknown, source, n_out);
  V *ops = DBX_TMP(V, known.j->n_in + 1), *out = DBX_TMP(V, n_out + 1);
  bool *linear = DBX_TMP(bool, known.j->n_in + 1);
  dbx_aval *all = DBX_TMP(dbx_aval, n_out + 1);
  for (uint32_t i = 0; i < known.n_captures; i++) ops[n++] = known.captures[i];
  for (uint32_t i = 0; i < c->body->n_in; i++) {
    if (p->unknown[i]) continue;
    consts += is_const(p, i), carries += !is_const(p, i) && i < c->n_consts + c->n_carries;
    ops[n++] = s->in[i];
  }
  for (uint32_t i = 0; i < n; i++) linear[i] = false;
  for (uint32_t i = 0, at = 0; i < c->body->n_out; i++)
    if (!p->unknown_out[i]) all[at++] = types[i];
  for (uint32_t i = n_own; i < n_out; i++) all[i] = rows_of(p, dbx_atom_aval(known.j->outs[i]));
  dbx_eqn e = *s->e;
  e.n_in = n, e.n_out = n_out;
  e.params = scan_params(c, known.j, consts, carries, linear, n);
  if (n_out) DBX_TRY(dbx_bind_typed(&e, ops, all, out));
  for (uint32_t i = 0, at = 0; i < c->body->n_out; i++)
    if (!p->unknown_out[i])
      grad_put(&s->g->env, s->e->out[i], (grad_value){out[at++], dbx_val_none()});
  for (uint32_t i = 0, at = n_own; i < p->split.n_residuals; i++) {
    uint32_t from = p->split.residual[i];
    if (!is_const(p, from)) *rows++ = is_row(p, from) ? s->in[from] : out[at++];
  }
  return DBX_OK;
}

// The linear part, of *constant residuals *unknown inputs *rows of residuals.
static dbx_status keep_linear(const splitting *s, const parts *p, const V *rows) {
  dbx_arena *a = &s->g->frame->trace->arena;
  const scan *c = &p->c;
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  const dbx_jaxpr *own = p->split.linear;
  dbx_eqn e = *s->e;
  uint32_t n = 0, n_unknown = own->n_in - p->split.n_residuals, consts = 0, carries = 0, n_out = 0;
  dbx_atom *in = DBX_NEWN(a, dbx_atom, own->n_in + 1);
  dbx_var *out = DBX_NEWN(a, dbx_var, own->n_out + 1);
  bool *linear = DBX_TMP(bool, own->n_in + 1);
  *j = *own;
  j->invars = DBX_NEWN(a, dbx_var, own->n_in + 1);
  for (uint32_t i = 0; i < p->split.n_residuals; i++) {
    if (!is_const(p, p->split.residual[i])) continue;
    linear[n] = false, j->invars[n] = own->invars[n_unknown + i];
    DBX_TRY(dbx_frame_atom(s->g->frame, &s->in[p->split.residual[i]], &in[n++]));
  }
  consts = n;
  for (uint32_t i = 0, at = 0; i < c->body->n_in; i++) {
    if (!p->unknown[i]) continue;
    consts += is_const(p, i), carries += !is_const(p, i) && i < c->n_consts + c->n_carries;
    linear[n] = true, j->invars[n] = own->invars[at++];
    in[n++] = s->e->in[i];
  }
  for (uint32_t i = 0; i < p->split.n_residuals; i++) {
    if (is_const(p, p->split.residual[i])) continue;
    linear[n] = false, j->invars[n] = own->invars[n_unknown + i];
    DBX_TRY(dbx_frame_atom(s->g->frame, rows++, &in[n++]));
  }
  for (uint32_t i = 0; i < c->body->n_out; i++)
    if (p->unknown_out[i]) out[n_out++] = s->e->out[i];
  const dbx_kv *kv = scan_params(c, j, consts, carries, linear, n);
  e.params = dbx_arena_copy(a, kv, e.n_params * sizeof *kv);
  e.in = in, e.n_in = n, e.out = out, e.n_out = n_out;
  grad_frame_learn(s->g);
  return grad_frame_keep(s->g, &e);
}

// ---- without: what is known alone, and the whole ----

static dbx_status bind_known_alone(const splitting *s, const parts *p) {
  const scan *c = &p->c;
  bool *keep = DBX_TMP(bool, c->body->n_out + 1);
  uint32_t n = 0, consts = 0, carries = 0;
  grad_jaxpr known;
  for (uint32_t i = 0; i < c->body->n_out; i++) keep[i] = !p->unknown_out[i];
  DBX_TRY(grad_known_part(c->body, p->unknown, keep, &known));
  V *ops = DBX_TMP(V, s->e->n_in + known.n_captures + 1);
  bool *linear = DBX_TMP(bool, s->e->n_in + known.n_captures + 1);
  for (uint32_t i = 0; i < known.n_captures; i++)
    linear[n] = false, ops[n++] = known.captures[i], consts++;
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    if (i < c->body->n_in && p->unknown[i]) continue;
    consts += i < c->n_consts, carries += i >= c->n_consts && i < c->n_consts + c->n_carries;
    linear[n] = false, ops[n++] = s->in[i];
  }
  dbx_eqn e = *s->e;
  e.n_in = n;
  e.params = scan_params(c, known.j, consts, carries, linear, n - (s->e->n_in - c->body->n_in));
  return grad_put_known(s, &e, ops, p->unknown_out);
}

static dbx_status find_parts(const splitting *s, parts *p) {
  const dbx_jaxpr *j = p->c.body;
  bool *unknown = DBX_TMP(bool, j->n_in + 1);
  p->unknown = unknown, p->unknown_out = DBX_TMP(bool, j->n_out + 1);
  DBX_TRY(scan_unknown(&p->c, s->in, unknown));
  DBX_TRY(grad_split_of(j, dbx_intern("body"), unknown, s->g->residuals, &p->split));
  for (uint32_t i = 0; i < j->n_out; i++)
    p->unknown_out[i] = i < p->c.n_carries ? unknown[p->c.n_consts + i] : p->split.unknown[i];
  return DBX_OK;
}

dbx_status grad_split_scan(const splitting *s) {
  parts p = {.c = scan_of(s->e)};
  V *rows = NULL;
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = find_parts(s, &p);
  if (st == DBX_OK && has_residuals(s, &p)) {
    rows = DBX_TMP(V, p.split.n_residuals + 1);
    st = bind_known(s, &p, rows);
  } else if (st == DBX_OK) st = bind_known_alone(s, &p);
  s->g->frame->trace->top = top;
  if (st == DBX_OK && rows) return keep_linear(s, &p, rows);
  return st == DBX_OK ? grad_keep_whole(s, p.unknown_out) : st;
}
