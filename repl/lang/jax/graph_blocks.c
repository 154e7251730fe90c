// if, while and for of functions that AutoGraph reads (see graph.h).
#include "base/poll.h"
#include "jnp/jnp.h"
#include "lang/jax/block.h"
#include "lang/jax/graph.h"
#include "lang/jax/state.h"
#include "lang/run/draft.h"
#include "trace/attempt.h"

#include <string.h>

enum { BODY, OTHERWISE, TEST };

// ---- the variables of a block ----

static pv get(o_env *env, const dbx_node *n) {
  pv base, v = PV(PV_UNBOUND);
  if (n->kind == DBX_N_Name) return block_peek(env, n);
  if (lang_eval(env, n->a, &base) == DBX_OK && lang_findattr(base, n->name, &v) == DBX_OK) return v;
  dbx_diag_forget();
  return PV(PV_UNBOUND);
}

static dbx_status put(o_env *env, const dbx_node *n, pv v) {
  pv base;
  if (n->kind == DBX_N_Name) return block_put(env, n, v);
  if (v.tag == PV_UNBOUND) return DBX_OK;
  uint32_t mark = lang_pins();
  lang_pin(v);
  dbx_status st = lang_eval(env, n->a, &base);
  if (st == DBX_OK) st = lang_setattr(base, n->name, v);
  lang_unpin(mark);
  return st;
}

static pv get_all(o_env *env, const dbx_nodes *l) {
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < l->n; i++) lang_pin(get(env, l->at[i]));
  pv all = tuple_new(lang_pin_at(mark), l->n);
  lang_unpin(mark);
  return all;
}

static dbx_status put_all(o_env *env, const dbx_nodes *l, const pv *values) {
  for (uint32_t i = 0; i < l->n; i++) DBX_TRY(put(env, l->at[i], values[i]));
  return DBX_OK;
}

static const char *text_of(const dbx_node *n, dbx_buf *b) {
  if (n->kind == DBX_N_Attribute) text_of(n->a, b), dbx_putc(b, '.');
  dbx_put(b, dbx_sym_text(n->name));
  return dbx_text(b);
}

static dbx_status about(const dbx_node *n, const char *format) { // with the variable's name
  dbx_buf b = {0};
  const char *name = text_of(n, &b);
  dbx_fail_(DBX_E514, n->span, format, name, name);
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// ---- bodies ----

// The values that the variables have at the end of a block.
static dbx_status results(o_env *env, const dbx_node *n, pv *ret) {
  const dbx_nodes *vars = &n->more->d;
  bool branch = n->kind == DBX_N_GraphIf;
  *ret = get_all(env, vars);
  for (uint32_t i = 0; i < vars->n; i++)
    if (SEQ(*ret)->at[i].tag == PV_UNBOUND)
      return about(vars->at[i],
                   branch ? "Some branches did not define a value for variable '%s'"
                          : "The variable '%s' has no value at the end of the loop's body");
  if (!branch && vars->n == 1) *ret = SEQ(*ret)->at[0];
  return DBX_OK;
}

static dbx_status run(o_env *env, const dbx_nodes *body) {
  pv ignored;
  return lang_exec(env, body, &ignored) == FLOW_FAIL ? DBX_FAIL : DBX_OK;
}

static dbx_status item_of(const o_block *b, pv i, pv *ret) {
  pv array = SEQ(b->state)->at[0], first = SEQ(b->state)->at[1], both[2] = {i};
  if (array.tag == PV_UNBOUND) return *ret = i, DBX_OK;
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  if (first.tag != PV_UNBOUND) st = lang_binary(DBX_OP_Add, i, first, &both[0]);
  lang_pin(both[0]);
  if (st == DBX_OK) st = lang_getitem(array, i, &both[1]);
  lang_pin(both[1]);
  if (st == DBX_OK) *ret = first.tag == PV_UNBOUND ? both[1] : tuple_new(both, 2);
  lang_unpin(mark);
  return st;
}

// What a variable has after a trip, or after all of them, is of the type that it had before.
static dbx_status check_type(const dbx_node *var, pv before, pv after, bool lengths) {
  dbx_val x, y;
  DBX_TRY(lang_to_val(before, &x));
  DBX_TRY(lang_to_val(after, &y));
  dbx_aval in = dbx_val_aval(&x), out = dbx_val_aval(&y);
  const dbx_aval_info *a = dbx_aval_at(in), *b = dbx_aval_at(out);
  if (a->dtype == b->dtype && a->rank == b->rank &&
      (!lengths || !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims)))
    return DBX_OK;
  dbx_buf text = {0}, name = {0};
  dbx_put(&text, "Expected: "), lang_put_aval(&text, out);
  dbx_put(&text, ", Got: "), lang_put_aval(&text, in);
  dbx_fail_(DBX_E514, var->span,
            "The variable '%s' was initialized with the wrong type, or you may be trying to change "
            "its type from one iteration to the next. %s",
            text_of(var, &name), dbx_text(&text));
  dbx_buf_free(&text), dbx_buf_free(&name);
  return DBX_FAIL;
}

