// What a recording refers to: sources, variables, arrays, traces with their frames, each defined by
// a line of its own at its first use (see record.h).
#include "ir/target.h"
#include "record/writer.h"

#include <inttypes.h>

// ---- lines ----

void record_open(record_line *l, const char *kind) {
  *l = (record_line){0};
  l->json = (dbx_json){.out = &l->text, .indent = -1};
  dbx_json_open(&l->json, '{');
  record_text(&l->json, "k", kind);
}

void record_close(dbx_record_writer *w, record_line *l) {
  dbx_json_close(&l->json, '}');
  dbx_putn(w->out, l->text.at, l->text.n);
  dbx_putc(w->out, '\n');
  dbx_buf_free(&l->text);
}

void record_int(dbx_json *j, const char *key, int64_t i) {
  dbx_json_key(j, key);
  dbx_json_int(j, i);
}

void record_flag(dbx_json *j, const char *key, bool b) {
  if (!b) return;
  dbx_json_key(j, key);
  dbx_json_bool(j, b);
}

void record_text(dbx_json *j, const char *key, const char *s) {
  dbx_json_key(j, key);
  dbx_json_str(j, s);
}

void record_sym(dbx_json *j, const char *key, dbx_sym s) {
  if (!s) return;
  dbx_json_key(j, key);
  dbx_json_strn(j, dbx_sym_text(s), dbx_sym_len(s));
}

// ---- definitions ----

// The number of a handle; *fresh: it has just been given, and is to be defined.
static uint64_t number(dbx_map *m, uint64_t handle, bool *fresh) {
  uint64_t *known = dbx_map_find(m, handle);
  *fresh = !known;
  if (known) return *known;
  dbx_map_put(m, handle, m->n + 1);
  return m->n;
}

static uint64_t source(dbx_record_writer *w, uint32_t file) {
  bool fresh;
  uint64_t id = number(&w->sources, file, &fresh);
  if (!fresh) return id;
  record_line l;
  size_t n;
  const char *text = dbx_source_text(file, &n);
  record_open(&l, "source");
  record_int(&l.json, "id", (int64_t)id);
  record_text(&l.json, "name", dbx_source_name(file));
  record_int(&l.json, "line", dbx_source_place(file, 0).line);
  dbx_json_key(&l.json, "text");
  dbx_json_strn(&l.json, text, n);
  record_close(w, &l);
  return id;
}

// Its lengths and what it stands for are defined first.
uint64_t record_var(dbx_record_writer *w, dbx_var v) {
  const uint64_t *known = dbx_map_find(&w->vars, v & DBX_HANDLE);
  if (known) return *known;
  record_line l;
  dbx_var_info i = *dbx_var_at(v);
  record_open(&l, "var");
  dbx_json_key(&l.json, "type");
  record_put_type(w, &l.json, i.aval);
  record_text(&l.json, "is", record_var_kinds.at[i.kind]);
  if (i.frame) record_int(&l.json, "frame", (int64_t)record_frame(w, i.frame));
  if (i.referent) {
    dbx_json_key(&l.json, "of");
    record_put_atom(w, &l.json, i.referent);
  }
  if (i.birth) record_int(&l.json, "birth", i.birth);
  record_sym(&l.json, "name", i.name);
  record_flag(&l.json, "padded", i.suffix);
  record_flag(&l.json, "copy", i.copy);
  dbx_map_put(&w->vars, v & DBX_HANDLE, w->vars.n + 1);
  record_int(&l.json, "id", w->vars.n);
  record_close(w, &l);
  return w->vars.n;
}

