// Evaluating Jaxprs on arrays (see interp.h). A Jaxpr is prepared once: every variable gets a
// slot, and every slot the equation after which it is dead, so that buffers are given back early
// and updates happen in place where nobody else looks.
#include "interp/eval.h"

#include "base/poll.h"
#include "interp/kernel.h"
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

typedef struct slot_eqn {
  const dbx_eqn *e;
  uint32_t *in;  // slots; CONSTANT | index for literals
  bool *last;    // the operand's slot dies here
  uint32_t *out; // slots, UINT32_MAX for dropped ones
  dbx_dtype *out_dtype;
  bool sizes; // a result may be asked for its exactness
  dbx_exact_step step;
  uint32_t *needs, n_needs; // variables that have to be exact before it runs
} slot_eqn;

typedef struct prepared {
  const dbx_jaxpr *j;
  dbx_map slot; // variable -> slot + 1
  uint32_t n_slots;
  slot_eqn *eqns;
  uint32_t *outs;
  dbx_vec(dbx_array *) literals;
} prepared;

enum { LITERAL = 1u << 31 };

// The equation that wrapped, and what it was given.
typedef struct wrapping {
  const dbx_eqn *e;
  dbx_scalar in[2];
} wrapping;

struct eval_machine {
  dbx_arena arena;
  dbx_map prepared; // Jaxpr -> prepared
  dbx_vec(prepared *) all;
  dbx_exact exact;
  dbx_map wrapped; // variable of `exact` -> wrapping, 0: its number is exact
  int depth;
};

static uint32_t slot_of(prepared *p, dbx_var v) {
  v &= DBX_HANDLE;
  uint64_t *s = dbx_map_find(&p->slot, v);
  if (s) return (uint32_t)*s - 1;
  dbx_map_put(&p->slot, v, ++p->n_slots);
  return p->n_slots - 1;
}

static uint32_t operand_slot(prepared *p, dbx_atom a) {
  if (!dbx_is_literal(a)) return slot_of(p, a);
  const dbx_literal *l = dbx_literal_at(a);
  dbx_push(&p->literals, dbx_array_scalar(dbx_aval_at(l->aval)->dtype, l->value));
  return (p->literals.n - 1) | LITERAL;
}

static void prepare_sizes(eval_machine *m, slot_eqn *s, const dbx_eqn *e) {
  dbx_u32s needs = {0};
  dbx_exact_needs(&m->exact, e, &needs);
  s->n_needs = needs.n;
  s->needs = dbx_arena_copy(&m->arena, needs.at, needs.n * sizeof *needs.at);
  dbx_vec_free(&needs);
  for (uint32_t i = 0; i < e->n_out; i++) s->sizes |= dbx_exact_has(&m->exact, e->out[i]);
  if (s->sizes && !e->prim->nested) s->step = dbx_exact_step_of(e);
}

static void prepare_eqn(eval_machine *m, prepared *p, slot_eqn *s, const dbx_eqn *e) {
  s->e = e;
  s->in = DBX_NEWN(&m->arena, uint32_t, e->n_in);
  s->last = DBX_NEWN(&m->arena, bool, e->n_in);
  s->out = DBX_NEWN(&m->arena, uint32_t, e->n_out);
  s->out_dtype = DBX_NEWN(&m->arena, dbx_dtype, e->n_out);
  for (uint32_t i = 0; i < e->n_in; i++) s->in[i] = operand_slot(p, e->in[i]);
  for (uint32_t i = 0; i < e->n_out; i++) {
    s->out[i] = slot_of(p, e->out[i]);
    s->out_dtype[i] = dbx_aval_at(dbx_var_aval(e->out[i]))->dtype;
  }
  if (m->exact.n) prepare_sizes(m, s, e);
}

// Marks the last use of every slot; dims in the types of later results count as uses.
static void mark_last_uses(prepared *p) {
  bool *later = DBX_TMP(bool, p->n_slots);
  for (uint32_t i = 0; i < p->j->n_out; i++)
    if (!(p->outs[i] & LITERAL)) later[p->outs[i]] = true;
  for (uint32_t i = p->j->n_eqns; i-- > 0;) {
    slot_eqn *s = &p->eqns[i];
    for (uint32_t k = 0; k < s->e->n_out; k++) {
      const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(s->e->out[k]));
      for (uint32_t d = 0; d < v->rank; d++)
        if (dbx_dim_is_var(v->dims[d])) {
          uint64_t *dim = dbx_map_find(&p->slot, (uint64_t)dbx_dim_value(v->dims[d]));
          if (dim) later[*dim - 1] = true;
        }
    }
    for (uint32_t k = s->e->n_in; k-- > 0;) {
      if (s->in[k] & LITERAL) continue;
      s->last[k] = !later[s->in[k]];
      later[s->in[k]] = true;
    }
  }
}

