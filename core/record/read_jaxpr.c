// Equations and Jaxprs of a recording (see reader.h).
#include "ir/style.h"
#include "prim/prim.h"
#include "record/reader.h"

#include <string.h>

enum { DEEPEST = 100 }; // parameters inside each other

// ---- parameters ----

static dbx_status param_of(record_reader *r, const json_t *v, uint32_t depth,
                           const dbx_param **ret);

static dbx_status items_of(record_reader *r, const json_t *l, bool list, uint32_t depth,
                           const dbx_param **ret) {
  uint32_t n = (uint32_t)json_array_size(l);
  dbx_scratch_mark m = dbx_scratch_here();
  const dbx_param **item = DBX_TMP(const dbx_param *, n + 1);
  dbx_status st = json_is_array(l) ? DBX_OK : record_bad(r, "\"list\" is no list");
  for (uint32_t i = 0; st == DBX_OK && i < n; i++)
    st = param_of(r, json_array_get(l, i), depth, &item[i]);
  if (st == DBX_OK) *ret = list ? dbx_p_list(item, n) : dbx_p_tuple(item, n);
  dbx_scratch_release(m);
  return st;
}

static dbx_status record_of(record_reader *r, const json_t *o, uint32_t depth,
                            const dbx_param **ret) {
  const char *name, *key;
  json_t *fields = json_object_get(o, "fields"), *v;
  uint32_t n = (uint32_t)json_object_size(fields), i = 0;
  DBX_TRY(dbx_record_take_text(r, o, "record", &name));
  dbx_scratch_mark m = dbx_scratch_here();
  const dbx_param **item = DBX_TMP(const dbx_param *, n + 1);
  dbx_sym *keys = DBX_TMP(dbx_sym, n + 1);
  dbx_status st = DBX_OK;
  json_object_foreach(fields, key, v) {
    keys[i] = dbx_intern(key);
    if (st == DBX_OK) st = param_of(r, v, depth, &item[i]);
    if (st == DBX_OK && !dbx_is_new_field(keys[i], item[i])) i++;
  }
  if (st == DBX_OK) *ret = dbx_p_record(name, keys, item, i);
  dbx_scratch_release(m);
  return st;
}

static dbx_status dtype_of(record_reader *r, const json_t *o, dbx_dtype *ret) {
  const char *name;
  DBX_TRY(dbx_record_take_text(r, o, "dtype", &name));
  return record_dtype_of(name, strlen(name), ret) ? DBX_OK
                                                  : record_bad(r, "there is no dtype \"%s\"", name);
}

static dbx_status scalar_of(record_reader *r, const json_t *o, const dbx_param **ret) {
  const char *text;
  dbx_dtype t;
  dbx_scalar x;
  DBX_TRY(dbx_record_take_text(r, o, "scalar", &text));
  DBX_TRY(dtype_of(r, o, &t));
  if (!record_scalar(text, strlen(text), t, &x))
    return record_bad(r, "\"%s\" is no number of its dtype", text);
  return *ret = dbx_p_scalar(t, x), DBX_OK;
}

static dbx_status object_of(record_reader *r, const json_t *o, uint32_t depth,
                            const dbx_param **ret) {
  const json_t *list = json_object_get(o, "list"), *type = json_object_get(o, "type");
  const char *host;
  dbx_dtype t;
  dbx_aval a;
  dbx_jaxpr *x;
  uint32_t number;
  if (list) return items_of(r, list, true, depth, ret);
  if (json_object_get(o, "record")) return record_of(r, o, depth, ret);
  if (json_object_get(o, "scalar")) return scalar_of(r, o, ret);
  if (type) {
    DBX_TRY(record_type_of(r, type, &a));
    return *ret = dbx_p_aval(a), DBX_OK;
  }
  if (json_object_get(o, "jaxpr")) {
    DBX_TRY(record_jaxpr_at(r, o, "jaxpr", &x));
    return x ? (*ret = dbx_p_jaxpr(x), DBX_OK) : record_bad(r, "Jaxprs count from 1");
  }
  if (json_object_get(o, "host")) {
    DBX_TRY(dbx_record_take_text(r, o, "host", &host));
    DBX_TRY(record_take_u32(r, o, "number", 0, 0, &number));
    return *ret = dbx_p_host(host, number), DBX_OK;
  }
  DBX_TRY(dtype_of(r, o, &t));
  return *ret = dbx_p_dtype(t), DBX_OK;
}

static dbx_status param_of(record_reader *r, const json_t *v, uint32_t depth,
                           const dbx_param **ret) {
  if (depth > DEEPEST) return record_bad(r, "a parameter is nested too deeply");
  if (json_is_null(v)) return *ret = dbx_p_none(), DBX_OK;
  if (json_is_boolean(v)) return *ret = dbx_p_bool(json_is_true(v)), DBX_OK;
  if (json_is_integer(v)) return *ret = dbx_p_int(json_integer_value(v)), DBX_OK;
  if (json_is_string(v)) {
    dbx_sym s = dbx_intern_n(json_string_value(v), json_string_length(v));
    return *ret = dbx_p_sym(s), DBX_OK;
  }
  if (json_is_array(v)) return items_of(r, v, false, depth + 1, ret);
  if (json_is_object(v)) return object_of(r, v, depth + 1, ret);
  return record_bad(r, "a parameter is a number with a fraction, which needs its dtype");
}

