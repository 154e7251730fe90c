// Streams of random numbers as values: what the modules random and numpy.random, which are written
// in Python, are made of. The type has no name that a program can reach.
#include "lang/lib/streams.h"

#include "lang/lib/types.h"
#include "lang/np/np.h"
#include "lang/object/operation.h"
#include "random/stream.h"

#include <string.h>

typedef struct o_stream {
  obj h;
  dbx_stream s;
} o_stream;
_Static_assert(sizeof(o_stream) == STREAM_BYTES, "types.def says what a snapshot copies");

static dbx_stream *self(const call_args *c) { return &((o_stream *)native_self(c).o)->s; }

// A list or tuple of words, in scratch memory.
static dbx_status words_of(pv v, uint32_t **ret, uint32_t *n) {
  pv items;
  DBX_TRY(lang_to_list(v, &items));
  *n = SEQ(items)->n;
  *ret = DBX_TMP(uint32_t, *n + 1);
  for (uint32_t i = 0; i < *n; i++) {
    int64_t w;
    DBX_TRY(lang_index(SEQ(items)->at[i], &w));
    (*ret)[i] = (uint32_t)w;
  }
  return DBX_OK;
}

static pv words_as(const uint32_t *w, uint32_t n) {
  pv r = tuple_new(NULL, n);
  for (uint32_t i = 0; i < n; i++) SEQ(r)->at[i] = pv_int(w[i]);
  return r;
}

// ---- functions of the module ----

// stream(kind, words): "mt" seeded by one number or by words, "pcg" by SeedSequence's eight.
static dbx_status make_stream(const call_args *c, pv *ret) {
  uint32_t *w, n;
  DBX_TRY(args_count(c, "stream", 2, 2));
  operation o = operation_begin();
  dbx_status st = words_of(c->at[1], &w, &n);
  if (st == DBX_OK) {
    o_stream *s = heap_new(T_STREAM, sizeof *s);
    *ret = pv_obj(s);
    const char *kind = STR(c->at[0])->s;
    if (!strcmp(kind, "pcg")) dbx_pcg_seed_words(&s->s, w);
    else if (!strcmp(kind, "number")) dbx_mt_seed(&s->s, w[0]);
    else dbx_mt_seed_words(&s->s, w, n);
  }
  return operation_end(&o, st);
}

static dbx_status seed_words(const call_args *c, pv *ret) { // of SeedSequence: entropy, how many
  uint32_t *w, n;
  int64_t many;
  DBX_TRY(args_count(c, "seed_words", 2, 2));
  DBX_TRY(lang_index(c->at[1], &many));
  operation o = operation_begin();
  dbx_status st = words_of(c->at[0], &w, &n);
  if (st == DBX_OK) {
    uint32_t *r = DBX_TMP(uint32_t, many);
    dbx_seed_sequence(w, n, r, (uint32_t)many);
    *ret = words_as(r, (uint32_t)many);
  }
  return operation_end(&o, st);
}

static dbx_status entropy(const call_args *c, pv *ret) {
  uint32_t w[8];
  DBX_TRY(args_count(c, "entropy", 0, 0));
  DBX_TRY(dbx_entropy(w, 8));
  return *ret = words_as(w, 8), DBX_OK;
}

// ---- methods: one number ----

static dbx_status stream_random(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return *ret = pv_float(dbx_next_double(self(c))), DBX_OK;
}

static dbx_status stream_bits(const call_args *c, pv *ret) { // n <= 63
  int64_t n;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(lang_index(c->at[0], &n));
  return *ret = pv_int((int64_t)dbx_next_bits(self(c), (unsigned)n)), DBX_OK;
}

static dbx_status stream_below(const call_args *c, pv *ret) { // as Python's: bits until they fit
  int64_t n;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(lang_index(c->at[0], &n));
  unsigned bits = 64 - (unsigned)__builtin_clzll((uint64_t)n);
  uint64_t x;
  do x = dbx_next_bits(self(c), bits);
  while (x >= (uint64_t)n);
  return *ret = pv_int((int64_t)x), DBX_OK;
}

