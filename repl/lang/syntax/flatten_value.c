// Expressions that yield, as steps (see code.h): what is evaluated before a yield is kept in
// variables, in the order of evaluation; what comes after the last one stays an expression.
#include "lang/syntax/flatten.h"

#include "lang/syntax/parser.h"

// ---- what yields ----

static bool any_yields(const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i] && flat_yields(l->at[i])) return true;
  return false;
}

// Of what has a scope of its own, only what is evaluated outside of it.
static bool definition_yields(const dbx_node *n) {
  switch (n->kind) {
  case DBX_N_FunctionDef:
    if (any_yields(&n->more->m)) return true;
    break;
  case DBX_N_ClassDef: return any_yields(&n->more->d) || any_yields(&n->l);
  case DBX_N_Lambda: break;
  default: return flat_yields(n->l.at[0]->b);
  }
  return any_yields(&n->a->more->d) || any_yields(&n->a->more->e);
}

static bool has_scope(const dbx_node *n) {
  return n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef || n->kind == DBX_N_Lambda ||
         (n->kind >= DBX_N_ListComp && n->kind <= DBX_N_GeneratorExp);
}

bool flat_yields(const dbx_node *n) {
  dbx_walk w = {.next = (dbx_node *)n};
  bool found = false;
  for (const dbx_node *one; !found && (one = dbx_walk_next(&w));) {
    found = one->kind == DBX_N_Yield || one->kind == DBX_N_YieldFrom;
    if (!has_scope(one)) continue;
    found = definition_yields(one);
    dbx_walk_over(&w);
  }
  dbx_walk_free(&w);
  return found;
}

dbx_status flat_refuse(const dbx_node *n, const char *what) {
  return dbx_fail(DBX_E103, n->span,
                  "%s that yield are not part of this language; assign what the yield gives to a "
                  "name first",
                  what);
}

// ---- steps ----

uint32_t flat_slot(flattening *f) { return f->n_slots++; }

uint32_t flat_add(flattening *f, dbx_flat_step_kind kind, const dbx_node *node, uint32_t slot) {
  dbx_push(&f->steps, ((dbx_flat_step){(uint8_t)kind, f->block, slot, f->steps.n + 1, node}));
  return f->steps.n - 1;
}

void flat_here(flattening *f, uint32_t step) { f->steps.at[step].to = f->steps.n; }

dbx_node *flat_name(flattening *f, uint32_t slot, dbx_span span) {
  dbx_node *n = dbx_node_make(f->arena, DBX_N_Name, span);
  n->where = DBX_LOCAL;
  n->slot = slot;
  n->name = dbx_intern(".");
  return n;
}

// ---- operands ----

typedef struct operands {
  dbx_vec(dbx_node **) at; // places in copies
} operands;

static dbx_nodes copy_list(flattening *f, const dbx_nodes *l) {
  return (dbx_nodes){dbx_arena_copy(f->arena, l->at, l->n * sizeof(dbx_node *)), l->n};
}

static void operand(operands *o, dbx_node **at) {
  if (*at) dbx_push(&o->at, at);
}

static void list_operands(flattening *f, operands *o, dbx_nodes *l) {
  *l = copy_list(f, l);
  for (uint32_t i = 0; i < l->n; i++) operand(o, &l->at[i]);
}

// name=value: the value.
static void keyword_operands(flattening *f, operands *o, dbx_nodes *l) {
  *l = copy_list(f, l);
  for (uint32_t i = 0; i < l->n; i++) {
    l->at[i] = dbx_node_copy(f->arena, l->at[i]);
    operand(o, &l->at[i]->a);
  }
}

static void item_operands(flattening *f, operands *o, dbx_nodes *keys, dbx_nodes *values) {
  *keys = copy_list(f, keys);
  *values = copy_list(f, values);
  for (uint32_t i = 0; i < keys->n; i++) {
    operand(o, &keys->at[i]);
    operand(o, &values->at[i]);
  }
}

static void index_operands(flattening *f, operands *o, dbx_node **index) {
  if ((*index)->kind != DBX_N_Slice) return operand(o, index);
  *index = dbx_node_copy(f->arena, *index);
  dbx_node_more *more = dbx_node_own_more(f->arena, *index);
  operand(o, &(*index)->a);
  operand(o, &(*index)->b);
  operand(o, &more->c);
}

