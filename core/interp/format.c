// Arrays as numpy 1.26 prints them: str, repr, summaries of more than 1000 elements, the common
// format of floats (observed: conformance/printing).
#include "interp/interp.h"
#include "ir/target.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const dbx_print_options dbx_print_defaults = {.precision = 8,
                                              .threshold = 1000,
                                              .edge = 3,
                                              .line = 75,
                                              .sign = '-',
                                              .nan = "nan",
                                              .inf = "inf"};
enum { ALL_DIGITS = 330 }; // decimals that no float64 has more of, as numpy's "unique" prints it

// ---- shortest digits of a float of a given width ----

static double rounded(double x, dbx_dtype t) {
  return dbx_scalar_convert(dbx_scalar_f(x), DBX_F64, t).c[0];
}

static void shortest(double x, dbx_dtype t, char *out, size_t n) {
  (void)dbx_shortest(x, t, out, n);
}

static int digits_of(const char *e) { // significant digits of "d.ddde+xx"
  int n = 0;
  for (; *e && *e != 'e'; e++) n += *e >= '0' && *e <= '9';
  return n;
}

// How the floats of an array are printed: filled by make_format.
typedef struct float_format {
  dbx_dtype t;
  bool exponent, plus, space;
  bool exact; // the digits of the value itself, not those that read back
  int precision, left, right, exp_size;
  char filler; // behind the last digit: ' ' or '0'
  const char *nan, *inf;
} float_format;

// Positional text with at most `precision` decimals, trailing zeros trimmed, the point kept. Digits
// after the point beyond those that read back are zeros.
static void positional(double x, const float_format *w, char *out, size_t n) {
  char e[40];
  dbx_dtype t = w->t;
  if (w->exact) {
    int all = snprintf(out, n, "%.*f", w->precision, x);
    if (!w->precision) snprintf(out + all, n - (size_t)all, ".");
    return;
  }
  shortest(x, t, e, sizeof e);
  int decimals = digits_of(e) - 1 - (int)strtol(strchr(e, 'e') + 1, NULL, 10), len;
  if (decimals < 0 || x == 0) decimals = 0;
  if (!decimals || decimals > w->precision)
    len = snprintf(out, n, "%.*f", decimals ? w->precision : 0, x);
  else len = snprintf(out, n, "%.*Lf", decimals, strtold(e, NULL));
  if (!decimals || !w->precision) return (void)snprintf(out + len, n - (size_t)len, ".");
  while (out[len - 1] == '0') out[--len] = 0;
}

// Scientific text with at most `precision` decimals, trimmed: "1.5e+10".
static void scientific(double x, const float_format *w, char *out, size_t n) {
  char e[40];
  shortest(x, w->t, e, sizeof e);
  if (digits_of(e) - 1 > w->precision) snprintf(out, n, "%.*e", w->precision, x);
  else snprintf(out, n, "%s", e);
  char *mark = strchr(out, 'e'), tail[16];
  snprintf(tail, sizeof tail, "%s", mark);
  if (!memchr(out, '.', (size_t)(mark - out))) *mark++ = '.';
  while (mark[-1] == '0') mark--;
  snprintf(mark, n - (size_t)(mark - out), "%s", tail);
}

// ---- the common format of the elements ----

typedef struct format {
  const dbx_array *a;
  const dbx_print_options *by;
  const int64_t *shown; // indices of the elements that are printed
  int64_t n;
  int width; // integers
  float_format re, im;
} format;

static double part(const format *f, int64_t i, bool imag) { return dbx_array_at(f->a, i).c[imag]; }

// numpy 2: the first power of ten whose neighbours the type no longer tells apart by ones.
static double exponent_from(dbx_dtype t) { return t == DBX_F32 ? 1e6 : t == DBX_F16 ? 1e3 : 1e16; }

static bool needs_exponent(const format *f, bool imag) {
  double max = 0, min = INFINITY;
  for (int64_t i = 0; i < f->n; i++) {
    double x = fabs(part(f, f->shown[i], imag));
    if (!isfinite(x) || x == 0) continue;
    max = fmax(max, x), min = fmin(min, x);
  }
  dbx_dtype t = dbx_real_of(f->a->dtype); // numpy divides in the type of the elements
  double large = dbx_target_now()->narrow_exponents ? exponent_from(t) : 1e16;
  return max >= fmin(1e8, large) ||
         (!f->by->suppress && max > 0 && (min < 0.0001 || rounded(max / min, t) > 1000));
}

