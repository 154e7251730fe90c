// Jaxprs from the bytes of their keys (see key.h; the order of the parts is that of key.c).
#include "lower/code/key.h"

#include "ir/primitive.h"
#include "ir/var.h"
#include "prim/prim.h"

#include <string.h>

typedef struct reader {
  const char *at, *end;
  dbx_arena *arena;
  bool wrong;
  dbx_u32s vars;
  dbx_vec(dbx_jaxpr *) jaxprs;
  dbx_vec(dbx_array *) arrays;
} reader;

static uint64_t number(reader *r) {
  uint64_t x = 0;
  for (unsigned shift = 0; r->at < r->end && shift < 64; shift += 7) {
    unsigned char c = (unsigned char)*r->at++;
    x |= (uint64_t)(c & 0x7f) << shift;
    if (!(c & 0x80)) return x;
  }
  return r->wrong = true, 0;
}

// A number of things of which each takes a byte at least.
static uint32_t count(reader *r) {
  uint64_t n = number(r);
  if (n > (uint64_t)(r->end - r->at)) return r->wrong = true, 0;
  return (uint32_t)n;
}

// One that is less than `most`.
static uint32_t below(reader *r, uint64_t most) {
  uint64_t n = number(r);
  if (n >= most) return r->wrong = true, 0;
  return (uint32_t)n;
}

static dbx_sym sym(reader *r) {
  uint32_t n = count(r);
  dbx_sym s = dbx_intern_n(r->at, n);
  r->at += n;
  return s;
}

static dbx_dtype dtype(reader *r) { return (dbx_dtype)below(r, DBX_DTYPES + 1); }

static dbx_scalar scalar(reader *r, dbx_dtype *ret) {
  char bits[16] = {0};
  *ret = dtype(r);
  if (r->end - r->at < 16 || *ret == DBX_DTYPES) return r->wrong = true, (dbx_scalar){0};
  memcpy(bits, r->at, sizeof bits);
  r->at += sizeof bits;
  return dbx_load(bits, *ret);
}

// ---- types and atoms ----

static dbx_var var(reader *r) { // a number that was not there before is the next one
  uint32_t n = below(r, r->vars.n + 1ull);
  if (n == r->vars.n) dbx_push(&r->vars, dbx_var_new(0, DBX_VAR_RESULT, 0));
  return r->vars.at[n];
}

static dbx_aval type(reader *r) {
  dbx_dtype t = dtype(r);
  bool weak = number(r);
  uint32_t rank = count(r);
  dbx_dim *dims = DBX_TMP(dbx_dim, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    dbx_dim_kind kind = (dbx_dim_kind)below(r, DBX_DIM_UNKNOWN + 1);
    int64_t v = kind == DBX_DIM_VAR ? (int64_t)var(r) : (int64_t)number(r);
    dims[i] = dbx_dim_make(kind, v);
  }
  return dbx_aval_of(t, weak, rank, dims);
}

static dbx_var binder(reader *r) {
  dbx_var v = var(r);
  dbx_aval a = type(r);
  dbx_var_at(v)->aval = a;
  return v;
}

static dbx_atom atom(reader *r) {
  dbx_dtype t;
  if (!number(r)) return var(r);
  dbx_aval a = type(r);
  dbx_scalar x = scalar(r, &t);
  return dbx_literal_of(t, dbx_aval_at(a)->weak, x);
}

// ---- parameters ----

static dbx_jaxpr *jaxpr(reader *r);

static const dbx_param *param(reader *r);

static const dbx_param *items(reader *r, dbx_param_kind kind) {
  dbx_sym name = kind == DBX_P_RECORD ? sym(r) : 0;
  uint32_t n = count(r);
  const dbx_param **item = DBX_TMP(const dbx_param *, n + 1);
  dbx_sym *keys = DBX_TMP(dbx_sym, n + 1);
  for (uint32_t i = 0; i < n && !r->wrong; i++) {
    if (kind == DBX_P_RECORD) keys[i] = sym(r);
    item[i] = param(r);
  }
  if (r->wrong) return dbx_p_none();
  return kind == DBX_P_TUPLE  ? dbx_p_tuple(item, n)
         : kind == DBX_P_LIST ? dbx_p_list(item, n)
                              : dbx_p_record(dbx_sym_text(name), keys, item, n);
}

