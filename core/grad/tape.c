// The linear equations that a partial evaluation keeps, in the order in which jax 0.4.23 sorts them
// (jax._src.util.toposort; see rule.h). Nodes of the order are variables and uses of constants.
#include "grad/rule.h"

// Equations that are sorted as one, and what they need and give.
typedef struct joint {
  uint32_t first, n; // among the equations
  dbx_u32s in;       // atoms: variables, and uses of constants
} joint;

typedef struct node {
  uint32_t unit; // that binds it; UINT32_MAX: an input, or the use of a constant
  dbx_atom constant;
  uint32_t count; // of uses that are not sorted yet
  bool seen;
} node;

typedef struct sorting {
  const grad_frame *f;
  const uint32_t *eqn; // which of the kept equations, in their order
  uint32_t n_eqns;
  dbx_map at; // variable -> node + 1
  dbx_vec(joint) units;
  dbx_vec(node) nodes;
  dbx_vec(dbx_u32s) parents; // of each unit: nodes
  dbx_u32s order;            // of nodes, from results to inputs
} sorting;

static dbx_u32s sorted(const grad_frame *f, const uint32_t *eqn, uint32_t n, const dbx_atom *in,
                       uint32_t n_in, const dbx_atom *out, uint32_t n_out, dbx_u32s *consts);

static const dbx_eqn *eqn_at(const sorting *s, uint32_t i) { return &s->f->kept.at[s->eqn[i]]; }
static dbx_var variable(dbx_atom a) { return dbx_tracer_of(a & DBX_HANDLE); }

// ---- units ----

static bool binds(const sorting *s, const joint *u, dbx_atom a) {
  for (uint32_t k = u->first; k < u->first + u->n; k++)
    for (uint32_t i = 0; i < eqn_at(s, k)->n_out; i++)
      if (variable(eqn_at(s, k)->out[i]) == variable(a)) return true;
  return false;
}

static void make_units(sorting *s, bool grouped) {
  for (uint32_t i = 0; i < s->n_eqns;) {
    joint u = {.first = i};
    uint32_t group = s->f->groups.at[s->eqn[i]];
    do u.n++;
    while (grouped && group && i + u.n < s->n_eqns && s->f->groups.at[s->eqn[i + u.n]] == group);
    for (uint32_t k = i; k < i + u.n; k++)
      for (uint32_t x = 0; x < eqn_at(s, k)->n_in; x++) {
        dbx_atom a = eqn_at(s, k)->in[x];
        if (!dbx_is_literal(a) && !binds(s, &u, a)) dbx_push(&u.in, a);
      }
    i += u.n;
    dbx_push(&s->units, u);
  }
}

// ---- nodes ----

static uint32_t new_node(sorting *s, uint32_t own, dbx_atom constant) {
  dbx_push(&s->nodes, ((node){.unit = own, .constant = constant}));
  return s->nodes.n - 1;
}

static void add_variable(sorting *s, dbx_atom v, uint32_t own) {
  new_node(s, own, 0);
  dbx_map_put(&s->at, variable(v), s->nodes.n);
}

static void add_nodes(sorting *s, const dbx_atom *in, uint32_t n_in) {
  for (uint32_t i = 0; i < n_in; i++)
    if (!dbx_map_find(&s->at, variable(in[i]))) add_variable(s, in[i], UINT32_MAX);
  for (uint32_t k = 0; k < s->units.n; k++) {
    const joint *u = &s->units.at[k];
    dbx_u32s parents = {0};
    for (uint32_t i = 0; i < u->in.n; i++) {
      const uint64_t *at = dbx_map_find(&s->at, variable(u->in.at[i]));
      uint32_t own = at ? (uint32_t)*at - 1 : new_node(s, UINT32_MAX, u->in.at[i]);
      dbx_push(&parents, own);
    }
    dbx_push(&s->parents, parents);
    for (uint32_t e = u->first; e < u->first + u->n; e++)
      for (uint32_t i = 0; i < eqn_at(s, e)->n_out; i++) add_variable(s, eqn_at(s, e)->out[i], k);
  }
}

