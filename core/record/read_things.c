// Lines that define something: sources, variables, arrays, traces, frames and their contents (see
// reader.h). The numbers of a kind count from 1.
#include "base/poll.h"
#include "ir/definition.h"
#include "record/reader.h"

#include <string.h>

// The number has to be the next one.
static dbx_status fresh(record_reader *r, const json_t *o, uint32_t have) {
  uint32_t id;
  DBX_TRY(record_take_id(r, o, "id", &id));
  return id == have + 1 ? DBX_OK : record_bad(r, "the next \"id\" is %u, not %u", have + 1, id);
}

dbx_status record_read_source(record_reader *r, const json_t *o) {
  const char *name, *text;
  uint32_t line;
  DBX_TRY(fresh(r, o, r->sources.n));
  DBX_TRY(dbx_record_take_text(r, o, "name", &name));
  DBX_TRY(dbx_record_take_text(r, o, "text", &text));
  DBX_TRY(record_take_u32(r, o, "line", 1, 1, &line));
  size_t n = json_string_length(json_object_get(o, "text"));
  uint32_t file = dbx_source_add(name, text, n);
  if (line > 1) dbx_source_count_from(file, line);
  dbx_push(&r->sources, file);
  return DBX_OK;
}

// ---- variables ----

dbx_status record_read_var(record_reader *r, const json_t *o) {
  const json_t *type = json_object_get(o, "type"), *of = json_object_get(o, "of");
  dbx_aval a;
  uint32_t kind, birth;
  dbx_frame *f;
  dbx_var referent = 0;
  dbx_sym name;
  bool copy = record_take_flag(o, "copy");
  uint32_t id;
  DBX_TRY(record_take_id(r, o, "id", &id));
  DBX_TRY(record_type_of(r, type, &a));
  DBX_TRY(record_take_word(r, o, "is", &record_var_kinds, &kind));
  DBX_TRY(record_frame_at(r, o, "frame", &f));
  DBX_TRY(record_take_u32(r, o, "birth", 0, 0, &birth));
  DBX_TRY(record_take_sym(r, o, "name", &name));
  if (of) DBX_TRY(record_var_of(r, of, &referent));
  if (copy && (!referent || dbx_var_at(referent)->copy))
    return record_bad(r, "a copy has to be of a variable");
  dbx_var v = copy ? dbx_var_typed(referent, a) : dbx_var_new(a, (dbx_var_kind)kind, f ? f->id : 0);
  dbx_var_info *i = dbx_var_at(v);
  if (!copy) i->referent = referent, i->birth = birth, i->name = name;
  i->suffix = record_take_flag(o, "padded");
  return record_define(r, id, v);
}

// ---- arrays ----

static dbx_status shape_of(record_reader *r, const json_t *o, uint32_t *rank, int64_t **dims) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, "shape", &l));
  *rank = (uint32_t)json_array_size(l);
  *dims = DBX_TMP(int64_t, *rank + 1);
  for (uint32_t i = 0; i < *rank; i++) {
    const json_t *v = json_array_get(l, i);
    (*dims)[i] = json_integer_value(v);
    if (!json_is_integer(v) || (*dims)[i] < 0) return record_bad(r, "a length is no number");
  }
  return DBX_OK;
}

// There are as many numbers as elements: they are counted before there is an array.
static bool has_elements(const char *data, uint32_t rank, const int64_t *dims) {
  uint64_t have = *data != 0, want = 1;
  for (const char *s = data; *s; s++) have += *s == ' ';
  for (uint32_t i = 0; i < rank; i++)
    if (!dims[i]) return !have;
  for (uint32_t i = 0; i < rank; i++) {
    if ((uint64_t)dims[i] > have / want) return false;
    want *= (uint64_t)dims[i];
  }
  return have == want;
}

static dbx_status fill(record_reader *r, dbx_array *a, const char *s) {
  for (int64_t i = 0; i < a->size; i++) {
    size_t n = strcspn(s, " ");
    dbx_scalar x;
    if (!record_scalar(s, n, a->dtype, &x))
      return record_bad(r, "element %lld of the array is no %s", (long long)i,
                        dbx_dtype_name(a->dtype));
    dbx_array_set(a, i, x);
    s += n + (s[n] == ' ');
    DBX_TRY(dbx_poll());
  }
  return DBX_OK;
}

