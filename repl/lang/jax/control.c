// Catalyst's for_loop, while_loop and cond.
#include "ir/target.h"
#include "lang/jax/block.h"
#include "lang/jax/tree_call.h"
#include "lang/object/operation.h"
#include "lang/run/capture.h"
#include "lang/run/control_plain.h"
#include "trace/attempt.h"

#include <string.h>

// ---- loops ----

static dbx_status resizing_named(const o_str *name, uint8_t *ret) {
  if (!strcmp(name->s, "auto") && dbx_target_now()->captures)
    return *ret = lang_now->resizing, DBX_OK; // as a loop that does not say
  if (strcmp(name->s, "infer"))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "allow_array_resizing has to be True, False or \"infer\", not '%s'", name->s);
  return *ret = DBX_INFER, DBX_OK;
}

// A loop that says nothing takes the session's strategy; one that says False does so with the
// strategy shared, which is what preserving meant when that was written.
static dbx_status resizing_option(const call_args *c, const char *fn, uint8_t *ret) {
  pv v = args_keyword(c, "allow_array_resizing"),
     old = args_keyword(c, "experimental_preserve_dimensions");
  bool yes = false;
  DBX_TRY(args_only_keywords(c, fn,
                             "lower_bound upper_bound step start stop cond_fn allow_array_resizing "
                             "experimental_preserve_dimensions"));
  *ret = lang_now->resizing;
  if (is_str(v)) return resizing_named(STR(lang_terminated(v)), ret);
  if (v.tag == PV_UNBOUND && old.tag == PV_UNBOUND) return DBX_OK;
  if (old.tag != PV_UNBOUND) {
    DBX_TRY(lang_truth(old, &yes));
    yes = !yes;
  }
  if (v.tag != PV_UNBOUND) DBX_TRY(lang_truth(v, &yes));
  *ret = yes ? DBX_RESIZE : lang_now->resizing == DBX_SHARED ? DBX_SHARED : DBX_PRESERVE;
  return DBX_OK;
}

// Arrays instead of the function: what the block of a with statement carries.
static bool is_open_block(const call_args *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (!is_array(c->at[i]) && !is_number(c->at[i]) && !is_seq(c->at[i]) &&
        !is_obj(c->at[i], T_DICT))
      return false;
  return !c->n_kw;
}

static pv open_block(const o_loop *l, const call_args *c) {
  o_loop *open = heap_new(T_LOOP, sizeof *open);
  memcpy((char *)open + sizeof open->h, (const char *)l + sizeof l->h, sizeof *l - sizeof l->h);
  open->args = tuple_new(c->at, c->n);
  return pv_obj(open);
}

static dbx_status make_loop(const call_args *c, pv *ret) {
  const o_decorator *d = (o_decorator *)c->fn.o;
  if (is_open_block(c)) return *ret = open_block((o_loop *)d->target.o, c), DBX_OK;
  DBX_TRY(args_count(c, "loop decorator", 1, 1));
  if (!lang_callable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "the body of a loop has to be a function, not a '%s'",
                    lang_type_name(c->at[0]));
  o_loop *l = heap_new(T_LOOP, sizeof *l);
  memcpy((char *)l + sizeof l->h, (char *)d->target.o + sizeof l->h, sizeof *l - sizeof l->h);
  l->body = c->at[0];
  return *ret = pv_obj(l), DBX_OK;
}

static o_decorator *decorator_new(native_fn apply, pv target) {
  o_decorator *d = heap_new(T_DECORATOR, sizeof *d);
  d->apply = apply, d->target = target;
  return d;
}

static dbx_status bound_argument(const call_args *c, uint32_t i, const char *name,
                                 const char *other, pv standard, pv *ret) {
  pv kw = args_keyword(c, name);
  if (kw.tag == PV_UNBOUND) kw = args_keyword(c, other);
  *ret = i < c->n ? c->at[i] : kw.tag != PV_UNBOUND ? kw : standard;
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E202, (dbx_span){0},
                  "for_loop() missing 1 required positional argument: '%s'", name);
}

