// Derivatives of jax's scan: tangents are carried and scanned beside their values; backwards, each
// trip begins with what the carries were then.
#include "grad/scan.h"
#include "trace/lax.h"

#include <string.h>

// ---- tangents ----

// Of n items in parts that end at end[], the marked ones of `more` behind each part.
static uint32_t interleave(const dbx_atom *own, uint32_t n, const dbx_atom *more,
                           const bool *marked, const uint32_t *end, uint32_t parts, dbx_atom *ret) {
  uint32_t at = 0, i = 0, k = 0, m = 0;
  for (uint32_t p = 0; p < parts; p++) {
    for (; i < end[p]; i++) ret[at++] = own[i];
    for (; k < end[p]; k++)
      if (marked[k]) ret[at++] = more[m++];
  }
  return (void)n, at;
}

static dbx_status body_with_tangents(const jvp_site *s, const scan *c, bool *in, bool *out,
                                     grad_jaxpr *ret) {
  bool more = true, *all = DBX_TMP(bool, c->body->n_out + 1);
  memset(all, 0, c->body->n_out + 1);
  while (more) {
    more = false;
    memcpy(all, in + c->n_consts, c->n_carries);
    DBX_TRY(grad_jvp_of(c->body, dbx_intern("body"), s->bind, in, all, out, ret));
    for (uint32_t i = 0; i < c->n_carries; i++) {
      more |= out[i] && !in[c->n_consts + i];
      in[c->n_consts + i] |= out[i];
    }
  }
  return ret->n_captures ? dbx_jvp_none(s) : DBX_OK;
}

dbx_status dbx_jvp_scan(const jvp_site *s) {
  scan c = scan_of(s->e);
  const dbx_jaxpr *j = c.body;
  bool *in = DBX_TMP(bool, j->n_in + 1), *out = DBX_TMP(bool, j->n_out + 1),
       *linear = DBX_TMP(bool, 2 * j->n_in + 1);
  V *ops = DBX_TMP(V, 2 * s->e->n_in + 1), *made = DBX_TMP(V, 2 * s->e->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, 2 * s->e->n_out + 1);
  grad_jaxpr b;
  uint32_t n = 0, n_out = 0, k[3] = {0}, i = 0;
  uint32_t end[] = {c.n_consts, c.n_consts + c.n_carries, j->n_in},
           out_end[] = {c.n_carries, j->n_out};
  for (uint32_t x = 0; x < j->n_in; x++) in[x] = !is_zero(s->t[x]);
  DBX_TRY(body_with_tangents(s, &c, in, out, &b));
  for (uint32_t p = 0; p < 3; p++) {
    for (uint32_t x = i; x < end[p]; x++) linear[n] = false, ops[n++] = s->x[x];
    for (; i < end[p]; i++)
      if (in[i])
        linear[n] = true, k[p]++, ops[n++] = grad_or_zeros(s->t[i], dbx_val_aval(&s->x[i]));
  }
  uint32_t n_linear = n;
  for (uint32_t x = j->n_in; x < s->e->n_in; x++) ops[n++] = s->x[x];
  for (uint32_t p = 0, x = 0, y = 0; p < 2; p++) {
    for (; x < out_end[p]; x++) types[n_out++] = s->type[x];
    for (; y < out_end[p]; y++)
      if (out[y]) types[n_out++] = s->type[y];
  }
  dbx_atom *ins = DBX_TMP(dbx_atom, b.j->n_in + 1), *outs = DBX_TMP(dbx_atom, b.j->n_out + 1);
  interleave(b.j->invars, j->n_in, b.j->invars + j->n_in, in, end, 3, ins);
  interleave(b.j->outs, j->n_out, b.j->outs + j->n_out, out, out_end, 2, outs);
  if (b.j->n_in) memcpy(b.j->invars, ins, b.j->n_in * sizeof *ins);
  if (b.j->n_out) memcpy(b.j->outs, outs, b.j->n_out * sizeof *outs);
  dbx_eqn e = *s->e;
  e.params = scan_params(&c, b.j, c.n_consts + k[0], c.n_carries + k[1], linear, n_linear);
  e.n_in = n, e.n_out = n_out;
  DBX_TRY(dbx_bind_typed(&e, ops, types, made));
  for (uint32_t p = 0, x = 0, y = 0, at = 0; p < 2; p++) {
    for (; x < out_end[p]; x++) s->y[x] = made[at++];
    for (; y < out_end[p]; y++)
      if (out[y]) s->ty[y] = made[at++];
  }
  return DBX_OK;
}

