// Statements that yield, as steps (see code.h). A statement that does not yield is one step.
#include "lang/syntax/flatten.h"

static dbx_status flat_body(flattening *f, const dbx_nodes *l);
static dbx_status flat_statement(flattening *f, const dbx_node *n);

static bool body_yields(const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (flat_yields(l->at[i])) return true;
  return false;
}

static uint32_t jump(flattening *f) { return flat_add(f, DBX_STEP_JUMP, NULL, DBX_NO_SLOT); }

static void jump_back(flattening *f, uint32_t to) {
  uint32_t step = jump(f);
  f->steps.at[step].to = to;
}

static void run(flattening *f, const dbx_node *n) { flat_add(f, DBX_STEP_RUN, n, DBX_NO_SLOT); }

// Steps are added to a new block until the one around it is set again.
static uint32_t open_block(flattening *f, dbx_flat_block_kind kind, uint32_t slot) {
  dbx_push(&f->blocks, ((dbx_flat_block){.kind = (uint8_t)kind, .outer = f->block, .slot = slot}));
  return f->block = f->blocks.n - 1;
}

static void close_block(flattening *f) { f->block = f->blocks.at[f->block].outer; }

// The block ends here, and so does what it stands for.
static void leave_block(flattening *f) {
  flat_add(f, DBX_STEP_LEAVE, NULL, DBX_NO_SLOT);
  close_block(f);
}

// ---- assignments ----

static void assign(flattening *f, dbx_node *target, dbx_node *value, dbx_span span) {
  dbx_node *n = dbx_node_make(f->arena, DBX_N_Assign, span);
  n->l = dbx_nodes_one(f->arena, target);
  n->a = value;
  run(f, n);
}

// A target whose parts yield. Sequences of such ones are refused.
static dbx_status store(flattening *f, const dbx_node *target, uint32_t slot) {
  dbx_node *t = (dbx_node *)target;
  if (flat_yields(t) && t->kind != DBX_N_Subscript && t->kind != DBX_N_Attribute)
    return flat_refuse(t, "targets");
  if (flat_yields(t)) DBX_TRY(flat_parts(f, t, &t));
  return assign(f, t, flat_name(f, slot, t->span), t->span), DBX_OK;
}

// All that the statement evaluates, and then the statement.
static dbx_status flat_whole(flattening *f, const dbx_node *n) {
  dbx_node *copy;
  DBX_TRY(flat_parts(f, n, &copy));
  return run(f, copy), DBX_OK;
}

static dbx_status flat_assign(flattening *f, const dbx_node *n) {
  dbx_node *v;
  if (!body_yields(&n->l)) return flat_whole(f, n);
  uint32_t slot = flat_slot(f);
  DBX_TRY(flat_value(f, n->a, &v));
  flat_add(f, DBX_STEP_SET, v, slot);
  for (uint32_t i = 0; i < n->l.n; i++) DBX_TRY(store(f, n->l.at[i], slot));
  return DBX_OK;
}

// x += yield: what x is comes first.
static dbx_status flat_augment(flattening *f, const dbx_node *n) {
  dbx_node *target = n->a, *v;
  if (flat_yields(target)) return flat_refuse(target, "targets");
  if (target->kind != DBX_N_Name) { // its parts are evaluated once
    target = dbx_node_copy(f->arena, target);
    dbx_node **parts[] = {&target->a, target->kind == DBX_N_Subscript ? &target->b : NULL};
    for (int i = 0; i < 2 && parts[i]; i++) {
      uint32_t slot = flat_slot(f);
      flat_add(f, DBX_STEP_SET, *parts[i], slot);
      *parts[i] = flat_name(f, slot, (*parts[i])->span);
    }
  }
  dbx_node *old = dbx_node_copy(f->arena, target);
  old->ctx = DBX_LOAD;
  uint32_t slot = flat_slot(f);
  flat_add(f, DBX_STEP_SET, old, slot);
  DBX_TRY(flat_value(f, n->b, &v));
  dbx_node *change = dbx_node_copy(f->arena, n);
  change->a = flat_name(f, slot, n->a->span);
  change->b = v;
  run(f, change);
  return assign(f, target, flat_name(f, slot, n->span), n->span), DBX_OK;
}