// What a release of jax keeps beside the parameters that it prints says nothing here.
static void drop_unlisted(dbx_eqn *e, dbx_kv *kv) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < e->n_params; i++)
    if (dbx_lists_parameter(e->prim, kv[i].key)) kv[n++] = kv[i];
  e->n_params = n;
}

static dbx_status params_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_eqn *e) {
  json_t *params = json_object_get(o, "params"), *v;
  const char *key;
  if (params && !json_is_object(params)) return record_bad(r, "\"params\" is no object");
  dbx_kv *kv = DBX_NEWN(a, dbx_kv, json_object_size(params));
  json_object_foreach(params, key, v) {
    kv[e->n_params].key = dbx_old_key(dbx_intern(key));
    e->prim = dbx_primitive_with(e->prim, kv[e->n_params].key);
    DBX_TRY(param_of(r, v, 0, &kv[e->n_params].val));
    e->n_params++;
  }
  drop_unlisted(e, kv);
  e->params = kv;
  return DBX_OK;
}

// ---- equations ----

dbx_status record_eqn_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_eqn *ret) {
  const char *name;
  dbx_list in, out;
  dbx_eqn e = {0};
  DBX_TRY(dbx_record_take_text(r, o, "prim", &name));
  e.prim = dbx_primitive_find(dbx_old_primitive(dbx_intern(name)));
  if (!e.prim) e.prim = dbx_primitive_opaque(dbx_intern(name));
  DBX_TRY(record_take_atoms(r, o, "in", a, false, &in));
  DBX_TRY(record_take_atoms(r, o, "out", a, true, &out));
  DBX_TRY(params_of(r, o, a, &e));
  DBX_TRY(record_take_u32(r, o, "event", 0, 0, &e.event));
  DBX_TRY(record_take_at(r, o, &e.span));
  e.in = in.at, e.n_in = in.n, e.out = out.at, e.n_out = out.n;
  return *ret = e, DBX_OK;
}

// ---- Jaxprs ----

static dbx_status constants_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_jaxpr *x) {
  const json_t *l;
  dbx_list vars;
  DBX_TRY(record_take_atoms(r, o, "constvars", a, true, &vars));
  DBX_TRY(record_take_list(r, o, "consts", &l));
  x->constvars = vars.at, x->n_const = vars.n;
  x->consts = DBX_NEWN(a, dbx_array *, vars.n); // the caller passes what is not given
  if (!l) return DBX_OK;
  if (json_array_size(l) != vars.n) return record_bad(r, "there are more constants than values");
  for (uint32_t i = 0; i < vars.n; i++)
    if (!json_is_null(json_array_get(l, i)))
      DBX_TRY(record_array_at(r, json_array_get(l, i), &x->consts[i]));
  return DBX_OK;
}

// The map lives in the arena, as toJaxpr leaves it.
static dbx_status became_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_jaxpr *x) {
  dbx_map m = {0};
  dbx_status st = record_take_pairs(r, o, "became", &m);
  x->subst = m;
  x->subst.slot = dbx_arena_copy(a, m.slot, m.cap * sizeof *m.slot);
  dbx_map_free(&m);
  return st;
}

static dbx_status eqns_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_jaxpr *x) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, "eqns", &l));
  x->n_eqns = (uint32_t)json_array_size(l);
  x->eqns = DBX_NEWN(a, dbx_eqn, x->n_eqns);
  for (uint32_t i = 0; i < x->n_eqns; i++)
    DBX_TRY(record_eqn_of(r, json_array_get(l, i), a, &x->eqns[i]));
  return DBX_OK;
}

// Of a Jaxpr without a frame the arena is that of the trace that was begun last.
dbx_status record_read_jaxpr(record_reader *r, const json_t *o) {
  dbx_frame *f;
  dbx_list in, outs;
  uint32_t id;
  DBX_TRY(record_frame_at(r, o, "frame", &f));
  if (!f && !r->traces.n) return record_bad(r, "a Jaxpr belongs to a trace");
  dbx_arena *a = f ? &f->trace->arena : &r->traces.at[r->traces.n - 1]->arena;
  dbx_jaxpr *x = DBX_NEW(a, dbx_jaxpr);
  DBX_TRY(constants_of(r, o, a, x));
  DBX_TRY(record_take_atoms(r, o, "invars", a, true, &in));
  DBX_TRY(record_take_atoms(r, o, "outs", a, false, &outs));
  DBX_TRY(record_take_u32(r, o, "implicit_in", 0, 0, &x->n_implicit_in));
  DBX_TRY(record_take_u32(r, o, "implicit_out", 0, 0, &x->n_implicit_out));
  x->from_text = record_take_flag(o, "from_text");
  x->frame = f ? f->id : 0;
  DBX_TRY(became_of(r, o, a, x));
  DBX_TRY(eqns_of(r, o, a, x));
  x->invars = in.at, x->n_in = in.n, x->outs = outs.at, x->n_out = outs.n;
  DBX_TRY(record_take_id(r, o, "id", &id));
  if (id != r->jaxprs.n + 1) return record_bad(r, "the next \"id\" is %u", r->jaxprs.n + 1);
  dbx_push(&r->jaxprs, x);
  return DBX_OK;
}
