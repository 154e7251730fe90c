// memoryview: items of a bytes or bytearray, without a copy. One dimension.
#include "lang/bytes/bytes.h"

#include <string.h>

static pv view_new(o_memoryview like) {
  o_memoryview *m = heap_new(T_MEMORYVIEW, sizeof *m);
  m->of = like.of, m->start = like.start, m->n = like.n, m->step = like.step;
  m->format = like.format, m->width = like.width;
  m->readonly = like.readonly || like.of->type == T_BYTES;
  return pv_obj(m);
}

dbx_status builtin_memoryview(const call_args *c, pv *ret) {
  int64_t n;
  DBX_TRY(args_only_keywords(c, "memoryview", "object"));
  DBX_TRY(args_count(c, "memoryview", 0, 1));
  pv v = c->n ? c->at[0] : args_keyword(c, "object");
  if (v.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "memoryview() missing required argument 'object' (pos 1)");
  if (!bytes_is(v))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "memoryview: a bytes-like object is required, not '%s'", lang_type_name(v));
  DBX_TRY(bytes_length(v, &n));
  o_memoryview whole = {.of = v.o, .n = n, .step = 1, .format = 'B', .width = 1};
  return *ret = view_new(is_obj(v, T_MEMORYVIEW) ? *MEMORYVIEW(v) : whole), DBX_OK;
}

void memoryview_visit(obj *o, void (*child)(obj *o)) { child(((o_memoryview *)o)->of); }

dbx_status memoryview_text(pv v, bool str, dbx_buf *b) {
  return (void)str, dbx_printf(b, "<memory at %p>", (void *)v.o), DBX_OK;
}

// ---- formats ----

static const struct {
  char format;
  uint8_t width;
} formats[] = {{'B', 1}, {'b', 1}, {'c', 1}, {'?', 1}, {'h', 2}, {'H', 2}, {'i', 4}, {'I', 4},
               {'l', 8}, {'L', 8}, {'q', 8}, {'Q', 8}, {'n', 8}, {'N', 8}, {'f', 4}, {'d', 8}};

// Of a whole number of this many octets, the lowest first.
static pv whole_number(const unsigned char *at, unsigned width, bool has_sign) {
  uint64_t u = 0;
  memcpy(&u, at, width);
  unsigned above = 64 - 8 * width;
  if (has_sign) return pv_int((int64_t)(u << above) >> above);
  mpz_t z;
  mpz_init_set_ui(z, u);
  return bigint_take(z);
}

static pv item_of(const o_memoryview *m, const unsigned char *at) {
  float f;
  double d;
  switch (m->format) {
  case 'c': return bytes_new(at, 1);
  case '?': return pv_bool(*at != 0);
  case 'f': return memcpy(&f, at, sizeof f), pv_float(f);
  case 'd': return memcpy(&d, at, sizeof d), pv_float(d);
  default: return whole_number(at, m->width, m->format >= 'a');
  }
}

// cast(format): the same octets as items of another kind.
static dbx_status view_cast(const call_args *c, pv *ret) {
  DBX_TRY(args_only_keywords(c, "cast", "format"));
  DBX_TRY(args_count(c, "cast", 0, 1));
  o_memoryview m = *MEMORYVIEW(native_self(c));
  pv f = c->n ? c->at[0] : args_keyword(c, "format");
  if (!is_str(f))
    return dbx_fail(DBX_E204, (dbx_span){0}, "memoryview: format argument must be a string");
  const char *s = STR(lang_terminated(f))->s;
  size_t i = 0, n = sizeof formats / sizeof *formats;
  s += *s == '@';
  while (i < n && (formats[i].format != *s || s[1])) i++;
  if (i == n)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "memoryview: destination format must be a native single character format "
                    "prefixed with an optional '@'");
  if (m.step != m.width && m.n > 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "memoryview: casts are restricted to C-contiguous views");
  if (!strchr("Bbc", m.format) && !strchr("Bbc", *s))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "memoryview: cannot cast between two non-byte formats");
  int64_t all = m.n * m.width;
  if (all % formats[i].width)
    return dbx_fail(DBX_E204, (dbx_span){0}, "memoryview: length is not a multiple of itemsize");
  m.format = formats[i].format, m.step = m.width = formats[i].width, m.n = all / m.width;
  return *ret = view_new(m), DBX_OK;
}

// ---- items ----

// The octet where the view's i-th item begins, in the object.
static dbx_status place(const o_memoryview *m, pv i, int64_t *ret) {
  int64_t at, n;
  DBX_TRY(lang_sequence_index(i, m->n, "memoryview", "index", &at));
  *ret = m->start + at * m->step;
  if (m->of->type == T_BYTES) return DBX_OK;
  DBX_TRY(bytes_length(pv_obj(m->of), &n));
  if (*ret + m->width <= n) return DBX_OK;
  return dbx_fail_as(DBX_E208, DBX_S_BufferError, (dbx_span){0},
                     "the memoryview is of octets that its bytearray no longer has");
}