uint64_t record_array(dbx_record_writer *w, const dbx_array *a) {
  bool fresh;
  uint64_t id = number(&w->arrays, (uint64_t)(uintptr_t)a, &fresh);
  if (!fresh) return id;
  record_line l;
  dbx_buf data = {0};
  record_open(&l, "array");
  record_int(&l.json, "id", (int64_t)id);
  record_text(&l.json, "dtype", dbx_dtype_name(a->dtype));
  record_flag(&l.json, "weak", a->weak);
  record_flag(&l.json, "host", a->host);
  dbx_json_key(&l.json, "shape");
  dbx_json_open(&l.json, '[');
  for (uint32_t i = 0; i < a->rank; i++) dbx_json_int(&l.json, a->dims[i]);
  dbx_json_close(&l.json, ']');
  for (int64_t i = 0; i < a->size; i++) {
    if (i) dbx_putc(&data, ' ');
    record_put_scalar(&data, dbx_array_at(a, i), a->dtype);
  }
  record_text(&l.json, "data", dbx_text(&data));
  dbx_buf_free(&data);
  record_close(w, &l);
  return id;
}

static void define_frame(dbx_record_writer *w, const dbx_frame *f) {
  bool fresh;
  record_line l;
  uint64_t id = number(&w->frames, f->id, &fresh);
  record_open(&l, "frame");
  record_int(&l.json, "id", (int64_t)id);
  record_text(&l.json, "is", record_frame_kinds.at[f->kind]);
  record_sym(&l.json, "name", f->name);
  record_int(&l.json, "trace", (int64_t)record_trace(w, f->trace));
  if (f->parent) record_int(&l.json, "parent", (int64_t)record_frame(w, f->parent->id));
  record_close(w, &l);
}

// A trace has its frames in their order.
uint64_t record_trace(dbx_record_writer *w, const dbx_trace *t) {
  bool fresh;
  uint64_t id = number(&w->traces, t->id, &fresh);
  if (!fresh) return id;
  record_line l;
  record_open(&l, "trace");
  record_int(&l.json, "id", (int64_t)id);
  record_sym(&l.json, "function", t->function);
  record_at(w, &l.json, t->span);
  record_flag(&l.json, "shared", t->shared);
  record_flag(&l.json, "plain", t->plain);
  record_close(w, &l);
  for (uint32_t i = 0; i < t->frames.n; i++) define_frame(w, t->frames.at[i]);
  return id;
}

uint64_t record_frame(dbx_record_writer *w, uint32_t id) {
  const dbx_frame *f = dbx_frame_by_id(id);
  if (!f) return 0;
  record_trace(w, f->trace);
  const uint64_t *known = dbx_map_find(&w->frames, id);
  return known ? *known : 0;
}

// ---- atoms, lengths, types ----

static void put_dim(dbx_record_writer *w, dbx_buf *b, dbx_dim d) {
  const char *word = record_position_word(dbx_dim_kind_of(d));
  if (word) dbx_printf(b, "%s(%" PRId64 ")", word, dbx_dim_value(d));
  else if (dbx_dim_is_int(d)) dbx_printf(b, "%" PRId64, dbx_dim_value(d));
  else if (dbx_dim_is_var(d)) dbx_printf(b, "v%" PRIu64, record_var(w, (dbx_var)dbx_dim_value(d)));
  else dbx_putc(b, '?');
}

static void put_type(dbx_record_writer *w, dbx_buf *b, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  dbx_printf(b, "%s%s[", t->weak ? "~" : "", dbx_dtype_name(t->dtype));
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_dim(w, b, t->dims[i]);
  }
  dbx_putc(b, ']');
}

static void put_text(dbx_json *j, dbx_buf *b) {
  dbx_json_strn(j, dbx_text(b), b->n);
  dbx_buf_free(b);
}

void record_put_dim(dbx_record_writer *w, dbx_json *j, dbx_dim d) {
  dbx_buf b = {0};
  put_dim(w, &b, d);
  put_text(j, &b);
}

void record_put_type(dbx_record_writer *w, dbx_json *j, dbx_aval a) {
  dbx_buf b = {0};
  put_type(w, &b, a);
  put_text(j, &b);
}