static prepared *prepare(eval_machine *m, const dbx_jaxpr *j) {
  uint64_t key = (uint64_t)(uintptr_t)j, *known = dbx_map_find(&m->prepared, key);
  if (known) return (prepared *)(uintptr_t)*known;
  dbx_scratch_mark mark = dbx_scratch_here();
  prepared *p = DBX_NEW(&m->arena, prepared);
  p->j = j;
  for (uint32_t i = 0; i < j->n_const; i++) slot_of(p, j->constvars[i]);
  for (uint32_t i = 0; i < j->n_in; i++) slot_of(p, j->invars[i]);
  p->eqns = DBX_NEWN(&m->arena, slot_eqn, j->n_eqns);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    prepare_eqn(m, p, &p->eqns[i], dbx_while_of_all(&m->arena, &j->eqns[i]));
  p->outs = DBX_NEWN(&m->arena, uint32_t, j->n_out);
  for (uint32_t i = 0; i < j->n_out; i++) p->outs[i] = operand_slot(p, j->outs[i]);
  mark_last_uses(p);
  dbx_scratch_release(mark);
  dbx_map_put(&m->prepared, key, (uint64_t)(uintptr_t)p);
  dbx_push(&m->all, p);
  return p;
}

// ---- running ----

static dbx_array *value(const prepared *p, dbx_array *const *slots, uint32_t s) {
  return s & LITERAL ? p->literals.at[s & ~(uint32_t)LITERAL] : slots[s];
}

// ---- exact sizes ----

static dbx_status run(eval_machine *m, const dbx_jaxpr *j, const dbx_eqn *giver,
                      dbx_array *const *args, uint32_t given, dbx_array **out);

static wrapping *wrapping_of(const eval_machine *m, dbx_atom a) {
  uint64_t *w = dbx_is_literal(a) ? NULL : dbx_map_find(&m->wrapped, a & DBX_HANDLE);
  return w ? (wrapping *)(uintptr_t)*w : NULL;
}

static void set_wrapping(eval_machine *m, dbx_atom a, wrapping *w) {
  if (dbx_exact_has(&m->exact, a)) dbx_map_put(&m->wrapped, a & DBX_HANDLE, (uintptr_t)w);
}

static dbx_status not_exact(const dbx_eqn *e, const dbx_scalar *in) {
  dbx_status st = dbx_exact_fail(e, in);
  dbx_diag *d = dbx_diag_pending();
  if (d) d->event = e->event ? e->event : UINT32_MAX;
  return st;
}

static dbx_status check_exact(const eval_machine *m, dbx_atom a) {
  const wrapping *w = wrapping_of(m, a);
  return w ? not_exact(w->e, w->in) : DBX_OK;
}

static dbx_status check_needs(const eval_machine *m, const prepared *p, const slot_eqn *s,
                              dbx_array *const *slots) {
  for (uint32_t i = 0; i < s->n_needs; i++) {
    DBX_TRY(check_exact(m, s->needs[i]));
    uint64_t *at = dbx_map_find(&p->slot, s->needs[i]);
    const dbx_array *a = at ? slots[*at - 1] : NULL;
    if (!a || a->dtype != DBX_U64) continue;
    dbx_scalar x = dbx_array_at(a, 0);
    if (x.i < 0) return not_exact(s->e, &x);
  }
  return DBX_OK;
}

// The first operand that is not exact.
static wrapping *passed(const eval_machine *m, const dbx_eqn *e) {
  wrapping *w = NULL;
  for (uint32_t i = 0; i < e->n_in && !w; i++) w = wrapping_of(m, e->in[i]);
  return w;
}

static wrapping *computed(eval_machine *m, const dbx_eqn *e, dbx_array *const *in) {
  wrapping *w = passed(m, e), own = {.e = e};
  for (uint32_t i = 0; i < e->n_in && i < 2; i++) own.in[i] = dbx_array_at(in[i], 0);
  if (w || !dbx_exact_wraps(e, own.in)) return w;
  return dbx_arena_copy(&m->arena, &own, sizeof own);
}

static wrapping *chosen(const eval_machine *m, const dbx_eqn *e, dbx_array *const *in) {
  int64_t k = dbx_array_at(in[0], 0).i, last = (int64_t)e->n_in - 2;
  return wrapping_of(m, e->in[1 + (k < 0 ? 0 : k > last ? last : k)]);
}

static void follow(eval_machine *m, const slot_eqn *s, dbx_array *const *in) {
  const dbx_eqn *e = s->e;
  wrapping *w = NULL;
  switch (s->step) {
  case DBX_EXACT_CUT: break;
  case DBX_EXACT_PASS: w = passed(m, e); break;
  case DBX_EXACT_CHOOSE: w = chosen(m, e, in); break;
  case DBX_EXACT_COMPUTE: w = computed(m, e, in); break;
  }
  for (uint32_t i = 0; i < e->n_out; i++) set_wrapping(m, e->out[i], w);
}