static dbx_status stream_upto(const call_args *c, pv *ret) { // 0 to most; masked
  int64_t most;
  bool masked;
  DBX_TRY(method_args(c, 2, 2));
  DBX_TRY(lang_index(c->at[0], &most));
  DBX_TRY(lang_truth(c->at[1], &masked));
  return *ret = pv_int((int64_t)dbx_next_below(self(c), (uint64_t)most, masked)), DBX_OK;
}

// ---- methods: many numbers ----

static double next_single(dbx_stream *s) { return (dbx_next32(s) >> 8) * 0x1p-24; }

static double (*draw_of(const char *kind))(dbx_stream *s) {
  static const struct {
    const char *kind;
    double (*next)(dbx_stream *s);
  } draws[] = {{"double", dbx_next_double},
               {"normal", dbx_next_normal},
               {"exponential", dbx_next_exponential},
               {"polar", dbx_next_polar},
               {"single", next_single}};
  for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
    if (!strcmp(kind, draws[i].kind)) return draws[i].next;
  return dbx_next_double;
}

static dbx_status fill(dbx_stream *s, const char *kind, pv shape, pv *ret) {
  uint32_t rank;
  int64_t *dims;
  nd r;
  double (*next)(dbx_stream *) = draw_of(kind);
  DBX_TRY(np_shape_arg(shape, &rank, &dims));
  DBX_TRY(nd_new(!strcmp(kind, "single") ? DBX_F32 : DBX_F64, rank, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r.size); i++)
    if (r.t == DBX_F32) ((float *)r.data)[i] = (float)next(s);
    else ((double *)r.data)[i] = next(s);
  return *ret = np_array(&r), DBX_OK;
}

static dbx_status stream_fill(const call_args *c, pv *ret) { // kind, shape; None: one float
  DBX_TRY(method_args(c, 2, 2));
  const char *kind = STR(c->at[0])->s;
  if (is_none(c->at[1]) && strcmp(kind, "single") != 0)
    return *ret = pv_float(draw_of(kind)(self(c))), DBX_OK;
  operation o = operation_begin();
  dbx_status st = fill(self(c), kind, c->at[1], ret);
  return dbx_polled(operation_end(&o, st));
}

// Numbers of 8 and 16 bits and truth values are taken from a word as long as it lasts.
typedef struct parts {
  uint32_t word, left, bits;
} parts;

static uint32_t next_part(dbx_stream *s, parts *p) {
  if (!p->left) p->word = dbx_next32(s), p->left = 32 / p->bits - 1;
  else p->word >>= p->bits, p->left--;
  return p->word & ((1u << p->bits) - 1);
}

static uint64_t small_below(dbx_stream *s, parts *p, uint32_t most, bool masked) {
  uint32_t n = most + 1, all = (1u << p->bits) - 1, x;
  if (!most) return 0;
  if (most == all) return next_part(s, p);
  if (masked) {
    uint32_t mask = UINT32_MAX >> __builtin_clz(most);
    do x = next_part(s, p) & mask;
    while (x > most);
    return x;
  }
  x = next_part(s, p) * n;
  for (uint32_t least = (x & all) < n ? (all - most) % n : 0; (x & all) < least;)
    x = next_part(s, p) * n;
  return x >> p->bits;
}

static dbx_status integers(dbx_stream *s, const call_args *c, pv *ret) {
  uint32_t rank;
  int64_t *dims, low, most;
  dbx_dtype t;
  bool masked;
  nd r;
  DBX_TRY(lang_index(c->at[0], &low));
  DBX_TRY(lang_index(c->at[1], &most));
  DBX_TRY(lang_truth(c->at[2], &masked));
  DBX_TRY(np_dtype(c->at[3], &t));
  DBX_TRY(np_shape_arg(c->at[4], &rank, &dims));
  DBX_TRY(nd_new(t, rank, dims, &r));
  unsigned bytes = dbx_dtype_bytes(t);
  parts p = {0, 0, t == DBX_BOOL ? 1 : 8 * bytes};
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    uint64_t x = bytes < 4 ? small_below(s, &p, (uint32_t)most, masked)
                           : dbx_next_below(s, (uint64_t)most, masked);
    dbx_store(r.data + i * bytes, t, (dbx_scalar){.u = (uint64_t)low + x});
  }
  return *ret = np_array(&r), DBX_OK;
}

