// format(): format specifications for text, integers, floats and complex numbers (PEP 3101).
#include "lang/text/format.h"
#include "lang/value/big.h"

#include "ir/decimal.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

uint32_t fmt_code_point_(const char *s, size_t n, uint32_t *len) {
  utf8proc_int32_t c = 0;
  utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &c);
  *len = k > 0 ? (uint32_t)k : 1;
  return k > 0 ? (uint32_t)c : (unsigned char)*s;
}

// ---- layout ----

static void put_fill(dbx_buf *b, const fmt_spec *s, int64_t n) {
  if (s->fill_n == 1)
    for (; n > 0; n--) dbx_putc(b, *s->fill);
  for (; n > 0; n--) dbx_putn(b, s->fill, s->fill_n);
}

static dbx_status split_padding(const fmt_spec *s, int64_t length, int64_t *left, int64_t *right) {
  int64_t pad = s->width > length ? s->width - length : 0;
  DBX_TRY(lang_check_room((double)pad * s->fill_n));
  *left = s->align == '<' ? 0 : s->align == '^' ? pad / 2 : pad;
  *right = pad - *left;
  return DBX_OK;
}

dbx_status fmt_put_text(dbx_buf *b, const fmt_spec *s, const char *text, size_t n) {
  int64_t left, right;
  DBX_TRY(split_padding(s, (int64_t)dbx_columns(text, n), &left, &right));
  put_fill(b, s, left);
  dbx_putn(b, text, n);
  put_fill(b, s, right);
  return DBX_OK;
}

// The digits in groups, with zeros in front up to `width` characters; never a separator first.
static void put_grouped(dbx_buf *b, const char *digits, size_t n, char group, int every,
                        int64_t width) {
  size_t total = n, with = n;
  if (group && n) with = n + (n - 1) / (size_t)every;
  while ((int64_t)with < width) {
    total++;
    with = group ? total + (total - 1) / (size_t)every : total;
  }
  for (size_t i = 0; i < total; i++) {
    if (group && i && (total - i) % (size_t)every == 0) dbx_putc(b, group);
    dbx_putc(b, i < total - n ? '0' : digits[i - (total - n)]);
  }
}

dbx_status fmt_put_number(dbx_buf *b, const fmt_spec *s, const fmt_number *x) {
  char sign = x->negative ? '-' : s->sign == '+' ? '+' : s->sign == ' ' ? ' ' : 0;
  int64_t fixed = (sign != 0) + (int64_t)strlen(x->prefix) +
                  (int64_t)dbx_columns(x->rest, strlen(x->rest)),
          left, right;
  bool zeros = s->align == '=' && s->fill_n == 1 && *s->fill == '0' && x->n_digits;
  if (zeros) DBX_TRY(lang_check_room((double)s->width));
  int every = s->type == 'x' || s->type == 'X' || s->type == 'b' || s->type == 'o' ? 4 : 3;
  dbx_buf grouped = {0};
  const char *digits = x->digits;
  size_t n = x->n_digits;
  if (s->group || zeros) {
    put_grouped(&grouped, digits, n, s->group, every, zeros ? s->width - fixed : 0);
    digits = dbx_text(&grouped), n = grouped.n;
  }
  dbx_status st = split_padding(s, fixed + (int64_t)n, &left, &right);
  if (st == DBX_OK) {
    if (s->align != '=') put_fill(b, s, left);
    if (sign) dbx_putc(b, sign);
    dbx_put(b, x->prefix);
    if (s->align == '=') put_fill(b, s, left);
    dbx_putn(b, digits, n);
    dbx_put(b, x->rest);
    put_fill(b, s, right);
  }
  dbx_buf_free(&grouped);
  return st;
}

// ---- floats ----

static void strip_zeros(dbx_buf *b) {
  while (b->n && b->at[b->n - 1] == '0') b->n--;
  if (b->n && b->at[b->n - 1] == '.') b->n--;
  b->at[b->n] = 0;
}