// Of the copy n, in the order of evaluation. False: the kind has another one.
static bool operands_of(flattening *f, dbx_node *n, operands *o) {
  dbx_node_more *more = n->extent == DBX_WHOLE ? dbx_node_own_more(f->arena, n) : NULL;
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_Expr:
  case DBX_N_Return:
  case DBX_N_UnaryOp:
  case DBX_N_Assign:
  case DBX_N_Attribute:
  case DBX_N_Starred: operand(o, &n->a); return true;
  case DBX_N_NamedExpr: operand(o, &n->b); return true;
  case DBX_N_AnnAssign: operand(o, &more->c); return true;
  case DBX_N_Raise:
  case DBX_N_BinOp:
  case DBX_N_FormattedValue: operand(o, &n->a), operand(o, &n->b); return true;
  case DBX_N_Compare: operand(o, &n->a), list_operands(f, o, &n->l); return true;
  case DBX_N_Subscript: operand(o, &n->a), index_operands(f, o, &n->b); return true;
  case DBX_N_Call:
    operand(o, &n->a), list_operands(f, o, &n->l), keyword_operands(f, o, &more->m);
    return true;
  case DBX_N_Delete:
  case DBX_N_JoinedStr:
  case DBX_N_Tuple:
  case DBX_N_List:
  case DBX_N_Set: list_operands(f, o, &n->l); return true;
  case DBX_N_Dict: item_operands(f, o, &n->l, &more->m); return true;
  case DBX_N_ListComp:
  case DBX_N_SetComp:
  case DBX_N_DictComp:
  case DBX_N_GeneratorExp:
    n->l = copy_list(f, &n->l);
    n->l.at[0] = dbx_node_copy(f->arena, n->l.at[0]);
    operand(o, &n->l.at[0]->b);
    return true;
  default: return false;
  }
}

// The operand is evaluated now, because a later one yields.
static dbx_status settle(flattening *f, dbx_node **at) {
  dbx_node *v, *n = *at, *wrapped = n;
  if (n->kind == DBX_N_Constant) return DBX_OK;
  if (n->kind == DBX_N_Starred || n->kind == DBX_N_FormattedValue) { // spread and formatted now
    DBX_TRY(flat_parts(f, n, &n));
    wrapped =
        dbx_node_make(f->arena, n->kind == DBX_N_Starred ? DBX_N_List : DBX_N_JoinedStr, n->span);
    wrapped->l = dbx_nodes_one(f->arena, n);
    v = wrapped;
  } else {
    DBX_TRY(flat_value(f, n, &v));
  }
  uint32_t slot = flat_slot(f);
  flat_add(f, DBX_STEP_SET, v, slot);
  dbx_node *name = flat_name(f, slot, n->span);
  if (wrapped == *at) return *at = name, DBX_OK;
  *at = dbx_node_copy(f->arena, n);
  (*at)->a = name;
  if (n->kind == DBX_N_FormattedValue) (*at)->b = NULL, (*at)->flag = -1;
  return DBX_OK;
}

dbx_status flat_parts(flattening *f, const dbx_node *n, dbx_node **ret) {
  operands o = {0};
  dbx_node *copy = dbx_node_copy(f->arena, n);
  bool known = operands_of(f, copy, &o);
  uint32_t last = o.at.n;
  while (last && !flat_yields(*o.at.at[last - 1])) last--;
  dbx_status st = known ? DBX_OK : flat_refuse(n, "expressions of this kind");
  for (uint32_t i = 0; st == DBX_OK && i + 1 < last; i++) st = settle(f, o.at.at[i]);
  if (st == DBX_OK && last) st = flat_value(f, *o.at.at[last - 1], o.at.at[last - 1]);
  dbx_vec_free(&o.at);
  return *ret = copy, st;
}

// ---- expressions that do not evaluate all of their parts ----

typedef dbx_vec(uint32_t) jumps; // steps whose targets are not known yet

static void end_here(flattening *f, jumps *l) {
  for (uint32_t i = 0; i < l->n; i++) flat_here(f, l->at[i]);
  dbx_vec_free(l);
}

