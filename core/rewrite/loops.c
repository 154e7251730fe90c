// Loops: those without trips and with one, what they carry for nothing, what stays the same.
#include "rewrite/step.h"

#include <string.h>

// ---- trips ----

static bool give_carries(const rw_site *s, const rw_loop *l) {
  dbx_atom *results = DBX_NEWN(rw_arena(s), dbx_atom, l->n_out + 1);
  for (uint32_t i = 0; i < l->n_out; i++) results[i] = rw_eqn(s)->in[rw_carry_operand(l, i)];
  return rw_forward(s, results);
}

bool rw_step_while_never(const rw_site *s) {
  rw_loop l;
  if (!rw_loop_of(rw_eqn(s), &l) || !l.test || !dbx_is_literal(l.test->outs[0])) return false;
  if (dbx_literal_at(l.test->outs[0])->value.i) return rw_refuse(s, "its condition always holds");
  return give_carries(s, &l);
}

// The bounds of a for_loop, if they are numbers.
static bool bounds(const rw_site *s, rw_loop *l, int64_t *b) {
  if (rw_eqn(s)->prim->id != DBX_PRIM_for_loop || !rw_loop_of(rw_eqn(s), l)) return false;
  const dbx_atom *in = rw_eqn(s)->in + l->n_body + l->n_dims;
  for (int i = 0; i < 3; i++)
    if (!rw_is_int(in[i], &b[i])) return rw_refuse(s, "%s is no number", rw_atom_text(s, in[i]));
  return b[2] != 0 || rw_refuse(s, "its step is 0");
}

static uint64_t distance(const int64_t *b) { // of the bounds, in the direction of the step
  if (b[2] > 0) return b[0] < b[1] ? (uint64_t)b[1] - (uint64_t)b[0] : 0;
  return b[0] > b[1] ? (uint64_t)b[0] - (uint64_t)b[1] : 0;
}

bool rw_step_loop_zero_trips(const rw_site *s) {
  rw_loop l;
  int64_t b[3];
  return bounds(s, &l, b) && !distance(b) && give_carries(s, &l);
}

bool rw_step_loop_one_trip(const rw_site *s) {
  rw_loop l;
  int64_t b[3];
  rw_copy c;
  if (!bounds(s, &l, b) || !distance(b)) return false;
  if (distance(b) > (b[2] > 0 ? (uint64_t)b[2] : 0 - (uint64_t)b[2])) return false;
  const dbx_atom *in = rw_eqn(s)->in;
  uint32_t k = l.n_body + l.n_dims;
  dbx_atom *inputs = DBX_NEWN(rw_arena(s), dbx_atom, l.body->n_in + 1);
  memcpy(inputs, in, k * sizeof *inputs);
  inputs[k] = in[k]; // the index begins as the lower bound
  for (uint32_t i = l.n_dims; i < l.n_out; i++)
    inputs[rw_carry_input(&l, i)] = in[rw_carry_operand(&l, i)];
  return rw_copy_of(s, l.body, inputs, &c) && rw_expand(s, &c);
}

// ---- carries ----

// The loop without the carries that are dropped; invariant ones become constants. The equations of
// the body that are dropped too.
typedef struct change {
  const rw_site *s;
  const rw_loop *l;
  const bool *drop;
  bool keep; // as constants
  const bool *drop_eqn;
} change;

static const dbx_jaxpr *changed(const change *c, const dbx_jaxpr *j, uint32_t consts, bool body) {
  dbx_arena *a = rw_arena(c->s);
  const rw_loop *l = c->l;
  bool *drop_in = DBX_NEWN(a, bool, j->n_in + 1);
  dbx_var *more = DBX_NEWN(a, dbx_var, l->n_out + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n_out; i++) {
    uint32_t at = body ? rw_carry_input(l, i) : consts + i;
    drop_in[at] = c->drop[i];
    if (c->drop[i]) more[n++] = j->invars[at];
  }
  return rw_edited(a, j,
                   &(rw_edit){.drop_in = drop_in,
                              .drop_out = body ? c->drop : NULL,
                              .drop_eqn = body ? c->drop_eqn : NULL,
                              .more_in = more,
                              .n_more = c->keep ? n : 0,
                              .at = consts});
}

// Operands: constants of the condition and of the body, each followed by what was a carry; the
// rest. Gives how many carries are left out.
static uint32_t operands(const change *c, dbx_eqn *r) {
  const dbx_eqn *e = rw_eqn(c->s);
  const rw_loop *l = c->l;
  dbx_atom *in = DBX_NEWN(rw_arena(c->s), dbx_atom, e->n_in + 2 * l->n_out + 1);
  uint32_t n = 0, gone = 0, from = 0;
  for (int part = l->test ? 0 : 1; part < 2; part++) {
    uint32_t consts = part ? l->n_body : l->n_test;
    memcpy(in + n, e->in + from, consts * sizeof *in);
    n += consts, from += consts;
    for (uint32_t i = 0; c->keep && i < l->n_out; i++)
      if (c->drop[i]) in[n++] = e->in[rw_carry_operand(l, i)];
  }
  for (uint32_t i = from; i < e->n_in; i++) {
    bool drop = false;
    for (uint32_t k = 0; k < l->n_out; k++) drop |= c->drop[k] && rw_carry_operand(l, k) == i;
    if (!drop) in[n++] = e->in[i];
  }
  for (uint32_t k = 0; k < l->n_out; k++) gone += c->drop[k];
  return r->in = in, r->n_in = n, gone;
}