static void measure(const format *f, float_format *w, bool imag) {
  bool finite = false, other = false, neginf = false, negative = false;
  dbx_float_mode mode = f->by->mode;
  w->exponent = needs_exponent(f, imag);
  w->left = w->right = 0;
  w->exp_size = 0;
  w->precision = mode == DBX_MODE_UNIQUE ? ALL_DIGITS : f->by->precision;
  w->exact = mode == DBX_MODE_FIXED && !w->exponent;
  w->filler = w->exponent || mode == DBX_MODE_FIXED || mode == DBX_MODE_MAXPREC_EQUAL ? '0' : ' ';
  for (int64_t i = 0; i < f->n; i++) {
    double x = part(f, f->shown[i], imag);
    char s[400];
    if (!isfinite(x)) {
      other = true;
      neginf |= isinf(x) && x < 0;
      continue;
    }
    finite = true;
    negative |= signbit(x);
    (w->exponent ? scientific : positional)(x, w, s, sizeof s);
    char *point = strchr(s, '.'), *mark = strchr(s, 'e');
    int left = (int)(point - s) + (w->plus && *s != '-');
    int right = mark ? (int)(mark - point) - 1 : (int)strlen(point + 1);
    if (left > w->left) w->left = left;
    if (right > w->right) w->right = right;
    if (mark && (int)strlen(mark + 1) > w->exp_size) w->exp_size = (int)strlen(mark + 1);
  }
  if (!finite) w->exponent = false;
  if (w->exponent && mode == DBX_MODE_FIXED) w->right = w->precision;
  if (w->space && !negative) w->left++;
  if (!other) return;
  int tail = (w->exponent ? w->exp_size + 1 + w->right : w->right) + 1;
  int inf = (int)strlen(w->inf) + (w->plus || w->space || neginf), nan = (int)strlen(w->nan);
  if (w->left < nan - tail) w->left = nan - tail;
  if (w->left < inf - tail) w->left = inf - tail;
}

static void put_padded(dbx_buf *b, const float_format *w, double x) {
  char s[400];
  if (!isfinite(x)) {
    snprintf(s, sizeof s, "%s%s",
             isnan(x)  ? (w->plus ? "+" : "")
             : x < 0   ? "-"
             : w->plus ? "+"
                       : "",
             isnan(x) ? w->nan : w->inf);
    int tail = (w->exponent ? w->exp_size + 1 + w->right : w->right) + 1;
    dbx_pad(b, w->left + tail - (int)strlen(s));
    return dbx_put(b, s);
  }
  (w->exponent ? scientific : positional)(x, w, s, sizeof s);
  char *point = strchr(s, '.'), *mark = strchr(s, 'e');
  bool plus = w->plus && *s != '-';
  dbx_pad(b, w->left - (int)(point - s) - plus);
  if (plus) dbx_putc(b, '+');
  if (!mark) {
    dbx_put(b, s);
    for (int i = (int)strlen(point + 1); i < w->right; i++) dbx_putc(b, w->filler);
    return;
  }
  if ((int)(mark - point) - 1 != w->right) {
    // as many digits as the longest has, of the exact value
    snprintf(s, sizeof s, "%.*e", w->right, x);
    mark = strchr(s, 'e');
  }
  dbx_putn(b, s, (size_t)(mark - s));
  dbx_printf(b, "e%c", mark[1]);
  for (int i = (int)strlen(mark + 1); i < w->exp_size; i++) dbx_putc(b, '0');
  dbx_put(b, mark + 2);
}

static void put_complex(dbx_buf *b, const format *f, dbx_scalar x) {
  put_padded(b, &f->re, x.c[0]);
  dbx_buf im = {0};
  put_padded(&im, &f->im, x.c[1]);
  size_t n = im.n;
  while (n && im.at[n - 1] == ' ') n--;
  dbx_putn(b, im.at, n);
  dbx_putc(b, 'j');
  dbx_putn(b, im.at + n, im.n - n);
  dbx_buf_free(&im);
}