static dbx_status flat_bool(flattening *f, const dbx_node *n, uint32_t slot) {
  jumps ends = {0};
  dbx_status st = DBX_OK;
  dbx_flat_step_kind ends_by = n->op == DBX_OP_And ? DBX_STEP_UNLESS : DBX_STEP_WHEN;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    dbx_node *v;
    if ((st = flat_value(f, n->l.at[i], &v)) != DBX_OK) break;
    flat_add(f, DBX_STEP_SET, v, slot);
    if (i + 1 < n->l.n)
      dbx_push(&ends, flat_add(f, ends_by, flat_name(f, slot, v->span), DBX_NO_SLOT));
  }
  end_here(f, &ends);
  return st;
}

static dbx_status flat_conditional(flattening *f, const dbx_node *n, uint32_t slot) {
  dbx_node *v;
  DBX_TRY(flat_value(f, n->a, &v));
  uint32_t test = flat_add(f, DBX_STEP_UNLESS, v, DBX_NO_SLOT);
  DBX_TRY(flat_value(f, n->b, &v));
  flat_add(f, DBX_STEP_SET, v, slot);
  uint32_t end = flat_add(f, DBX_STEP_JUMP, NULL, DBX_NO_SLOT);
  flat_here(f, test);
  DBX_TRY(flat_value(f, n->more->c, &v));
  flat_add(f, DBX_STEP_SET, v, slot);
  flat_here(f, end);
  return DBX_OK;
}

// a < b < c: each operand once, and none after the first comparison that does not hold.
static dbx_status flat_chain(flattening *f, const dbx_node *n, uint32_t slot) {
  dbx_node *left = n->a, *right;
  jumps ends = {0};
  dbx_status st = settle(f, &left);
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++, left = right) {
    right = n->l.at[i];
    if ((st = settle(f, &right)) != DBX_OK) break;
    dbx_node *once = dbx_node_make(f->arena, DBX_N_Compare, n->span);
    once->a = left;
    once->l = dbx_nodes_one(f->arena, right);
    dbx_node_own_more(f->arena, once)->ops = dbx_arena_copy(f->arena, &n->more->ops[i], 1);
    flat_add(f, DBX_STEP_SET, once, slot);
    if (i + 1 < n->l.n)
      dbx_push(&ends, flat_add(f, DBX_STEP_UNLESS, flat_name(f, slot, n->span), DBX_NO_SLOT));
  }
  end_here(f, &ends);
  return st;
}

static dbx_status flat_yield(flattening *f, const dbx_node *n, uint32_t slot) {
  dbx_node *v = NULL;
  if (n->a) DBX_TRY(flat_value(f, n->a, &v));
  if (n->kind == DBX_N_YieldFrom) flat_add(f, DBX_STEP_ITER, v, slot);
  flat_add(f, n->kind == DBX_N_Yield ? DBX_STEP_YIELD : DBX_STEP_FROM, v, slot);
  return DBX_OK;
}

// All of n, into the variable.
static dbx_status flat_whole(flattening *f, const dbx_node *n, uint32_t slot) {
  switch (n->kind) {
  case DBX_N_BoolOp: return flat_bool(f, n, slot);
  case DBX_N_IfExp: return flat_conditional(f, n, slot);
  case DBX_N_Compare: return flat_chain(f, n, slot);
  default: return flat_yield(f, n, slot);
  }
}

dbx_status flat_value(flattening *f, const dbx_node *n, dbx_node **ret) {
  bool whole = n->kind == DBX_N_BoolOp || n->kind == DBX_N_IfExp || n->kind == DBX_N_Yield ||
               n->kind == DBX_N_YieldFrom || (n->kind == DBX_N_Compare && n->l.n > 1);
  if (!flat_yields(n)) return *ret = (dbx_node *)n, DBX_OK;
  if (dbx_leans(n) && n->hops > DBX_PARSE_DEPTH)
    return dbx_fail(DBX_E108, n->span, "the source is nested too deeply");
  if (!whole) return flat_parts(f, n, ret);
  uint32_t slot = flat_slot(f);
  DBX_TRY(flat_whole(f, n, slot));
  return *ret = flat_name(f, slot, n->span), DBX_OK;
}
