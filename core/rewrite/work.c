// The work list: every equation is tried by every rule until none fires (see rewrite.h).
#include "rewrite/work.h"

#include "base/poll.h"
#include "read/read.h"

enum { MOST_FIRED = 1000 }; // on one equation: rules that undo each other

// What stands in the place of the equation now: equations, and what is used instead of results.
static const char *after_text(rw_work *w, rw_body *b, uint32_t node, uint32_t first) {
  dbx_clear(&w->text);
  for (uint32_t i = b->nodes.at[0].next; i; i = rw_at(b, i)->next) {
    if (i < first && i != node) continue;
    if (w->text.n) dbx_put(&w->text, "; ");
    rw_put_eqn(w, &w->text, &rw_at(b, i)->e);
  }
  for (uint32_t i = 0; i < b->replaced.n; i++) {
    if (w->text.n) dbx_put(&w->text, "; ");
    rw_put_atom(w, &w->text, b->replaced.at[i].v);
    dbx_put(&w->text, " := ");
    rw_put_atom(w, &w->text, b->replaced.at[i].w);
  }
  return rw_kept(w, &w->text);
}

static void log_fired(const rw_site *s, const char *before, uint32_t first) {
  rw_work *w = s->w;
  dbx_rewrite_entry e = {.rule = s->rule->name, .before = before, .step = w->r->fired};
  e.why = rw_kept(w, &w->why);
  dbx_clear(&w->why);
  e.after = after_text(w, s->b, s->node, first);
  e.equation = rw_at(s->b, s->node)->number;
  e.removed = rw_at(s->b, s->node)->gone, e.changed = !e.removed;
  e.added = s->b->nodes.n - first;
  dbx_push(&w->r->entries, e);
}

// ---- one equation ----

static dbx_status endless(const rw_site *s) {
  dbx_clear(&s->w->text);
  dbx_printf(&s->w->text, "rule %s fired %d times on equation %u", s->rule->name, MOST_FIRED,
             rw_at(s->b, s->node)->number);
  s->w->r->endless = rw_kept(s->w, &s->w->text);
  s->w->out_of_fuel = true;
  return DBX_OK;
}

static dbx_status checked(const rw_site *s) {
  if (!s->w->r->check) return DBX_OK;
  const dbx_jaxpr *j = rw_body_jaxpr(s->b);
  if (dbx_check_jaxpr(j) == DBX_OK) return DBX_OK;
  dbx_diag_note("the rewriting rule %s gave this Jaxpr", s->rule->name);
  return DBX_FAIL;
}

// Tries one rule. *fired: it has.
static dbx_status try_rule(const rw_site *s, bool *fired) {
  uint32_t first = s->b->nodes.n;
  const char *before = s->w->r->log ? rw_eqn_text(s->w, rw_eqn(s)) : "";
  s->b->replaced.n = 0;
  *fired = s->rule->step ? s->rule->step(s) : rw_try_pattern(s);
  if (!*fired) return DBX_OK;
  s->w->r->fired++;
  if (s->w->r->log) log_fired(s, before, first);
  if (!rw_at(s->b, s->node)->gone) rw_touch(s->b, s->node);
  DBX_TRY(checked(s));
  if (s->w->r->fuel && s->w->r->fired >= s->w->r->fuel) s->w->out_of_fuel = true;
  if (++rw_at(s->b, s->node)->fired >= MOST_FIRED) return endless(s);
  return DBX_OK;
}

static dbx_status rewrite(rw_work *w, const dbx_jaxpr *j, const dbx_jaxpr **ret);

static dbx_status rewrite_param(rw_work *w, const dbx_param *p, const dbx_param **ret) {
  *ret = p;
  if (p->kind == DBX_P_JAXPR) {
    const dbx_jaxpr *j;
    DBX_TRY(rewrite(w, p->jaxpr, &j));
    if (j != p->jaxpr) *ret = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)j);
    return DBX_OK;
  }
  if ((p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST) || rw_is_plain(p)) return DBX_OK;
  const dbx_param **item = DBX_NEWN(&w->r->arena, const dbx_param *, p->n + 1);
  bool same = true;
  for (uint32_t i = 0; i < p->n; i++) {
    DBX_TRY(rewrite_param(w, p->item[i], &item[i]));
    same &= item[i] == p->item[i];
  }
  if (!same) *ret = p->kind == DBX_P_TUPLE ? dbx_p_tuple(item, p->n) : dbx_p_list(item, p->n);
  return DBX_OK;
}

