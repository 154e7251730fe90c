// What recordings refer to: numbers of frames and Jaxprs, atoms, lengths, types, and lists of them
// (see reader.h).
#include "record/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- by number ----

dbx_status record_frame_at(record_reader *r, const json_t *o, const char *key, dbx_frame **ret) {
  uint32_t id;
  DBX_TRY(record_take_u32(r, o, key, 0, 0, &id));
  if (id > r->frames.n) return record_bad(r, "there is no frame %u", id);
  return *ret = id ? r->frames.at[id - 1] : NULL, DBX_OK;
}

dbx_status record_trace_at(record_reader *r, const json_t *o, dbx_trace **ret) {
  uint32_t id;
  DBX_TRY(record_take_id(r, o, "trace", &id));
  if (id > r->traces.n) return record_bad(r, "there is no trace %u", id);
  return *ret = r->traces.at[id - 1], DBX_OK;
}

dbx_status record_jaxpr_at(record_reader *r, const json_t *o, const char *key, dbx_jaxpr **ret) {
  uint32_t id;
  DBX_TRY(record_take_u32(r, o, key, 0, 0, &id));
  if (id > r->jaxprs.n) return record_bad(r, "there is no Jaxpr %u", id);
  return *ret = id ? r->jaxprs.at[id - 1] : NULL, DBX_OK;
}

dbx_status dbx_record_take_jaxpr(record_reader *r, const json_t *o, const char *key,
                                 dbx_jaxpr **ret) {
  DBX_TRY(record_jaxpr_at(r, o, key, ret));
  return *ret ? DBX_OK : record_bad(r, "there is no \"%s\"", key);
}

dbx_status record_array_at(record_reader *r, const json_t *v, dbx_array **ret) {
  uint32_t id;
  DBX_TRY(record_u32_of(r, v, &id));
  if (!id || id > r->arrays.n) return record_bad(r, "there is no array %u", id);
  return *ret = r->arrays.at[id - 1], DBX_OK;
}

// ---- atoms ----

dbx_status record_define(record_reader *r, uint32_t id, dbx_atom a) {
  if (!id || dbx_map_find(&r->vars, id)) return record_bad(r, "v%u is defined before", id);
  return dbx_map_put(&r->vars, id, a), DBX_OK;
}

// The number behind a letter, up to the end of the text; false: it is none, or too large.
static bool take_number(const char *s, size_t n, uint64_t *ret) {
  uint64_t x = 0;
  for (size_t i = 0; i < n; i++) {
    if (s[i] < '0' || s[i] > '9' || x > INT64_MAX / 10 - 1) return false;
    x = x * 10 + (uint64_t)(s[i] - '0');
  }
  return *ret = x, n > 0;
}

static dbx_status variable(record_reader *r, const char *s, size_t n, dbx_var *ret) {
  uint64_t id;
  if (!n || *s != 'v' || !take_number(s + 1, n - 1, &id))
    return record_bad(r, "\"%.*s\" is no variable", (int)n, s);
  const uint64_t *known = id ? dbx_map_find(&r->vars, id) : NULL;
  if (!known) return record_bad(r, "%.*s is not defined", (int)n, s);
  return *ret = (dbx_var)*known, DBX_OK;
}

static dbx_status type(record_reader *r, const char *s, size_t n, dbx_aval *ret);

static dbx_status literal(record_reader *r, const char *s, size_t n, dbx_atom *ret) {
  const char *colon = memchr(s, ':', n);
  dbx_scalar x;
  dbx_aval a;
  size_t head = (size_t)(colon - s);
  DBX_TRY(type(r, colon + 1, n - head - 1, &a));
  const dbx_aval_info *t = dbx_aval_at(a);
  if (t->rank || !record_scalar(s, head, t->dtype, &x))
    return record_bad(r, "\"%.*s\" is no number of its type", (int)n, s);
  return *ret = dbx_literal_of(t->dtype, t->weak, x), DBX_OK;
}

dbx_status record_atom_of(record_reader *r, const json_t *v, dbx_atom *ret) {
  const char *s;
  if (json_is_null(v)) return *ret = 0, DBX_OK;
  DBX_TRY(record_text_of(r, v, &s));
  size_t n = json_string_length(v);
  if (memchr(s, ':', n)) return literal(r, s, n, ret);
  bool dropped = *s == '_';
  DBX_TRY(variable(r, s + dropped, n - dropped, ret));
  if (dropped) *ret |= DBX_DROPPED;
  return DBX_OK;
}

dbx_status record_var_of(record_reader *r, const json_t *v, dbx_var *ret) {
  const char *s;
  DBX_TRY(record_text_of(r, v, &s));
  DBX_TRY(variable(r, s, json_string_length(v), ret));
  return dbx_is_literal(*ret) ? record_bad(r, "%s is no variable", s) : DBX_OK;
}

// ---- lengths and types ----

// "DBIdx(3)" and its like.
static bool position(const char *s, size_t n, dbx_dim *ret) {
  for (uint32_t k = DBX_DIM_DB; k <= DBX_DIM_OUTDB; k++) {
    const char *word = record_position_word((dbx_dim_kind)k);
    size_t head = strlen(word);
    uint64_t i;
    if (n > head + 2 && !memcmp(s, word, head) && s[head] == '(' && s[n - 1] == ')' &&
        take_number(s + head + 1, n - head - 2, &i) && i < UINT32_MAX)
      return *ret = dbx_dim_make((dbx_dim_kind)k, (int64_t)i), true;
  }
  return false;
}

