// Compiled functions that are called in several traces, and outside of them: jax.jit traces once
// for the types of the arguments, wherever the call stands. What captures values of its
// surroundings, or has traced lengths, is traced for each. Source: docs/semantics.md, Arguments of
// functions.
#include "ir/target.h"
#include "lang/jax/compiled.h"

#include <stdlib.h>
#include <string.h>

void known_visit(const o_qjit *q, void (*child)(obj *o)) {
  for (uint32_t i = 0; i < q->calls.n; i++)
    visit_value(q->calls.at[i].out, child), visit_value(q->calls.at[i].statics, child);
}

void known_release(o_qjit *q) {
  for (uint32_t i = 0; i < q->calls.n; i++) free(q->calls.at[i].aval);
  dbx_vec_free(&q->calls);
}

static bool is_shareable(const o_qjit *q, const site *s) {
  if (q->abstract || (q->axes.tag != PV_UNBOUND && !is_none(q->axes))) return false;
  for (uint32_t i = 0; i < s->n; i++)
    if (dbx_aval_at(s->aval[i])->dynamic) return false;
  return true;
}

static bool same_types(const site *s, const dbx_aval *aval, uint32_t n) {
  return s->n == n && (!n || !memcmp(s->aval, aval, n * sizeof *aval));
}

static bool is_plain(void) { return !dbx_trace_current() || dbx_trace_plain(); }

// The trace, if it has ended, is kept, and still has all that it had then.
static dbx_trace *trace_of(const nested_call *c) {
  for (uint32_t i = lang_now->traces.n; i-- > 0;) {
    dbx_trace *t = lang_now->traces.at[i];
    if (t->id == c->trace) return t->n_cuts == c->n_cuts && t->plain == is_plain() ? t : NULL;
  }
  return NULL;
}

static dbx_status nested_of(o_qjit *q, const site *s, nested_call **ret) {
  *ret = NULL;
  for (uint32_t i = 0; i < q->calls.n && !*ret; i++) {
    nested_call *c = &q->calls.at[i];
    bool same = c->key == s->key && same_types(s, c->aval, c->n);
    if (same) DBX_TRY(site_same_statics(s, c->statics, &same));
    if (same) *ret = c;
  }
  return DBX_OK;
}

static dbx_status entry_of(o_qjit *q, const site *s, const entry **ret) {
  *ret = NULL;
  for (uint32_t i = 0; i < q->entries.n && !*ret; i++) {
    const entry *e = &q->entries.at[i];
    bool same = e->key == s->key && !e->n_implicit && same_types(s, e->in_type.aval, e->in_type.n);
    if (same) DBX_TRY(site_same_statics(s, e->statics, &same));
    if (same) *ret = e;
  }
  return DBX_OK;
}

dbx_status known_target(o_qjit *q, const site *s, dbx_call_target *ret, pv *out, bool *found) {
  const entry *e;
  nested_call *c;
  dbx_trace *t = NULL;
  *found = false;
  if (!is_shareable(q, s)) return DBX_OK;
  DBX_TRY(entry_of(q, s, &e));
  DBX_TRY(nested_of(q, s, &c));
  if (e && e->trace->plain == is_plain() && !dbx_target_now()->results_forwarded) {
    *ret = (dbx_call_target){
        .jaxpr = (dbx_jaxpr *)(uintptr_t)e->jaxpr, .out_type = e->out_type, .tree = e->tree};
    t = e->trace, *out = e->out;
  } else if (c && (t = trace_of(c))) {
    *ret = c->target, *out = c->out;
  }
  if (t) t->shared = *found = true;
  return DBX_OK;
}

void known_keep(o_qjit *q, const site *s, const dbx_call_target *target, pv out) {
  nested_call *c;
  if (!is_shareable(q, s) || target->n_captures) return;
  if (nested_of(q, s, &c) != DBX_OK) return dbx_diag_forget();
  if (!c) {
    dbx_push(&q->calls, ((nested_call){.key = s->key, .n = s->n}));
    c = &q->calls.at[q->calls.n - 1];
    c->aval = dbx_alloc(s->n * sizeof *s->aval + 1);
    if (s->n) memcpy(c->aval, s->aval, s->n * sizeof *s->aval);
  }
  c->out = out, c->statics = statics_of(q, s), c->target = *target;
  c->trace = dbx_trace_current()->id, c->n_cuts = dbx_trace_current()->n_cuts;
}

dbx_status known_entry(o_qjit *q, const site *s, entry *ret, bool *found) {
  nested_call *c = NULL;
  dbx_trace *t = NULL;
  if (q->jit && is_shareable(q, s)) DBX_TRY(nested_of(q, s, &c));
  if (c && !c->target.forwarded) t = trace_of(c);
  if ((*found = t != NULL)) {
    *ret = (entry){.key = c->key, .trace = t, .jaxpr = c->target.jaxpr, .tree = c->target.tree};
    ret->in_type = dbx_sig_new(&t->arena, c->n);
    for (uint32_t i = 0; i < c->n; i++)
      ret->in_type.aval[i] = c->aval[i], ret->in_type.expl[i] = true;
    ret->out_type = c->target.out_type, ret->out = c->out, ret->statics = c->statics;
    dbx_push(&q->entries, *ret);
    t->shared = true;
  }
  return DBX_OK;
}
