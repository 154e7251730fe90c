// Slices (see needs.h). What an equation's results need is by the rows NEEDS of prim/prims.def.
#include "needs/needs.h"

#include "ir/primitive.h"
#include "prim/prim.h"

#include <string.h>

void dbx_needs_add(dbx_set *values, dbx_atom a) {
  if (!dbx_is_literal(a)) dbx_set_add(values, dbx_tracer_of(a & DBX_HANDLE));
}

bool dbx_needs_has(const dbx_set *values, dbx_atom a) {
  return !dbx_is_literal(a) && dbx_set_has(values, dbx_tracer_of(a & DBX_HANDLE));
}

void dbx_needs_add_lengths(dbx_set *values, dbx_atom a) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(a));
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) dbx_needs_add(values, (dbx_var)dbx_dim_value(t->dims[i]));
}

bool dbx_needs_results(const dbx_eqn *e, const dbx_set *values, bool *out) {
  bool some = false;
  for (uint32_t i = 0; i < e->n_out; i++) some |= out[i] = dbx_needs_has(values, e->out[i]);
  return some;
}

void dbx_needs_close(const dbx_jaxpr *j, dbx_set *values) {
  for (uint32_t i = j->n_eqns; i-- > 0;) {
    const dbx_eqn *e = &j->eqns[i];
    dbx_scratch_mark mark = dbx_scratch_here();
    bool *out = DBX_TMP(bool, e->n_out + 1), *in = DBX_TMP(bool, e->n_in + 1);
    if (dbx_needs_results(e, values, out)) {
      dbx_needs_operands(e, out, in, NULL, NULL);
      for (uint32_t k = 0; k < e->n_in; k++)
        if (in[k]) dbx_needs_add(values, e->in[k]);
    }
    dbx_scratch_release(mark);
  }
}

void dbx_needs_values(const dbx_jaxpr *j, const bool *outs, dbx_set *values) {
  for (uint32_t i = 0; i < j->n_out; i++)
    if (outs[i]) dbx_needs_add(values, j->outs[i]);
  dbx_needs_close(j, values);
}

// ---- what nested Jaxprs need ----

typedef struct site {
  const dbx_eqn *e;
  const bool *out;
  bool *in;
  dbx_needs_visit visit;
  void *ctx;
} site;

// Input i, constants that the caller passes first.
static dbx_var input(const dbx_jaxpr *j, uint32_t i) {
  return i < j->n_const ? j->constvars[i] : j->invars[i - j->n_const];
}

static uint32_t inputs(const dbx_jaxpr *j) { return j->n_const + j->n_in; }

// Which inputs of j (need, set) its results `outs` need.
static void need_inputs(const dbx_jaxpr *j, const bool *outs, bool *need) {
  dbx_set values = {0};
  dbx_needs_values(j, outs, &values);
  for (uint32_t i = 0; i < inputs(j); i++) need[i] = dbx_needs_has(&values, input(j, i));
  dbx_set_free(&values);
}

static void visit(const site *s, const dbx_jaxpr *j, const bool *outs) {
  if (s->visit) s->visit(s->ctx, j, outs);
}

static const dbx_jaxpr *part(const site *s, dbx_sym key) { return dbx_eqn_param(s->e, key)->jaxpr; }

static void need_all(const site *s) {
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = true;
}

// Result i is made of operand i.
static void need_each(const site *s) {
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = i < s->e->n_out && s->out[i];
}

// And of those that are compared.
static void need_sort(const site *s) {
  int64_t keys = dbx_eqn_int(s->e, DBX_S_num_keys);
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = i < keys || s->out[i];
}

static void need_call(const site *s) {
  const dbx_jaxpr *j = part(s, DBX_S_jaxpr);
  if (inputs(j) != s->e->n_in) {
    need_all(s);
    return;
  }
  need_inputs(j, s->out, s->in);
  visit(s, j, s->out);
}

// ---- branches ----