static dbx_status flat_annotated(flattening *f, const dbx_node *n) {
  if (flat_yields(n->a)) return flat_refuse(n->a, "targets");
  if (!n->more->c || !flat_yields(n->more->c)) return run(f, n), DBX_OK; // not evaluated
  return flat_whole(f, n);
}

static dbx_status flat_delete(flattening *f, const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++) {
    dbx_node *t = n->l.at[i], *one = dbx_node_make(f->arena, DBX_N_Delete, n->span);
    if (flat_yields(t)) DBX_TRY(flat_parts(f, t, &t));
    one->l = dbx_nodes_one(f->arena, t);
    run(f, one);
  }
  return DBX_OK;
}

// ---- other simple statements ----

static dbx_status flat_expression(flattening *f, const dbx_node *n) {
  dbx_node *v = NULL;
  if (n->a->kind == DBX_N_Yield) {
    if (n->a->a) DBX_TRY(flat_value(f, n->a->a, &v));
    return flat_add(f, DBX_STEP_YIELD, v, DBX_NO_SLOT), DBX_OK;
  }
  return flat_whole(f, n);
}

static dbx_status flat_return(flattening *f, const dbx_node *n) {
  dbx_node *v = NULL;
  if (n->a) DBX_TRY(flat_value(f, n->a, &v));
  return flat_add(f, DBX_STEP_RETURN, v, DBX_NO_SLOT), DBX_OK;
}

// The message is evaluated only where it is needed.
static dbx_status flat_assert(flattening *f, const dbx_node *n) {
  dbx_node *test, *copy = dbx_node_copy(f->arena, n);
  uint32_t slot = flat_slot(f);
  DBX_TRY(flat_value(f, n->a, &test));
  flat_add(f, DBX_STEP_SET, test, slot);
  uint32_t holds = flat_add(f, DBX_STEP_WHEN, flat_name(f, slot, n->a->span), DBX_NO_SLOT);
  copy->a = flat_name(f, slot, n->a->span);
  if (n->b) DBX_TRY(flat_value(f, n->b, &copy->b));
  run(f, copy);
  return flat_here(f, holds), DBX_OK;
}

// ---- conditions and loops ----

static dbx_status flat_if(flattening *f, const dbx_node *n) {
  dbx_vec(uint32_t) ends = {0};
  dbx_status st = DBX_OK;
  for (const dbx_node *next; n && st == DBX_OK; n = next) { // chains of elif have any length
    dbx_node *test;
    if ((st = flat_value(f, n->a, &test)) != DBX_OK) break;
    uint32_t unless = flat_add(f, DBX_STEP_UNLESS, test, DBX_NO_SLOT);
    if ((st = flat_body(f, &n->l)) != DBX_OK) break;
    dbx_push(&ends, jump(f));
    flat_here(f, unless);
    const dbx_nodes *m = &n->more->m;
    next = m->n == 1 && m->at[0]->kind == DBX_N_If ? m->at[0] : NULL;
    if (!next) st = flat_body(f, m);
  }
  for (uint32_t i = 0; i < ends.n; i++) flat_here(f, ends.at[i]);
  dbx_vec_free(&ends);
  return st;
}

static dbx_status flat_match(flattening *f, const dbx_node *n) {
  dbx_vec(uint32_t) ends = {0};
  dbx_node *v;
  uint32_t slot = flat_slot(f);
  DBX_TRY(flat_value(f, n->a, &v));
  flat_add(f, DBX_STEP_SET, v, slot);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    dbx_node *one = dbx_node_copy(f->arena, n->l.at[i]);
    if (one->b && flat_yields(one->b)) st = flat_refuse(one->b, "guards");
    dbx_node_own_more(f->arena, one)->c = flat_name(f, slot, n->a->span);
    uint32_t unless = flat_add(f, DBX_STEP_UNLESS, one, DBX_NO_SLOT);
    if (st == DBX_OK) st = flat_body(f, &n->l.at[i]->l);
    dbx_push(&ends, jump(f));
    flat_here(f, unless);
  }
  for (uint32_t i = 0; i < ends.n; i++) flat_here(f, ends.at[i]);
  dbx_vec_free(&ends);
  return st;
}