static dbx_status length(record_reader *r, const char *s, size_t n, dbx_dim *ret) {
  char *end;
  if (n == 1 && *s == '?') return *ret = dbx_dim_int(-1), DBX_OK;
  if (position(s, n, ret)) return DBX_OK;
  if (n && *s >= '0' && *s <= '9') {
    errno = 0;
    long long i = strtoll(s, &end, 10);
    if (end == s + n && !errno) return *ret = dbx_dim_int(i), DBX_OK;
  }
  dbx_var v;
  DBX_TRY(variable(r, s, n, &v));
  if (!dbx_aval_is_size(dbx_atom_aval(v)))
    return record_bad(r, "%.*s is no length: it is no integer scalar", (int)n, s);
  return *ret = dbx_dim_of_atom(v), DBX_OK;
}

dbx_status record_dim_of(record_reader *r, const json_t *v, dbx_dim *ret) {
  const char *s;
  DBX_TRY(record_text_of(r, v, &s));
  return length(r, s, json_string_length(v), ret);
}

bool record_dtype_of(const char *name, size_t n, dbx_dtype *ret) {
  for (int t = 0; t < DBX_DTYPES; t++) {
    const char *known = dbx_dtype_name((dbx_dtype)t);
    if (strlen(known) == n && !memcmp(known, name, n)) return *ret = (dbx_dtype)t, true;
  }
  return false;
}

static dbx_status type(record_reader *r, const char *s, size_t n, dbx_aval *ret) {
  bool weak = n && *s == '~';
  const char *bracket = memchr(s, '[', n), *end = s + n - 1;
  dbx_vec(dbx_dim) dims = {0};
  dbx_dtype dtype;
  if (!bracket || *end != ']' || !record_dtype_of(s + weak, (size_t)(bracket - s) - weak, &dtype))
    return record_bad(r, "\"%.*s\" is no type", (int)n, s);
  dbx_status st = DBX_OK;
  for (const char *at = bracket + 1; st == DBX_OK && at < end;) {
    const char *comma = memchr(at, ',', (size_t)(end - at));
    dbx_dim d = 0;
    if (!comma) comma = end;
    st = length(r, at, (size_t)(comma - at), &d);
    dbx_push(&dims, d);
    at = comma + 1;
  }
  if (st == DBX_OK) *ret = dbx_aval_of(dtype, weak, dims.n, dims.at);
  dbx_vec_free(&dims);
  return st;
}

dbx_status record_type_of(record_reader *r, const json_t *v, dbx_aval *ret) {
  const char *s;
  DBX_TRY(record_text_of(r, v, &s));
  return type(r, s, json_string_length(v), ret);
}

// ---- lists ----

dbx_status record_take_atoms(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                             bool vars, dbx_list *ret) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, key, &l));
  *ret = (dbx_list){DBX_NEWN(a, dbx_atom, json_array_size(l)), (uint32_t)json_array_size(l)};
  for (uint32_t i = 0; i < ret->n; i++) {
    DBX_TRY(record_atom_of(r, json_array_get(l, i), &ret->at[i]));
    if (!ret->at[i] || (vars && dbx_is_literal(ret->at[i])))
      return record_bad(r, "\"%s\" has something that is no %s", key, vars ? "variable" : "value");
  }
  return DBX_OK;
}

static dbx_status capture(record_reader *r, const json_t *v, dbx_capture *ret) {
  size_t n = json_array_size(v);
  if (n != 2 && n != 3)
    return record_bad(r, "a constant is [inner, outer] or [inner, null, array]");
  DBX_TRY(record_var_of(r, json_array_get(v, 0), &ret->inner));
  if (!json_is_null(json_array_get(v, 1)))
    DBX_TRY(record_var_of(r, json_array_get(v, 1), &ret->outer));
  return n == 3 ? record_array_at(r, json_array_get(v, 2), &ret->array) : DBX_OK;
}

dbx_status record_take_captures(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                                dbx_capture **ret, uint32_t *n) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, key, &l));
  *n = (uint32_t)json_array_size(l);
  *ret = DBX_NEWN(a, dbx_capture, *n);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(capture(r, json_array_get(l, i), &(*ret)[i]));
  return DBX_OK;
}

dbx_status record_take_sig(record_reader *r, const json_t *o, const char *key, dbx_arena *a,
                           dbx_sig *ret) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, key, &l));
  uint32_t n = (uint32_t)json_array_size(l);
  *ret = dbx_sig_new(a, n);
  for (uint32_t i = 0; i < n; i++) {
    const json_t *pair = json_array_get(l, i), *flag = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_boolean(flag))
      return record_bad(r, "an entry of \"%s\" is [type, explicit]", key);
    DBX_TRY(record_type_of(r, json_array_get(pair, 0), &ret->aval[i]));
    ret->expl[i] = json_is_true(flag);
  }
  return DBX_OK;
}

dbx_status record_take_pairs(record_reader *r, const json_t *o, const char *key, dbx_map *ret) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, key, &l));
  for (size_t i = 0; i < json_array_size(l); i++) {
    const json_t *pair = json_array_get(l, i);
    dbx_var from;
    dbx_atom to;
    if (json_array_size(pair) != 2) return record_bad(r, "an entry of \"%s\" is a pair", key);
    DBX_TRY(record_var_of(r, json_array_get(pair, 0), &from));
    DBX_TRY(record_atom_of(r, json_array_get(pair, 1), &to));
    if (!to) return record_bad(r, "\"%s\" leads nowhere", key);
    dbx_map_put(ret, from, to);
  }
  return DBX_OK;
}