// As 'g', but with at least one digit behind the point, and so sooner with an exponent.
static void put_general_dot_zero(dbx_buf *b, double x, int precision) {
  dbx_buf e = {0};
  dbx_printf(&e, "%.*e", precision - 1, x);
  char *mark = e.at ? strchr(e.at, 'e') : NULL;
  if (!mark) return;
  int exponent = (int)strtol(mark + 1, NULL, 10);
  if (exponent < -4 || exponent >= precision - 1) {
    char *tail = dbx_strdup(mark);
    e.n = (size_t)(mark - e.at);
    e.at[e.n] = 0;
    if (strchr(e.at, '.')) strip_zeros(&e);
    dbx_put(b, e.at), dbx_put(b, tail);
    free(tail);
  } else {
    dbx_clear(&e);
    dbx_printf(&e, "%.*f", precision - 1 - exponent, x);
    if (strchr(e.at, '.')) strip_zeros(&e);
    dbx_put(b, e.at);
    if (!strchr(e.at, '.')) dbx_put(b, ".0");
  }
  dbx_buf_free(&e);
}

static void force_point(dbx_buf *b) {
  if (strchr(b->at, '.')) return;
  char *mark = strchr(b->at, 'e'), *tail = mark ? dbx_strdup(mark) : NULL;
  if (mark) b->n = (size_t)(mark - b->at);
  dbx_putc(b, '.');
  if (tail) dbx_put(b, tail);
  free(tail);
}

// %#g by way of %#e and %#f: glibc's drops a zero where rounding adds a digit (99.96 with two).
// Without a type (dot_zero) an exponent is needed if no digit is left after the point: "57." is no
// short form.
static void put_general_alternate(dbx_buf *b, double x, int precision, bool upper, bool dot_zero) {
  dbx_buf text = {0};
  dbx_printf(&text, upper ? "%#.*E" : "%#.*e", precision - 1, x);
  const char *e = strchr(dbx_text(&text), upper ? 'E' : 'e');
  int exponent = e ? (int)strtol(e + 1, NULL, 10) : 0, most = dot_zero ? precision - 1 : precision;
  if (exponent < -4 || exponent >= most) dbx_put(b, dbx_text(&text));
  else dbx_printf(b, "%#.*f", precision - 1 - exponent, x);
  dbx_buf_free(&text);
}

// False: the number, or the precision, is too large for 128 bits.
static bool put_exactly(dbx_buf *b, double x, char type, int precision) {
  dbx_decimal d;
  switch (type) {
  case 'f':
  case 'F':
  case '%':
    if (!dbx_decimal_fixed(x, precision, &d)) return false;
    return dbx_put_decimal(b, &d, precision), true;
  case 'e':
  case 'E':
    if (precision > 16 || !dbx_decimal_rounded(x, precision + 1, &d)) return false;
    dbx_putc(b, *d.digit);
    if (precision) dbx_putc(b, '.');
    dbx_putn(b, d.digit + 1, (size_t)precision);
    dbx_printf(b, "%c%c%02d", type, d.point < 1 ? '-' : '+', abs(d.point - 1));
    return true;
  default: return false;
  }
}

// The magnitude of a finite x. Type r: as repr, or with a precision as 'g' (dot_zero: like repr).
static void put_magnitude(dbx_buf *b, double x, char type, int precision, bool alternate,
                          bool dot_zero) {
  if (type == 'r' && precision < 0) {
    dbx_put_double(b, x);
    if (!dot_zero && b->n > 2 && !strcmp(b->at + b->n - 2, ".0")) b->at[b->n -= 2] = 0;
    if (alternate) force_point(b);
    return;
  }
  if (type == 'r' && dot_zero && !alternate) {
    put_general_dot_zero(b, x, precision ? precision : 1);
    return;
  }
  if (alternate && strchr("rngG", type)) {
    put_general_alternate(b, x,
                          precision < 0 ? 6
                          : precision   ? precision
                                        : 1,
                          type == 'G', type == 'r' && dot_zero);
    return;
  }
  if (!alternate && put_exactly(b, x, type, precision < 0 ? 6 : precision)) return;
  char form[] = "%#.*f", *f = form;
  if (!alternate) form[1] = '%', f = form + 1;
  form[4] = type == 'r' || type == 'n' ? 'g' : type == '%' ? 'f' : type;
  dbx_printf(b, f, precision < 0 ? 6 : precision, x);
}

// Of a rounded number: only the digits before an exponent count.
static bool is_zero_text(const char *text) {
  size_t n = strspn(text, "0.");
  return !text[n] || (n && strchr("eE", text[n]));
}

