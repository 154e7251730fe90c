// Constants of StableHLO: numbers, arrays that are the same everywhere, other arrays.
#include "hlo/read.h"

#include <math.h>
#include <string.h>

typedef struct numbers { // of "dense<...>"
  hlo_reader *r;
  const char *at, *end;
  dbx_dtype t;
  dbx_array *to;
  int64_t n; // elements so far
  dbx_scalar last;
  bool bad;
} numbers;

// 0x7FF8000000000000 of a float is its bits.
static bool from_bits(dbx_dtype t, const char *s, double *ret) {
  uint64_t bits = strtoull(s, NULL, 16);
  uint32_t narrow = (uint32_t)bits;
  float f;
  if (t == DBX_F64) memcpy(ret, &bits, sizeof bits);
  else if (t == DBX_F32 || t == DBX_BF16) {
    if (t == DBX_BF16) narrow <<= 16;
    memcpy(&f, &narrow, sizeof f);
    *ret = (double)f;
  } else if (t == DBX_F16) {
    int e = (int)(bits >> 10 & 31), m = (int)(bits & 1023);
    double x = e == 31 ? (m ? NAN : INFINITY) : ldexp(e ? 1024 + m : m, (e ? e : 1) - 25);
    *ret = bits >> 15 & 1 ? -x : x;
  } else {
    return false;
  }
  return true;
}

static double real_number(numbers *n, dbx_dtype t) {
  char text[64], *stop;
  uint32_t k = 0;
  double x = 0;
  while (n->at < n->end && k + 1 < sizeof text && !strchr(" ,()[]>", *n->at)) text[k++] = *n->at++;
  text[k] = 0;
  if (!strncmp(text, "0x", 2) || !strncmp(text, "0X", 2)) n->bad |= !from_bits(t, text, &x);
  else x = strtod(text, &stop), n->bad |= stop == text || *stop;
  return x;
}

static dbx_scalar one_number(numbers *n) {
  dbx_scalar x = {.c = {0, 0}};
  if (n->end - n->at >= 4 && !memcmp(n->at, "true", 4)) return n->at += 4, dbx_scalar_int(1);
  if (n->end - n->at >= 5 && !memcmp(n->at, "false", 5)) return n->at += 5, dbx_scalar_int(0);
  if (dbx_is_complex(n->t)) { // (1.0, 2.0)
    dbx_dtype part = dbx_real_of(n->t);
    n->bad |= *n->at != '(';
    for (int i = 0; i < 2; i++) {
      n->at++;
      while (n->at < n->end && strchr(" ,", *n->at)) n->at++;
      x.c[i] = real_number(n, part);
    }
    n->bad |= n->at >= n->end || *n->at++ != ')';
    return x;
  }
  if (dbx_is_float(n->t)) return dbx_scalar_f(real_number(n, n->t));
  char *stop;
  x = *n->at == '-' ? dbx_scalar_int(strtoll(n->at, &stop, 10))
                    : (dbx_scalar){.u = strtoull(n->at, &stop, 10)};
  n->bad |= stop == n->at || stop > n->end;
  n->at = stop;
  return dbx_scalar_convert(x, dbx_is_signed(n->t) ? DBX_I64 : DBX_U64, n->t);
}

static void read_numbers(numbers *n) {
  while (!n->bad) {
    while (n->at < n->end && strchr(" ,[]\n", *n->at)) n->at++;
    if (n->at >= n->end) return;
    n->last = one_number(n);
    if (n->to && n->n < n->to->size) dbx_array_set(n->to, n->n, n->last);
    n->n++;
  }
}

// "0x0102..." in quotes: the bytes.
static bool read_bytes(numbers *n) {
  size_t width = dbx_dtype_bytes(n->t), size = (size_t)n->to->size * width, i;
  if (n->end - n->at < 4 || memcmp(n->at, "\"0x", 3)) return false;
  const char *hex = n->at + 3;
  if ((size_t)(n->end - hex) < 2 * size + 1) return n->bad = true;
  for (i = 0; i < size; i++) {
    char pair[3] = {hex[2 * i], hex[2 * i + 1], 0}, *stop;
    ((unsigned char *)n->to->data)[i] = (unsigned char)strtoul(pair, &stop, 16);
    n->bad |= *stop != 0;
  }
  return true;
}