// ---- backwards ----

typedef struct back {
  const transpose_site *s;
  scan c;
  bool *unknown; // inputs of the body
  const V *ops, *ct;
  bool reverse;
} back;

static bool unknown_carry(const back *b, uint32_t i) { return b->unknown[b->c.n_consts + i]; }

// Inputs of the body: known carries and rows in their order; NONE: unknown.
static V *inputs_of(const back *b, const V *carries, const V *rows) {
  V *in = DBX_TMP(V, b->c.body->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->c.n_consts; i++, n++)
    in[n] = b->unknown[n] ? dbx_val_none() : b->ops[n];
  for (uint32_t i = 0; i < b->c.n_carries; i++, n++)
    in[n] = b->unknown[n] ? dbx_val_none() : *carries++;
  for (uint32_t i = 0; i < b->c.n_xs; i++, n++) in[n] = b->unknown[n] ? dbx_val_none() : *rows++;
  return in;
}

// Of known carries and rows: the next carries, and what these were.
static dbx_status forward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  uint32_t known = 0, at = 0;
  for (uint32_t i = 0; i < b->c.n_carries; i++) known += !unknown_carry(b, i);
  V *out = DBX_TMP(V, b->c.body->n_out + 1), *next = DBX_TMP(V, 2 * n + 1);
  bool *want = DBX_TMP(bool, b->c.body->n_out + 1);
  for (uint32_t i = 0; i < b->c.body->n_out; i++)
    want[i] = i < b->c.n_carries && !unknown_carry(b, i);
  DBX_TRY(grad_known(b->c.body, inputs_of(b, args, args + known), want, out));
  for (uint32_t i = 0; i < b->c.n_carries; i++)
    if (!unknown_carry(b, i)) next[at++] = out[i];
  for (uint32_t i = 0; i < known; i++) next[at++] = args[i];
  return grad_leaves_of(next, at, ret);
}

// Carried: cotangents of the constants and of the carries. Rows: cotangents of the results' rows,
// what the known carries were, the known rows. Gives cotangents of the unknown rows.
static dbx_status backward(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const back *b = ctx;
  const scan *c = &b->c;
  V *ct = DBX_TMP(V, c->body->n_out + 1), *made = DBX_TMP(V, c->body->n_in + 1),
    *next = DBX_TMP(V, n + c->body->n_in + 1);
  const V *sums = args;
  uint32_t at = 0, sum = 0, known = 0;
  for (uint32_t i = 0; i < c->n_consts; i++) args += b->unknown[i];
  for (uint32_t i = 0; i < c->n_carries; i++)
    ct[i] = unknown_carry(b, i) ? *args++ : dbx_val_none(), known += !unknown_carry(b, i);
  for (uint32_t i = c->n_carries; i < c->body->n_out; i++)
    ct[i] = is_zero(b->ct[i]) ? dbx_val_none() : *args++;
  DBX_TRY(grad_pull(c->body, b->s->backward, inputs_of(b, args, args + known), ct, made));
  for (uint32_t i = 0; i < c->n_consts; i++)
    if (b->unknown[i]) next[at++] = grad_add(sums[sum++], made[i]);
  for (uint32_t i = c->n_consts; i < c->body->n_in; i++)
    if (b->unknown[i]) next[at++] = made[i];
  return grad_leaves_of(next, at, ret);
}