static dbx_status put_real(dbx_buf *b, const fmt_spec *s, double x, bool dot_zero,
                           const char *suffix) {
  char type = (char)s->type;
  bool upper = type == 'E' || type == 'F' || type == 'G';
  if (type == '%') x *= 100;
  dbx_buf text = {0};
  DBX_TRY(lang_check_room((double)s->precision * 16)); // printf has room of its own
  if (isfinite(x)) put_magnitude(&text, fabs(x), type, (int)s->precision, s->alternate, dot_zero);
  else dbx_put(&text, upper ? (isnan(x) ? "NAN" : "INF") : isnan(x) ? "nan" : "inf");
  if (!text.n) return lang_check_room(INFINITY); // printf had no memory
  bool negative = signbit(x) && !isnan(x);
  if (negative && s->minus_zero && is_zero_text(dbx_text(&text))) negative = false;
  if (type == '%') dbx_putc(&text, '%');
  dbx_put(&text, suffix);
  size_t n = strspn(text.at, "0123456789");
  dbx_status st = fmt_put_number(b, s, &(fmt_number){negative, "", text.at, n, text.at + n});
  dbx_buf_free(&text);
  return st;
}

dbx_status fmt_put_float(dbx_buf *b, const fmt_spec *s, double x, const char *suffix) {
  return put_real(b, s, x, true, suffix);
}

static dbx_status put_complex(dbx_buf *b, const fmt_spec *s, double re, double im) {
  fmt_spec part = *s;
  bool bare = s->type == 0, with_real = !bare || re != 0 || signbit(re);
  part.width = 0;
  if (bare) part.type = 'r';
  dbx_buf text = {0};
  dbx_status st = DBX_OK;
  if (bare && with_real) dbx_putc(&text, '(');
  if (with_real) {
    st = put_real(&text, &part, re, false, "");
    part.sign = '+';
  }
  if (st == DBX_OK) st = put_real(&text, &part, im, false, "j");
  if (bare && with_real) dbx_putc(&text, ')');
  if (st == DBX_OK) st = fmt_put_text(b, s, dbx_text(&text), text.n);
  dbx_buf_free(&text);
  return st;
}

// ---- integers ----

static dbx_status int_digits(pv v, uint32_t type, dbx_buf *b) {
  int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  if (base == 10) return lang_put_int(b, v);
  if (is_int(v) && base == 16)
    return dbx_printf(b, type == 'X' ? "%s%" PRIX64 : "%s%" PRIx64, v.i < 0 ? "-" : "",
                      v.i < 0 ? -(uint64_t)v.i : (uint64_t)v.i),
           DBX_OK;
  mpz_t z;
  number_get_mpz(v, z);
  char *text = dbx_alloc(mpz_sizeinbase(z, base) + 2);
  dbx_put(b, mpz_get_str(text, type == 'X' ? -base : base, z));
  free(text);
  mpz_clear(z);
  return DBX_OK;
}

dbx_status fmt_put_int(dbx_buf *b, const fmt_spec *s, pv v) {
  const char *prefix = !s->alternate    ? ""
                       : s->type == 'x' ? "0x"
                       : s->type == 'X' ? "0X"
                       : s->type == 'o' ? "0o"
                       : s->type == 'b' ? "0b"
                                        : "";
  dbx_buf text = {0};
  dbx_status st = int_digits(v, s->type, &text);
  bool negative = text.n && *text.at == '-';
  if (st == DBX_OK)
    st = fmt_put_number(b, s,
                        &(fmt_number){negative, prefix, text.at + negative, text.n - negative, ""});
  dbx_buf_free(&text);
  return st;
}

static dbx_status put_character(dbx_buf *b, const fmt_spec *s, pv v) {
  utf8proc_uint8_t out[4];
  if (s->sign)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Sign not allowed with integer format specifier 'c'");
  if (s->alternate)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Alternate form (#) not allowed with integer format specifier 'c'");
  if (!is_int(v))
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  if (v.i < 0 || v.i > 0x10ffff)
    return dbx_fail(DBX_E211, (dbx_span){0}, "%%c arg not in range(0x110000)");
  utf8proc_ssize_t n = utf8proc_encode_char((utf8proc_int32_t)v.i, out);
  return fmt_put_text(b, s, (char *)out, (size_t)n);
}

// ---- reading a specification ----

static bool is_align(uint32_t c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

static dbx_status read_number(const char **p, const char *end, int64_t *ret) {
  int64_t v = 0;
  for (int digit; *p < end;) {
    uint32_t len = 0;
    digit = number_decimal_of((int32_t)fmt_code_point(*p, (size_t)(end - *p), &len));
    if (digit < 0) break;
    *p += len;
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, digit, &v))
      return dbx_fail(DBX_E208, (dbx_span){0}, "Too many decimal digits in format string");
  }
  return *ret = v, DBX_OK;
}

