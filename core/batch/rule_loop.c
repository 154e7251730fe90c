// Loops over a further axis (see rule.h).
#include "batch/rule.h"

#include <string.h>

// The operands of a loop in their order: constants of its parts, what is not carried, carries.
typedef struct looping {
  const batch_site *s;
  const dbx_jaxpr *body;
  uint32_t n_consts, first_const;  // of the body, among the operands
  uint32_t n_between;              // inputs of the body between its constants and its carries
  uint32_t n_carries, first_carry; // among the operands
  uint32_t n_outs;                 // results of the body; beyond the carries they may be anything
  const int64_t *tail;             // axes of its inputs after the carries
  uint32_t n_tail;
  bool const_front; // mapped constants are moved to the front
  int64_t *carry;   // the axis of each carry, or DBX_UNMAPPED
} looping;

static dbx_sym loop_name(const looping *l) { return dbx_intern(l->s->e->prim->name); }

static int64_t const_axis(const looping *l, uint32_t i) {
  int64_t axis = l->s->in[l->first_const + i].axis;
  return l->const_front && axis != DBX_UNMAPPED ? 0 : axis;
}

static int64_t *body_inputs(const looping *l) {
  int64_t *in = DBX_TMP(int64_t, l->body->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n_consts; i++) in[n++] = const_axis(l, i);
  for (uint32_t i = 0; i < l->n_between; i++) in[n++] = DBX_UNMAPPED;
  for (uint32_t i = 0; i < l->n_carries; i++) in[n++] = l->carry[i];
  for (uint32_t i = 0; i < l->n_tail; i++) in[n++] = l->tail[i];
  return in;
}

// Results along the axes of the carries; with `open` those that are not mapped yet may become it.
static dbx_status body_over(const looping *l, bool open, batch_jaxpr *ret) {
  int64_t *to = DBX_TMP(int64_t, l->n_outs + 1);
  for (uint32_t i = 0; i < l->n_outs; i++)
    to[i] = i < l->n_carries && (!open || l->carry[i] != DBX_UNMAPPED) ? l->carry[i]
                                                                       : BATCH_FRONT_IF_MAPPED;
  return batch_of_jaxpr(l->s, l->body, loop_name(l), body_inputs(l), to, ret);
}

// A carry is mapped if it begins so, or if the body makes it so.
static dbx_status find_carries(looping *l, batch_jaxpr *ret) {
  l->carry = DBX_TMP(int64_t, l->n_carries + 1);
  for (uint32_t i = 0; i < l->n_carries; i++)
    l->carry[i] = is_mapped(l->s->in[l->first_carry + i]) ? 0 : DBX_UNMAPPED;
  for (bool again = true; again;) {
    DBX_TRY(body_over(l, true, ret));
    again = false;
    for (uint32_t i = 0; i < l->n_carries; i++) {
      again |= l->carry[i] != ret->out[i];
      l->carry[i] = ret->out[i];
    }
  }
  return DBX_OK;
}

static V start_of(const looping *l, uint32_t i) {
  dbx_mapped m = l->s->in[l->first_carry + i];
  return l->carry[i] == DBX_UNMAPPED ? m.v : batch_match(m, l->s->size, l->carry[i]);
}

static uint32_t push_all(V *ops, uint32_t n, const V *more, uint32_t n_more) {
  for (uint32_t i = 0; i < n_more; i++) ops[n + i] = more[i];
  return n + n_more;
}

static dbx_status mapped_bound(const looping *l, const char *what) {
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "vmap: the %s of a %s differs between the examples; use jax.lax.while_loop or "
                  "jax.lax.fori_loop, which go on until all examples are done",
                  what, l->s->e->prim->name);
}

static dbx_status mapped_size(const looping *l) {
  return dbx_fail(DBX_E302, (dbx_span){0},
                  "vmap: a length that a %s carries differs between the examples",
                  l->s->e->prim->name);
}

// ---- Catalyst's for_loop ----