// What a register, a qubit or an observable is to the simulator: a word
// (core/interp/kernel_quantum.c).
static void put_quantum(dbx_buf *b, dbx_dtype t, uint64_t word) {
  if (t == DBX_QREG) dbx_put(b, "the register");
  else dbx_printf(b, "%s %" PRIu64, t == DBX_QBIT ? "wire" : "observable", word);
}

// An integer in `width` columns; numpy 2 gives it a plus, too.
static int integer(char *out, size_t n, const format *f, dbx_scalar x, int width) {
  bool plus = dbx_target_now()->typed_scalars && f->by->sign == '+';
  char digits[24];
  if (dbx_is_unsigned(f->a->dtype))
    snprintf(digits, sizeof digits, "%s%" PRIu64, plus ? "+" : "", x.u);
  else snprintf(digits, sizeof digits, plus ? "%+" PRId64 : "%" PRId64, x.i);
  return snprintf(out, n, "%*s", width, digits);
}

static void put_element(dbx_buf *b, const format *f, int64_t i) {
  dbx_scalar x = dbx_array_at(f->a, i);
  char s[32];
  if (f->by->element && f->by->element(f->by->of, b, f->a, i)) return;
  switch (dbx_dtype_kind(f->a->dtype)) {
  case 'b': dbx_put(b, x.i ? (f->a->rank ? " True" : "True") : "False"); break;
  case 'i':
  case 'u': (void)integer(s, sizeof s, f, x, f->width), dbx_put(b, s); break;
  case 'f':
    if (f->a->dtype == DBX_BF16) // no type of numpy's own: elements as str() gives them
      dbx_put_scalar(b, x, DBX_BF16);
    else put_padded(b, &f->re, x.c[0]);
    break;
  case 'q': put_quantum(b, f->a->dtype, x.u); break;
  default: put_complex(b, f, x);
  }
}

static void make_format(format *f) {
  dbx_dtype t = f->a->dtype, real = dbx_real_of(t);
  f->re = (float_format){.t = real, .nan = f->by->nan, .inf = f->by->inf};
  f->im = f->re;
  f->im.plus = true;
  f->re.plus = f->by->sign == '+';
  f->re.space = f->by->sign == ' ';
  f->width = 0;
  if (dbx_is_inexact(t)) measure(f, &f->re, false);
  if (dbx_is_complex(t)) measure(f, &f->im, true);
  for (int64_t i = 0; dbx_is_integer(t) && i < f->n; i++) {
    char s[32];
    dbx_scalar x = dbx_array_at(f->a, f->shown[i]);
    int n = integer(s, sizeof s, f, x, 0);
    if (n > f->width) f->width = n;
  }
}

// ---- rows, wrapping, summaries ----

typedef struct layout {
  format f;
  bool summary;
  const char *sep; // between elements; without its blanks, between rows
  const int64_t *strides;
} layout;

static void extend(dbx_buf *s, dbx_buf *line, const char *word, int width, const char *hang) {
  size_t hang_n = strlen(hang);
  if ((int)(line->n + strlen(word)) > width && line->n > hang_n) {
    size_t n = line->n;
    while (n && line->at[n - 1] == ' ') n--;
    dbx_putn(s, line->at, n);
    dbx_putc(s, '\n');
    dbx_clear(line);
    dbx_put(line, hang);
  }
  dbx_put(line, word);
}

static int sep_width(const char *sep) {
  size_t n = strlen(sep);
  while (n && sep[n - 1] == ' ') n--;
  return (int)n;
}

// The elements of the last axis, in brackets that the caller adds.
static void put_row(dbx_buf *s, const layout *l, int64_t base, int64_t n, const char *hang,
                    int width) {
  int64_t edge = l->f.by->edge;
  bool cut = l->summary && 2 * edge < n;
  int elem = width - (sep_width(l->sep) > 1 ? sep_width(l->sep) : 1);
  dbx_buf line = {0}, word = {0};
  dbx_put(&line, hang);
  for (int64_t i = 0; i < n; i++) {
    if (cut && i == edge) {
      extend(s, &line, "...", elem, hang);
      dbx_put(&line, l->sep);
      i = n - edge;
    }
    dbx_clear(&word);
    put_element(&word, &l->f, base + i);
    extend(s, &line, dbx_text(&word), elem, hang);
    if (i + 1 < n) dbx_put(&line, l->sep);
  }
  dbx_putn(s, line.at, line.n);
  dbx_buf_free(&line), dbx_buf_free(&word);
}