static dbx_status check_trip(const dbx_node *n, const pv *before, pv after) {
  const dbx_nodes *vars = &n->more->d;
  for (uint32_t i = 0; dbx_trace_current() && i < vars->n; i++)
    DBX_TRY(check_type(vars->at[i], before[i], vars->n == 1 ? after : SEQ(after)->at[i], false));
  return DBX_OK;
}

static dbx_status run_branch(const o_block *b, const dbx_node *n, pv *ret) {
  DBX_TRY(put_all(b->env, &n->more->d, SEQ(b->state)->at));
  DBX_TRY(run(b->env, b->part == BODY ? &n->l : &n->more->m));
  return results(b->env, n, ret);
}

static dbx_status run_for(const o_block *b, const dbx_node *n, const call_args *c, pv *ret) {
  pv item;
  DBX_TRY(put_all(b->env, &n->more->d, c->at + 1));
  dbx_here = n->b->span;
  DBX_TRY(item_of(b, c->at[0], &item));
  DBX_TRY(lang_store(b->env, n->a, item));
  DBX_TRY(run(b->env, &n->l));
  DBX_TRY(results(b->env, n, ret));
  return check_trip(n, c->at + 1, *ret);
}

static dbx_status run_while(const o_block *b, const dbx_node *n, const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  const dbx_nodes *vars = &n->more->d;
  pv before = get_all(b->env, vars);
  lang_pin(before);
  DBX_TRY(put_all(b->env, vars, c->at));
  if (b->part == BODY) {
    DBX_TRY(run(b->env, &n->l));
    DBX_TRY(results(b->env, n, ret));
    DBX_TRY(check_trip(n, c->at, *ret));
  } else {
    DBX_TRY(lang_eval(b->env, n->a, ret));
    lang_pin(*ret);
    DBX_TRY(put_all(b->env, vars, SEQ(before)->at));
  }
  return lang_unpin(mark), DBX_OK;
}

dbx_status graph_block(const call_args *c, pv *ret) {
  const o_block *b = (o_block *)c->fn.o;
  const dbx_node *n = b->with;
  uint32_t mark = lang_pins();
  pv own = get_all(b->env, &n->more->e);
  lang_pin(own);
  dbx_status st = n->kind == DBX_N_GraphIf    ? run_branch(b, n, ret)
                  : n->kind == DBX_N_GraphFor ? run_for(b, n, c, ret)
                                              : run_while(b, n, c, ret);
  if (st == DBX_OK) {
    lang_pin(*ret);
    st = put_all(b->env, &n->more->e, SEQ(own)->at);
  }
  lang_unpin(mark);
  return st;
}

// A part of a block as a function; `state` is its own.
static pv part_of(o_env *env, const dbx_node *n, uint8_t part, pv state) {
  o_block *b = heap_new(T_BLOCK, sizeof *b);
  b->with = n, b->env = env, b->part = part, b->state = state;
  b->is_loop = n->kind != DBX_N_GraphIf, b->carries = n->more->d.n;
  return pv_obj(b);
}

