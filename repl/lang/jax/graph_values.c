// Logic, items and calls of functions that AutoGraph reads (see graph.h).
#include "jnp/jnp.h"
#include "lang/jax/graph.h"
#include "lang/jax/qjit.h"
#include "lang/jax/state.h"
#include "lang/jax/types.h"
#include "lang/object/above.h"
#include "lang/syntax/graph.h"

#include <string.h>

// ---- and, or, not ----

static dbx_status call_jnp(const char *name, const pv *at, uint32_t n, pv *ret) {
  call_args c = {.at = at, .n = n, .span = dbx_here};
  return lang_call_function(dbx_function_find("jnp", name), &c, ret);
}

// Both sides are evaluated, also where Python would not look at the second one; where that fails
// and the first one, known, decides, it is Python's.
static dbx_status logic(o_env *env, const dbx_node *n, pv *ret) {
  pv both[2];
  bool yes, is_and = n->op == DBX_OP_And;
  DBX_TRY(lang_eval(env, n->l.at[0], &both[0]));
  lang_pin(both[0]);
  bool traced = both[0].tag == PV_TRACER, failed = lang_eval(env, n->l.at[1], &both[1]) != DBX_OK;
  if (failed && traced) return DBX_FAIL;
  if (failed) {
    dbx_diag *d = dbx_diag_take();
    dbx_status st = lang_truth(both[0], &yes);
    if (st == DBX_OK && yes != is_and) return dbx_diag_free(d), *ret = both[0], DBX_OK;
    if (st != DBX_OK) dbx_diag_forget();
    return dbx_diag_put(d), DBX_FAIL;
  }
  lang_pin(both[1]);
  dbx_here = n->span;
  if (traced && both[1].tag == PV_TRACER)
    return call_jnp(is_and ? "logical_and" : "logical_or", both, 2, ret);
  DBX_TRY(lang_test(n->l.at[0], both[0], &yes));
  return *ret = both[yes == is_and], DBX_OK;
}

static dbx_status negation(o_env *env, const dbx_node *n, pv *ret) {
  pv v;
  bool yes;
  DBX_TRY(lang_eval(env, n->a, &v));
  lang_pin(v);
  dbx_here = n->span;
  if (v.tag == PV_TRACER) return call_jnp("logical_not", &v, 1, ret);
  DBX_TRY(lang_test(n->a, v, &yes));
  return *ret = pv_bool(!yes), DBX_OK;
}

// ---- items ----

static dbx_status set_traced(o_env *env, const dbx_node *n, pv x, pv i, pv v) {
  pv at, item, set, r;
  DBX_TRY(lang_getattr(x, dbx_intern("at"), &at));
  lang_pin(at);
  DBX_TRY(lang_getitem(at, i, &item));
  lang_pin(item);
  DBX_TRY(lang_getattr(item, dbx_intern("set"), &set));
  lang_pin(set);
  DBX_TRY(lang_call(set, &v, 1, &r));
  return lang_store(env, n->a, r);
}

// The container is evaluated before the index, the value last.
static dbx_status store_item(o_env *env, const dbx_node *n) {
  pv part[3];
  const dbx_node *nodes[3] = {n->a, n->b, n->more->c};
  for (int i = 0; i < 3; i++) {
    DBX_TRY(lang_eval(env, nodes[i], &part[i]));
    lang_pin(part[i]);
  }
  dbx_here = n->span;
  if (part[0].tag == PV_TRACER) return set_traced(env, n, part[0], part[1], part[2]);
  return lang_setitem(part[0], part[1], part[2]);
}

static dbx_status update_item(o_env *env, const dbx_node *n) {
  const dbx_node *container = n->a->a->a;
  pv x, ignored;
  if (container->kind == DBX_N_Name) {
    DBX_TRY(lang_eval(env, container, &x));
    if (x.tag == PV_TRACER)
      return dbx_fail(DBX_E203, n->span,
                      "AutoGraph converts x[i] = v of a traced array, but no x[i] += v; write "
                      "x = x.at[i].add(v)");
  }
  dbx_node *one = n->a;
  return lang_exec(env, &(dbx_nodes){&one, 1}, &ignored) == FLOW_FAIL ? DBX_FAIL : DBX_OK;
}

dbx_status graph_statement(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  dbx_status st = n->kind == DBX_N_GraphStore    ? store_item(env, n)
                  : n->kind == DBX_N_GraphUpdate ? update_item(env, n)
                                                 : graph_block_statement(env, n);
  lang_unpin(mark);
  return st;
}

// ---- calls ----

static pv iterable(obj_type type, pv a, pv b, pv c) {
  o_graph_iterable *r = heap_new(type, sizeof *r);
  r->part[0] = a, r->part[1] = b, r->part[2] = c;
  return pv_obj(r);
}

