// The groups of a loop's slots, and the rounds of the strategy infer (see rounds.h).
//
// A round traces the body with the groups so far. A slot that was a constant stays one if its
// length after the body is that constant; the slots of a group stay together if their lengths after
// the body are one. Otherwise the partition is refined and the body traced once more: at most once
// more than there are slots.
#include "trace/rounds.h"

#include "prim/poly.h"
#include "prim/prim.h"
#include "trace/trace.h"
#include <stdlib.h>
#include <string.h>

// Numbers the groups anew, in the order of their first slots: slots are together if their keys are
// equal. Slots with the key 0 are constants.
static uint32_t regroup(dbx_slot *s, const uint64_t *key, uint32_t n) {
  uint32_t groups = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = 0;
    while (k < i && key[k] != key[i]) k++;
    s[i].group = !key[i] ? DBX_FIXED : k < i ? s[k].group : groups++;
  }
  return groups;
}

static uint64_t pair_key(uint64_t a, uint64_t b) {
  uint64_t pair[2] = {a, b};
  return dbx_hash(pair, sizeof pair, 11) | 1;
}

// ---- what inner loops found in the last round of an outer one ----

typedef struct found {
  uint32_t *group, n;
} found;

typedef struct dbx_memory {
  dbx_vec(found) loops; // in the order in which they are bound
  uint32_t next;
} dbx_memory;

static void forget(dbx_memory *m) {
  for (uint32_t i = 0; i < m->loops.n; i++) free(m->loops.at[i].group);
  dbx_vec_free(&m->loops);
}

static void remember(dbx_memory *m, uint32_t at, const dbx_bind *b) {
  while (m->loops.n <= at) dbx_push(&m->loops, ((found){NULL, 0}));
  found *f = &m->loops.at[at];
  free(f->group);
  *f = (found){dbx_alloc((b->n_slots + 1) * sizeof *f->group), b->n_slots};
  for (uint32_t i = 0; i < b->n_slots; i++) f->group[i] = b->slots[i].group;
}

static void recall(const dbx_memory *m, uint32_t at, dbx_bind *b) {
  if (at >= m->loops.n || m->loops.at[at].n != b->n_slots || !m->loops.at[at].group) return;
  uint64_t *key = DBX_TMP(uint64_t, b->n_slots);
  for (uint32_t i = 0; i < b->n_slots; i++) { // what started equal then may be two lengths now
    uint32_t g = m->loops.at[at].group[i];
    key[i] = g == DBX_FIXED ? 0 : pair_key(g, dbx_dim_key(b->slots[i].start));
  }
  b->n_groups = regroup(b->slots, key, b->n_slots);
}

// ---- the groups to begin with ----

void dbx_open_slots(dbx_bind *b, const dbx_part *p) {
  dbx_vec(dbx_slot) all = {0};
  for (uint32_t i = b->first_carry; i < b->first_carry + b->n_carries; i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_atom_aval(p->collapsed_inputs.at[i]));
    for (uint32_t k = 0; k < v->rank; k++)
      if (dbx_dim_is_var(v->dims[k]))
        dbx_push(&all, ((dbx_slot){i - b->first_carry, k, v->dims[k], DBX_FIXED}));
  }
  b->n_slots = all.n;
  b->slots = dbx_arena_copy(&b->frame->trace->arena, all.at, all.n * sizeof *all.at);
  dbx_vec_free(&all);
  uint64_t *key = DBX_TMP(uint64_t, b->n_slots);
  for (uint32_t i = 0; i < b->n_slots; i++)
    key[i] = b->resizing == DBX_RESIZE   ? i + 1
             : b->resizing == DBX_SHARED ? pair_key(1, dbx_dim_key(b->slots[i].start))
                                         : 0;
  b->n_groups = regroup(b->slots, key, b->n_slots);
}

// ---- after a round ----

dbx_dim dbx_slot_result(const dbx_part *p, const dbx_slot *s) {
  if (s->carry >= p->collapsed_outputs.n) return dbx_dim_int(0);
  const dbx_aval_info *v = dbx_aval_at(dbx_out_aval(p, s->carry));
  return s->axis < v->rank ? v->dims[s->axis] : dbx_dim_int(0);
}

static dbx_dim slot_inside(const dbx_bind *b, const dbx_part *p, const dbx_slot *s) {
  dbx_atom x = p->body_inputs.at[p->n_implicit_in + b->first_carry + s->carry];
  return dbx_aval_at(dbx_atom_aval(x))->dims[s->axis];
}

static void note_widening(dbx_bind *b, const dbx_slot *s, dbx_dim result) {
  dbx_arena *arena = &b->frame->trace->arena;
  dbx_widening *all = DBX_NEWN(arena, dbx_widening, b->n_widenings + 1);
  dbx_buf name = {0};
  dbx_put_dim_words(&name, result);
  if (b->n_widenings) memcpy(all, b->widenings, b->n_widenings * sizeof *all);
  all[b->n_widenings++] = (dbx_widening){b->n_rounds, s->carry, s->axis,
                                         dbx_arena_copy(arena, dbx_text(&name), name.n + 1)};
  b->widenings = all;
  dbx_buf_free(&name);
}