static void push_parents(const sorting *s, uint32_t n, dbx_u32s *stack) {
  uint32_t own = s->nodes.at[n].unit;
  for (uint32_t i = 0; own != UINT32_MAX && i < s->parents.at[own].n; i++)
    dbx_push(stack, s->parents.at[own].at[i]);
}

static void count_uses(sorting *s, const dbx_u32s *ends) {
  dbx_u32s stack = {0};
  for (uint32_t i = 0; i < ends->n; i++) dbx_push(&stack, ends->at[i]);
  while (stack.n) {
    uint32_t n = stack.at[--stack.n];
    s->nodes.at[n].count++;
    if (s->nodes.at[n].seen) continue;
    s->nodes.at[n].seen = true;
    push_parents(s, n, &stack);
  }
  for (uint32_t i = 0; i < ends->n; i++) s->nodes.at[ends->at[i]].count--;
  dbx_vec_free(&stack);
}

static void sort(sorting *s, const dbx_u32s *ends) {
  dbx_u32s free = {0}, parents = {0};
  count_uses(s, ends);
  for (uint32_t i = 0; i < ends->n; i++)
    if (!s->nodes.at[ends->at[i]].count) dbx_push(&free, ends->at[i]);
  while (free.n) {
    uint32_t n = free.at[--free.n];
    dbx_push(&s->order, n);
    parents.n = 0;
    push_parents(s, n, &parents);
    for (uint32_t i = 0; i < parents.n; i++) {
      node *p = &s->nodes.at[parents.at[i]];
      if (p->count == 1) dbx_push(&free, parents.at[i]);
      else p->count--;
    }
  }
  dbx_vec_free(&free);
  dbx_vec_free(&parents);
}

static void add_end(const sorting *s, dbx_u32s *ends, dbx_atom a) {
  const uint64_t *at = a ? dbx_map_find(&s->at, variable(a)) : NULL;
  if (!at) return;
  for (uint32_t i = 0; i < ends->n; i++)
    if (ends->at[i] == *at - 1) return;
  dbx_push(ends, (uint32_t)*at - 1);
}

// ---- equations in order ----

// The equations of a unit, sorted for those of its variables that are used elsewhere: the last.
static void add_unit(const sorting *s, const joint *u, dbx_u32s *ret) {
  const dbx_eqn *last = eqn_at(s, u->first + u->n - 1);
  if (u->n == 1) {
    dbx_push(ret, s->eqn[u->first]);
    return;
  }
  dbx_u32s in_order =
      sorted(s->f, s->eqn + u->first, u->n, u->in.at, u->in.n, last->out, last->n_out, NULL);
  for (uint32_t i = 0; i < in_order.n; i++) dbx_push(ret, in_order.at[i]);
  dbx_vec_free(&in_order);
}

static dbx_u32s units_in_order(const sorting *s, dbx_u32s *consts) {
  dbx_u32s ret = {0};
  dbx_set done = {0};
  for (uint32_t i = s->order.n; i-- > 0;) {
    const node *n = &s->nodes.at[s->order.at[i]];
    if (consts && n->constant) dbx_push(consts, n->constant);
    if (n->unit == UINT32_MAX || dbx_set_has(&done, n->unit + 1)) continue;
    dbx_set_add(&done, n->unit + 1);
    add_unit(s, &s->units.at[n->unit], &ret);
  }
  dbx_set_free(&done);
  return ret;
}

static void sorting_free(sorting *s) {
  for (uint32_t i = 0; i < s->parents.n; i++) dbx_vec_free(&s->parents.at[i]);
  for (uint32_t i = 0; i < s->units.n; i++) dbx_vec_free(&s->units.at[i].in);
  dbx_vec_free(&s->parents);
  dbx_vec_free(&s->units);
  dbx_vec_free(&s->nodes);
  dbx_vec_free(&s->order);
  dbx_map_free(&s->at);
}