void record_put_atom(dbx_record_writer *w, dbx_json *j, dbx_atom a) {
  dbx_buf b = {0};
  if (!a) return dbx_json_null(j);
  if (dbx_is_literal(a)) {
    dbx_literal l = *dbx_literal_at(a);
    record_put_scalar(&b, l.value, dbx_aval_at(l.aval)->dtype);
    dbx_putc(&b, ':');
    put_type(w, &b, l.aval);
  } else dbx_printf(&b, "%sv%" PRIu64, a & DBX_DROPPED ? "_" : "", record_var(w, a));
  put_text(j, &b);
}

// ---- lists ----

void record_atoms(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_atom *at,
                  uint32_t n) {
  dbx_json_key(j, key);
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < n; i++) record_put_atom(w, j, at[i]);
  dbx_json_close(j, ']');
}

// A constant is [inner, outer], or [inner, null, array].
void record_captures(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_capture *at,
                     uint32_t n) {
  dbx_json_key(j, key);
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < n; i++) {
    dbx_json_open(j, '[');
    record_put_atom(w, j, at[i].inner);
    record_put_atom(w, j, at[i].outer);
    if (at[i].array) dbx_json_int(j, (int64_t)record_array(w, at[i].array));
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

typedef struct pair {
  uint64_t number; // of the variable in the recording
  dbx_atom from, to;
} pair;

static int by_number(const void *a, const void *b) {
  uint64_t x = ((const pair *)a)->number, y = ((const pair *)b)->number;
  return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b) {
  dbx_atom x = ((const pair *)a)->from, y = ((const pair *)b)->from;
  return (x > y) - (x < y);
}

// In the order of their numbers, which is that of their handles when they have been read.
void record_pairs(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_map *m) {
  dbx_vec(pair) pairs = {0};
  for (uint32_t i = 0; i < m->cap; i++)
    if (m->slot[i].key)
      dbx_push(&pairs, ((pair){0, (dbx_atom)m->slot[i].key, (dbx_atom)m->slot[i].val}));
  dbx_vec_sort(&pairs, by_key);
  for (uint32_t i = 0; i < pairs.n; i++) pairs.at[i].number = record_var(w, pairs.at[i].from);
  dbx_vec_sort(&pairs, by_number);
  dbx_json_key(j, key);
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < pairs.n; i++) {
    dbx_json_open(j, '[');
    record_put_atom(w, j, pairs.at[i].from);
    record_put_atom(w, j, pairs.at[i].to);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
  dbx_vec_free(&pairs);
}

void dbx_record_span(dbx_record_writer *w, dbx_json *j, dbx_span span) {
  if (!span.file) return dbx_json_null(j);
  dbx_json_open(j, '[');
  dbx_json_int(j, (int64_t)source(w, span.file));
  dbx_json_int(j, span.begin);
  dbx_json_int(j, span.end);
  dbx_json_close(j, ']');
}

void record_at(dbx_record_writer *w, dbx_json *j, dbx_span span) {
  if (!span.file) return;
  dbx_json_key(j, "at");
  dbx_record_span(w, j, span);
}

// ---- a recording ----

dbx_record_writer *dbx_record_begin(dbx_buf *out) {
  dbx_record_writer *w = dbx_alloc(sizeof *w);
  dbx_json j = {.out = out, .indent = -1};
  w->out = out;
  dbx_json_open(&j, '{');
  record_int(&j, "dbidx", DBX_RECORD_VERSION);
  record_text(&j, "target", dbx_target_now()->name);
  dbx_json_close(&j, '}');
  dbx_putc(out, '\n');
  return w;
}

dbx_json *dbx_record_open(dbx_record_writer *w, const char *kind) {
  record_open(&w->own, kind);
  return &w->own.json;
}

void dbx_record_close(dbx_record_writer *w) { record_close(w, &w->own); }

void dbx_record_end(dbx_record_writer *w) {
  record_line l;
  record_open(&l, "end");
  record_close(w, &l);
  dbx_map_free(&w->sources), dbx_map_free(&w->vars), dbx_map_free(&w->arrays);
  dbx_map_free(&w->traces), dbx_map_free(&w->frames), dbx_map_free(&w->jaxprs);
  free(w);
}