// low, how much more at most (both of 64 bits, as signed numbers), masked, dtype, shape.
static dbx_status stream_integers(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 5, 5));
  operation o = operation_begin();
  dbx_status st = integers(self(c), c, ret);
  return dbx_polled(operation_end(&o, st));
}

// The numbers below n in a new order, from the end down to place `first`.
static dbx_status stream_order(const call_args *c, pv *ret) {
  int64_t n, first;
  bool masked;
  nd r;
  DBX_TRY(method_args(c, 3, 3));
  DBX_TRY(lang_index(c->at[0], &n));
  DBX_TRY(lang_index(c->at[1], &first));
  DBX_TRY(lang_truth(c->at[2], &masked));
  operation o = operation_begin();
  dbx_status st = nd_new(DBX_I64, 1, &n, &r);
  int64_t *at = st == DBX_OK ? (int64_t *)r.data : NULL;
  for (int64_t i = 0; at && dbx_go_on(i, n); i++) at[i] = i;
  for (int64_t i = 0; at && dbx_go_on(i, n - first); i++) {
    int64_t k = n - 1 - i, j = (int64_t)dbx_next_below(self(c), (uint64_t)k, masked), x = at[k];
    at[k] = at[j], at[j] = x;
  }
  if (at) *ret = np_array(&r);
  return dbx_polled(operation_end(&o, st));
}

// ---- the state ----

static dbx_status stream_state(const call_args *c, pv *ret) { // of the Mersenne Twister
  const dbx_stream *s = self(c);
  DBX_TRY(method_args(c, 0, 0));
  pv r = words_as(s->word, DBX_MT_WORDS + 1);
  SEQ(r)->at[DBX_MT_WORDS] = pv_int(s->at);
  return *ret = r, DBX_OK;
}

static dbx_status stream_restore(const call_args *c, pv *ret) {
  dbx_stream *s = self(c);
  uint32_t *w, n;
  DBX_TRY(method_args(c, 1, 1));
  operation o = operation_begin();
  dbx_status st = words_of(c->at[0], &w, &n);
  if (st == DBX_OK && (n != DBX_MT_WORDS + 1 || w[DBX_MT_WORDS] > DBX_MT_WORDS))
    st = dbx_fail(DBX_E208, (dbx_span){0}, "invalid state");
  if (st == DBX_OK) {
    memcpy(s->word, w, sizeof s->word);
    s->at = w[DBX_MT_WORDS];
    s->has_next = false;
  }
  *ret = pv_none();
  return operation_end(&o, st);
}

// The second normal number of a pair; None: the next one begins a pair.
static dbx_status stream_following(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return *ret = self(c)->has_next ? pv_float(self(c)->next) : pv_none(), DBX_OK;
}

static dbx_status stream_follow(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(as_float(c->at[0], &self(c)->next));
  self(c)->has_next = true;
  return *ret = pv_none(), DBX_OK;
}

const native_row stream_methods[] = {
    {"below", stream_below},   {"bits", stream_bits},           {"fill", stream_fill},
    {"follow", stream_follow}, {"following", stream_following}, {"integers", stream_integers},
    {"order", stream_order},   {"random", stream_random},       {"restore", stream_restore},
    {"state", stream_state},   {"upto", stream_upto},           {NULL, NULL}};

static const native_row functions[] = {
    {"entropy", entropy}, {"seed_words", seed_words}, {"stream", make_stream}, {NULL, NULL}};

static dbx_status get_streams(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  return *ret = native_of_rows(functions, name), DBX_OK;
}

const lang_module lang_module_streams = {"_streams", get_streams};
