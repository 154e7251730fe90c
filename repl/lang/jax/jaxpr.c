// Jaxprs as values of the language, as jax.core has them: Jaxprs, their equations, variables,
// literals and primitives (cells of types.def). They are views: nothing of a Jaxpr can be changed.
// Observed: conformance2/transforms.
#include "lang/jax/jaxpr.h"
#include "base/source.h"
#include "lang/object/operation.h"
#include "lang/run/lang.h"
#include "lang/syntax/ast.h"

#include "ir/names.h"
#include "lang/jax/types.h"
#include "lang/np/np.h"
#include "prim/prim.h"

#include <string.h>

// ---- making them ----

pv jaxpr_new(pv owner, const dbx_jaxpr *j, bool open) {
  o_jaxpr *o = heap_new(T_JAXPR, sizeof *o);
  o->owner = owner, o->jaxpr = j, o->open = open;
  return pv_obj(o);
}

pv shaped_new(dbx_aval a) {
  o_shaped *s = heap_new(T_SHAPED, sizeof *s);
  s->aval = a;
  return pv_obj(s);
}

static pv atom_new(pv owner, dbx_atom a) {
  o_atom *o = heap_new(T_ATOM, sizeof *o);
  o->owner = owner, o->atom = a;
  return pv_obj(o);
}

static pv eqn_new(pv owner, const dbx_eqn *e) {
  o_eqn *o = heap_new(T_EQN, sizeof *o);
  o->owner = owner, o->eqn = e;
  return pv_obj(o);
}

pv primitive_new(const dbx_primitive *p) {
  o_primitive *o = heap_new(T_PRIMITIVE, sizeof *o);
  o->p = p;
  return pv_obj(o);
}

void atom_visit(obj *o, void (*child)(obj *o)) { visit_value(((o_atom *)o)->owner, child); }
void eqn_visit(obj *o, void (*child)(obj *o)) { visit_value(((o_eqn *)o)->owner, child); }

// ---- lists of what they are made of ----

static pv atoms_list(pv owner, const dbx_atom *at, uint32_t n) {
  pv l = list_new(NULL, 0);
  lang_pin(l);
  for (uint32_t i = 0; i < n; i++) list_push(SEQ(l), atom_new(owner, at[i]));
  return l;
}

static pv avals_list(const dbx_atom *at, uint32_t n) {
  pv l = list_new(NULL, 0);
  lang_pin(l);
  for (uint32_t i = 0; i < n; i++) list_push(SEQ(l), shaped_new(dbx_atom_aval(at[i])));
  return l;
}

static pv eqns_list(pv owner, const dbx_jaxpr *j) {
  pv l = list_new(NULL, 0);
  lang_pin(l);
  for (uint32_t i = 0; i < j->n_eqns; i++) list_push(SEQ(l), eqn_new(owner, &j->eqns[i]));
  return l;
}

static pv consts_list(const dbx_jaxpr *j) {
  pv l = list_new(NULL, 0);
  lang_pin(l);
  for (uint32_t i = 0; i < j->n_const; i++)
    if (j->consts[i]) list_push(SEQ(l), array_take(dbx_array_ref(j->consts[i])));
  return l;
}

// ---- parameters ----

static pv param_value(pv owner, const dbx_param *p, dbx_sym key);

// Dimension numbers print as lists and are tuples.
static pv param_items(pv owner, const dbx_param *p, dbx_sym key) {
  pv l = list_new(NULL, 0);
  lang_pin(l);
  bool list = p->kind == DBX_P_LIST && key != DBX_S_dimension_numbers;
  for (uint32_t i = 0; i < p->n; i++) list_push(SEQ(l), param_value(owner, p->item[i], key));
  return list ? l : tuple_new(SEQ(l)->at, SEQ(l)->n);
}

// What has no other form is itself, and prints as it does in a Jaxpr.
static pv param_itself(const dbx_param *p) {
  o_param *o = heap_new(T_PARAM, sizeof *o);
  o->param = p;
  return pv_obj(o);
}