// A call hands on what it gets and gives back what it finds: nothing is needed yet.
static dbx_status run_call(eval_machine *m, const dbx_eqn *e, dbx_array *const *in,
                           dbx_array **out) {
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  for (uint32_t i = 0; m->exact.n && i < j->n_in; i++)
    set_wrapping(m, j->invars[i], wrapping_of(m, e->in[i]));
  DBX_TRY(run(m, j, NULL, in, EVAL_NONE_GIVEN, out));
  for (uint32_t i = 0; m->exact.n && i < j->n_out; i++)
    set_wrapping(m, e->out[i], wrapping_of(m, j->outs[i]));
  return DBX_OK;
}

static dbx_status check_shape(const prepared *p, dbx_array *const *slots, const dbx_array *a,
                              dbx_aval type) {
  const dbx_aval_info *v = dbx_aval_at(type);
  bool ok = v->rank == a->rank && v->dtype == a->dtype;
  for (uint32_t i = 0; ok && i < v->rank; i++) {
    int64_t want = dbx_dim_value(v->dims[i]);
    if (dbx_dim_is_var(v->dims[i])) {
      uint64_t *s = dbx_map_find(&p->slot, (uint64_t)want);
      if (!s || !slots[*s - 1]) continue;
      want = eval_int(slots[*s - 1]);
    }
    if (want != a->dims[i])
      return dbx_fail(DBX_E705, (dbx_span){0},
                      "a value of length %" PRId64 " on axis %u has a type that says %" PRId64,
                      a->dims[i], i, want);
  }
  if (ok) return DBX_OK;
  return dbx_fail(DBX_E705, (dbx_span){0}, "a value of dtype %s and rank %u has the type %s",
                  dbx_dtype_name(a->dtype), a->rank, dbx_aval_text(type));
}

// Rows whose operands have one shape. Tracing has found their lengths equal; if it was wrong, a
// kernel would repeat an axis that happens to have length 1, or read past one that is too short.
static bool joins_shapes(const dbx_primitive *p) {
  return p->rule == dbx_rule_nary || p->rule == dbx_rule_pow || p->rule == dbx_rule_select ||
         p->rule == dbx_rule_clamp || p->rule == dbx_rule_sort;
}

static dbx_status check_joined(const dbx_eqn *e, dbx_array *const *in) {
  const dbx_array *first = NULL;
  const dbx_aval_info *type = NULL;
  for (uint32_t k = 0; k < e->n_in; k++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(e->in[k]));
    if (!t->rank || in[k]->rank != t->rank) continue;
    if (!first || first->rank != t->rank) first = in[k], type = t;
    for (uint32_t i = 0; i < t->rank; i++) {
      bool spreads = t->dims[i] == dbx_dim_int(1) || type->dims[i] == dbx_dim_int(1);
      if (!spreads && in[k]->dims[i] != first->dims[i])
        return dbx_fail(DBX_E705, (dbx_span){0},
                        "a value of length %" PRId64 " on axis %u has a type that says %" PRId64,
                        in[k]->dims[i], i, first->dims[i]);
    }
  }
  return DBX_OK;
}

static dbx_status apply(eval_machine *m, const prepared *p, const slot_eqn *s, dbx_array **slots,
                        dbx_array **out) {
  const dbx_eqn *e = s->e;
  dbx_array **in = DBX_TMP(dbx_array *, e->n_in + 1);
  for (uint32_t i = 0; i < e->n_in; i++) in[i] = value(p, slots, s->in[i]);
  if (interp_now->observer.equation)
    interp_now->observer.equation(interp_now->observer.ctx, p->j, e, in, NULL);
  if (s->n_needs) DBX_TRY(check_needs(m, p, s, slots));
  if (s->sizes) follow(m, s, in);
  if (e->prim->nested && !dbx_is_call(e->prim))
    return eval_nested(&(eval_caller){m, run}, e, in, out);
  if (e->prim->nested) return run_call(m, e, in, out);
  if (e->n_in > 1 && joins_shapes(e->prim)) DBX_TRY(check_joined(e, in));
  dbx_kernel_site k = {e->prim, in, e->n_in, e->params, e->n_params, s->out_dtype, e->n_out, false};
  k.unused = dbx_eqn_unused(e);
  k.owns_first = e->n_in && s->last[0] && in[0]->refs == 1;
  return dbx_kernel_run(&k, out);
}

