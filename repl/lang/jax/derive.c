// The part of derivatives that works on arrays; trees and options are
// lib/py/jax/jax._derivatives.py's.
#include "lang/jax/tree_call.h"
#include "lang/jax/types.h"

#include "grad/grad.h"
#include "lang/jax/state.h"
#include "lang/object/operation.h"

enum { FUNCTION, VALUES, TANGENTS, NAME };

void linear_release(obj *o) { dbx_linear_free(((o_linear *)o)->linear); }

pv derive_pins(uint32_t mark) { return list_new(lang_pin_at(mark), lang_pins() - mark); }

dbx_status derive_val(pv v, dbx_val *ret) {
  if (v.tag == PV_NONE) return *ret = dbx_val_none(), DBX_OK;
  return lang_to_owned_val(v, ret);
}

dbx_status derive_pv(const dbx_val *v, pv *ret) {
  if (v->kind == DBX_V_NONE) return *ret = pv_none(), DBX_OK;
  return lang_from_val(v, ret);
}

dbx_status derive_pin(const dbx_val *v) {
  pv p;
  DBX_TRY(derive_pv(v, &p));
  return lang_pin(p), DBX_OK;
}

static dbx_status call(const call_args *c, dbx_grad *g, pv *ret) {
  const o_seq *values = SEQ(c->at[VALUES]), *tangents = SEQ(c->at[TANGENTS]);
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < values->n; i++) {
    dbx_val x, t, v;
    DBX_TRY(lang_to_owned_val(values->at[i], &x));
    DBX_TRY(tangents->at[i].tag == PV_BOOL && !tangents->at[i].i ? derive_val(pv_none(), &t)
                                                                 : derive_val(tangents->at[i], &t));
    DBX_TRY(dbx_grad_argument(g, &x, &t, &v));
    DBX_TRY(derive_pin(&v));
  }
  DBX_TRY(lang_check_pins());
  pv list = derive_pins(mark);
  lang_pin(list);
  DBX_TRY(lang_call(c->at[FUNCTION], &list, 1, ret));
  return lang_pin(*ret), DBX_OK;
}

// What the function gave that is no value of jax.
static dbx_status check_value(pv v) {
  if (is_number(v) || is_array(v) || v.tag == PV_TRACER || is_obj(v, T_NDARRAY)) return DBX_OK;
  dbx_buf text = {0};
  dbx_status st = lang_repr(v, &text);
  if (st == DBX_OK)
    dbx_fail_as_(DBX_E512, DBX_S_TypeError, (dbx_span){0},
                 "the differentiated function gives %s, of type '%s', which is no array",
                 dbx_text(&text), lang_type_name(v));
  return dbx_buf_free(&text), DBX_FAIL;
}

// Lists of the results outside, and of their tangents; pinned.
static dbx_status results(dbx_grad *g, const o_seq *out, pv *values, pv *tangents) {
  *values = list_new(NULL, 0);
  lang_pin(*values);
  *tangents = list_new(NULL, 0);
  lang_pin(*tangents);
  for (uint32_t i = 0; i < out->n; i++) {
    dbx_val v, x, t;
    pv p;
    DBX_TRY(check_value(out->at[i]));
    DBX_TRY(lang_to_owned_val(out->at[i], &v));
    DBX_TRY(dbx_grad_result(g, &v, &x, &t));
    DBX_TRY(derive_pv(&x, &p));
    list_push(SEQ(*values), p);
    DBX_TRY(derive_pv(&t, &p));
    list_push(SEQ(*tangents), p);
  }
  return DBX_OK;
}

static dbx_status outside(dbx_grad *g, const o_seq *aux, pv *ret) {
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  for (uint32_t i = 0; i < aux->n; i++) {
    dbx_val v, x;
    pv p = aux->at[i];
    if (is_number(p) || is_array(p) || p.tag == PV_TRACER || is_obj(p, T_NDARRAY)) {
      DBX_TRY(lang_to_owned_val(p, &v));
      DBX_TRY(dbx_grad_outside(g, &v, &x));
      DBX_TRY(derive_pv(&x, &p));
    }
    list_push(SEQ(*ret), p);
  }
  return DBX_OK;
}

static dbx_status evaluate(const call_args *c, dbx_grad *g, pv part[3]) {
  pv r;
  DBX_TRY(call(c, g, &r));
  DBX_TRY(results(g, SEQ(SEQ(r)->at[0]), &part[0], &part[1]));
  return outside(g, SEQ(SEQ(r)->at[1]), &part[2]);
}

static dbx_status tangents(const call_args *c, pv *ret) {
  pv part[3];
  dbx_grad *g = dbx_grad_begin(lang_function_name(c->at[NAME]), false);
  dbx_status st = evaluate(c, g, part);
  dbx_linear_free(dbx_grad_end(g));
  DBX_TRY(st);
  return *ret = tuple_new(part, 3), DBX_OK;
}