// The Jaxprs inside of the equation first.
static dbx_status rewrite_inside(rw_work *w, rw_body *b, uint32_t node) {
  dbx_eqn e = rw_at(b, node)->e;
  bool same = true;
  if (!e.prim->nested) return DBX_OK;
  dbx_kv *kv = DBX_NEWN(&w->r->arena, dbx_kv, e.n_params + 1);
  for (uint32_t i = 0; i < e.n_params; i++) {
    kv[i].key = e.params[i].key;
    DBX_TRY(rewrite_param(w, e.params[i].val, &kv[i].val));
    same &= kv[i].val == e.params[i].val;
  }
  if (same) return DBX_OK;
  e.params = kv;
  rw_change(b, node, &e);
  return DBX_OK;
}

static dbx_status visit(rw_work *w, rw_body *b, uint32_t node) {
  bool fired = false;
  DBX_TRY(rewrite_inside(w, b, node));
  for (uint32_t i = 0; i < w->rules.n && !fired && !w->out_of_fuel; i++) {
    rw_site s = {w, b, w->rules.at[i], node};
    DBX_TRY(try_rule(&s, &fired));
  }
  return DBX_OK;
}

// ---- one Jaxpr ----

static dbx_status rewrite(rw_work *w, const dbx_jaxpr *j, const dbx_jaxpr **ret) {
  const uint64_t *known = dbx_map_find(&w->done, (uint64_t)(uintptr_t)j);
  *ret = known ? (const dbx_jaxpr *)(uintptr_t)*known : j;
  if (known || w->out_of_fuel) return DBX_OK;
  rw_body b;
  dbx_status st = DBX_OK;
  rw_body_begin(&b, &w->r->arena, j);
  for (uint32_t node; st == DBX_OK && !w->out_of_fuel && (node = rw_next(&b));) {
    st = dbx_poll();
    if (st == DBX_OK) st = visit(w, &b, node);
  }
  *ret = rw_body_jaxpr(&b);
  rw_body_free(&b);
  if (w->out_of_fuel) return st;
  dbx_map_put(&w->done, (uint64_t)(uintptr_t)j, (uint64_t)(uintptr_t)*ret);
  dbx_map_put(&w->done, (uint64_t)(uintptr_t)*ret, (uint64_t)(uintptr_t)*ret);
  return st;
}

static void choose_rules(rw_work *w) {
  for (uint32_t i = 0; i < rewrite_now->rules.n; i++) {
    const rw_rule *rule = rewrite_now->rules.at[w->r->order ? w->r->order[i] : i];
    if (!rule->off && (rule->own || !w->r->own_only)) dbx_push(&w->rules, rule);
  }
}

dbx_status dbx_rewrite_jaxpr(dbx_rewrite *r, const dbx_jaxpr *j, const dbx_jaxpr **ret) {
  rw_work w = {.r = r};
  choose_rules(&w);
  if (r->log) w.names = dbx_names_of(j);
  r->fired = 0;
  dbx_status st = rewrite(&w, j, ret);
  if (st == DBX_OK && !r->check && *ret != j) st = dbx_check_jaxpr(*ret);
  if (st != DBX_OK || r->endless) *ret = j;
  w.names = dbx_names_free(w.names);
  dbx_map_free(&w.done), dbx_map_free(&w.own), dbx_map_free(&w.refused);
  dbx_vec_free(&w.rules);
  dbx_buf_free(&w.why), dbx_buf_free(&w.text);
  return st;
}

void dbx_rewrite_free(dbx_rewrite *r) {
  dbx_vec_free(&r->entries);
  dbx_arena_free(&r->arena);
}