static dbx_status for_loop(const call_args *c, bool defaults, pv *ret) {
  o_loop *l = heap_new(T_LOOP, sizeof *l);
  pv none = PV(PV_UNBOUND);
  l->is_for = true;
  if (c->n > 3)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "for_loop() takes 3 positional arguments but %u were given", c->n);
  DBX_TRY(resizing_option(c, "for_loop", &l->resizing));
  bool bounded =
      args_keyword(c, "stop").tag != PV_UNBOUND || args_keyword(c, "upper_bound").tag != PV_UNBOUND;
  if (defaults && c->n == 1 && !bounded && args_keyword(c, "step").tag == PV_UNBOUND) {
    l->lower = pv_int(0), l->upper = c->at[0], l->step = pv_int(1);
  } else {
    DBX_TRY(bound_argument(c, 0, "lower_bound", "start", none, &l->lower));
    DBX_TRY(bound_argument(c, 1, "upper_bound", "stop", none, &l->upper));
    DBX_TRY(bound_argument(c, 2, "step", "step", defaults ? pv_int(1) : none, &l->step));
  }
  return *ret = pv_obj(decorator_new(make_loop, pv_obj(l))), DBX_OK;
}

dbx_status lang_for_loop(const call_args *c, pv *ret) { return for_loop(c, false, ret); }
dbx_status lang_qml_for_loop(const call_args *c, pv *ret) { return for_loop(c, true, ret); }

dbx_status lang_while_loop(const call_args *c, pv *ret) {
  o_loop *l = heap_new(T_LOOP, sizeof *l);
  pv kw = args_keyword(c, "cond_fn");
  DBX_TRY(resizing_option(c, "while_loop", &l->resizing));
  if (c->n != 1 && !(c->n == 0 && kw.tag != PV_UNBOUND)) DBX_TRY(args_count(c, "while_loop", 1, 1));
  l->cond = c->n ? c->at[0] : kw;
  if (!lang_callable(l->cond))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "the condition of a while_loop has to be a function, not a '%s'",
                    lang_type_name(l->cond));
  return *ret = pv_obj(decorator_new(make_loop, pv_obj(l))), DBX_OK;
}

// One carry comes back as it is, several as a tuple, unless the body says otherwise.
static pv initial_structure(pv args) {
  const o_treedef *all = tree_def(args);
  return all->n == 1 ? pv_obj(all->kid[0]) : args;
}

static dbx_status bind_loop(const o_loop *l, pv args, pv *ret) {
  tree_fn body, cond;
  dbx_val *init;
  uint32_t n;
  dbx_leaves out;
  dbx_for_spec f = {.resizing = (dbx_resizing)l->resizing};
  dbx_while_spec w = {.resizing = (dbx_resizing)l->resizing};
  pv structure;
  DBX_TRY(tree_leaves(args, &init, &n, &structure));
  tree_fn_new(l->body, args, pv_none(), l->is_for, &body, l->is_for ? &f.body : &w.body);
  tree_fn_know(&body, structure, PV(PV_UNBOUND));
  if (l->is_for) {
    DBX_TRY(lang_to_val(l->lower, &f.lower));
    DBX_TRY(lang_to_val(l->upper, &f.upper));
    DBX_TRY(lang_to_val(l->step, &f.step));
    DBX_TRY(dbx_bind_for(&f, init, n, &out));
  } else {
    tree_fn_new(l->cond, args, pv_none(), 0, &cond, &w.cond);
    tree_fn_know(&cond, structure, PV(PV_UNBOUND));
    DBX_TRY(dbx_bind_while(&w, init, n, &out));
  }
  pv like = tree_fn_result(&body);
  if (!out.tree || like.tag == PV_UNBOUND) like = initial_structure(structure);
  return tree_from_leaves(like, &out, ret);
}