// Is the result the same input, or the same number, in every branch?
static bool agree(const dbx_param *branches, uint32_t result) {
  const dbx_jaxpr *first = branches->item[0]->jaxpr;
  for (uint32_t b = 1; b < branches->n; b++) {
    const dbx_jaxpr *j = branches->item[b]->jaxpr;
    dbx_atom x = first->outs[result], y = j->outs[result];
    if (dbx_is_literal(x) && x == y) continue;
    uint32_t i = 0, n = inputs(first) < inputs(j) ? inputs(first) : inputs(j);
    while (i < n && !(dbx_tracer_of(input(first, i) & DBX_HANDLE) ==
                          (dbx_is_literal(x) ? 0 : dbx_tracer_of(x & DBX_HANDLE)) &&
                      dbx_tracer_of(input(j, i) & DBX_HANDLE) ==
                          (dbx_is_literal(y) ? 0 : dbx_tracer_of(y & DBX_HANDLE))))
      i++;
    if (i == n) return false;
  }
  return true;
}

// What chooses is needed where the branches do not agree.
static void need_choice(const site *s, const dbx_param *branches, uint32_t choosers) {
  bool differ = false;
  for (uint32_t k = 0; k < s->e->n_out; k++) differ |= s->out[k] && !agree(branches, k);
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = i < choosers && differ;
  for (uint32_t b = 0; b < branches->n; b++) {
    const dbx_jaxpr *j = branches->item[b]->jaxpr;
    bool *need = DBX_TMP(bool, inputs(j) + 1);
    need_inputs(j, s->out, need);
    for (uint32_t i = 0; i < inputs(j); i++) s->in[choosers + i] |= need[i];
    visit(s, j, s->out);
  }
}

static void need_cond(const site *s) {
  const dbx_param *branches = dbx_eqn_param(s->e, DBX_S_branch_jaxprs);
  need_choice(s, branches, branches->n - 1);
}

static void need_switch(const site *s) { need_choice(s, dbx_eqn_param(s->e, DBX_S_branches), 1); }

// ---- loops ----

// A loop, its carries those of its results that its body takes again.
typedef struct loop {
  const dbx_jaxpr *body, *test; // test: NULL, the trips are counted
  uint32_t n_test, n_body;      // constants of each, which stand first
  uint32_t n_dims, n_carry;     // implicit ones among the carries
  uint32_t n_bounds, n_index;   // operands, and inputs of the body, between those and the others
} loop;

static uint32_t carry_operand(const loop *l, uint32_t i) {
  return l->n_test + l->n_body + i + (i < l->n_dims ? 0 : l->n_bounds);
}
static uint32_t carry_input(const loop *l, uint32_t i) {
  return l->n_body + i + (i < l->n_dims ? 0 : l->n_index);
}

// Does the body give the carry back as it is?
static bool passes(const loop *l, uint32_t i) {
  dbx_atom a = l->body->outs[i];
  return !dbx_is_literal(a) && dbx_tracer_of(a & DBX_HANDLE) ==
                                   dbx_tracer_of(input(l->body, carry_input(l, i)) & DBX_HANDLE);
}

// Adds to `results` the carries that a trip needs for them, and, with trips, those that the
// condition needs; until there are no more. need, test: inputs of body and condition.
static void close_carries(const loop *l, bool *results, bool trips, bool *need, bool *test) {
  bool more = true, one = true;
  while (more) {
    more = false;
    need_inputs(l->body, results, need);
    if (trips && l->test) need_inputs(l->test, &one, test);
    for (uint32_t i = 0; i < l->n_carry; i++) {
      bool needed = need[carry_input(l, i)] || (trips && l->test && test[l->n_test + i]);
      if (!needed || results[i]) continue;
      results[i] = more = true;
    }
  }
}

static void need_loop(const site *s, const loop *l) {
  bool *results = DBX_TMP(bool, l->body->n_out + 1), *need = DBX_TMP(bool, inputs(l->body) + 1);
  bool *test = DBX_TMP(bool, l->test ? inputs(l->test) + 1 : 1), trips = false, all = true;
  for (uint32_t i = 0; i < l->body->n_out; i++) results[i] = s->out[i];
  close_carries(l, results, false, need, test);
  for (uint32_t i = 0; i < l->n_carry; i++) trips |= results[i] && !passes(l, i);
  for (uint32_t i = l->n_carry; i < l->body->n_out; i++) trips |= results[i];
  if (trips && l->test) close_carries(l, results, true, need, test);
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = false;
  for (uint32_t i = 0; i < l->n_test; i++) s->in[i] = trips && test[i];
  for (uint32_t i = 0; i < l->n_body; i++) s->in[l->n_test + i] = need[i];
  for (uint32_t i = 0; i < l->n_carry; i++) s->in[carry_operand(l, i)] = results[i];
  for (uint32_t i = 0; i < l->n_bounds; i++)
    s->in[l->n_test + l->n_body + l->n_dims + i] = trips && i < 3;
  if (trips && l->test) visit(s, l->test, &all);
  visit(s, l->body, results);
}