dbx_status memoryview_getitem(pv x, pv i, pv *ret) {
  const o_memoryview *m = MEMORYVIEW(x);
  int64_t at, stop, step, n;
  if (is_obj(i, T_SLICE)) {
    DBX_TRY(lang_slice_indices(i, m->n, &at, &stop, &step, &n));
    o_memoryview part = *m;
    part.start += at * m->step, part.n = n > 0 ? n : 0, part.step *= step;
    return *ret = view_new(part), DBX_OK;
  }
  DBX_TRY(place(m, i, &at));
  if (m->format == 'B') return lang_getitem(pv_obj(m->of), pv_int(at), ret);
  octets all;
  DBX_TRY(bytes_of(pv_obj(m->of), NULL, &all));
  return *ret = item_of(m, all.at + at), DBX_OK;
}

static dbx_status set_octets(const o_memoryview *m, pv slice, pv v) {
  int64_t at, stop, step, n;
  dbx_buf own = {0}, b = {0};
  octets by;
  DBX_TRY(lang_slice_indices(slice, m->n, &at, &stop, &step, &n));
  dbx_status st = bytes_of(v, &own, &by);
  if (st == DBX_OK && (int64_t)by.n != (n > 0 ? n : 0))
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  "memoryview assignment: lvalue and rvalue have different structures");
  if (st == DBX_OK) dbx_putn(&b, (const char *)by.at, by.n); // it may be of the same array
  for (int64_t k = 0; st == DBX_OK && dbx_go_on(k, n); k++, at += step)
    st = lang_setitem(pv_obj(m->of), pv_int(m->start + at * m->step),
                      pv_int((unsigned char)dbx_text(&b)[k]));
  dbx_buf_free(&own), dbx_buf_free(&b);
  return st == DBX_OK ? dbx_poll() : st;
}

dbx_status memoryview_setitem(pv x, pv i, pv v) {
  const o_memoryview *m = MEMORYVIEW(x);
  int64_t at;
  if (m->readonly) return dbx_fail(DBX_E204, (dbx_span){0}, "cannot modify read-only memory");
  if (m->format != 'B')
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "writing to a memoryview of the format '%c' is not offered here: write the "
                    "octets, struct.pack makes them",
                    m->format);
  if (is_obj(i, T_SLICE)) return set_octets(m, i, v);
  DBX_TRY(place(m, i, &at));
  if (is_int(v) && (v.i < 0 || v.i > 255))
    return dbx_fail(DBX_E208, (dbx_span){0}, "memoryview: invalid value for format 'B'");
  return lang_setitem(pv_obj(m->of), pv_int(at), v);
}

static dbx_status view_of_one(pv v, pv *ret) { return *ret = tuple_new(&v, 1), DBX_OK; }

dbx_status memoryview_getattr(pv x, dbx_sym name, pv *ret) {
  const o_memoryview *m = MEMORYVIEW(x);
  const char *s = dbx_sym_text(name);
  *ret = PV(PV_UNBOUND);
  if (!strcmp(s, "nbytes")) *ret = pv_int(m->n * m->width);
  else if (!strcmp(s, "itemsize")) *ret = pv_int(m->width);
  else if (!strcmp(s, "ndim")) *ret = pv_int(1);
  else if (!strcmp(s, "readonly")) *ret = pv_bool(m->readonly);
  else if (!strcmp(s, "format")) *ret = str_new(&m->format, 1);
  else if (!strcmp(s, "contiguous") || !strcmp(s, "c_contiguous") || !strcmp(s, "f_contiguous"))
    *ret = pv_bool(m->step == m->width || m->n < 2);
  else if (!strcmp(s, "obj")) *ret = pv_obj(m->of);
  else if (!strcmp(s, "shape")) return view_of_one(pv_int(m->n), ret);
  else if (!strcmp(s, "strides")) return view_of_one(pv_int(m->step), ret);
  else if (!strcmp(s, "suboffsets")) *ret = tuple_new(NULL, 0);
  return DBX_OK;
}

static dbx_status view_tobytes(const call_args *c, pv *ret) {
  DBX_TRY(args_only_keywords(c, "tobytes", "order"));
  dbx_buf own = {0};
  octets s;
  dbx_status st = bytes_of(native_self(c), &own, &s);
  if (st == DBX_OK) st = lang_check_room((double)s.n);
  if (st == DBX_OK) *ret = bytes_new(s.at, s.n);
  return dbx_buf_free(&own), st;
}
static dbx_status view_tolist(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return lang_items(native_self(c), ret);
}
static dbx_status view_toreadonly(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  o_memoryview same = *MEMORYVIEW(native_self(c));
  same.readonly = true;
  return *ret = view_new(same), DBX_OK;
}
static dbx_status view_release(const call_args *c, pv *ret) {
  return *ret = pv_none(), method_args(c, 0, 0);
}
const native_row memoryview_methods[] = {{"cast", view_cast},
                                         {"hex", bytes_hex},
                                         {"release", view_release},
                                         {"tobytes", view_tobytes},
                                         {"tolist", view_tolist},
                                         {"toreadonly", view_toreadonly},
                                         {NULL, NULL}};
