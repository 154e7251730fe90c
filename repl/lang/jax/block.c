// Open blocks: `with for_loop(...)(...) as (i, x):`, `with while_loop(...)(...) as x:`, and
// `with cond(...) as r:` with its further branches. The body of the with statement is what the
// decorated function would be; afterwards the carried names hold the results. Names that the body
// binds otherwise are as they were.
#include "lang/jax/block.h"

#include "lang/jax/graph.h"
#include "lang/jax/state.h"

#include <string.h>

// ---- the names that a body binds ----

typedef dbx_vec(const dbx_node *) name_nodes;

static void add_name(name_nodes *l, const dbx_node *n) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->name == n->name) return;
  dbx_push(l, n);
}

static void collect(const dbx_node *root, name_nodes *l) {
  dbx_walk w = {.next = (dbx_node *)root};
  for (const dbx_node *n; (n = dbx_walk_next(&w));) {
    bool definition = n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef;
    bool own_names =
        n->kind == DBX_N_Lambda || (n->kind >= DBX_N_ListComp && n->kind <= DBX_N_GeneratorExp);
    if (definition || (n->kind == DBX_N_Name && n->ctx == DBX_STORE)) add_name(l, n);
    if (definition || own_names) dbx_walk_over(&w);
  }
  dbx_walk_free(&w);
}

pv block_peek(o_env *env, const dbx_node *name) {
  pv v = PV(PV_UNBOUND);
  if (name->where == DBX_GLOBAL) return dict_get_sym(lang_now->globals, name->name);
  dbx_node load = {.kind = DBX_N_Name,
                   .name = name->name,
                   .where = name->where,
                   .hops = name->hops,
                   .slot = name->slot,
                   .span = name->span};
  if (lang_eval(env, &load, &v) != DBX_OK) dbx_diag_forget();
  return v;
}

dbx_status block_put(o_env *env, const dbx_node *name, pv v) {
  if (v.tag != PV_UNBOUND) return lang_store_name(env, name, name->name, v);
  return lang_forget_name(env, name, name->name), DBX_OK;
}

static dbx_status put_back(o_env *env, const name_nodes *l, uint32_t pins) {
  for (uint32_t i = 0; i < l->n; i++) DBX_TRY(block_put(env, l->at[i], lang_pinned(pins + i)));
  return DBX_OK;
}

// ---- a body as a function ----

lang_block_watch *block_watch(void) { return &jax_now->watch; }

static dbx_status show_to_watch(const o_block *b) {
  if (b->with != jax_now->watch.node) return DBX_OK;
  jax_now->watch.reached(jax_now->watch.ctx);
  jax_now->watch.done = true;
  jax_now->watch.end = dbx_intern("<open block>");
  return dbx_fail_as(DBX_E208, jax_now->watch.end, b->with->span, "the block is still open");
}

static bool is_several(const dbx_node *t) {
  return t->kind == DBX_N_Tuple || t->kind == DBX_N_List;
}

static uint32_t count_targets(const dbx_node *t) { return !t ? 0 : is_several(t) ? t->l.n : 1; }

static const dbx_node *target_at(const dbx_node *t, uint32_t i) {
  return is_several(t) ? t->l.at[i] : t;
}

static dbx_status left_by(flow f, dbx_span span) {
  if (f == FLOW_NEXT) return DBX_OK;
  if (f == FLOW_FAIL) return DBX_FAIL;
  return dbx_fail(DBX_E107, span, "'%s' cannot leave an open block; its results are %s",
                  f == FLOW_RETURN  ? "return"
                  : f == FLOW_BREAK ? "break"
                                    : "continue",
                  "the carried names, or a branch's last expression");
}

// "with r.otherwise():" is a branch of r.
static const dbx_node *owner_of(const dbx_node *e) {
  const dbx_node *f = e->kind == DBX_N_Call ? e->a : NULL;
  return f && f->kind == DBX_N_Attribute && f->a->kind == DBX_N_Name ? f->a : NULL;
}

// `r.result(a, b)` at the end of a branch of r: its results.
static bool gives_results(const dbx_node *with, const dbx_node *e) {
  const dbx_node *item = with->more->m.at[0], *of = owner_of(e);
  const dbx_node *r = item->b ? item->b : owner_of(item->a);
  return of && r && r->kind == DBX_N_Name && of->name == r->name && !e->more->m.n &&
         !strcmp(dbx_sym_text(e->a->name), "result");
}

static dbx_status eval_results(o_env *env, const dbx_nodes *args, pv *ret) {
  uint32_t pins = lang_pins();
  for (uint32_t i = 0; i < args->n; i++) {
    pv v;
    DBX_TRY(lang_eval(env, args->at[i], &v));
    lang_pin(v);
  }
  if (!args->n) *ret = pv_none();
  else *ret = args->n == 1 ? lang_pinned(pins) : tuple_new(lang_pin_at(pins), args->n);
  lang_unpin(pins);
  return DBX_OK;
}

// The value of a branch: its last statement, if that is an expression or r.result(...).
static dbx_status run_branch(const o_block *b, pv *ret) {
  const dbx_nodes *body = &b->with->l;
  const dbx_node *last = body->at[body->n - 1];
  bool value = last->kind == DBX_N_Expr;
  dbx_nodes before = {.at = body->at, .n = body->n - value};
  pv ignored;
  DBX_TRY(left_by(lang_exec(b->env, &before, &ignored), b->with->span));
  *ret = pv_none();
  if (value && gives_results(b->with, last->a)) DBX_TRY(eval_results(b->env, &last->a->l, ret));
  else if (value) DBX_TRY(lang_eval(b->env, last->a, ret));
  return show_to_watch(b);
}