// ---- what became of a statement, in the log of the trace ----

static void note_statement(const dbx_node *n, const char *became, const char *why) {
  dbx_span here = dbx_here;
  if (!dbx_trace_frame()) return;
  dbx_here = n->span;
  dbx_log(statement,
          .keyword = dbx_intern(n->kind == DBX_N_GraphIf    ? "if"
                                : n->kind == DBX_N_GraphFor ? "for"
                                                            : "while"),
          .became = became ? dbx_intern(became) : 0, .why = why ? dbx_intern(why) : 0);
  dbx_here = here;
}

// Because of an error: its class, and the first line of what it says.
static void note_left(const dbx_node *n, const dbx_diag *d) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s: %.*s", dbx_sym_text(d->cls), (int)strcspn(d->message, "\n"), d->message);
  note_statement(n, NULL, dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- if ----

static dbx_status run_if(o_env *env, const dbx_node *n) {
  pv test, result;
  DBX_TRY(lang_eval(env, n->a, &test));
  lang_pin(test);
  pv before = get_all(env, &n->more->d);
  lang_pin(before);
  o_cond *c = heap_new(T_COND, sizeof *c);
  lang_pin(pv_obj(c));
  pv then = part_of(env, n, BODY, before);
  lang_pin(then);
  c->preds = SEQ(list_new(&test, 1)), c->branches = SEQ(list_new(&then, 1));
  c->otherwise = part_of(env, n, OTHERWISE, before);
  dbx_here = n->a->span;
  if (lang_call(pv_obj(c), NULL, 0, &result) != DBX_OK) {
    dbx_diag *d = dbx_diag_take(); // no name stays bound to what is gone
    if (put_all(env, &n->more->d, SEQ(before)->at) != DBX_OK) dbx_diag_forget();
    return dbx_diag_put(d), DBX_FAIL;
  }
  lang_pin(result);
  note_statement(n, "cond", NULL);
  return put_all(env, &n->more->d, SEQ(result)->at);
}

// ---- loops ----

// What is carried has to have a value, and a type that arrays have.
static dbx_status check_inputs(const dbx_node *n, pv state) {
  const dbx_nodes *vars = &n->more->d;
  for (uint32_t i = 0; i < vars->n; i++) {
    pv v = SEQ(state)->at[i];
    dbx_val x;
    if (v.tag == PV_UNBOUND)
      return about(
          vars->at[i],
          "The variable '%s' is potentially uninitialized:\n"
          " - you may have forgotten to initialize it prior to accessing it inside a loop, "
          "or\n - you may be attempting to access a variable local to the body of a loop "
          "in an outer scope.\n"
          "Please ensure '%s' is initialized with a value before entering the loop.");
    if (lang_to_val(v, &x) == DBX_OK && dbx_is_arraylike(&x)) continue;
    dbx_diag_forget();
    dbx_buf b = {0};
    const char *name = text_of(vars->at[i], &b);
    dbx_fail_(DBX_E514, vars->at[i]->span,
              "The variable '%s' was initialized with type <class '%s'>, which is not compatible "
              "with JAX. Typically, this is the case for non-numeric values.\n"
              "You may still use such a variable as a constant inside a loop, but it cannot be "
              "updated from one iteration to the next, or accessed outside the loop scope if it "
              "was defined inside of it.",
              name, lang_type_name(v));
    dbx_buf_free(&b);
    return DBX_FAIL;
  }
  return DBX_OK;
}

// Binds the loop; the variables have its results.
static dbx_status bind_loop(o_env *env, const dbx_node *n, o_loop *l, pv before) {
  const dbx_nodes *vars = &n->more->d;
  pv result;
  DBX_TRY(check_inputs(n, before));
  dbx_here = n->span;
  DBX_TRY(lang_call(pv_obj(l), SEQ(before)->at, vars->n, &result));
  if (vars->n == 1) result = tuple_new(&result, 1);
  lang_pin(result);
  for (uint32_t i = 0; i < vars->n; i++)
    DBX_TRY(check_type(vars->at[i], SEQ(before)->at[i], SEQ(result)->at[i], true));
  return put_all(env, vars, vars->n ? SEQ(result)->at : NULL);
}

// Not for what ends the line anyway.
static bool may_fall_back(void) {
  const dbx_diag *d = dbx_diag_pending();
  return !jax_now->graph.strict && d && !dbx_is_interrupt(d->code) && d->code != DBX_E216 &&
         d->code != DBX_E210 && d->code != DBX_E702;
}

// The statement as a loop of the Jaxpr. *ret: it is one; otherwise nothing of the trace is left of
// it, and why is pending.
static dbx_status try_loop(o_env *env, const dbx_node *n, o_loop *l, pv before, bool *ret) {
  dbx_trace_saved *saved = dbx_trace_current() ? dbx_trace_save() : NULL;
  bool draft = lang_now->draft.on && !jax_now->graph.strict; // its errors are no findings
  if (draft) draft_pause();
  dbx_status st = bind_loop(env, n, l, before);
  if (draft) draft_resume();
  *ret = st == DBX_OK;
  bool back = st != DBX_OK && may_fall_back();
  if (saved && back) dbx_trace_restore(saved);
  else if (saved) dbx_trace_saved_free(saved);
  if (st == DBX_OK) return note_statement(n, l->is_for ? "for_loop" : "while_loop", NULL), DBX_OK;
  dbx_diag *d = dbx_diag_take();
  if (back) note_left(n, d);
  if (put_all(env, &n->more->d, SEQ(before)->at) != DBX_OK) dbx_diag_forget();
  return dbx_diag_put(d), back ? DBX_OK : DBX_FAIL;
}

static o_loop *loop_new(void) {
  o_loop *l = heap_new(T_LOOP, sizeof *l);
  l->resizing = lang_now->resizing;
  lang_pin(pv_obj(l));
  return l;
}

static dbx_status python_while(o_env *env, const dbx_node *n) {
  for (;;) {
    pv test;
    bool yes;
    DBX_TRY(dbx_poll());
    DBX_TRY(lang_eval(env, n->a, &test));
    DBX_TRY(lang_test(n->a, test, &yes));
    if (!yes) return DBX_OK;
    DBX_TRY(run(env, &n->l));
    heap_safepoint();
  }
}

static dbx_status run_while_statement(o_env *env, const dbx_node *n) {
  bool done;
  o_loop *l = loop_new();
  pv before = get_all(env, &n->more->d);
  lang_pin(before);
  l->cond = part_of(env, n, TEST, PV(PV_UNBOUND));
  l->body = part_of(env, n, BODY, PV(PV_UNBOUND));
  DBX_TRY(try_loop(env, n, l, before, &done));
  if (done) return DBX_OK;
  dbx_diag_forget();
  return python_while(env, n);
}

// ---- for ----

static dbx_status python_for(o_env *env, const dbx_node *n, pv target) {
  pv it, item;
  dbx_here = n->b->span;
  DBX_TRY(lang_iter(target, &it));
  lang_pin(it);
  for (bool done;;) {
    dbx_here = n->b->span;
    DBX_TRY(dbx_poll());
    DBX_TRY(lang_next(it, &item, &done));
    if (done) return DBX_OK;
    DBX_TRY(lang_store(env, n->a, item));
    DBX_TRY(run(env, &n->l));
    heap_safepoint();
  }
}

// An array of the items, UNBOUND where they make none; a length that is traced fails as len().
static dbx_status array_of(pv v, pv *ret) {
  int64_t rows;
  *ret = PV(PV_UNBOUND);
  if (!is_array(v) && !is_seq(v) && !is_obj(v, T_RANGE)) return DBX_OK;
  if (is_array(v)) DBX_TRY(lang_length(v, &rows));
  call_args c = {.at = &v, .n = 1, .span = dbx_here};
  if (lang_call_function(dbx_function_find("jnp", "asarray"), &c, ret) == DBX_OK) return DBX_OK;
  *ret = PV(PV_UNBOUND);
  if (dbx_diag_pending() && dbx_is_interrupt(dbx_diag_pending()->code)) return DBX_FAIL;
  return dbx_diag_forget(), DBX_OK;
}

static dbx_status no_array(const dbx_node *n, pv target) {
  dbx_buf b = {0};
  if (lang_repr(target, &b) == DBX_OK)
    dbx_fail_(DBX_E514, n->b->span, "Could not convert the iteration target %s to array",
              dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// The bounds of the loop, and in `items` the array (UNBOUND: the index is the item) and the number
// of its first row (UNBOUND: it is not enumerated).
static dbx_status iteration(pv target, o_loop *l, pv *items, bool *python) {
  int64_t rows;
  *python = false;
  l->lower = pv_int(0), l->step = pv_int(1);
  if (is_obj(target, T_GRAPH_RANGE)) {
    l->lower = graph_part(target, 0), l->upper = graph_part(target, 1);
    return l->step = graph_part(target, 2), DBX_OK;
  }
  if (is_obj(target, T_RANGE)) {
    const o_range *r = (o_range *)target.o;
    l->lower = pv_int(r->start), l->upper = pv_int(r->stop);
    return l->step = pv_int(r->step), DBX_OK;
  }
  bool counted = is_obj(target, T_GRAPH_ENUMERATE);
  if (counted) items[1] = graph_part(target, 1), target = graph_part(target, 0);
  DBX_TRY(array_of(target, &items[0]));
  lang_pin(items[0]);
  if (items[0].tag == PV_UNBOUND) return *python = true, DBX_OK;
  DBX_TRY(lang_length(items[0], &rows));
  return l->upper = pv_int(rows), DBX_OK;
}

static dbx_status warn(const dbx_node *n, const dbx_diag *d) {
  dbx_buf b = {0};
  dbx_printf(&b,
             "Tracing of an AutoGraph converted for loop failed with an exception:\n"
             "  %s:    %s\n\n"
             "The loop is run by Python. If you intended for the conversion to happen, make sure "
             "that the (now dynamic) loop variable is not used in tracing-incompatible ways, for "
             "instance by indexing a Python list with it. In that case, the list should be wrapped "
             "into an array.",
             dbx_sym_text(d->cls), d->message);
  dbx_status st = lang_warn(DBX_W102, n->span, dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status run_for_statement(o_env *env, const dbx_node *n) {
  pv target, items[2] = {PV(PV_UNBOUND), PV(PV_UNBOUND)};
  bool python, done;
  DBX_TRY(lang_eval(env, n->b, &target));
  lang_pin(target);
  if (n->flag)
    return dbx_fail(DBX_E205, n->span,
                    "AutoGraph does not convert a for statement that break or return leaves");
  o_loop *l = loop_new();
  pv before = get_all(env, &n->more->d);
  lang_pin(before);
  dbx_here = n->b->span;
  DBX_TRY(iteration(target, l, items, &python));
  if (python && jax_now->graph.strict) return no_array(n, target);
  if (python) {
    note_statement(n, NULL, "what it runs over makes no array");
    return python_for(env, n, target);
  }
  pv state = tuple_new(items, 2);
  lang_pin(state);
  l->is_for = true, l->body = part_of(env, n, BODY, state);
  DBX_TRY(try_loop(env, n, l, before, &done));
  if (done) return DBX_OK;
  dbx_diag *d = dbx_diag_take();
  dbx_status st = jax_now->graph.quiet ? DBX_OK : warn(n, d);
  dbx_diag_free(d);
  return st == DBX_OK ? python_for(env, n, target) : st;
}

dbx_status graph_block_statement(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  pv own = get_all(env, &n->more->e);
  lang_pin(own);
  dbx_status st = n->kind == DBX_N_GraphIf    ? run_if(env, n)
                  : n->kind == DBX_N_GraphFor ? run_for_statement(env, n)
                                              : run_while_statement(env, n);
  if (st == DBX_OK) st = put_all(env, &n->more->e, SEQ(own)->at);
  lang_unpin(mark);
  return st;
}