static void need_for(const site *s) {
  loop l = {.body = part(s, DBX_S_body_jaxpr), .n_bounds = 4, .n_index = 1};
  l.n_body = (uint32_t)dbx_eqn_int(s->e, DBX_S_body_nconsts);
  l.n_dims = (uint32_t)dbx_eqn_int(s->e, DBX_S_nimplicit);
  l.n_carry = s->e->n_out;
  need_loop(s, &l);
}

static void need_while(const site *s) {
  loop l = {.body = part(s, DBX_S_body_jaxpr), .test = part(s, DBX_S_cond_jaxpr)};
  l.n_body = (uint32_t)dbx_eqn_int(s->e, DBX_S_body_nconsts);
  l.n_test = (uint32_t)dbx_eqn_int(s->e, DBX_S_cond_nconsts);
  l.n_carry = s->e->n_out;
  need_loop(s, &l);
}

// Behind the carries stand the arrays that rows are taken from, and the length if it is traced.
static void need_scan(const site *s) {
  loop l = {.body = part(s, DBX_S_jaxpr)};
  l.n_body = (uint32_t)dbx_eqn_int(s->e, DBX_S_num_consts);
  l.n_carry = (uint32_t)dbx_eqn_int(s->e, DBX_S_num_carry);
  bool *results = DBX_TMP(bool, l.body->n_out + 1), *need = DBX_TMP(bool, inputs(l.body) + 1),
       *none = DBX_TMP(bool, 1), trips = false;
  for (uint32_t i = 0; i < l.body->n_out; i++) results[i] = s->out[i];
  close_carries(&l, results, false, need, none);
  for (uint32_t i = 0; i < l.body->n_out; i++)
    trips |= results[i] && (i >= l.n_carry || !passes(&l, i));
  for (uint32_t i = 0; i < s->e->n_in; i++) s->in[i] = i < inputs(l.body) ? need[i] : trips;
  for (uint32_t i = 0; i < l.n_carry; i++) s->in[l.n_body + i] = results[i];
  visit(s, l.body, results);
}

// ---- the rows ----

static void (*const rules[DBX_PRIM_COUNT])(const site *s) = {
#define NEEDS(id, rule) [DBX_PRIM_##id] = need_##rule,
#include "prim/prims.def"
};

void dbx_needs_operands(const dbx_eqn *e, const bool *out, bool *in, dbx_needs_visit visit_nested,
                        void *ctx) {
  dbx_scratch_mark mark = dbx_scratch_here();
  site s = {e, out, in, visit_nested, ctx};
  (rules[e->prim->id] ? rules[e->prim->id] : need_all)(&s);
  dbx_scratch_release(mark);
}

// ---- no more than that? ----

// A change of one operand always changes the result: of integers, by the rows KEEPS.
static bool keeps(const dbx_eqn *e) {
  static const bool rows[DBX_PRIM_COUNT] = {
#define KEEPS(id) [DBX_PRIM_##id] = true,
#include "prim/prims.def"
  };
  return rows[e->prim->id] && dbx_aval_is_int_scalar(dbx_var_aval(e->out[0]));
}

bool dbx_needs_exactly(const dbx_jaxpr *j, const dbx_set *values) {
  dbx_set used = {0};
  bool exactly = true;
  for (uint32_t i = 0; exactly && i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    bool *out = DBX_TMP(bool, e->n_out + 1);
    if (!dbx_needs_results(e, values, out)) continue;
    exactly = keeps(e);
    for (uint32_t k = 0; k < e->n_in; k++) { // used twice, two changes may cancel
      exactly = exactly && !dbx_needs_has(&used, e->in[k]);
      dbx_needs_add(&used, e->in[k]);
    }
  }
  dbx_set_free(&used);
  return exactly;
}