static dbx_status flat_loop(flattening *f, const dbx_node *n) {
  bool is_for = n->kind == DBX_N_For;
  uint32_t slot = is_for ? flat_slot(f) : DBX_NO_SLOT;
  dbx_node *v;
  if (is_for && flat_yields(n->a)) return flat_refuse(n->a, "targets");
  if (is_for) {
    DBX_TRY(flat_value(f, n->b, &v));
    flat_add(f, DBX_STEP_ITER, v, slot);
  }
  uint32_t top = f->steps.n;
  if (!is_for) DBX_TRY(flat_value(f, n->a, &v));
  uint32_t test = is_for ? flat_add(f, DBX_STEP_NEXT, n->a, slot)
                         : flat_add(f, DBX_STEP_UNLESS, v, DBX_NO_SLOT);
  uint32_t block = open_block(f, DBX_BLOCK_LOOP, DBX_NO_SLOT);
  DBX_TRY(flat_body(f, &n->l));
  close_block(f);
  jump_back(f, top);
  flat_here(f, test);
  DBX_TRY(flat_body(f, &n->more->m));
  f->blocks.at[block].next = top;
  f->blocks.at[block].to = f->steps.n;
  return DBX_OK;
}

// ---- exceptions ----

typedef dbx_vec(uint32_t) step_list;

static dbx_status flat_handler(flattening *f, const dbx_node *h, uint32_t slot, step_list *ends) {
  if (h->a && flat_yields(h->a)) return flat_refuse(h->a, "exceptions");
  uint32_t not_this = flat_add(f, DBX_STEP_CATCH, h, slot);
  uint32_t named = h->name ? open_block(f, DBX_BLOCK_NAMED, DBX_NO_SLOT) : 0;
  if (named) f->blocks.at[named].node = h;
  DBX_TRY(flat_body(f, &h->l));
  if (h->name) leave_block(f);
  flat_add(f, DBX_STEP_LEAVE, NULL, DBX_NO_SLOT);
  dbx_push(ends, jump(f));
  return flat_here(f, not_this), DBX_OK;
}

// Their ends go behind the else clause.
static dbx_status flat_handlers(flattening *f, const dbx_nodes *handlers, uint32_t slot,
                                step_list *ends) {
  open_block(f, DBX_BLOCK_HANDLER, slot);
  for (uint32_t i = 0; i < handlers->n; i++) DBX_TRY(flat_handler(f, handlers->at[i], slot, ends));
  flat_add(f, DBX_STEP_RERAISE, NULL, slot);
  return close_block(f), DBX_OK;
}

// try, except, else.
static dbx_status flat_tried(flattening *f, const dbx_node *n) {
  if (!n->more->m.n) return flat_body(f, &n->l);
  step_list ends = {0};
  uint32_t slot = flat_slot(f), block = open_block(f, DBX_BLOCK_TRY, slot);
  DBX_TRY(flat_body(f, &n->l));
  close_block(f);
  uint32_t otherwise = jump(f);
  f->blocks.at[block].to = f->steps.n;
  dbx_status st = flat_handlers(f, &n->more->m, slot, &ends);
  flat_here(f, otherwise);
  if (st == DBX_OK) st = flat_body(f, &n->more->n);
  for (uint32_t i = 0; i < ends.n; i++) flat_here(f, ends.at[i]);
  dbx_vec_free(&ends);
  return st;
}