static dbx_status refuse_keywords(const call_args *c, const char *what) {
  if (!c->n_kw) return DBX_OK;
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s got an unexpected keyword argument '%s'", what,
                  dbx_sym_text(c->kw[0]));
}

dbx_status lang_loop_call(const call_args *c, pv *ret) {
  operation o = operation_begin();
  if (((o_loop *)c->fn.o)->body.tag == PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "this loop has no body yet: it opens the block of a with statement");
  DBX_TRY(refuse_keywords(c, "the loop"));
  pv args = tuple_new(c->at, c->n);
  lang_pin(args);
  lang_pin(c->fn);
  ((o_loop *)c->fn.o)->args = args;
  const o_loop *l = (o_loop *)c->fn.o;
  if (!dbx_trace_frame()) return operation_end(&o, control_plain_loop(l, args, ret));
  dbx_status st = bind_loop(l, args, ret);
  if (lang_now->foresees_capture && l->is_for && !dbx_attempting())
    capture_warn(l, args, st, c->span);
  return operation_end(&o, st);
}

// ---- cond ----

static dbx_status check_branch(pv fn, const char *kind) {
  const o_function *f = is_obj(fn, T_FUNCTION) ? (o_function *)fn.o : NULL;
  if (!lang_callable(fn))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a branch has to be a function, not a '%s'",
                    lang_type_name(fn));
  if (f && (lang_function_params(f) || f->node->a->more->n.n))
    return dbx_fail(DBX_E509, (dbx_span){0},
                    "Conditional '%s' function is not allowed to have any arguments", kind);
  return DBX_OK;
}

static dbx_status first_branch(const call_args *c, pv *ret) {
  const o_decorator *d = (o_decorator *)c->fn.o;
  DBX_TRY(args_count(c, "cond decorator", 1, 1));
  DBX_TRY(check_branch(c->at[0], "True"));
  o_cond *b = heap_new(T_COND, sizeof *b);
  b->preds = SEQ(list_new(&d->target, 1));
  b->branches = SEQ(list_new(c->at, 1));
  return *ret = pv_obj(b), DBX_OK;
}

dbx_status lang_cond(const call_args *c, pv *ret) {
  pv kw = args_keyword(c, "pred");
  DBX_TRY(args_only_keywords(c, "cond", "pred"));
  if (!c->n && kw.tag == PV_UNBOUND) DBX_TRY(args_count(c, "cond", 1, 1));
  if (c->n > 1) DBX_TRY(args_count(c, "cond", 1, 1));
  return *ret = pv_obj(decorator_new(first_branch, c->n ? c->at[0] : kw)), DBX_OK;
}

static dbx_status next_branch(const call_args *c, pv *ret) {
  const o_decorator *d = (o_decorator *)c->fn.o;
  o_cond *b = (o_cond *)SEQ(d->target)->at[0].o;
  DBX_TRY(args_count(c, "else_if decorator", 1, 1));
  DBX_TRY(check_branch(c->at[0], "else if"));
  list_push(b->preds, SEQ(d->target)->at[1]);
  list_push(b->branches, c->at[0]);
  return *ret = pv_obj(b), DBX_OK;
}

static dbx_status else_if(const call_args *c, pv *ret) {
  pv target[2] = {((o_native *)c->fn.o)->self};
  DBX_TRY(args_count(c, "else_if", 1, 1));
  target[1] = c->at[0];
  return *ret = pv_obj(decorator_new(next_branch, tuple_new(target, 2))), DBX_OK;
}

// "with r.otherwise():"
static dbx_status last_branch(const call_args *c, pv *ret) {
  const o_decorator *d = (o_decorator *)c->fn.o;
  DBX_TRY(args_count(c, "otherwise decorator", 1, 1));
  DBX_TRY(check_branch(c->at[0], "False"));
  ((o_cond *)d->target.o)->otherwise = c->at[0];
  return *ret = d->target, DBX_OK;
}