// Those of n kept equations that the results need; out may have 0s. consts: the constants, a use
// each; NULL: of a unit.
static dbx_u32s sorted(const grad_frame *f, const uint32_t *eqn, uint32_t n, const dbx_atom *in,
                       uint32_t n_in, const dbx_atom *out, uint32_t n_out, dbx_u32s *consts) {
  sorting s = {.f = f, .eqn = eqn, .n_eqns = n};
  dbx_u32s ends = {0};
  make_units(&s, consts != NULL);
  add_nodes(&s, in, n_in);
  for (uint32_t i = 0; i < n_in; i++) add_end(&s, &ends, in[i]);
  for (uint32_t i = 0; i < n_out; i++) add_end(&s, &ends, out[i]);
  sort(&s, &ends);
  dbx_u32s ret = units_in_order(&s, consts);
  dbx_vec_free(&ends);
  sorting_free(&s);
  return ret;
}

// ---- what they use ----

// Lengths in types are constants, too.
static void use_constant(const grad_frame *f, dbx_set *used, dbx_u32s *list, dbx_atom a) {
  if (dbx_is_literal(a) || !grad_find(&f->env, a, NULL)) return;
  dbx_var v = dbx_tracer_of(a & DBX_HANDLE);
  if (dbx_set_has(used, v)) return;
  dbx_set_add(used, v);
  dbx_push(list, v);
}

static void use_lengths(const grad_frame *f, dbx_set *used, dbx_u32s *list, dbx_atom a) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) use_constant(f, used, list, (dbx_var)dbx_dim_value(t->dims[i]));
}

// Constants in the order of their first use; the equations themselves.
static void collect(const grad_frame *f, const dbx_u32s *order, const dbx_u32s *uses, dbx_arena *a,
                    grad_tape *t) {
  dbx_set used = {0};
  dbx_u32s consts = {0};
  uint32_t *marks = DBX_NEWN(a, uint32_t, order->n + 1);
  t->eqns = DBX_NEWN(a, dbx_eqn, order->n + 1);
  t->joint = marks;
  for (uint32_t i = 0; i < t->n_in; i++) use_lengths(f, &used, &consts, t->in[i]);
  t->n_sizes = consts.n;
  for (uint32_t i = 0; i < uses->n; i++) {
    use_lengths(f, &used, &consts, uses->at[i]);
    use_constant(f, &used, &consts, uses->at[i]);
  }
  for (uint32_t i = 0; i < order->n; i++) {
    const dbx_eqn *e = &f->kept.at[order->at[i]];
    for (uint32_t k = 0; k < e->n_out; k++) use_lengths(f, &used, &consts, e->out[k]);
    marks[t->n_eqns] = f->marks.at[order->at[i]];
    t->eqns[t->n_eqns++] = *e;
  }
  t->consts = dbx_arena_copy(a, consts.at, consts.n * sizeof *consts.at);
  t->n_consts = consts.n;
  dbx_vec_free(&consts);
  dbx_set_free(&used);
}

grad_tape grad_tape_of(const grad_frame *f, dbx_arena *a, const dbx_var *in, uint32_t n_in,
                       const dbx_atom *out, uint32_t n_out) {
  grad_tape t = {.n_in = n_in, .n_out = n_out};
  dbx_u32s all = {0}, uses = {0};
  t.in = dbx_arena_copy(a, in, n_in * sizeof *in);
  t.out = dbx_arena_copy(a, out, n_out * sizeof *out);
  for (uint32_t i = 0; i < f->kept.n; i++) dbx_push(&all, i);
  dbx_u32s order = sorted(f, all.at, all.n, in, n_in, out, n_out, &uses);
  collect(f, &order, &uses, a, &t);
  dbx_vec_free(&uses);
  dbx_vec_free(&all);
  dbx_vec_free(&order);
  return t;
}