static V length_of(const back *b) {
  const dbx_param *p = dbx_eqn_param(b->c.e, DBX_S_length);
  return p->kind == DBX_P_INT ? jn_int(p->i) : b->ops[b->c.e->n_in - 1];
}

static dbx_status scan_backwards(void *ctx, const V *ops, V *out) {
  back *b = ctx;
  const scan *c = &b->c;
  const transpose_site *s = b->s;
  dbx_leaves kept, made;
  V *init = DBX_TMP(V, 2 * s->e->n_in + s->e->n_out + 1);
  uint32_t n = 0, known, carried, at = 0;
  b->ops = ops, b->ct = ops + s->e->n_in;
  for (uint32_t i = 0; i < c->n_carries; i++)
    if (!unknown_carry(b, i)) init[n++] = lax_asarray(ops[c->n_consts + i]);
  known = n;
  for (uint32_t i = c->n_consts + c->n_carries; i < c->body->n_in; i++)
    if (!b->unknown[i]) init[n++] = ops[i];
  if (known) {
    dbx_scan_spec ahead = {{forward, b, dbx_intern("scan")}, known, length_of(b), b->reverse, 1, 0};
    DBX_TRY(dbx_bind_scan(&ahead, init, n, &kept));
  }
  V *rows = DBX_TMP(V, n + 1);
  uint32_t n_rows = n - known;
  memcpy(rows, init + known, n_rows * sizeof *rows);
  n = 0;
  for (uint32_t i = 0; i < c->n_consts; i++)
    if (b->unknown[i]) init[n++] = lax_asarray(grad_zeros(s->type[i]));
  for (uint32_t i = 0; i < c->n_carries; i++)
    if (unknown_carry(b, i))
      init[n++] = lax_asarray(grad_or_zeros(b->ct[i], s->type[c->n_consts + i]));
  carried = n;
  for (uint32_t i = c->n_carries; i < c->body->n_out; i++)
    if (!is_zero(b->ct[i])) init[n++] = b->ct[i];
  dbx_scan_spec behind = {
      {backward, b, dbx_intern("scan")}, carried, length_of(b), !b->reverse, 1, n};
  for (uint32_t i = 0; i < known; i++) init[n++] = kept.at[known + i];
  for (uint32_t i = 0; i < n_rows; i++) init[n++] = rows[i];
  DBX_TRY(dbx_bind_scan(&behind, init, n, &made));
  for (uint32_t i = 0, next = 0; i < c->body->n_in; i++) {
    if (!b->unknown[i]) continue;
    if (is_linear(s, i)) out[at++] = made.at[next];
    next++;
  }
  return DBX_OK;
}

dbx_status dbx_transpose_scan(const transpose_site *s) {
  back b = {.s = s, .c = scan_of(s->e), .reverse = dbx_eqn_int(s->e, DBX_S_reverse)};
  uint32_t n = 0, at = 0;
  b.unknown = DBX_TMP(bool, b.c.body->n_in + 1);
  DBX_TRY(scan_unknown(&b.c, s->x, b.unknown));
  V *ops = DBX_TMP(V, s->e->n_in + s->e->n_out + 1), *out = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = s->x[i], n += is_linear(s, i);
  for (uint32_t i = 0; i < s->e->n_out; i++) ops[s->e->n_in + i] = s->ct[i];
  DBX_TRY(grad_stage(s->e, scan_backwards, &b, ops, s->e->n_in + s->e->n_out, out, n));
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_linear(s, i)) s->ret[i] = out[at++];
  return DBX_OK;
}

dbx_status dbx_transpose_while(const transpose_site *s) {
  (void)s;
  return dbx_fail_as(DBX_E218, DBX_S_ValueError, (dbx_span){0},
                     "Reverse-mode differentiation does not work for lax.while_loop or "
                     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
                     "fori_loop with static start/stop.");
}