static dbx_status bad_group(char group, uint32_t type, const char *type_text, uint32_t n) {
  if (type > 32 && type < 128)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Cannot specify '%c' with '%.*s'.", group, (int)n,
                    type_text);
  return dbx_fail(DBX_E208, (dbx_span){0}, "Cannot specify '%c' with '\\x%x'.", group, type);
}

static dbx_status read_type(const char *p, const char *end, const char *all, size_t n,
                            const char *of, fmt_spec *s) {
  uint32_t len = 0;
  if (p < end) s->type = fmt_code_point(p, (size_t)(end - p), &len);
  if (p + len < end)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Invalid format specifier '%.*s' for object of type '%s'", (int)n, all, of);
  bool decimal = !s->type || (s->type < 128 && strchr("defgEFG%", (int)s->type));
  bool other = s->group == '_' && s->type && s->type < 128 && strchr("boxX", (int)s->type);
  return s->group && !decimal && !other ? bad_group(s->group, s->type, p, len) : DBX_OK;
}

static dbx_status read_spec(const char *text, size_t n, char align, const char *of, fmt_spec *s) {
  const char *p = text, *end = text + n;
  uint32_t len = 0;
  *s = (fmt_spec){.fill = " ", .fill_n = 1, .align = align, .precision = -1};
  bool filled = false, aligned = true;
  (void)fmt_code_point(p, n, &len);
  if (p + len < end && is_align((unsigned char)p[len]))
    s->fill = p, s->fill_n = len, s->align = p[len], p += len + 1, filled = true;
  else if (is_align((unsigned char)*p)) s->align = *p++;
  else aligned = false;
  if (p < end && (*p == '+' || *p == '-' || *p == ' ')) s->sign = *p++;
  if (p < end && *p == 'z') s->minus_zero = true, p++;
  if (p < end && *p == '#') s->alternate = true, p++;
  if (!filled && p < end && *p == '0') {
    s->fill = "0", p++;
    if (!aligned && align == '>') s->align = '=';
  }
  DBX_TRY(read_number(&p, end, &s->width));
  if (p < end && *p == ',') s->group = *p++;
  if (p < end && *p == '_') {
    if (s->group) return dbx_fail(DBX_E208, (dbx_span){0}, "Cannot specify both ',' and '_'.");
    s->group = *p++;
  }
  if (p < end && *p == ',' && s->group == '_')
    return dbx_fail(DBX_E208, (dbx_span){0}, "Cannot specify both ',' and '_'.");
  if (p < end && *p == '.') {
    const char *from = ++p;
    DBX_TRY(read_number(&p, end, &s->precision));
    if (p == from) return dbx_fail(DBX_E208, (dbx_span){0}, "Format specifier missing precision");
  }
  return read_type(p, end, text, n, of, s);
}

// ---- by type ----

static dbx_status unknown_code(const fmt_spec *s, const char *of) {
  if (s->type > 32 && s->type < 128)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Unknown format code '%c' for object of type '%s'",
                    (int)s->type, of);
  return dbx_fail(DBX_E208, (dbx_span){0}, "Unknown format code '\\x%x' for object of type '%s'",
                  s->type, of);
}

static bool type_in(const fmt_spec *s, const char *types) {
  return s->type && s->type < 128 && strchr(types, (int)s->type);
}

static dbx_status refuse(const char *what) { return dbx_fail(DBX_E208, (dbx_span){0}, "%s", what); }

static dbx_status format_text(const char *text, size_t n, const char *spec, size_t spec_n,
                              dbx_buf *b) {
  fmt_spec s;
  DBX_TRY(read_spec(spec, spec_n, '<', "str", &s));
  if (s.type && s.type != 's') return unknown_code(&s, "str");
  if (s.sign)
    return refuse(s.sign == ' ' ? "Space not allowed in string format specifier"
                                : "Sign not allowed in string format specifier");
  if (s.minus_zero)
    return refuse("Negative zero coercion (z) not allowed in string format specifier");
  if (s.alternate) return refuse("Alternate form (#) not allowed in string format specifier");
  if (s.group) return bad_group(s.group, 's', "s", 1);
  if (s.align == '=') return refuse("'=' alignment not allowed in string format specifier");
  if (s.precision >= 0) {
    const char *p = text;
    for (int64_t left = s.precision; left > 0 && p < text + n; left--) {
      uint32_t len;
      (void)fmt_code_point(p, (size_t)(text + n - p), &len);
      p += len;
    }
    n = (size_t)(p - text);
  }
  return fmt_put_text(b, &s, text, n);
}