dbx_status dbx_batch_for_loop(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  uint32_t k = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts),
           d = (uint32_t)dbx_eqn_int(e, DBX_S_nimplicit);
  uint32_t n = e->n_in - k - d - 4;
  looping l = {.s = s, .body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr, .n_consts = k};
  l.n_between = d + 1, l.n_carries = n, l.first_carry = k + d + 4, l.n_outs = d + n;
  for (uint32_t i = k + d; i < k + d + 4; i++)
    if (is_mapped(s->in[i])) return mapped_bound(&l, "bound");
  if (d)
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "vmap of a for_loop whose lengths are arguments is not offered; use "
                    "allow_array_resizing=False");
  batch_jaxpr b;
  DBX_TRY(find_carries(&l, &b));
  V *ops = DBX_TMP(V, b.n_captures + e->n_in + 1);
  uint32_t at = push_all(ops, 0, b.captures, b.n_captures);
  for (uint32_t i = 0; i < l.first_carry; i++) ops[at++] = s->in[i].v;
  for (uint32_t i = 0; i < n; i++) ops[at++] = start_of(&l, i);
  for (uint32_t i = 0; i < n; i++) out[i].axis = l.carry[i];
  dbx_kv with[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(b.j)},
                   {DBX_S_body_nconsts, dbx_p_int(k + b.n_captures)}};
  return batch_bind(s, e->prim, ops, at, batch_params(s, with, 2), e->n_params, out);
}

// ---- while ----

typedef struct testing {
  looping l;
  const dbx_jaxpr *test;
  uint32_t n_consts; // of the condition, which come first
} testing;

static dbx_status test_over(const testing *t, int64_t to, batch_jaxpr *ret) {
  int64_t *in = DBX_TMP(int64_t, t->test->n_in + 1);
  for (uint32_t i = 0; i < t->n_consts; i++) in[i] = t->l.s->in[i].axis;
  memcpy(in + t->n_consts, t->l.carry, t->l.n_carries * sizeof *in);
  return batch_of_jaxpr(t->l.s, t->test, loop_name(&t->l), in, &to, ret);
}

static uint32_t while_operands(const testing *t, const batch_jaxpr *test, const batch_jaxpr *body,
                               V *ops) {
  const batch_site *s = t->l.s;
  uint32_t n = push_all(ops, 0, test->captures, test->n_captures);
  for (uint32_t i = 0; i < t->n_consts; i++) ops[n++] = s->in[i].v;
  n = push_all(ops, n, body->captures, body->n_captures);
  for (uint32_t i = 0; i < t->l.n_consts; i++) ops[n++] = s->in[t->l.first_const + i].v;
  for (uint32_t i = 0; i < t->l.n_carries; i++) ops[n++] = start_of(&t->l, i);
  return n;
}

// With a condition that differs between the examples all carries are mapped: those of examples that
// are done stay.
static dbx_status over_examples(testing *t, uint32_t n_lengths, batch_jaxpr *test,
                                batch_jaxpr *body) {
  DBX_TRY(find_carries(&t->l, body));
  DBX_TRY(test_over(t, BATCH_FRONT_IF_MAPPED, test));
  for (uint32_t i = 0; i < n_lengths; i++)
    if (t->l.carry[i] != DBX_UNMAPPED) return mapped_size(&t->l);
  if (test->out[0] == DBX_UNMAPPED) return DBX_OK;
  if (n_lengths) return mapped_size(&t->l);
  for (uint32_t i = 0; i < t->l.n_carries; i++) t->l.carry[i] = 0;
  DBX_TRY(body_over(&t->l, false, body));
  return test_over(t, 0, test);
}