dbx_status record_read_array(record_reader *r, const json_t *o) {
  const char *name, *data;
  dbx_dtype dtype;
  uint32_t rank;
  int64_t *dims;
  dbx_array *a;
  DBX_TRY(fresh(r, o, r->arrays.n));
  DBX_TRY(dbx_record_take_text(r, o, "dtype", &name));
  DBX_TRY(dbx_record_take_text(r, o, "data", &data));
  if (!record_dtype_of(name, strlen(name), &dtype))
    return record_bad(r, "there is no dtype \"%s\"", name);
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = shape_of(r, o, &rank, &dims);
  if (st == DBX_OK && !has_elements(data, rank, dims))
    st = record_bad(r, "the array has not as many elements as its shape says");
  if (st == DBX_OK) st = dbx_array_new(dtype, rank, dims, &a);
  dbx_scratch_release(m);
  if (st != DBX_OK) return st;
  a->weak = record_take_flag(o, "weak"), a->host = record_take_flag(o, "host");
  dbx_push(&r->arrays, a);
  return fill(r, a, data);
}

// ---- traces and frames ----

dbx_status record_read_trace(record_reader *r, const json_t *o) {
  dbx_sym function;
  dbx_span span;
  DBX_TRY(fresh(r, o, r->traces.n));
  DBX_TRY(record_take_sym(r, o, "function", &function));
  DBX_TRY(record_take_at(r, o, &span));
  dbx_trace *t = dbx_trace_recorded(function, span);
  t->shared = record_take_flag(o, "shared"), t->plain = record_take_flag(o, "plain");
  dbx_push(&r->traces, t);
  return DBX_OK;
}

dbx_status record_read_frame(record_reader *r, const json_t *o) {
  dbx_trace *t;
  dbx_frame *parent;
  uint32_t kind;
  dbx_sym name;
  DBX_TRY(fresh(r, o, r->frames.n));
  DBX_TRY(record_trace_at(r, o, &t));
  DBX_TRY(record_frame_at(r, o, "parent", &parent));
  DBX_TRY(record_take_word(r, o, "is", &record_frame_kinds, &kind));
  DBX_TRY(record_take_sym(r, o, "name", &name));
  if (parent && parent->trace != t) return record_bad(r, "the parent is a frame of another trace");
  dbx_push(&r->frames, dbx_frame_recorded(t, (dbx_frame_kind)kind, name, parent));
  return DBX_OK;
}

static dbx_status content_of(record_reader *r, const json_t *o, dbx_frame **ret) {
  DBX_TRY(record_frame_at(r, o, "frame", ret));
  return *ret ? DBX_OK : record_bad(r, "there is no \"frame\"");
}

dbx_status record_read_eqn(record_reader *r, const json_t *o) {
  dbx_frame *f;
  dbx_eqn e;
  DBX_TRY(content_of(r, o, &f));
  DBX_TRY(record_eqn_of(r, o, &f->trace->arena, &e));
  dbx_push(&f->eqns, e);
  dbx_define(&f->trace->arena, &e);
  return dbx_poll();
}

static void add_capture(dbx_frame *f, dbx_capture c) {
  uint64_t key = c.outer ? c.outer : (uint64_t)(uintptr_t)c.array;
  if (c.array) dbx_array_ref(c.array);
  dbx_push(&f->consts, c);
  if (key) dbx_map_put(&f->const_of, key, c.inner);
}

dbx_status record_read_framed(record_reader *r, const json_t *o) {
  dbx_frame *f;
  dbx_list invars;
  dbx_capture *consts;
  dbx_jaxpr *x;
  uint32_t n;
  DBX_TRY(content_of(r, o, &f));
  dbx_arena *a = &f->trace->arena;
  DBX_TRY(record_take_atoms(r, o, "invars", a, true, &invars));
  DBX_TRY(record_take_captures(r, o, "consts", a, &consts, &n));
  DBX_TRY(record_jaxpr_at(r, o, "jaxpr", &x));
  for (uint32_t i = 0; i < invars.n; i++) dbx_push(&f->invars, invars.at[i]);
  for (uint32_t i = 0; i < n; i++) add_capture(f, consts[i]);
  f->jaxpr = x;
  return DBX_OK;
}