static pv param_value(pv owner, const dbx_param *p, dbx_sym key) {
  switch (p->kind) {
  case DBX_P_NONE: return pv_none();
  case DBX_P_BOOL: return pv_bool(p->i);
  case DBX_P_INT: return pv_int(p->i);
  case DBX_P_DTYPE: return dtype_new(p->dtype, false, true);
  case DBX_P_SCALAR: return np_generic(p->dtype, p->scalar);
  case DBX_P_TUPLE:
  case DBX_P_LIST: return param_items(owner, p, key);
  case DBX_P_JAXPR: return jaxpr_new(owner, p->jaxpr, false);
  case DBX_P_AVAL: return shaped_new(p->aval);
  case DBX_P_TEXT:
    if (key == DBX_S_name) return lang_sym_str(p->text);
    return param_itself(p);
  default: return param_itself(p);
  }
}

// The parameters in jax's order, where that is not the printed one. Those that are not printed have
// one value here: None, but for those of calls.
static const char *given_order(const dbx_primitive *p) {
  switch ((dbx_prim)p->id) {
  case DBX_PRIM_broadcast_in_dim: return "shape broadcast_dimensions";
  case DBX_PRIM_reshape: return "new_sizes dimensions";
  case DBX_PRIM_slice: return "start_indices limit_indices strides";
  case DBX_PRIM_iota: return "dtype shape dimension";
  case DBX_PRIM_dot_general: return "dimension_numbers precision preferred_element_type";
  case DBX_PRIM_gather:
    return "dimension_numbers slice_sizes unique_indices indices_are_sorted mode fill_value";
  case DBX_PRIM_scatter:
  case DBX_PRIM_scatter_add:
  case DBX_PRIM_scatter_mul:
  case DBX_PRIM_scatter_min:
  case DBX_PRIM_scatter_max:
    return "update_jaxpr update_consts dimension_numbers indices_are_sorted unique_indices mode";
  case DBX_PRIM_pjit:
    return "jaxpr in_shardings out_shardings resource_env donated_invars name keep_unused inline";
  default: return p->params;
  }
}

static pv repeated(pv v, uint32_t n) {
  pv t = tuple_new(NULL, n);
  for (uint32_t i = 0; i < n; i++) pv_put(&SEQ(t)->at[i], v);
  return t;
}

static pv unprinted_param(const dbx_eqn *e, const char *key) {
  if (!strcmp(key, "in_shardings") || !strcmp(key, "out_shardings"))
    return repeated(param_itself(dbx_p_text("UnspecifiedValue")), *key == 'i' ? e->n_in : e->n_out);
  if (!strcmp(key, "donated_invars")) return repeated(pv_bool(false), e->n_in);
  if (!strcmp(key, "keep_unused") || !strcmp(key, "inline")) return pv_bool(false);
  return pv_none();
}

static pv params_dict(pv owner, const dbx_eqn *e) {
  pv d = dict_new();
  lang_pin(d);
  for (const char *s = given_order(e->prim); *s;) {
    size_t length = strcspn(s, " ");
    dbx_sym key = dbx_intern_n(s, length);
    const dbx_param *p = dbx_eqn_param(e, key);
    pv v = p ? param_value(owner, p, key) : unprinted_param(e, dbx_sym_text(key));
    lang_pin(v);
    dict_put_sym(DICT(d), key, v);
    s += length + (s[length] == ' ');
  }
  return d;
}

static bool has_jaxpr(const dbx_param *p) {
  bool any = p->kind == DBX_P_JAXPR;
  bool list = p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST;
  for (uint32_t i = 0; list && i < p->n; i++) any |= has_jaxpr(p->item[i]);
  return any;
}