static const dbx_param *param(reader *r) {
  dbx_param_kind kind = (dbx_param_kind)below(r, DBX_P_HOST + 1);
  dbx_dtype t;
  dbx_scalar x;
  switch (kind) {
  case DBX_P_NONE: break;
  case DBX_P_BOOL: return dbx_p_bool(number(r));
  case DBX_P_INT: return dbx_p_int((int64_t)number(r));
  case DBX_P_SCALAR: return x = scalar(r, &t), dbx_p_scalar(t, x);
  case DBX_P_DTYPE: return dbx_p_dtype(dtype(r));
  case DBX_P_TEXT: return dbx_p_sym(sym(r));
  case DBX_P_JAXPR: return dbx_p_jaxpr(jaxpr(r));
  case DBX_P_AVAL: return dbx_p_aval(type(r));
  case DBX_P_HOST: return dbx_p_host("", 0);
  case DBX_P_TUPLE:
  case DBX_P_LIST:
  case DBX_P_RECORD: return items(r, kind);
  }
  return dbx_p_none();
}

// ---- Jaxprs ----

static void equation(reader *r, dbx_eqn *q) {
  q->prim = dbx_primitive_find(sym(r));
  q->n_in = count(r);
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, q->n_in);
  for (uint32_t i = 0; i < q->n_in; i++) in[i] = atom(r);
  q->n_params = count(r);
  dbx_kv *params = DBX_NEWN(r->arena, dbx_kv, q->n_params);
  for (uint32_t i = 0; i < q->n_params && !r->wrong; i++) {
    params[i].key = sym(r);
    params[i].val = param(r);
    if (q->prim) q->prim = dbx_primitive_with(q->prim, params[i].key); // of two with one name
  }
  q->n_out = count(r);
  q->out = DBX_NEWN(r->arena, dbx_var, q->n_out);
  for (uint32_t i = 0; i < q->n_out; i++) q->out[i] = binder(r);
  q->in = in, q->params = params;
  if (!q->prim) r->wrong = true;
}

static void nothing(void *data, void *ctx) { (void)data, (void)ctx; }

static dbx_array *array(reader *r) {
  uint32_t rank = count(r);
  dbx_dtype t;
  if (!rank--) return NULL; // the caller passes it
  if (!rank) {
    dbx_scalar x = scalar(r, &t);
    return dbx_array_scalar(t, x);
  }
  uint32_t n = below(r, r->arrays.n + 1ull);
  if (n < r->arrays.n) return r->arrays.at[n];
  t = dtype(r);
  int64_t *dims = DBX_TMP(int64_t, rank);
  for (uint32_t i = 0; i < rank; i++) dims[i] = (int64_t)number(r);
  dbx_push(&r->arrays, dbx_array_adopt(t, rank, dims, NULL, nothing, NULL));
  return r->arrays.at[n];
}

static dbx_var *binders(reader *r, uint32_t *n) {
  *n = count(r);
  dbx_var *v = DBX_NEWN(r->arena, dbx_var, *n);
  for (uint32_t i = 0; i < *n; i++) v[i] = binder(r);
  return v;
}

static dbx_jaxpr *jaxpr(reader *r) {
  uint32_t n = below(r, r->jaxprs.n + 1ull);
  if (n < r->jaxprs.n) return r->jaxprs.at[n];
  dbx_jaxpr *j = DBX_NEW(r->arena, dbx_jaxpr);
  dbx_push(&r->jaxprs, j);
  j->n_const = count(r);
  j->constvars = DBX_NEWN(r->arena, dbx_var, j->n_const);
  j->consts = DBX_NEWN(r->arena, dbx_array *, j->n_const);
  for (uint32_t i = 0; i < j->n_const; i++) {
    j->constvars[i] = binder(r);
    j->consts[i] = array(r);
  }
  j->invars = binders(r, &j->n_in);
  j->n_eqns = count(r);
  j->eqns = DBX_NEWN(r->arena, dbx_eqn, j->n_eqns);
  for (uint32_t i = 0; i < j->n_eqns && !r->wrong; i++) equation(r, &j->eqns[i]);
  j->n_out = count(r);
  j->outs = DBX_NEWN(r->arena, dbx_atom, j->n_out);
  for (uint32_t i = 0; i < j->n_out; i++) j->outs[i] = atom(r);
  return j;
}

static void form(reader *r, lower_form *ret) {
  *ret = (lower_form){.spreads = number(r), .n_lengths = count(r)};
  int64_t *lengths = DBX_NEWN(r->arena, int64_t, ret->n_lengths);
  for (uint32_t i = 0; i < ret->n_lengths; i++) lengths[i] = (int64_t)number(r);
  ret->lengths = lengths;
}

dbx_jaxpr *key_read(const char *bytes, size_t n, dbx_arena *arena, lower_form *ret_form) {
  reader r = {.at = bytes, .end = bytes + n, .arena = arena};
  dbx_scratch_mark m = dbx_scratch_here();
  form(&r, ret_form);
  dbx_jaxpr *j = jaxpr(&r);
  dbx_scratch_release(m);
  dbx_vec_free(&r.vars);
  dbx_vec_free(&r.jaxprs);
  dbx_vec_free(&r.arrays);
  return r.wrong || r.at != r.end ? NULL : j;
}
