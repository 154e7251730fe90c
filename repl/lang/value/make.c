// Makers of the commonest objects.
#include "base/poll.h"
#include "lang/value/type.h"

#include <string.h>

// In ASCII as many as there are bytes.
static uint32_t code_points(const char *s, size_t n) {
  uint64_t word, high = 0, i = 0;
  if (n >= DBX_POLL_STEPS) return (uint32_t)dbx_columns(s, n);
  for (; i + sizeof word <= n; i += sizeof word) memcpy(&word, s + i, sizeof word), high |= word;
  for (; i < n; i++) high |= (unsigned char)s[i];
  return (uint32_t)(high & 0x8080808080808080 ? dbx_columns(s, n) : n);
}

pv str_new(const char *s, size_t n) {
  o_str *o = heap_new(T_STR, sizeof *o + n + 1);
  o->n = (uint32_t)n;
  o->s = o->own;
  if (n) dbx_copy(o->s, s, n);
  o->points = code_points(o->s, n);
  return pv_obj(o);
}
pv str_char(char c) {
  pv *at = &heap_now->ascii[(int)c];
  if (at->tag == PV_UNBOUND) {
    *at = str_new(&c, 1);
    heap_keep(at->o);
  }
  return *at;
}
pv str_point(const char *p, uint32_t n) {
  if (n == 1) return str_char(*p);
  if (n != 2 || (unsigned char)*p > 0xC3) return str_new(p, n);
  pv *at = &heap_now->latin[(p[0] & 1) << 6 | (p[1] & 0x3F)];
  if (at->tag == PV_UNBOUND) {
    *at = str_new(p, n);
    heap_keep(at->o);
  }
  return *at;
}
pv str_of(const char *s) { return str_new(s, strlen(s)); }
pv str_take(dbx_buf *b) {
  pv v = str_new(dbx_text(b), b->n);
  dbx_buf_free(b);
  return v;
}

pv bytes_new(const void *at, size_t n) {
  o_bytes *b = heap_new(T_BYTES, sizeof *b + n);
  b->n = (uint32_t)n;
  if (at && n) (void)dbx_copy(b->at, at, n);
  return pv_obj(b);
}

// Few of them are often just made: see pv.
static uint32_t put_all(pv *to, const pv *at, uint32_t n) {
  if (n > 8) return (uint32_t)(dbx_copy(to, at, n * sizeof *at) / sizeof *at);
  for (uint32_t i = 0; i < n; i++) pv_put(&to[i], at[i]);
  return n;
}

pv tuple_new(const pv *at, uint32_t n) { // its items lie behind it
  o_seq *o = heap_new(T_TUPLE, sizeof *o + n * sizeof *at);
  o->n = o->cap = n;
  o->at = o->own;
  if (at) put_all(o->at, at, n);
  return pv_obj(o);
}

static void *cleared_room(size_t bytes) {
  if (bytes > HEAP_MOST_CELL) return dbx_alloc(bytes); // the system clears it when it is touched
  void *p = heap_room(bytes);
  return bytes ? memset(p, 0, bytes) : p;
}

pv list_new(const pv *at, uint32_t n) {
  o_seq *o = heap_new(T_LIST, sizeof *o);
  o->n = o->cap = n;
  if (!n) return pv_obj(o);
  o->at = at ? heap_room(n * sizeof *at) : cleared_room(n * sizeof *at);
  if (at) o->n = put_all(o->at, at, n); // all, or it ends
  heap_note_external((int64_t)(n * sizeof *at));
  return pv_obj(o);
}

pv dict_new(void) { return pv_obj(heap_new(T_DICT, sizeof(o_dict))); }
pv set_new(void) { return pv_obj(heap_new(T_SET, sizeof(o_dict))); }

pv complex_new(double re, double im) {
  o_complex *o = heap_new(T_COMPLEX, sizeof *o);
  o->re = re, o->im = im;
  return pv_obj(o);
}

pv bigint_below(pv v, struct o_instance *more) {
  o_bigint *o = heap_new(T_BIGINT, sizeof *o);
  if (v.tag == PV_OBJ) mpz_init_set(o->z, ((o_bigint *)v.o)->z);
  else mpz_init_set_si(o->z, v.i);
  o->more = more;
  heap_note_external(o->z->_mp_alloc * (int64_t)sizeof(mp_limb_t));
  return pv_obj(o);
}

pv bigint_take(mpz_t z) {
  if (mpz_fits_slong_p(z)) {
    pv v = pv_int(mpz_get_si(z));
    mpz_clear(z);
    return v;
  }
  o_bigint *o = heap_new(T_BIGINT, sizeof *o);
  memcpy(o->z, z, sizeof o->z);
  heap_note_external(o->z->_mp_alloc * (int64_t)sizeof(mp_limb_t));
  return pv_obj(o);
}

pv array_take(dbx_array *a) {
  o_array *o = heap_new(T_ARRAY, sizeof *o);
  o->a = a;
  heap_note_external(a->size * (int64_t)dbx_dtype_bytes(a->dtype));
  return pv_obj(o);
}

pv native_new(const char *name, native_fn fn, pv self, const void *data) {
  o_native *o = heap_new(T_NATIVE, sizeof *o);
  o->name = name, o->fn = fn, o->self = self, o->data = data;
  return pv_obj(o);
}

pv method_new(pv self, pv fn) {
  o_method *o = heap_new(T_METHOD, sizeof *o);
  o->self = self, o->fn = fn;
  return pv_obj(o);
}

pv slice_new(pv start, pv stop, pv step) {
  o_slice *o = heap_new(T_SLICE, sizeof *o);
  o->part[0] = start, o->part[1] = stop, o->part[2] = step;
  return pv_obj(o);
}

pv range_new(int64_t start, int64_t stop, int64_t step) {
  o_range *o = heap_new(T_RANGE, sizeof *o);
  o->start = start, o->stop = stop, o->step = step;
  return pv_obj(o);
}

pv lang_scalar_to_python(dbx_scalar s, dbx_dtype t) {
  if (t == DBX_BOOL) return pv_bool(s.i);
  if (t == DBX_U64 && s.i < 0) {
    mpz_t z;
    mpz_init_set_ui(z, s.u);
    return bigint_take(z);
  }
  if (dbx_is_integer(t)) return pv_int(s.i);
  return dbx_is_complex(t) ? complex_new(s.c[0], s.c[1]) : pv_float(s.c[0]);
}
