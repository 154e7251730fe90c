// Equations that are computed twice, and those that nothing uses.
#include "rewrite/step.h"

// The first operand that is a size, of equations that fail for a negative one.
static uint32_t first_size(const dbx_eqn *e) {
  if (e->prim->id == DBX_PRIM_iota) return 0;
  return e->prim->id == DBX_PRIM_broadcast_in_dim ? 1 : e->n_in;
}

// Does another equation, which stays, fail for a negative size too?
static bool sized_elsewhere(const rw_site *s, dbx_atom size) {
  rw_body *b = s->b;
  for (uint32_t n = b->nodes.at[0].next; n; n = rw_at(b, n)->next) {
    const dbx_eqn *e = &rw_at(b, n)->e;
    for (uint32_t i = first_size(e); n != s->node && i < e->n_in; i++)
      if (e->in[i] == size && (rw_used(b, e->out[0]) || rw_before(b, n, s->node))) return true;
  }
  return false;
}

static bool may_go(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  const char *why = "";
  dbx_set given = {0};
  uint32_t first = first_size(e);
  if (rw_total(e, &s->b->given, &why)) return true;
  for (uint32_t i = first; i < e->n_in; i++)
    if (!dbx_is_literal(e->in[i]) &&
        (dbx_set_has(&s->b->given, e->in[i]) || sized_elsewhere(s, e->in[i])))
      dbx_set_add(&given, e->in[i]);
  bool total = first < e->n_in && rw_total(e, &given, &why);
  dbx_set_free(&given);
  return total || rw_refuse(s, "%s", why);
}

bool rw_step_dead(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  for (uint32_t i = 0; i < e->n_out; i++)
    if (rw_used(s->b, e->out[i])) return false;
  if (!may_go(s)) return false;
  return rw_remove(s->b, s->node), true;
}

static uint64_t hash_of(const dbx_eqn *e, bool swapped) {
  uint64_t h = dbx_mix(1, (uint64_t)e->prim->id);
  for (uint32_t i = 0; i < e->n_in; i++) h = dbx_mix(h, e->in[swapped ? e->n_in - 1 - i : i]);
  for (uint32_t i = 0; i < e->n_params; i++)
    h = dbx_mix(dbx_mix(h, e->params[i].key), (uint64_t)(uintptr_t)e->params[i].val);
  return h | 1;
}

static bool is_same(const dbx_eqn *x, const dbx_eqn *y, bool swapped) {
  if (x->prim != y->prim || x->n_in != y->n_in || x->n_params != y->n_params) return false;
  for (uint32_t i = 0; i < x->n_in; i++)
    if (x->in[i] != y->in[swapped ? x->n_in - 1 - i : i]) return false;
  for (uint32_t i = 0; i < x->n_params; i++)
    if (x->params[i].key != y->params[i].key || x->params[i].val != y->params[i].val) return false;
  return x->n_out == y->n_out;
}

static uint32_t find(const rw_site *s, bool swapped) {
  const dbx_eqn *e = rw_eqn(s);
  const uint64_t *at = dbx_map_find(&s->b->same, hash_of(e, swapped));
  if (!at || *at == s->node || rw_at(s->b, (uint32_t)*at)->gone) return 0;
  return is_same(e, &rw_at(s->b, (uint32_t)*at)->e, swapped) ? (uint32_t)*at : 0;
}

static bool commutes(const dbx_eqn *e) {
  int id = e->prim->id;
  return e->n_in == 2 && e->in[0] != e->in[1] && (id == DBX_PRIM_add || id == DBX_PRIM_mul);
}

static bool merge(const rw_site *s, uint32_t first) {
  const dbx_eqn *e = rw_eqn(s);
  dbx_arena *a = rw_arena(s);
  bool sizes = false;
  for (uint32_t i = 0; i < e->n_out; i++) sizes |= rw_is_size(s->b, e->out[i]);
  if (sizes)
    rw_remark(s, "lengths %s, %s merged", rw_atom_text(s, rw_at(s->b, first)->e.out[0]),
              rw_atom_text(s, e->out[0]));
  dbx_atom *results = dbx_arena_copy(a, rw_at(s->b, first)->e.out, e->n_out * sizeof *results);
  return rw_forward(s, results);
}

bool rw_step_cse(const rw_site *s) {
  const dbx_eqn *e = rw_eqn(s);
  uint32_t other = find(s, false);
  if (!e->n_out || !rw_is_pure(e)) return false;
  if (other && rw_before(s->b, other, s->node)) return merge(s, other);
  dbx_map_put(&s->b->same, hash_of(e, false), s->node);
  if (other) rw_queue(s->b, other);
  if (commutes(e) && (other = find(s, true)) && rw_before(s->b, other, s->node))
    return rw_refuse(s, "the operands of %s are in another order, and commutation is off",
                     rw_atom_text(s, rw_at(s->b, other)->e.out[0]));
  return false;
}
