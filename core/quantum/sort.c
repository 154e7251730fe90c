// The order of a frame's equations after the second pass (see qubits.h): from the end, what is
// needed last first, as jax's topological sort has it. Only qdevice and gphase hold what comes
// behind them.
#include "quantum/qubits.h"

#include "prim/prim.h"

typedef struct sorting {
  dbx_frame *f;
  dbx_map made;     // variable -> equation + 1
  dbx_u32s *parent; // of each equation, with repetitions
  uint32_t *count;  // how often an equation is a parent
} sorting;

static bool is_fixed(const dbx_eqn *e) {
  return e->prim->id == DBX_PRIM_qdevice || e->prim->id == DBX_PRIM_gphase;
}

static void add_parent(sorting *s, uint32_t of, uint32_t parent) {
  dbx_push(&s->parent[of], parent);
  s->count[parent]++;
}

static void find_parents(sorting *s) {
  const dbx_frame *f = s->f;
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++)
      dbx_map_put(&s->made, f->eqns.at[i].out[k] & DBX_HANDLE, i + 1);
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    const dbx_eqn *e = &f->eqns.at[i];
    for (uint32_t k = 0; k < e->n_in; k++) {
      if (dbx_is_literal(e->in[k])) continue;
      uint64_t *by = dbx_map_find(&s->made, e->in[k] & DBX_HANDLE);
      if (by) add_parent(s, i, (uint32_t)*by - 1);
    }
    for (uint32_t k = 0; k < i; k++)
      if (is_fixed(&f->eqns.at[k])) add_parent(s, i, k);
  }
}

// Equations from the last to the first; order has room for all.
static void walk(sorting *s, uint32_t *order) {
  dbx_u32s stack = {0};
  uint32_t n = s->f->eqns.n, next = n;
  for (uint32_t i = 0; i < n; i++)
    if (!s->count[i]) dbx_push(&stack, i);
  while (stack.n) {
    uint32_t e = stack.at[--stack.n];
    order[--next] = e;
    for (uint32_t k = 0; k < s->parent[e].n; k++)
      if (!--s->count[s->parent[e].at[k]]) dbx_push(&stack, s->parent[e].at[k]);
  }
  dbx_vec_free(&stack);
}

// The log names equations by their places.
static void move_events(const dbx_frame *f, const uint32_t *place) {
  dbx_trace *t = f->trace;
  for (uint32_t i = 0; i < t->events.n; i++) {
    dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_EQUATION && e->frame == f->id)
      e->u.equation.equation = place[e->u.equation.equation];
  }
}

void circuit_sort(dbx_frame *f) {
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t n = f->eqns.n;
  sorting s = {.f = f, .parent = DBX_TMP(dbx_u32s, n + 1), .count = DBX_TMP(uint32_t, n + 1)};
  uint32_t *order = DBX_TMP(uint32_t, n + 1), *place = DBX_TMP(uint32_t, n + 1);
  dbx_eqn *sorted = DBX_TMP(dbx_eqn, n + 1);
  find_parents(&s);
  walk(&s, order);
  for (uint32_t i = 0; i < n; i++) sorted[i] = f->eqns.at[order[i]], place[order[i]] = i;
  for (uint32_t i = 0; i < n; i++) f->eqns.at[i] = sorted[i];
  move_events(f, place);
  for (uint32_t i = 0; i < n; i++) dbx_vec_free(&s.parent[i]);
  dbx_map_free(&s.made);
  dbx_scratch_release(m);
}