dbx_status eqn_ask(pv f, const dbx_eqn *e, pv *ret) {
  dbx_kv *kv = DBX_TMP(dbx_kv, e->n_params + 1);
  dbx_eqn own = *e;
  uint32_t mark = lang_pins();
  own.params = kv, own.n_params = 0;
  for (uint32_t i = 0; i < e->n_params; i++)
    if (!has_jaxpr(e->params[i].val)) kv[own.n_params++] = e->params[i];
  pv args[] = {primitive_new(e->prim), avals_list(e->in, e->n_in), pv_none()};
  lang_pin(args[0]);
  args[2] = params_dict(pv_none(), &own);
  dbx_status st = lang_call(f, args, 3, ret);
  return lang_unpin(mark), st;
}

dbx_status param_of_value(pv v, const dbx_param **ret) {
  if (is_none(v)) return *ret = dbx_p_none(), DBX_OK;
  if (v.tag == PV_BOOL) return *ret = dbx_p_bool(v.i), DBX_OK;
  if (v.tag == PV_INT) return *ret = dbx_p_int(v.i), DBX_OK;
  if (is_str(v)) return *ret = dbx_p_text(STR(lang_terminated(v))->s), DBX_OK;
  if (is_obj(v, T_DTYPE)) return *ret = dbx_p_dtype(((o_dtype *)v.o)->t), DBX_OK;
  if (is_obj(v, T_PARAM)) return *ret = ((o_param *)v.o)->param, DBX_OK;
  if (is_obj(v, T_JAXPR)) return *ret = dbx_p_jaxpr((dbx_jaxpr *)((o_jaxpr *)v.o)->jaxpr), DBX_OK;
  if (is_obj(v, T_SHAPED)) return *ret = dbx_p_aval(((o_shaped *)v.o)->aval), DBX_OK;
  if (!is_seq(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a '%s' cannot be a parameter of a primitive",
                    lang_type_name(v));
  const dbx_param **item = DBX_TMP(const dbx_param *, SEQ(v)->n + 1);
  for (uint32_t i = 0; i < SEQ(v)->n; i++) DBX_TRY(param_of_value(SEQ(v)->at[i], &item[i]));
  *ret = (is_obj(v, T_LIST) ? dbx_p_list : dbx_p_tuple)(item, SEQ(v)->n);
  return DBX_OK;
}

// ---- cells: names and texts ----

const char *jaxpr_name(pv v) {
  return ((o_jaxpr *)v.o)->open ? "jax._src.core.Jaxpr" : "jax._src.core.ClosedJaxpr";
}

const char *atom_name(pv v) {
  dbx_atom a = ((o_atom *)v.o)->atom;
  return dbx_is_literal(a) ? "jax._src.core.Literal"
         : a & DBX_DROPPED ? "jax._src.core.DropVar"
                           : "jax._src.core.Var";
}

static uint32_t older(const dbx_var *at, uint32_t n, dbx_var than) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) count += (dbx_tracer_of(at[i]) & DBX_HANDLE) < than;
  return count;
}

// How many variables of its Jaxpr were made before it: they are named in that order.
static uint32_t var_number(const o_atom *o) {
  pv up = o->owner;
  while (is_obj(up, T_EQN)) up = ((o_eqn *)up.o)->owner;
  const dbx_jaxpr *j = ((o_jaxpr *)up.o)->jaxpr;
  dbx_var v = dbx_tracer_of(o->atom) & DBX_HANDLE;
  uint32_t n = older(j->constvars, j->n_const, v) + older(j->invars, j->n_in, v);
  for (uint32_t i = 0; i < j->n_eqns; i++) n += older(j->eqns[i].out, j->eqns[i].n_out, v);
  return n;
}

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)

TEXT(atom) {
  dbx_atom a = ((o_atom *)v.o)->atom;
  (void)str;
  if (dbx_is_literal(a)) {
    const dbx_literal *l = dbx_literal_at(a);
    dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
  } else if (a & DBX_DROPPED) {
    dbx_putc(b, '_');
  } else {
    dbx_name_digits(b, var_number((o_atom *)v.o));
  }
  return DBX_OK;
}

