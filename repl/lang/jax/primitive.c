// Primitives as values of the language: their attributes, and binding them. Observed:
// conformance2/transforms.
#include "lang/jax/jaxpr.h"
#include "lang/jax/tree_call.h"
#include "lang/jax/types.h"

#include "lang/object/operation.h"
#include "prim/named_axis.h"

#include <string.h>

static const dbx_primitive *of(pv v) { return ((o_primitive *)v.o)->p; }

static bool has_several(const dbx_primitive *p) {
  return p->nested || p->id == DBX_PRIM_sort || p->rule == dbx_rule_collective ||
         dbx_lists_parameter(p, DBX_S_callback);
}

dbx_status primitive_attr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "name")) *ret = str_of(of(x)->name);
  if (!strcmp(n, "multiple_results")) *ret = pv_bool(has_several(of(x)));
  if (!strcmp(n, "call_primitive") || !strcmp(n, "map_primitive")) *ret = pv_bool(false);
  return DBX_OK;
}

// ---- results ----

static dbx_status results_list(const dbx_val *out, uint32_t n, pv *ret) {
  pv l = list_new(NULL, 0), v;
  lang_pin(l);
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(lang_from_val(&out[i], &v));
    list_push(SEQ(l), v);
  }
  return *ret = l, DBX_OK;
}

static dbx_status operands(const pv *at, uint32_t n, dbx_val **ret) {
  *ret = DBX_TMP(dbx_val, n + 1);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(lang_to_owned_val(at[i], &(*ret)[i]));
  return DBX_OK;
}

// ---- _host.bind_again ----

static dbx_status bind_again(const call_args *c, pv *ret) {
  if (!is_obj(c->at[0], T_EQN) || !is_seq(c->at[1]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "bind_again needs an equation and a list of values");
  const dbx_eqn *e = ((o_eqn *)c->at[0].o)->eqn;
  dbx_val *in, *out = DBX_TMP(dbx_val, e->n_out + 1);
  DBX_TRY(operands(SEQ(c->at[1])->at, SEQ(c->at[1])->n, &in));
  if (SEQ(c->at[1])->n != e->n_in)
    return dbx_fail(DBX_E208, (dbx_span){0}, "%s takes %u operands, not %u", e->prim->name, e->n_in,
                    SEQ(c->at[1])->n);
  DBX_TRY(dbx_bind_again(e, in, out));
  return results_list(out, e->n_out, ret);
}

dbx_status lang_bind_again(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "bind_again", 2, 2));
  operation o = operation_begin();
  return operation_end(&o, bind_again(c, ret));
}

// ---- bind ----

// Dimension numbers of dot_general are lists in tuples, whatever the program writes.
static dbx_status dot_numbers(const dbx_param **p) {
  const dbx_param *side[2];
  if ((*p)->n != 2 || (*p)->kind != DBX_P_TUPLE) return DBX_OK;
  for (int i = 0; i < 2; i++) {
    const dbx_param *of = (*p)->item[i], *list[2];
    if (of->n != 2 || of->kind != DBX_P_TUPLE) return DBX_OK;
    for (int k = 0; k < 2; k++) list[k] = dbx_p_list(of->item[k]->item, of->item[k]->n);
    side[i] = dbx_p_tuple(list, 2);
  }
  return *p = dbx_p_tuple(side, 2), DBX_OK;
}

// The parameters of the row, by the keywords of the call.
static dbx_status parameters(const dbx_primitive *p, const call_args *c, dbx_kv *kv, uint32_t *n) {
  *n = 0;
  for (const char *s = p->params; *s;) {
    size_t length = strcspn(s, " ");
    dbx_sym key = dbx_intern_n(s, length);
    pv v = args_keyword(c, dbx_sym_text(key));
    if (v.tag == PV_UNBOUND)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s.bind() misses the parameter '%s'", p->name,
                      dbx_sym_text(key));
    kv[*n].key = key;
    DBX_TRY(param_of_value(v, &kv[*n].val));
    if (p->id == DBX_PRIM_dot_general && key == DBX_S_dimension_numbers)
      DBX_TRY(dot_numbers(&kv[*n].val));
    (*n)++;
    s += length + (s[length] == ' ');
  }
  return DBX_OK;
}

static dbx_status bind(const call_args *c, pv *ret) {
  enum { MOST_PARAMETERS = 16 };
  const dbx_primitive *p = of(native_self(c));
  dbx_kv kv[MOST_PARAMETERS];
  dbx_val *in, *out;
  uint32_t n_kv;
  if (p->nested || dbx_calls_host(p))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "%s.bind is not offered: its results are not known without its equation; "
                    "jax.core.eval_jaxpr evaluates a Jaxpr that has it",
                    p->name);
  DBX_TRY(parameters(p, c, kv, &n_kv));
  DBX_TRY(operands(c->at, c->n, &in));
  uint32_t n = dbx_primitive_results(&(dbx_site){p, NULL, kv, c->n, n_kv});
  out = DBX_TMP(dbx_val, n + 1);
  DBX_TRY(dbx_host_call((dbx_prim)p->id, in, c->n, kv, n_kv, out, n));
  return n == 1 && !has_several(p) ? lang_from_val(out, ret) : results_list(out, n, ret);
}

static dbx_status method_bind(const call_args *c, pv *ret) {
  operation o = operation_begin();
  return operation_end(&o, bind(c, ret));
}

// The parameters of an equation as bind takes them, and functions among them: none here.
static dbx_status method_get_bind_params(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 1, 1));
  pv both[] = {list_new(NULL, 0), c->at[0]};
  return *ret = tuple_new(both, 2), DBX_OK;
}

// ---- _host.primitive, _host.axis_size ----

static dbx_sym str_sym(pv v) { return dbx_intern(STR(lang_terminated(v))->s); }

dbx_status lang_primitive(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "primitive", 1, 1));
  const dbx_primitive *p = is_str(c->at[0]) ? dbx_primitive_find(str_sym(c->at[0])) : NULL;
  if (!p) return dbx_fail(DBX_E204, (dbx_span){0}, "primitive needs the name of one");
  return *ret = primitive_new(p), DBX_OK;
}

static dbx_status axis_size(const call_args *c, pv *ret) {
  dbx_dim size;
  DBX_TRY(dbx_axis_find(str_sym(c->at[0]), &size));
  dbx_val v = dbx_dim_is_int(size) ? dbx_val_int(dbx_dim_value(size))
                                   : dbx_val_tracer((dbx_var)dbx_dim_value(size));
  return lang_from_val(&v, ret);
}

dbx_status lang_axis_size(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "axis_size", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail_as(DBX_E204, DBX_S_TypeError, (dbx_span){0},
                       "the name of an axis is a string here, not '%s'", lang_type_name(c->at[0]));
  return axis_size(c, ret);
}

const native_row primitive_methods[] = {
    {"bind", method_bind}, {"get_bind_params", method_get_bind_params}, {NULL, NULL}};