static void put_axis(dbx_buf *out, const layout *l, uint32_t axis, int64_t base, const char *hang,
                     int width) {
  const dbx_array *a = l->f.a;
  if (axis == a->rank) return put_element(out, &l->f, base);
  dbx_buf s = {0}, deeper = {0}, row = {0};
  dbx_printf(&deeper, "%s ", hang);
  int64_t n = a->dims[axis];
  if (axis + 1 == a->rank) {
    put_row(&s, l, base, n, hang, width);
  } else {
    int64_t edge = l->f.by->edge;
    bool cut = l->summary && 2 * edge < n;
    for (int64_t i = 0; i < n; i++) {
      if (cut && i == edge) {
        dbx_printf(&s, "%s...", hang);
        dbx_putn(&s, l->sep, (size_t)sep_width(l->sep));
        for (uint32_t k = axis + 1; k < a->rank; k++) dbx_putc(&s, '\n');
        i = n - edge;
      }
      dbx_clear(&row);
      put_axis(&row, l, axis + 1, base + i * l->strides[axis], dbx_text(&deeper), width - 1);
      dbx_printf(&s, "%s%s", hang, dbx_text(&row));
      if (i + 1 == n) break;
      dbx_putn(&s, l->sep, (size_t)sep_width(l->sep));
      for (uint32_t k = axis + 1; k < a->rank; k++) dbx_putc(&s, '\n');
    }
  }
  dbx_putc(out, '[');
  dbx_put(out, dbx_text(&s) + strlen(hang));
  dbx_putc(out, ']');
  dbx_buf_free(&s), dbx_buf_free(&deeper), dbx_buf_free(&row);
}

// edge: how many of each end; 0: all.
static void list_shown(const dbx_array *a, uint32_t axis, int64_t base, const int64_t *st,
                       int64_t edge, int64_t *shown, int64_t *n) {
  if (axis == a->rank) {
    shown[(*n)++] = base;
    return;
  }
  int64_t len = a->dims[axis];
  bool cut = edge && 2 * edge < len;
  for (int64_t i = 0; i < len; i++) {
    if (cut && i == edge) i = len - edge;
    list_shown(a, axis + 1, base + i * st[axis], st, edge, shown, n);
  }
}

static void put_array(dbx_buf *b, const dbx_array *a, const dbx_print_options *by, const char *sep,
                      int prefix, int width) {
  if (a->size == 0) return dbx_put(b, "[]");
  dbx_scratch_mark m = dbx_scratch_here();
  int64_t *st = DBX_TMP(int64_t, a->rank), s = 1;
  for (uint32_t i = a->rank; i-- > 0; s *= a->dims[i]) st[i] = s;
  int64_t *shown = dbx_alloc((size_t)a->size * sizeof *shown);
  layout l = {.f = {.a = a, .by = by, .shown = shown},
              .summary = a->size > by->threshold,
              .sep = sep,
              .strides = st};
  list_shown(a, 0, 0, st, l.summary ? by->edge : 0, shown, &l.f.n);
  make_format(&l.f);
  dbx_buf hang = {0};
  dbx_pad(&hang, prefix + 1);
  put_axis(b, &l, 0, 0, dbx_text(&hang), width);
  dbx_buf_free(&hang);
  free(shown);
  dbx_scratch_release(m);
}

void dbx_put_numpy_scalar(dbx_buf *b, const dbx_array *a) {
  dbx_scalar x = dbx_array_at(a, 0);
  if (dbx_is_quantum(a->dtype)) return put_quantum(b, a->dtype, x.u);
  if (dbx_target_now()->narrow_exponents) return dbx_put_short_scalar(b, x, a->dtype);
  if ((a->dtype == DBX_F32 || a->dtype == DBX_F16) && isfinite(x.c[0])) {
    char e[40];
    shortest(x.c[0], a->dtype, e, sizeof e); // the digits of the narrow type
    dbx_put_double(b, strtod(e, NULL));
    return;
  }
  if (a->dtype == DBX_C64)
    for (int i = 0; i < 2; i++) {
      char e[40];
      if (!isfinite(x.c[i])) continue;
      shortest(x.c[i], DBX_F32, e, sizeof e);
      x.c[i] = strtod(e, NULL);
    }
  dbx_put_scalar(b, x, a->dtype);
}