TEXT(eqn) { return (void)str, dbx_print_eqn_alone(b, ((o_eqn *)v.o)->eqn), DBX_OK; }
TEXT(primitive) { return (void)str, dbx_put(b, ((o_primitive *)v.o)->p->name), DBX_OK; }

// An enum member has its number in its repr.
TEXT(param) {
  static const char *const modes[] = {"GatherScatterMode.CLIP", "GatherScatterMode.FILL_OR_DROP",
                                      "GatherScatterMode.PROMISE_IN_BOUNDS"};
  const dbx_param *p = ((o_param *)v.o)->param;
  for (int i = 0; i < 3 && !str && p->kind == DBX_P_TEXT; i++)
    if (!strcmp(dbx_sym_text(p->text), modes[i]))
      return dbx_printf(b, "<%s: %d>", modes[i], i + 1), DBX_OK;
  return dbx_put_param(b, p), DBX_OK;
}

// ---- cells: what is equal ----

dbx_status atom_equal(pv x, pv y, bool *ret) {
  return *ret = ((o_atom *)x.o)->atom == ((o_atom *)y.o)->atom, DBX_OK;
}
dbx_status atom_hash(pv v, uint64_t *ret) {
  return *ret = dbx_mix(21, ((o_atom *)v.o)->atom), DBX_OK;
}
dbx_status primitive_equal(pv x, pv y, bool *ret) {
  return *ret = ((o_primitive *)x.o)->p == ((o_primitive *)y.o)->p, DBX_OK;
}
dbx_status primitive_hash(pv v, uint64_t *ret) {
  return *ret = dbx_mix(22, (uint64_t)((o_primitive *)v.o)->p->id), DBX_OK;
}
dbx_status param_equal(pv x, pv y, bool *ret) {
  return *ret = ((o_param *)x.o)->param == ((o_param *)y.o)->param, DBX_OK;
}
dbx_status param_hash(pv v, uint64_t *ret) {
  return *ret = dbx_mix(23, (uint64_t)(uintptr_t)((o_param *)v.o)->param), DBX_OK;
}

// ---- cells: attributes ----

static void closed_attr(pv x, const char *n, pv *ret) {
  const dbx_jaxpr *j = ((o_jaxpr *)x.o)->jaxpr;
  if (!strcmp(n, "jaxpr")) *ret = jaxpr_new(x, j, true);
  if (!strcmp(n, "consts") || !strcmp(n, "literals")) *ret = consts_list(j);
  if (!strcmp(n, "in_avals")) *ret = avals_list(j->invars, j->n_in);
  if (!strcmp(n, "out_avals")) *ret = avals_list(j->outs, j->n_out);
}

static void open_attr(pv x, const char *n, pv *ret) {
  const dbx_jaxpr *j = ((o_jaxpr *)x.o)->jaxpr;
  if (!strcmp(n, "constvars")) *ret = atoms_list(x, j->constvars, j->n_const);
  if (!strcmp(n, "invars")) *ret = atoms_list(x, j->invars, j->n_in);
  if (!strcmp(n, "outvars")) *ret = atoms_list(x, j->outs, j->n_out);
  if (!strcmp(n, "debug_info")) *ret = pv_none();
}

dbx_status jaxpr_attr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  uint32_t mark = lang_pins();
  const o_jaxpr *o = (o_jaxpr *)x.o;
  if (!strcmp(n, "effects")) *ret = set_new();
  else if (!strcmp(n, "eqns")) *ret = eqns_list(x, o->jaxpr);
  else if (o->open) open_attr(x, n, ret);
  else closed_attr(x, n, ret);
  return lang_unpin(mark), DBX_OK;
}

dbx_status eqn_attr(pv x, dbx_sym name, pv *ret) {
  const dbx_eqn *e = ((o_eqn *)x.o)->eqn;
  const char *n = dbx_sym_text(name);
  uint32_t mark = lang_pins();
  if (!strcmp(n, "primitive")) *ret = primitive_new(e->prim);
  if (!strcmp(n, "invars")) *ret = atoms_list(x, e->in, e->n_in);
  if (!strcmp(n, "outvars")) *ret = atoms_list(x, e->out, e->n_out);
  if (!strcmp(n, "params")) *ret = params_dict(x, e);
  if (!strcmp(n, "effects")) *ret = set_new();
  return lang_unpin(mark), DBX_OK;
}