static dbx_status format_float(double x, const char *spec, size_t n, dbx_buf *b) {
  fmt_spec s;
  DBX_TRY(read_spec(spec, n, '>', "float", &s));
  if (s.type && !type_in(&s, "eEfFgGn%")) return unknown_code(&s, "float");
  if (s.precision > INT_MAX) return refuse("precision too big");
  if (!s.type) s.type = 'r';
  return fmt_put_float(b, &s, x, "");
}

static dbx_status format_int(pv v, const char *spec, size_t n, dbx_buf *b) {
  fmt_spec s;
  const char *of = lang_type_name(v);
  double x;
  DBX_TRY(read_spec(spec, n, '>', of, &s));
  if (type_in(&s, "eEfFgG%")) {
    DBX_TRY(number_as_double(v, &x));
    if (s.precision > INT_MAX) return refuse("precision too big");
    return fmt_put_float(b, &s, x, "");
  }
  if (s.type && !type_in(&s, "bcdnoxX")) return unknown_code(&s, of);
  if (s.precision >= 0) return refuse("Precision not allowed in integer format specifier");
  if (s.minus_zero)
    return refuse("Negative zero coercion (z) not allowed in integer format specifier");
  return s.type == 'c' ? put_character(b, &s, v) : fmt_put_int(b, &s, v);
}

static dbx_status format_complex(const o_complex *c, const char *spec, size_t n, dbx_buf *b) {
  fmt_spec s;
  DBX_TRY(read_spec(spec, n, '>', "complex", &s));
  if (s.type && !type_in(&s, "eEfFgGn")) return unknown_code(&s, "complex");
  if (s.precision > INT_MAX) return refuse("precision too big");
  if (s.fill_n == 1 && *s.fill == '0')
    return refuse("Zero padding is not allowed in complex format specifier");
  if (s.align == '=')
    return refuse("'=' alignment flag is not allowed in complex format specifier");
  return put_complex(b, &s, c->re, c->im);
}

static dbx_status format_instance(pv v, const char *spec, size_t n, dbx_buf *b, bool *done) {
  pv fn = lang_class_lookup(lang_instance(v)->cls, names_now->__format__), arg = str_new(spec, n),
     r;
  *done = fn.tag != PV_UNBOUND;
  if (!*done) return DBX_OK;
  DBX_TRY(lang_call(method_new(v, fn), &arg, 1, &r));
  if (!is_str(r))
    return dbx_fail(DBX_E204, (dbx_span){0}, "__format__ must return a str, not %s",
                    lang_type_name(r));
  return dbx_putn(b, STR(r)->s, STR(r)->n), DBX_OK;
}

dbx_status lang_format(pv v, const char *spec, size_t n, dbx_buf *b) {
  bool done = false;
  if (is_instance(v)) DBX_TRY(format_instance(v, spec, n, b, &done));
  if (done) return DBX_OK;
  bool single = is_obj(v, T_GENERIC) || (is_obj(v, T_ARRAY) && ARR(v)->rank == 0) ||
                (is_obj(v, T_NDARRAY) && NDARRAY(v)->rank == 0);
  if (!n && !single) return lang_str(v, b);
  if (single) { // as the Python number that it holds
    DBX_TRY(type_of(v)->element(v, &v));
    return lang_format(v, spec, n, b);
  }
  if (is_int(v) || number_is_big(v)) return format_int(v, spec, n, b);
  if (v.tag == PV_FLOAT) return format_float(v.f, spec, n, b);
  if (is_str(v)) return format_text(STR(v)->s, STR(v)->n, spec, n, b);
  if (is_obj(v, T_COMPLEX)) return format_complex((o_complex *)v.o, spec, n, b);
  bool traced = v.tag == PV_TRACER, array = is_array(v) && !traced;
  const char *of = array ? "numpy.ndarray" : is_obj(v, T_CLASS) ? "type" : lang_type_name(v);
  return dbx_fail(DBX_E204, (dbx_span){0}, "unsupported format string passed to %s.__format__%s",
                  of, traced ? ": its value is known only when the compiled function runs" : "");
}