// As the constructor has it, where all of it is known; what is traced is kept.
static dbx_status graph_range(const call_args *c, pv *ret) {
  bool traced = false;
  for (uint32_t i = 0; i < c->n; i++) traced |= c->at[i].tag == PV_TRACER;
  if (!traced || c->n > 3 || c->n_kw) return lang_call_args(above()->builtin_type("range"), c, ret);
  *ret = iterable(T_GRAPH_RANGE, c->n > 1 ? c->at[0] : pv_int(0), c->at[c->n > 1],
                  c->n > 2 ? c->at[2] : pv_int(1));
  return DBX_OK;
}

static dbx_status graph_enumerate(const call_args *c, pv *ret) {
  pv start = args_keyword(c, "start");
  DBX_TRY(args_only_keywords(c, "enumerate", "start"));
  DBX_TRY(args_count(c, "enumerate", 1, 2));
  if (start.tag == PV_UNBOUND) start = c->n > 1 ? c->at[1] : pv_int(0);
  return *ret = iterable(T_GRAPH_ENUMERATE, c->at[0], start, PV(PV_UNBOUND)), DBX_OK;
}

void graph_iterable_visit(obj *o, void (*child)(obj *o)) {
  for (int i = 0; i < 3; i++) visit_value(((o_graph_iterable *)o)->part[i], child);
}

dbx_status graph_iterable_iter(pv v, pv *ret) {
  pv made;
  bool is_range = is_obj(v, T_GRAPH_RANGE);
  const o_graph_iterable *r = (o_graph_iterable *)v.o;
  pv type = above()->builtin_type(is_range ? "range" : "enumerate");
  DBX_TRY(lang_call(type, r->part, is_range ? 3 : 2, &made));
  return lang_iter(made, ret);
}

dbx_status graph_range_length(pv v, int64_t *ret) {
  pv made;
  DBX_TRY(lang_call(above()->builtin_type("range"), ((o_graph_iterable *)v.o)->part, 3, &made));
  return lang_length(made, ret);
}

// What is made of a function (a circuit) says itself what stands for it; PV_UNBOUND: it does not.
static dbx_status graph_of_itself(pv fn, pv *ret) {
  pv own;
  DBX_TRY(lang_findattr(fn, dbx_intern("__graph__"), &own));
  if (own.tag == PV_UNBOUND) return *ret = own, DBX_OK;
  lang_pin(own);
  return lang_call(own, NULL, 0, ret);
}

dbx_status graph_function(pv fn, pv *ret) {
  pv own = PV(PV_UNBOUND);
  if (is_obj(fn, T_INSTANCE)) DBX_TRY(graph_of_itself(fn, &own));
  if (own.tag != PV_UNBOUND) return *ret = own, DBX_OK;
  if (!is_obj(fn, T_FUNCTION))
    return dbx_fail(DBX_E514, (dbx_span){0}, "Unsupported object for transformation: <class '%s'>",
                    lang_type_name(fn));
  const o_function *f = (o_function *)fn.o;
  const dbx_node *node;
  if (f->scope->module->library) return *ret = fn, DBX_OK;
  DBX_TRY(dbx_graph_function(f->node, &node));
  if (node == f->node) return *ret = fn, DBX_OK;
  o_function *g = heap_new(T_FUNCTION, sizeof *g);
  memcpy((char *)g + sizeof g->h, (const char *)f + sizeof f->h, sizeof *g - sizeof g->h);
  g->node = node, g->scope = node->more->scope;
  return *ret = pv_obj(g), DBX_OK;
}

dbx_status graph_option(const call_args *options, pv *fn) {
  pv v = args_keyword(options, "autograph"), include = args_keyword(options, "autograph_include");
  bool yes = false, more = false;
  if (v.tag != PV_UNBOUND) DBX_TRY(lang_truth(v, &yes));
  if (include.tag != PV_UNBOUND) DBX_TRY(lang_truth(include, &more));
  if (more && !yes)
    return dbx_fail_as(DBX_E208, dbx_intern("CompileError"), (dbx_span){0},
                       "In order for 'autograph_include' to work, 'autograph' must be set to True");
  return yes ? graph_function(*fn, fn) : DBX_OK;
}

// Functions that it cannot read are run as they are.
dbx_status function_graph_callee(pv fn, pv *ret) {
  if (graph_function(fn, ret) == DBX_OK) return DBX_OK;
  const dbx_diag *d = dbx_diag_pending();
  if (!d || d->code != DBX_E110) return DBX_FAIL;
  return dbx_diag_forget(), *ret = fn, DBX_OK;
}

dbx_status method_graph_callee(pv fn, pv *ret) {
  const o_method *m = (o_method *)fn.o;
  pv inner;
  DBX_TRY(graph_callee(m->fn, &inner));
  if (pv_same(inner, m->fn)) return *ret = fn, DBX_OK;
  lang_pin(inner);
  o_method *r = heap_new(T_METHOD, sizeof *r);
  r->self = m->self, r->fn = inner;
  return *ret = pv_obj(r), DBX_OK;
}