static dbx_status linearize(const call_args *c, pv *ret) {
  pv part[3];
  dbx_grad *g = dbx_grad_begin(lang_function_name(c->at[NAME]), true);
  dbx_status st = evaluate(c, g, part);
  dbx_linear *l = dbx_grad_end(g);
  if (st != DBX_OK) return dbx_linear_free(l), st;
  o_linear *o = heap_new(T_LINEAR, sizeof *o);
  o->linear = l;
  lang_pin(pv_obj(&o->h));
  pv all[] = {part[0], part[2], pv_obj(&o->h)};
  return *ret = tuple_new(all, 3), DBX_OK;
}

dbx_status lang_tangents(const call_args *c, pv *ret) {
  return lang_at_place(c, "tangents", 4, tangents, ret);
}

dbx_status lang_linearize(const call_args *c, pv *ret) {
  return lang_at_place(c, "linearize", 4, linearize, ret);
}

// ---- the linear function ----

static dbx_status through(const call_args *c, bool forward, pv *ret) {
  const dbx_linear *l = ((o_linear *)c->at[0].o)->linear;
  const o_seq *in = SEQ(c->at[1]);
  uint32_t n = forward ? dbx_linear_results(l) : dbx_linear_inputs(l), mark = lang_pins();
  dbx_val *given = DBX_TMP(dbx_val, in->n + 1), *made = DBX_TMP(dbx_val, n + 1);
  for (uint32_t i = 0; i < in->n; i++) DBX_TRY(derive_val(in->at[i], &given[i]));
  DBX_TRY((forward ? dbx_linear_apply : dbx_linear_transpose)(l, given, made));
  for (uint32_t i = 0; i < n; i++) DBX_TRY(derive_pin(&made[i]));
  DBX_TRY(lang_check_pins());
  return *ret = derive_pins(mark), DBX_OK;
}

static dbx_status push(const call_args *c, pv *ret) { return through(c, true, ret); }
static dbx_status pull(const call_args *c, pv *ret) { return through(c, false, ret); }

dbx_status lang_push(const call_args *c, pv *ret) { return lang_at_place(c, "push", 2, push, ret); }
dbx_status lang_pull(const call_args *c, pv *ret) { return lang_at_place(c, "pull", 2, pull, ret); }

static dbx_status residuals(const call_args *c, pv *ret) {
  const dbx_linear *l = ((o_linear *)c->at[0].o)->linear;
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < dbx_linear_residuals(l); i++) {
    dbx_val v = dbx_linear_residual(l, i);
    DBX_TRY(derive_pin(&v));
  }
  DBX_TRY(lang_check_pins());
  return *ret = derive_pins(mark), DBX_OK;
}

dbx_status lang_residuals(const call_args *c, pv *ret) {
  return lang_at_place(c, "residuals", 1, residuals, ret);
}

static dbx_status like(const call_args *c, dbx_val (*f)(const dbx_val *v), pv *ret) {
  dbx_val x;
  DBX_TRY(lang_to_owned_val(c->at[0], &x));
  x = f(&x);
  if (x.kind == DBX_V_FAILED) return DBX_FAIL;
  return lang_from_val(&x, ret);
}

static dbx_status zeros(const call_args *c, pv *ret) { return like(c, dbx_grad_zeros_like, ret); }
static dbx_status one(const call_args *c, pv *ret) { return like(c, dbx_grad_one_like, ret); }

dbx_status lang_zeros_like(const call_args *c, pv *ret) {
  return lang_at_place(c, "zeros_like", 1, zeros, ret);
}
dbx_status lang_one_like(const call_args *c, pv *ret) {
  return lang_at_place(c, "one_like", 1, one, ret);
}

static dbx_status named(const call_args *c, pv *ret) {
  dbx_val x;
  DBX_TRY(lang_to_owned_val(c->at[0], &x));
  if (!is_str(c->at[1])) return dbx_fail(DBX_E204, (dbx_span){0}, "a name is a string");
  x = dbx_grad_named(&x, dbx_intern_n(STR(c->at[1])->s, STR(c->at[1])->n));
  if (x.kind == DBX_V_FAILED) return DBX_FAIL;
  return lang_from_val(&x, ret);
}

dbx_status lang_named(const call_args *c, pv *ret) {
  return lang_at_place(c, "named", 2, named, ret);
}

static dbx_status typed_like(const call_args *c, pv *ret) {
  dbx_val x, like;
  DBX_TRY(lang_to_owned_val(c->at[0], &x));
  DBX_TRY(lang_to_owned_val(c->at[1], &like));
  x = dbx_grad_typed_like(&x, &like);
  if (x.kind == DBX_V_FAILED) return DBX_FAIL;
  return lang_from_val(&x, ret);
}

dbx_status lang_typed_like(const call_args *c, pv *ret) {
  return lang_at_place(c, "typed_like", 2, typed_like, ret);
}