static dbx_status map_while(const batch_site *s, uint32_t n_lengths, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  uint32_t kc = (uint32_t)dbx_eqn_int(e, DBX_S_cond_nconsts),
           kb = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts), n = e->n_in - kc - kb;
  testing t = {.test = dbx_eqn_param(e, DBX_S_cond_jaxpr)->jaxpr, .n_consts = kc};
  t.l = (looping){.s = s, .body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr, .n_consts = kb};
  t.l.first_const = kc, t.l.first_carry = kc + kb, t.l.n_carries = t.l.n_outs = n;
  batch_jaxpr test, body;
  DBX_TRY(over_examples(&t, n_lengths, &test, &body));
  V *ops = DBX_TMP(V, test.n_captures + body.n_captures + e->n_in + 1);
  uint32_t n_ops = while_operands(&t, &test, &body, ops);
  for (uint32_t i = 0; i < n; i++) out[i].axis = t.l.carry[i];
  dbx_kv kv[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(body.j)},
                 {DBX_S_body_nconsts, dbx_p_int(kb + body.n_captures)},
                 {DBX_S_cond_jaxpr, dbx_p_jaxpr(test.j)},
                 {DBX_S_cond_nconsts, dbx_p_int(kc + test.n_captures)}};
  bool one = test.out[0] == DBX_UNMAPPED;
  if (one) return batch_bind(s, e->prim, ops, n_ops, batch_params(s, kv, 4), e->n_params, out);
  return batch_bind(s, dbx_primitive_of(DBX_PRIM_while), ops, n_ops, kv, 4, out);
}

dbx_status dbx_batch_while(const batch_site *s, dbx_mapped *out) { return map_while(s, 0, out); }

dbx_status dbx_batch_while_loop(const batch_site *s, dbx_mapped *out) {
  return map_while(s, (uint32_t)dbx_eqn_int(s->e, DBX_S_nimplicit), out);
}

// ---- scan ----

static V moved_if_mapped(dbx_mapped m, int64_t to) {
  return is_mapped(m) ? batch_move(m.v, m.axis, to) : m.v;
}

// Rows keep the axis in front: their examples come behind it.
static uint32_t scan_operands(const looping *l, const batch_jaxpr *b, V *ops) {
  const batch_site *s = l->s;
  uint32_t n = push_all(ops, 0, b->captures, b->n_captures), first = l->n_consts + l->n_carries;
  for (uint32_t i = 0; i < l->n_consts; i++) ops[n++] = moved_if_mapped(s->in[i], 0);
  for (uint32_t i = 0; i < l->n_carries; i++) ops[n++] = start_of(l, i);
  for (uint32_t i = first; i < s->e->n_in; i++) ops[n++] = moved_if_mapped(s->in[i], 1);
  return n;
}

dbx_status dbx_batch_scan(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  uint32_t k = (uint32_t)dbx_eqn_int(e, DBX_S_num_consts),
           c = (uint32_t)dbx_eqn_int(e, DBX_S_num_carry);
  looping l = {.s = s, .body = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr, .n_consts = k};
  l.const_front = true;
  l.n_carries = c, l.first_carry = k, l.n_outs = e->n_out, l.n_tail = l.body->n_in - k - c;
  int64_t *rows = DBX_TMP(int64_t, l.n_tail + 1);
  for (uint32_t i = 0; i < l.n_tail; i++) rows[i] = is_mapped(s->in[k + c + i]) ? 0 : DBX_UNMAPPED;
  l.tail = rows;
  if (e->n_in > l.body->n_in && is_mapped(s->in[e->n_in - 1])) return mapped_bound(&l, "length");
  batch_jaxpr b;
  DBX_TRY(find_carries(&l, &b));
  V *ops = DBX_TMP(V, b.n_captures + e->n_in + 1);
  uint32_t n = scan_operands(&l, &b, ops);
  for (uint32_t i = 0; i < e->n_out; i++)
    out[i].axis = i < c ? l.carry[i] : b.out[i] == DBX_UNMAPPED ? DBX_UNMAPPED : 1;
  dbx_kv with[] = {{DBX_S_jaxpr, dbx_p_jaxpr(b.j)},
                   {DBX_S_linear, dbx_p_all_false(b.n_captures + l.body->n_in)},
                   {DBX_S_num_consts, dbx_p_int(k + b.n_captures)}};
  return batch_bind(s, e->prim, ops, n, batch_params(s, with, 3), e->n_params, out);
}