dbx_status partial_graph_callee(pv fn, pv *ret) {
  const o_partial *p = (o_partial *)fn.o;
  pv inner;
  DBX_TRY(graph_callee(p->fn, &inner));
  if (pv_same(inner, p->fn)) return *ret = fn, DBX_OK;
  lang_pin(inner);
  o_partial *r = heap_new(T_PARTIAL, sizeof *r);
  r->fn = inner, r->args = p->args, r->kw = p->kw;
  return *ret = pv_obj(r), DBX_OK;
}

dbx_status instance_graph_callee(pv fn, pv *ret) {
  pv call;
  DBX_TRY(graph_of_itself(fn, &call));
  if (call.tag != PV_UNBOUND) return *ret = call, DBX_OK;
  DBX_TRY(lang_findattr(fn, names_now->__call__, &call));
  return call.tag == PV_UNBOUND ? (*ret = fn, DBX_OK) : graph_callee(call, ret);
}

dbx_status type_graph_callee(pv fn, pv *ret) {
  const char *name = ((o_type *)fn.o)->name;
  *ret = fn;
  if (!strcmp(name, "range")) *ret = native_new("range", graph_range, PV(PV_UNBOUND), NULL);
  if (!strcmp(name, "enumerate"))
    *ret = native_new("enumerate", graph_enumerate, PV(PV_UNBOUND), NULL);
  return DBX_OK;
}

dbx_status qjit_graph_callee(pv fn, pv *ret) {
  pv inner = qjit_function(fn);
  return inner.tag == PV_UNBOUND ? (*ret = fn, DBX_OK) : graph_callee(inner, ret);
}

dbx_status graph_callee(pv fn, pv *ret) {
  dbx_status (*cell)(pv fn, pv *ret) = type_of(fn)->graph_callee;
  *ret = fn;
  if (lang_now->ungraphed || !cell) return DBX_OK;
  uint32_t mark = lang_pins();
  lang_pin(fn);
  dbx_status st = cell(fn, ret);
  lang_unpin(mark);
  return st;
}

pv graph_value(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  pv r = PV(PV_UNBOUND), fn;
  dbx_status st = n->kind == DBX_N_GraphLogic ? logic(env, n, &r)
                  : n->kind == DBX_N_GraphNot ? negation(env, n, &r)
                                              : lang_eval(env, n->a, &fn);
  if (st == DBX_OK && n->kind == DBX_N_GraphCallee) st = graph_callee(fn, &r);
  lang_unpin(mark);
  return st == DBX_OK ? r : PV(PV_UNBOUND);
}

// ---- catalyst's functions ----

dbx_status graph_converted(pv fn, pv *ret) {
  DBX_TRY(graph_function(fn, ret));
  if (pv_same(*ret, fn) || !is_obj(*ret, T_FUNCTION)) return DBX_OK;
  o_function *f = (o_function *)ret->o;
  dbx_buf b = {0};
  dbx_printf(&b, "ag__%s", dbx_sym_text(f->name));
  f->name = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  f->attrs = DICT(dict_new());
  dict_put_sym(f->attrs, dbx_intern("ag_unconverted"), fn);
  return DBX_OK;
}

dbx_status lang_run_autograph(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "run_autograph"));
  DBX_TRY(args_count(c, "run_autograph", 1, 1));
  return graph_converted(c->at[0], ret);
}

static dbx_status call_disabled(const call_args *c, pv *ret) {
  call_args inner = *c;
  inner.fn = ((o_native *)c->fn.o)->self;
  lang_now->ungraphed++;
  dbx_status st = lang_call_args(inner.fn, &inner, ret);
  lang_now->ungraphed--;
  return st;
}

static dbx_status disable_enter(const call_args *c, pv *ret) {
  lang_now->ungraphed++;
  return *ret = ((o_native *)c->fn.o)->self, DBX_OK;
}
static dbx_status disable_exit(const call_args *c, pv *ret) {
  (void)c;
  if (lang_now->ungraphed) lang_now->ungraphed--;
  return *ret = pv_none(), DBX_OK;
}

pv lang_disable_autograph(void) { return pv_obj(heap_new(T_GRAPH_DISABLE, sizeof(obj))); }

dbx_status graph_disable_attr(pv x, dbx_sym name, pv *ret) {
  if (name == names_now->__enter__) *ret = native_new("__enter__", disable_enter, x, NULL);
  if (name == names_now->__exit__) *ret = native_new("__exit__", disable_exit, x, NULL);
  return DBX_OK;
}

dbx_status graph_disable_called(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "disable_autograph"));
  DBX_TRY(args_count(c, "disable_autograph", 1, 1));
  return *ret = native_new("disabled", call_disabled, c->at[0], NULL), DBX_OK;
}