// A literal's value is a number of Python where its type is weak.
static pv literal_value(const dbx_literal *l) {
  dbx_dtype t = dbx_aval_at(l->aval)->dtype;
  bool weak = dbx_aval_at(l->aval)->weak;
  if (t == DBX_BOOL) return weak ? pv_bool(l->value.i) : np_generic(t, l->value);
  if (weak && t == DBX_I64) return pv_int(l->value.i);
  if (weak && t == DBX_F64) return pv_float(l->value.c[0]);
  return np_take(dbx_array_scalar(t, l->value));
}

dbx_status atom_attr(pv x, dbx_sym name, pv *ret) {
  dbx_atom a = ((o_atom *)x.o)->atom;
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "aval")) *ret = shaped_new(dbx_atom_aval(a));
  if (dbx_is_literal(a)) {
    if (!strcmp(n, "val")) *ret = literal_value(dbx_literal_at(a));
    return DBX_OK;
  }
  if (!strcmp(n, "count")) *ret = pv_int(var_number((o_atom *)x.o));
  if (!strcmp(n, "suffix")) *ret = str_of(dbx_var_at(a)->suffix ? "_" : "");
  return DBX_OK;
}

// ---- where an equation comes from ----

static bool holds(const dbx_node *n, uint32_t at) {
  return n->span.begin <= at && at < n->span.end;
}

// The qualified name of what the offset stands in: functions have their locals.
static void put_qualified(dbx_buf *b, dbx_node *root, uint32_t at) {
  dbx_walk w = {.next = root};
  bool local = false, any = false;
  for (const dbx_node *n = dbx_walk_next(&w); n; n = dbx_walk_next(&w)) {
    bool lambda = n->kind == DBX_N_Lambda, def = n->kind == DBX_N_FunctionDef || lambda;
    if ((!def && n->kind != DBX_N_ClassDef) || !holds(n, at)) continue;
    if (any) dbx_put(b, local ? ".<locals>." : ".");
    dbx_put(b, lambda ? "<lambda>" : dbx_sym_text(n->name));
    local = def, any = true;
  }
  dbx_walk_free(&w);
  if (!any) dbx_put(b, "<module>");
}

dbx_status lang_eqn_place(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  dbx_module *m = NULL;
  DBX_TRY(args_count(c, "place", 1, 1));
  if (!is_obj(c->at[0], T_EQN))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a '%s' is no equation", lang_type_name(c->at[0]));
  dbx_span s = ((o_eqn *)c->at[0].o)->eqn->span;
  if (!s.file) return *ret = str_of("<unknown>"), DBX_OK;
  dbx_place p = dbx_source_place(s.file, s.begin);
  const char *name = dbx_source_name(s.file), *slash = strrchr(name, '/');
  dbx_printf(&b, "%s:%u:%u (", slash ? slash + 1 : name, p.line, p.column - 1);
  if (dbx_parse(s.file, &m, NULL) == DBX_OK) put_qualified(&b, m->root, s.begin);
  else dbx_diag_forget();
  dbx_module_free(m);
  dbx_putc(&b, ')');
  *ret = str_of(dbx_text(&b));
  return dbx_buf_free(&b), DBX_OK;
}

dbx_status lang_parameters(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "parameters", 1, 1));
  *ret = list_new(NULL, 0);
  pv f = c->at[0];
  if (!is_obj(f, T_FUNCTION)) return DBX_OK;
  lang_pin(*ret);
  for (uint32_t i = 0; i < lang_function_params((o_function *)f.o); i++)
    list_push(SEQ(*ret), lang_sym_str(lang_function_param((o_function *)f.o, i)->name));
  return DBX_OK;
}