static bool without_carries(const change *c) {
  const dbx_eqn *e = rw_eqn(c->s);
  const rw_loop *l = c->l;
  dbx_arena *a = rw_arena(c->s);
  dbx_eqn r = *e;
  uint32_t gone = operands(c, &r), dims = 0, more = c->keep ? gone : 0;
  r.out = DBX_NEWN(a, dbx_var, l->n_out + 1), r.n_out = 0;
  for (uint32_t i = 0; i < l->n_out; i++) {
    if (!c->drop[i]) r.out[r.n_out++] = e->out[i];
    dims += i < l->n_dims && !c->drop[i];
  }
  rw_param with[] = {
      {DBX_S_body_jaxpr, dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)changed(c, l->body, l->n_body, true))},
      {DBX_S_body_nconsts, dbx_p_int(l->n_body + more)},
      {DBX_S_nimplicit, dbx_p_int(dims)},
      {DBX_S_cond_nconsts, dbx_p_int(l->n_test + more)},
      {DBX_S_cond_jaxpr, NULL}};
  if (l->test)
    with[4].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)changed(c, l->test, l->n_test, false));
  r.params = rw_params(a, e, with, l->test ? 5 : 4);
  rw_exchange(c->s, &r);
  return true;
}

bool rw_step_carry_invariant(const rw_site *s) {
  rw_loop l;
  if (!rw_loop_of(rw_eqn(s), &l) || l.n_out < 2) return false;
  bool *drop = DBX_NEWN(rw_arena(s), bool, l.n_out);
  for (uint32_t i = 0; i < l.n_out; i++) {
    const dbx_eqn *e = rw_eqn(s);
    dbx_atom init = e->in[rw_carry_operand(&l, i)];
    if (l.body->outs[i] != l.body->invars[rw_carry_input(&l, i)]) continue;
    if (!rw_same_type(dbx_atom_aval(init), dbx_var_aval(e->out[i]))) {
      (void)rw_refuse(s, "%s: its lengths are results of the loop", rw_atom_text(s, e->out[i]));
      continue;
    }
    if (dbx_is_literal(init) && rw_is_size(s->b, e->out[i])) continue;
    dbx_var out = e->out[i];
    drop[i] = true;
    (void)without_carries(&(change){s, &l, drop, true, NULL});
    return rw_replace(s->b, out, init), true;
  }
  return false;
}

// ---- what a loop carries for nothing ----

static void add_dims(dbx_set *live, dbx_aval type) {
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) dbx_set_add(live, (dbx_var)dbx_dim_value(t->dims[i]));
}

static void add_atom(dbx_set *live, dbx_atom a) {
  if (dbx_is_literal(a)) return;
  dbx_set_add(live, a & DBX_HANDLE);
  add_dims(live, dbx_atom_aval(a));
}

// What the results that stay are computed from; equations that are not are dropped.
static void find_live(const rw_loop *l, const bool *drop, dbx_set *live, bool *drop_eqn) {
  dbx_set given = {0};
  const char *why;
  rw_given_of(l->body, &given);
  for (uint32_t i = 0; i < l->n_out; i++) {
    if (!drop[i]) add_atom(live, l->body->outs[i]);
    if (!drop[i]) add_dims(live, dbx_var_aval(l->body->invars[rw_carry_input(l, i)]));
    if (!drop[i] && l->test) add_dims(live, dbx_var_aval(l->test->invars[l->n_test + i]));
  }
  for (uint32_t i = 0; l->test && i < l->test->n_eqns; i++)
    for (uint32_t k = 0; k < l->test->eqns[i].n_in; k++) add_atom(live, l->test->eqns[i].in[k]);
  if (l->test) add_atom(live, l->test->outs[0]);
  for (uint32_t i = l->body->n_eqns; i-- > 0;) {
    const dbx_eqn *e = &l->body->eqns[i];
    bool needed = !rw_total(e, &given, &why);
    for (uint32_t k = 0; k < e->n_out; k++) needed |= dbx_set_has(live, e->out[k] & DBX_HANDLE);
    drop_eqn[i] = !needed;
    for (uint32_t k = 0; needed && k < e->n_in; k++) add_atom(live, e->in[k]);
    for (uint32_t k = 0; needed && k < e->n_out; k++) add_dims(live, dbx_var_aval(e->out[k]));
  }
  dbx_set_free(&given);
}

// Is the result a length of one that stays?
static bool is_length(const dbx_eqn *e, const bool *drop, uint32_t i) {
  for (uint32_t k = 0; k < e->n_out; k++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[k]));
    for (uint32_t d = 0; !drop[k] && d < t->rank; d++)
      if (t->dims[d] == dbx_dim_var(e->out[i])) return true;
  }
  return false;
}

// The condition has variables of its own: carry i is its input n_test + i.
static bool is_live(const rw_loop *l, const dbx_set *live, uint32_t i) {
  return dbx_set_has(live, l->body->invars[rw_carry_input(l, i)]) ||
         (l->test && dbx_set_has(live, l->test->invars[l->n_test + i]));
}

bool rw_step_carry_dead(const rw_site *s) {
  rw_loop l;
  if (!rw_loop_of(rw_eqn(s), &l)) return false;
  bool *drop = DBX_NEWN(rw_arena(s), bool, l.n_out + 1),
       *drop_eqn = DBX_NEWN(rw_arena(s), bool, l.body->n_eqns + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < l.n_out; i++) {
    drop[i] = !rw_used(s->b, rw_eqn(s)->out[i]);
    n += drop[i];
  }
  for (bool again = n > 0; again;) {
    dbx_set live = {0};
    find_live(&l, drop, &live, drop_eqn);
    again = false;
    for (uint32_t i = 0; i < l.n_out; i++)
      if (drop[i] && (is_live(&l, &live, i) || is_length(rw_eqn(s), drop, i)))
        drop[i] = false, again = true, n--;
    dbx_set_free(&live);
  }
  if (!n || n == l.n_out) return false;
  return without_carries(&(change){s, &l, drop, false, drop_eqn});
}