// Refines the groups by the lengths after the body; false: nothing changed.
static bool refine(dbx_bind *b) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  uint32_t n = b->n_slots, before = b->n_groups, fixed = 0, *old = DBX_TMP(uint32_t, n);
  uint64_t *key = DBX_TMP(uint64_t, n);
  for (uint32_t i = 0; i < n; i++) {
    const dbx_slot *s = &b->slots[i];
    dbx_dim r = dbx_slot_result(p, s);
    old[i] = s->group;
    fixed += s->group == DBX_FIXED;
    if (s->group != DBX_FIXED) key[i] = pair_key(s->group, dbx_dim_key(r));
    else if (dbx_compare_dims(slot_inside(b, p, s), r)) key[i] = 0;
    else key[i] = pair_key(pair_key(~(uint64_t)0, dbx_dim_key(s->start)), dbx_dim_key(r));
  }
  b->n_groups = regroup(b->slots, key, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = 0;
    while (old[k] != old[i]) k++; // the first one of the group that it was in
    bool apart = old[i] != DBX_FIXED && b->slots[k].group != b->slots[i].group;
    if (apart || (old[i] == DBX_FIXED && b->slots[i].group != DBX_FIXED))
      note_widening(b, &b->slots[i], dbx_slot_result(p, &b->slots[i]));
    fixed -= b->slots[i].group == DBX_FIXED;
  }
  return fixed || b->n_groups != before;
}

// ---- rounds ----

// What the round left is dropped; its frames stay, ended, since tracers that leaked know them.
static void undo_round(dbx_bind *b, const dbx_trace_mark *before, void *host) {
  if (trace_now->rounds.undo) trace_now->rounds.undo(host);
  dbx_trace_back(b->frame->trace, before);
  dbx_log(round, .round = b->n_rounds, .arguments = b->n_groups);
}

static void explain(const dbx_bind *b) {
  for (uint32_t i = 0; i < b->n_widenings; i++) {
    const dbx_widening *w = &b->widenings[i];
    dbx_diag_note("allow_array_resizing=\"infer\", round %u: axis %u of carry %u is an argument of "
                  "the body since round %u, which returned it with the length %s",
                  b->n_rounds, w->axis, w->carry, w->round, w->length);
  }
}

static dbx_status trace_in_rounds(dbx_bind *b, dbx_status (*trace)(dbx_bind *b, void *ctx),
                                  void *ctx) {
  dbx_trace *t = b->frame->trace;
  for (;;) {
    dbx_trace_mark before = dbx_trace_here(t);
    void *host = trace_now->rounds.begin ? trace_now->rounds.begin() : NULL;
    b->n_rounds++;
    t->memory->next = 0;
    dbx_status st = trace(b, ctx);
    if (st == DBX_OK) st = dbx_check_carry_kinds(b);
    if (st == DBX_OK && refine(b)) {
      undo_round(b, &before, host);
      continue;
    }
    if (trace_now->rounds.keep) trace_now->rounds.keep(host);
    if (st != DBX_OK) explain(b);
    return st;
  }
}

dbx_status dbx_trace_rounds(dbx_bind *b, dbx_status (*trace)(dbx_bind *b, void *ctx), void *ctx) {
  dbx_trace *t = b->frame->trace;
  dbx_memory own = {0}, *outer = t->memory;
  uint32_t at = outer ? outer->next++ : 0;
  if (b->resizing != DBX_INFER || !b->n_slots) return b->n_rounds = 1, trace(b, ctx);
  if (outer) recall(outer, at, b);
  t->memory = &own;
  dbx_status st = trace_in_rounds(b, trace, ctx);
  t->memory = outer;
  forget(&own);
  if (outer) remember(outer, at, b);
  return st;
}

// ---- shared ----

dbx_status dbx_check_sharing(const dbx_bind *b) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  for (uint32_t i = 0; i < b->n_slots; i++)
    for (uint32_t k = 0; k < i; k++) {
      const dbx_slot *x = &b->slots[k], *y = &b->slots[i];
      dbx_dim rx = dbx_slot_result(p, x), ry = dbx_slot_result(p, y);
      bool one = x->group == y->group;
      if (one == dbx_compare_dims(rx, ry)) continue;
      dbx_fail_(
          DBX_E504, b->span,
          "axis %u of carry %u and axis %u of carry %u of the %s have %s before the body and "
          "%s after it, but with the strategy 'shared' carries have to keep which lengths are "
          "one",
          x->axis, x->carry, y->axis, y->carry, b->prim->name, one ? "one length" : "two lengths",
          one ? "two" : "one");
      if (one) dbx_note_dims(rx, ry);
      else dbx_note_dim(rx);
      return DBX_FAIL;
    }
  return DBX_OK;
}