static dbx_status run_body(const o_block *b, const call_args *c, pv *ret) {
  const dbx_node *t = b->with->more->m.at[0]->b;
  uint32_t lead = c->n - b->carries, pins = lang_pins();
  pv ignored;
  for (uint32_t i = 0; i < c->n; i++)
    DBX_TRY(lang_store_name(b->env, target_at(t, i), target_at(t, i)->name, c->at[i]));
  DBX_TRY(left_by(lang_exec(b->env, &b->with->l, &ignored), b->with->span));
  DBX_TRY(show_to_watch(b));
  for (uint32_t i = lead; i < c->n; i++) lang_pin(block_peek(b->env, target_at(t, i)));
  if (b->carries == 1) *ret = lang_pinned(pins);
  else *ret = tuple_new(lang_pin_at(pins), b->carries);
  lang_unpin(pins);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E201, t->span, "the carried name has no value at the end of the block");
}

dbx_status block_call(const call_args *c, pv *ret) {
  const o_block *b = (o_block *)c->fn.o;
  if (b->with->kind != DBX_N_With) return graph_block(c, ret);
  name_nodes names = {0};
  const dbx_nodes *body = &b->with->l;
  uint32_t pins = lang_pins();
  if (b->is_loop) collect(b->with->more->m.at[0]->b, &names);
  for (uint32_t i = 0; i < body->n; i++) collect(body->at[i], &names);
  for (uint32_t i = 0; i < names.n; i++) lang_pin(block_peek(b->env, names.at[i]));
  dbx_status st = b->is_loop ? run_body(b, c, ret) : run_branch(b, ret);
  if (st == DBX_OK) {
    lang_pin(*ret);
    st = put_back(b->env, &names, pins);
  }
  lang_unpin(pins);
  dbx_vec_free(&names);
  return st;
}

static o_block *block_new(o_env *env, const dbx_node *with, bool is_loop, uint32_t carries) {
  o_block *b = heap_new(T_BLOCK, sizeof *b);
  b->with = with, b->env = env, b->is_loop = is_loop, b->carries = carries;
  return b;
}

// ---- loops ----

static bool block_is_loop(pv manager) {
  return is_obj(manager, T_LOOP) && ((o_loop *)manager.o)->body.tag == PV_UNBOUND;
}

static dbx_status check_targets(const dbx_node *item, uint32_t want, bool is_for) {
  const dbx_node *t = item->b;
  bool names = count_targets(t) == want;
  for (uint32_t i = 0; names && i < want; i++) names = target_at(t, i)->kind == DBX_N_Name;
  if (names) return DBX_OK;
  return dbx_fail(
      DBX_E204, t ? t->span : item->span, "the block of a %s names %s: %u name%s behind 'as'",
      is_for ? "for_loop" : "while_loop",
      is_for ? "its index and what it carries" : "what it carries", want, want == 1 ? "" : "s");
}

static dbx_status block_run_loop(o_env *env, const dbx_node *with, const dbx_node *item,
                                 pv manager) {
  o_loop *open = (o_loop *)manager.o, *l = heap_new(T_LOOP, sizeof *l);
  const o_seq *args = SEQ(open->args);
  uint32_t pins = lang_pins(), lead = open->is_for;
  pv r;
  memcpy((char *)l + sizeof l->h, (char *)open + sizeof l->h, sizeof *l - sizeof l->h);
  lang_pin(pv_obj(l));
  DBX_TRY(check_targets(item, args->n + lead, open->is_for));
  l->body = pv_obj(block_new(env, with, true, args->n));
  dbx_here = item->a->span;
  DBX_TRY(lang_call(pv_obj(l), args->at, args->n, &r));
  lang_pin(r);
  for (uint32_t i = 0; i < args->n; i++) {
    const dbx_node *t = target_at(item->b, i + lead);
    DBX_TRY(lang_store_name(env, t, t->name, args->n == 1 ? r : SEQ(r)->at[i]));
  }
  lang_unpin(pins);
  return DBX_OK;
}

// ---- branches ----

static dbx_status block_run_branch(o_env *env, const dbx_node *with, const dbx_node *item,
                                   pv manager) {
  pv body = pv_obj(block_new(env, with, false, 0)), made, result;
  uint32_t pins = lang_pins();
  const dbx_node *owner = owner_of(item->a);
  lang_pin(body);
  dbx_here = item->a->span;
  DBX_TRY(lang_call(manager, &body, 1, &made));
  lang_pin(made);
  if (((o_cond *)made.o)->otherwise.tag != PV_UNBOUND) {
    DBX_TRY(lang_call(made, NULL, 0, &result));
    lang_pin(result);
    if (owner) DBX_TRY(lang_store_name(env, owner, owner->name, result));
    if (item->b) DBX_TRY(lang_store(env, item->b, result));
  } else if (item->b) {
    DBX_TRY(lang_store(env, item->b, made));
  }
  lang_unpin(pins);
  return DBX_OK;
}

// ---- with ----

bool block_opens(pv manager) { return block_is_loop(manager) || lang_awaits_branch(manager); }

dbx_status block_run(o_env *env, const dbx_node *with, const dbx_node *item, pv manager) {
  return block_is_loop(manager) ? block_run_loop(env, with, item, manager)
                                : block_run_branch(env, with, item, manager);
}