dbx_status dbx_check_text_axes(const dbx_array *a) {
  if (a->rank <= DBX_MOST_TEXT_AXES) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "number of dimensions must be within [0, %d]",
                  DBX_MOST_TEXT_AXES);
}

static void put_shape(dbx_buf *b, const dbx_array *a) {
  dbx_putc(b, '(');
  for (uint32_t i = 0; i < a->rank; i++) dbx_printf(b, "%s%" PRId64, i ? ", " : "", a->dims[i]);
  dbx_put(b, a->rank == 1 ? ",)" : ")");
}

// Keys: what they are, and their words below.
static void put_keys(dbx_buf *b, const dbx_array *a, const dbx_print_options *by) {
  dbx_array *words = dbx_scratch(sizeof *words + (a->rank + 1) * sizeof *words->dims);
  *words = (dbx_array){.dtype = DBX_U32, .rank = a->rank + 1, .size = 2 * a->size, .data = a->data};
  if (a->rank) memcpy(words->dims, a->dims, a->rank * sizeof *a->dims);
  words->dims[a->rank] = 2;
  dbx_put(b, "Array(");
  put_shape(b, a);
  dbx_printf(b, ", dtype=%s) overlaying:\n", dbx_dtype_name(a->dtype));
  put_array(b, words, by, " ", 0, by->line);
}

void dbx_put_array_str(dbx_buf *b, const dbx_array *a, const dbx_print_options *by) {
  if (a->dtype == DBX_KEY) return put_keys(b, a, by);
  if (a->rank == 0) return dbx_put_numpy_scalar(b, a);
  put_array(b, a, by, " ", 0, by->line);
}

void dbx_put_array_elements(dbx_buf *b, const dbx_array *a, const dbx_print_options *by,
                            const char *separator, int prefix) {
  put_array(b, a, by, separator, prefix, by->line);
}

static size_t last_line(const dbx_buf *b, size_t from) {
  size_t i = b->n;
  while (i > from && b->at[i - 1] != '\n') i--;
  return b->n - i;
}

static bool implied(dbx_dtype t) {
  return t == DBX_I64 || t == DBX_F64 || t == DBX_C128 || t == DBX_BOOL;
}

void dbx_put_array_repr(dbx_buf *b, const dbx_array *a, const char *prefix,
                        const dbx_print_options *by) {
  if (a->dtype == DBX_KEY) return put_keys(b, a, by);
  bool jax = *prefix == 'A', skip = !jax && implied(a->dtype) && a->size > 0;
  size_t start = b->n;
  int indent = (int)strlen(prefix);
  dbx_put(b, prefix);
  bool shape = jax ? dbx_target_now()->empty_shapes : a->rank != 1;
  if (a->size == 0 && shape) {
    dbx_put(b, "[], shape=");
    put_shape(b, a);
  } else {
    put_array(b, a, by, ", ", indent, by->line - 1);
  }
  bool cut = !jax && dbx_target_now()->typed_scalars && a->size > by->threshold; // numpy 2
  if (skip && !cut) return dbx_putc(b, ')');
  dbx_putc(b, ',');
  dbx_buf dtype = {0};
  if (cut) dbx_put(&dtype, "shape="), put_shape(&dtype, a);
  if (cut && !skip) dbx_put(&dtype, ", ");
  if (!skip) dbx_printf(&dtype, "dtype=%s", dbx_dtype_name(a->dtype));
  dbx_put(&dtype, jax && a->weak ? ", weak_type=True)" : ")");
  size_t line = last_line(b, start);
  if (jax) line = line + 1 - (line == b->n - start ? (size_t)indent : 0); // as jax counts it
  bool wide = line + dtype.n + 1 > (size_t)by->line;
  if (wide && !jax) dbx_putc(b, '\n');
  dbx_pad(b, wide ? indent : 1); // jax leaves the newline out
  dbx_put(b, dbx_text(&dtype));
  dbx_buf_free(&dtype);
}