static dbx_status step(eval_machine *m, const prepared *p, const slot_eqn *s, dbx_array **slots) {
  dbx_array **out = DBX_TMP(dbx_array *, s->e->n_out + 1);
  dbx_status st = apply(m, p, s, slots, out);
  if (st != DBX_OK) {
    dbx_diag *d = dbx_diag_pending();
    if (d && !d->event) {
      d->event = s->e->event ? s->e->event : UINT32_MAX;
      if (s->e->span.file) d->span = s->e->span;
    }
    return st;
  }
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (s->last[i] && slots[s->in[i]]) slots[s->in[i]] = dbx_array_unref(slots[s->in[i]]);
  for (uint32_t i = 0; i < s->e->n_out; i++) slots[s->out[i]] = out[i];
  for (uint32_t i = 0; i < s->e->n_out; i++)
    DBX_TRY(check_shape(p, slots, out[i], dbx_var_aval(s->e->out[i])));
  if (interp_now->observer.equation)
    interp_now->observer.equation(interp_now->observer.ctx, p->j, s->e, NULL, out);
  for (uint32_t i = 0; i < s->e->n_out; i++)
    if (s->e->out[i] & DBX_DROPPED) slots[s->out[i]] = dbx_array_unref(slots[s->out[i]]);
  return DBX_OK;
}

static dbx_array *taken(dbx_array *const *args, uint32_t i, uint32_t given) {
  return i < given ? dbx_array_ref(args[i]) : args[i];
}

static dbx_status run_slots(eval_machine *m, const prepared *p, const dbx_eqn *giver,
                            dbx_array **slots, dbx_array *const *args, uint32_t given,
                            dbx_array **out) {
  const dbx_jaxpr *j = p->j;
  uint32_t next = 0, at = 0;
  for (uint32_t i = 0; i < j->n_const; i++) {
    dbx_array *own = j->consts ? j->consts[i] : NULL;
    slots[at++] = own ? dbx_array_ref(own) : taken(args, next, given);
    next += !own;
  }
  for (uint32_t i = 0; i < j->n_in; i++, next++) slots[at++] = taken(args, next, given);
  if (interp_now->observer.enter) interp_now->observer.enter(interp_now->observer.ctx, j, slots);
  for (uint32_t i = 0; i < j->n_in; i++)
    DBX_TRY(check_shape(p, slots, slots[j->n_const + i], dbx_var_aval(j->invars[i])));
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_scratch_mark mark = dbx_scratch_here();
    dbx_status st = step(m, p, &p->eqns[i], slots);
    dbx_scratch_release(mark);
    DBX_TRY(st);
  }
  for (uint32_t i = 0; giver && m->exact.n && i < j->n_out; i++)
    if (dbx_exact_has(&m->exact, giver->out[i])) DBX_TRY(check_exact(m, j->outs[i]));
  for (uint32_t i = 0; i < j->n_out; i++) out[i] = dbx_array_ref(value(p, slots, p->outs[i]));
  return DBX_OK;
}

static dbx_status run(eval_machine *m, const dbx_jaxpr *j, const dbx_eqn *giver,
                      dbx_array *const *args, uint32_t given, dbx_array **out) {
  if (m->depth > 3000) {
    uint32_t n = j->n_in;
    for (uint32_t i = 0; i < j->n_const; i++) n += !(j->consts && j->consts[i]);
    for (uint32_t i = given; i < n; i++) dbx_array_unref(args[i]);
    return dbx_fail(DBX_E210, (dbx_span){0}, "Jaxprs nested too deeply");
  }
  m->depth++;
  const prepared *p = prepare(m, j);
  dbx_array **slots = dbx_alloc((p->n_slots + 1) * sizeof *slots);
  dbx_status st = run_slots(m, p, giver, slots, args, given, out);
  if (interp_now->observer.leave)
    interp_now->observer.leave(interp_now->observer.ctx, j, st == DBX_OK ? out : NULL);
  eval_release(slots, p->n_slots);
  free(slots);
  m->depth--;
  return st;
}

dbx_status dbx_interpret(const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out) {
  eval_machine m = {0};
  dbx_scratch_mark mark = dbx_scratch_here();
  dbx_exact_find(j, &m.exact);
  dbx_status st = run(&m, j, NULL, args, EVAL_NONE_GIVEN, out);
  for (uint32_t i = 0; i < m.all.n; i++) {
    prepared *p = m.all.at[i];
    eval_release(p->literals.at, p->literals.n);
    dbx_vec_free(&p->literals);
    dbx_map_free(&p->slot);
  }
  dbx_vec_free(&m.all);
  dbx_map_free(&m.prepared);
  dbx_map_free(&m.wrapped);
  dbx_exact_free(&m.exact);
  dbx_arena_free(&m.arena);
  dbx_scratch_release(mark);
  if (st != DBX_OK) dbx_sim_close(&interp_now->sim); // of a circuit that did not come to its end
  return st;
}