static dbx_status splat(hlo_reader *r, const mlir_type *t, dbx_scalar x) {
  dbx_atom a = dbx_literal_of(t->t, false, x);
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
  if (!t->rank) return hlo_set(r, 0, a), DBX_OK;
  for (uint32_t i = 0; i < t->rank; i++) dims[i] = dbx_dim_int(t->dims[i]);
  DBX_TRY(hlo_bind_broadcast(r, a, NULL, t->rank, dims, &a));
  return hlo_set(r, 0, a), DBX_OK;
}

static dbx_status array(hlo_reader *r, const mlir_type *t, dbx_array *to) {
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
  for (uint32_t i = 0; i < t->rank; i++) dims[i] = dbx_dim_int(t->dims[i]);
  dbx_var v = dbx_var_new(dbx_aval_of(t->t, false, t->rank, dims), DBX_VAR_CONST, 0);
  hlo_body *around = r->body, *top = r->body;
  while (top->outer) top = top->outer;
  dbx_push(&r->constants, v);
  dbx_push(&r->arrays, to);
  r->body = top;
  hlo_set(r, 0, v);
  r->body = around;
  return DBX_OK;
}

static void keep_row(hlo_reader *r, const mlir_type *t, const dbx_array *a) {
  if (t->rank != 1 || !dbx_is_integer(t->t) || a->size > HLO_LONGEST_ROW) return;
  dbx_atom *at = DBX_NEWN(r->arena, dbx_atom, a->size + 1);
  for (int64_t i = 0; i < a->size; i++)
    at[i] = dbx_literal_of(DBX_I64, false, dbx_scalar_convert(dbx_array_at(a, i), t->t, DBX_I64));
  hlo_set_vector(r, r->op->out[0], &(hlo_vector_of){(uint32_t)a->size, at});
}

dbx_status hlo_read_constant(hlo_reader *r, const mlir_op *op) {
  const mlir_text *text = mlir_attr_of(op, "");
  const mlir_type *t;
  dbx_array *to;
  if (!text) text = mlir_attr_of(op, "value");
  DBX_TRY(hlo_result_type(r, &t));
  const char *open = text ? memchr(text->at, '<', text->n) : NULL, *close = open;
  for (const char *c = open; c && c < text->at + text->n; c++)
    if (*c == '>') {
      close = c;
      break;
    }
  if (!open || close == open || op->n_out != 1) return hlo_misread(r, "dense<...> is missing");
  for (uint32_t i = 0; i < t->rank; i++)
    if (t->dims[i] < 0) return hlo_misread(r, "a constant of a traced length");
  numbers n = {.r = r, .at = open + 1, .end = close, .t = t->t};
  DBX_TRY(dbx_array_new(t->t, t->rank, t->dims, &to));
  n.to = to;
  if (!read_bytes(&n)) read_numbers(&n);
  bool bytes = n.n == 0 && to->size, one = n.n == 1 && to->size != 1;
  dbx_status st = DBX_OK;
  if (n.bad || (!bytes && !one && n.n != to->size)) st = hlo_misread(r, "numbers of another shape");
  for (int64_t i = 0; one && i < to->size; i++) dbx_array_set(to, i, n.last);
  if (st == DBX_OK) keep_row(r, t, to);
  bool equal = to->size > 0; // an array of one number everywhere is a broadcast
  size_t width = dbx_dtype_bytes(t->t);
  if (st == DBX_OK && to->size > 1)
    equal = !memcmp(to->data, (char *)to->data + width, width * ((size_t)to->size - 1));
  if (st == DBX_OK && !equal) return array(r, t, to);
  if (st == DBX_OK) st = splat(r, t, dbx_array_at(to, 0));
  dbx_array_unref(to);
  return st;
}