static dbx_status flat_try(flattening *f, const dbx_node *n) {
  if (!n->more->d.n) return flat_tried(f, n);
  uint32_t slot = flat_slot(f);
  flat_slot(f); // what goes with it
  uint32_t block = open_block(f, DBX_BLOCK_FINALLY, slot);
  DBX_TRY(flat_tried(f, n));
  leave_block(f);
  f->blocks.at[block].to = f->steps.n;
  open_block(f, DBX_BLOCK_FINAL, slot);
  DBX_TRY(flat_body(f, &n->more->d));
  flat_add(f, DBX_STEP_RESUME, NULL, slot);
  return close_block(f), DBX_OK;
}

static dbx_status flat_with(flattening *f, const dbx_node *n, uint32_t i) {
  if (i == n->more->m.n) return flat_body(f, &n->l);
  const dbx_node *item = n->more->m.at[i];
  dbx_node *enter = dbx_node_copy(f->arena, item);
  if (item->b && flat_yields(item->b)) return flat_refuse(item->b, "targets");
  DBX_TRY(flat_value(f, item->a, &enter->a));
  uint32_t slot = flat_slot(f), given = flat_slot(f);
  flat_add(f, DBX_STEP_ENTER, enter, slot);
  uint32_t block = open_block(f, DBX_BLOCK_WITH, slot);
  if (item->b) assign(f, item->b, flat_name(f, given, item->span), item->span);
  DBX_TRY(flat_with(f, n, i + 1));
  leave_block(f);
  f->blocks.at[block].to = f->steps.n;
  return DBX_OK;
}

// ---- all of it ----

static dbx_status flat_simple(flattening *f, const dbx_node *n) {
  switch (n->kind) {
  case DBX_N_Expr: return flat_expression(f, n);
  case DBX_N_Assign: return flat_assign(f, n);
  case DBX_N_AugAssign: return flat_augment(f, n);
  case DBX_N_AnnAssign: return flat_annotated(f, n);
  case DBX_N_Delete: return flat_delete(f, n);
  case DBX_N_Assert: return flat_assert(f, n);
  case DBX_N_Raise: return flat_whole(f, n);
  default: return flat_refuse(n, "definitions");
  }
}

static dbx_status flat_statement(flattening *f, const dbx_node *n) {
  if (n->kind == DBX_N_Return) return flat_return(f, n);
  if (!flat_yields(n)) return run(f, n), DBX_OK;
  switch (n->kind) {
  case DBX_N_If: return flat_if(f, n);
  case DBX_N_Match: return flat_match(f, n);
  case DBX_N_For:
  case DBX_N_While: return flat_loop(f, n);
  case DBX_N_Try: return flat_try(f, n);
  case DBX_N_With: return flat_with(f, n, 0);
  default: return flat_simple(f, n);
  }
}

static dbx_status flat_body(flattening *f, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++) DBX_TRY(flat_statement(f, l->at[i]));
  return DBX_OK;
}

dbx_status dbx_flatten(dbx_arena *arena, const dbx_node *function, uint32_t *n_slots,
                       const dbx_steps **ret) {
  flattening f = {.arena = arena, .n_slots = *n_slots};
  dbx_node *v = NULL;
  dbx_push(&f.blocks, ((dbx_flat_block){.kind = DBX_BLOCK_BODY}));
  dbx_status st = function->kind == DBX_N_Lambda ? flat_value(&f, function->b, &v)
                                                 : flat_body(&f, &function->l);
  flat_add(&f, DBX_STEP_RETURN, v, DBX_NO_SLOT);
  dbx_steps *code = DBX_NEW(arena, dbx_steps);
  code->n_steps = f.steps.n, code->n_blocks = f.blocks.n;
  code->step = dbx_arena_copy(arena, f.steps.at, f.steps.n * sizeof *f.steps.at);
  code->block = dbx_arena_copy(arena, f.blocks.at, f.blocks.n * sizeof *f.blocks.at);
  dbx_vec_free(&f.steps);
  dbx_vec_free(&f.blocks);
  *n_slots = f.n_slots;
  return *ret = code, st;
}