bool lang_awaits_branch(pv manager) {
  if (!is_obj(manager, T_DECORATOR)) return false;
  native_fn f = ((o_decorator *)manager.o)->apply;
  return f == first_branch || f == next_branch || f == last_branch;
}

static dbx_status otherwise(const call_args *c, pv *ret) {
  pv self = ((o_native *)c->fn.o)->self;
  if (!c->n && !c->n_kw) return *ret = pv_obj(decorator_new(last_branch, self)), DBX_OK;
  DBX_TRY(args_count(c, "otherwise", 1, 1));
  DBX_TRY(check_branch(c->at[0], "False"));
  ((o_cond *)self.o)->otherwise = c->at[0];
  return *ret = self, DBX_OK;
}

dbx_status lang_cond_attr(pv cond, const char *name, pv *ret) {
  if (!strcmp(name, "else_if")) *ret = native_new("else_if", else_if, cond, NULL);
  if (!strcmp(name, "otherwise")) *ret = native_new("otherwise", otherwise, cond, NULL);
  return DBX_OK;
}

static dbx_status return_none(const call_args *c, pv *ret) {
  return (void)c, *ret = pv_none(), DBX_OK;
}

// Where the target takes numbers they are cast before any branch is traced.
static dbx_status predicate(pv v, dbx_val *ret) {
  DBX_TRY(lang_to_val(v, ret));
  if (!dbx_target_now()->predicates_cast || !dbx_is_arraylike(ret)) return DBX_OK;
  const dbx_aval_info *t = dbx_aval_at(dbx_val_aval(ret));
  if (t->rank || t->dtype == DBX_BOOL || t->dtype == DBX_KEY) return DBX_OK;
  const dbx_val args[] = {*ret, dbx_val_dtype(DBX_BOOL)};
  return dbx_function_call(dbx_function_find("jnp", "astype"), args, 2, NULL, 0, ret);
}

static dbx_status bind_cond(const o_cond *b, pv *ret) {
  uint32_t n = b->branches->n + 1;
  tree_fn *fn = DBX_TMP(tree_fn, n);
  dbx_callable *branch = DBX_TMP(dbx_callable, n);
  dbx_val *preds = DBX_TMP(dbx_val, n - 1);
  dbx_leaves out;
  pv empty = tuple_new(NULL, 0);
  pv last = b->otherwise.tag == PV_UNBOUND
                ? native_new("otherwise", return_none, PV(PV_UNBOUND), NULL)
                : b->otherwise;
  for (uint32_t i = 0; i < n; i++)
    tree_fn_new(i + 1 < n ? b->branches->at[i] : last, empty, pv_none(), 0, &fn[i], &branch[i]);
  for (uint32_t i = 0; i + 1 < n; i++) DBX_TRY(predicate(b->preds->at[i], &preds[i]));
  dbx_cond_spec s = {.preds = preds,
                     .branches = branch,
                     .n_branches = n,
                     .unwritten = b->otherwise.tag == PV_UNBOUND};
  DBX_TRY(dbx_bind_cond(&s, &out));
  pv like = PV(PV_UNBOUND); // of the first branch that ran: all have the same structure
  for (uint32_t i = 0; i < n && like.tag == PV_UNBOUND; i++) like = tree_fn_result(&fn[i]);
  return tree_from_leaves(like, &out, ret);
}

dbx_status lang_cond_call(const call_args *c, pv *ret) {
  operation o = operation_begin();
  DBX_TRY(args_count(c, "the conditional", 0, 0));
  DBX_TRY(refuse_keywords(c, "the conditional"));
  lang_pin(c->fn);
  const o_cond *b = (o_cond *)c->fn.o;
  return operation_end(&o, dbx_trace_frame() ? bind_cond(b, ret) : control_plain_cond(b, ret));
}
