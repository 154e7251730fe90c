// "..." % values, as printf has it (CPython's unicode_format).
#include "lang/text/format.h"

#include <limits.h>
#include <string.h>
#include <utf8proc.h>

typedef struct percent {
  pv args;
  const pv *at; // the values by position
  uint32_t n, next;
  bool mapping; // "%(key)s" is possible, and values may be left over
  const char *text, *p, *end;
} percent;

static dbx_status next_value(percent *w, pv *ret) {
  if (w->next >= w->n)
    return dbx_fail(DBX_E204, (dbx_span){0}, "not enough arguments for format string");
  return *ret = w->at[w->next++], DBX_OK;
}

static dbx_status incomplete(void) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "incomplete format");
}

// "(key)": the value of the mapping becomes the only argument.
static dbx_status read_key(percent *w, pv *value) {
  const char *from = ++w->p;
  int depth = 1;
  if (!w->mapping) return dbx_fail(DBX_E204, (dbx_span){0}, "format requires a mapping");
  for (; w->p < w->end; w->p++) {
    depth += (*w->p == '(') - (*w->p == ')');
    if (!depth) break;
  }
  if (depth) return dbx_fail(DBX_E208, (dbx_span){0}, "incomplete format key");
  pv key = str_new(from, (size_t)(w->p++ - from));
  DBX_TRY(lang_getitem(w->args, key, value));
  lang_pin(*value);
  w->at = value, w->n = 1, w->next = 0;
  return DBX_OK;
}

static dbx_status read_star(percent *w, int64_t *ret) {
  pv v;
  if (w->p < w->end && *w->p == '*') {
    w->p++;
    DBX_TRY(next_value(w, &v));
    if (!is_int(v)) return dbx_fail(DBX_E204, (dbx_span){0}, "* wants int");
    return *ret = v.i, DBX_OK;
  }
  int64_t n = 0;
  for (; w->p < w->end && *w->p >= '0' && *w->p <= '9'; w->p++)
    if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *w->p - '0', &n))
      return dbx_fail(DBX_E208, (dbx_span){0}, "width too big");
  return *ret = n, DBX_OK;
}

static dbx_status read_directive(percent *w, fmt_spec *s) {
  bool zero = false, left = false;
  *s = (fmt_spec){.fill = " ", .fill_n = 1, .align = '>', .precision = -1};
  for (; w->p < w->end && strchr("-+ #0", *w->p); w->p++) {
    left |= *w->p == '-';
    zero |= *w->p == '0';
    s->alternate |= *w->p == '#';
    if (*w->p == '+' || (*w->p == ' ' && !s->sign)) s->sign = *w->p;
  }
  DBX_TRY(read_star(w, &s->width));
  if (s->width < 0) left = true, s->width = -s->width;
  if (w->p < w->end && *w->p == '.') {
    w->p++;
    DBX_TRY(read_star(w, &s->precision));
    if (s->precision < 0) s->precision = 0;
    if (s->precision > INT_MAX) return dbx_fail(DBX_E208, (dbx_span){0}, "precision too big");
  }
  while (w->p < w->end && strchr("hlL", *w->p)) w->p++;
  if (w->p >= w->end) return incomplete();
  uint32_t len;
  s->type = fmt_code_point(w->p, (size_t)(w->end - w->p), &len);
  w->p += len;
  if (left) s->align = '<';
  else if (zero) s->align = '=', s->fill = "0";
  return DBX_OK;
}

// ---- conversions ----

static dbx_status put_text(dbx_buf *b, fmt_spec *s, pv v) {
  dbx_buf text = {0};
  dbx_status st = s->type == 's'   ? lang_str(v, &text)
                  : s->type == 'r' ? lang_repr(v, &text)
                                   : lang_ascii(v, &text);
  size_t n = text.n;
  if (s->precision >= 0) {
    n = 0;
    for (int64_t left = s->precision; left > 0 && n < text.n; left--) {
      uint32_t len;
      (void)fmt_code_point(text.at + n, text.n - n, &len);
      n += len;
    }
  }
  if (s->align == '=') s->align = '>', s->fill = " "; // zeros pad numbers only
  if (st == DBX_OK) st = fmt_put_text(b, s, dbx_text(&text), n);
  dbx_buf_free(&text);
  return st;
}

static dbx_status put_char(dbx_buf *b, fmt_spec *s, pv v) {
  utf8proc_uint8_t out[4];
  if (s->align == '=') s->align = '>', s->fill = " ";
  if (is_str(v) && STR(v)->points == 1) return fmt_put_text(b, s, STR(v)->s, STR(v)->n);
  if (!is_int(v) && !number_is_big(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%%c requires int or char");
  if (!is_int(v) || v.i < 0 || v.i > 0x10ffff)
    return dbx_fail(DBX_E211, (dbx_span){0}, "%%c arg not in range(0x110000)");
  return fmt_put_text(b, s, (char *)out, (size_t)utf8proc_encode_char((utf8proc_int32_t)v.i, out));
}

static dbx_status call_number(pv v, dbx_sym name, pv *ret) {
  pv fn = is_instance(v) ? lang_class_lookup(lang_instance(v)->cls, name) : PV(PV_UNBOUND);
  *ret = PV(PV_UNBOUND);
  return fn.tag == PV_UNBOUND ? DBX_OK : lang_call(method_new(v, fn), NULL, 0, ret);
}

static dbx_status to_int(uint32_t type, pv v, pv *ret) {
  int64_t i;
  bool decimal = type == 'd' || type == 'i' || type == 'u';
  *ret = v;
  if (is_int(v) || number_is_big(v)) return DBX_OK;
  if (decimal && v.tag == PV_FLOAT) return number_from_double(v.f, ret);
  if (decimal && is_array(v)) return type_of(v)->number(v, PV_INT, ret);
  if (is_array(v)) {
    DBX_TRY(lang_index(v, &i));
    return *ret = pv_int(i), DBX_OK;
  }
  DBX_TRY(call_number(v, decimal ? names_now->__int__ : names_now->__index__, ret));
  if (ret->tag == PV_UNBOUND && decimal) DBX_TRY(call_number(v, names_now->__index__, ret));
  if (ret->tag != PV_UNBOUND && (is_int(*ret) || number_is_big(*ret))) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "%%%c format: %s is required, not %s", (int)type,
                  decimal ? "a real number" : "an integer", lang_type_name(v));
}

static dbx_status to_float(pv v, double *ret) {
  pv r = v;
  if (is_array(v)) DBX_TRY(type_of(v)->number(v, PV_FLOAT, &r));
  if (is_instance(v)) DBX_TRY(call_number(v, names_now->__float__, &r));
  return number_as_double(r.tag == PV_UNBOUND ? v : r, ret);
}

// A precision of an integer is its least number of digits.
static dbx_status put_precise_int(dbx_buf *b, const fmt_spec *s, pv v) {
  fmt_spec plain = {.fill = "0", .fill_n = 1, .align = '=', .type = s->type, .precision = -1};
  dbx_buf text = {0};
  dbx_status st = fmt_put_int(&text, &plain, v);
  bool negative = text.n && *text.at == '-';
  const char *prefix = !s->alternate    ? ""
                       : s->type == 'x' ? "0x"
                       : s->type == 'X' ? "0X"
                       : s->type == 'o' ? "0o"
                                        : "";
  dbx_buf digits = {0};
  if (st == DBX_OK) st = lang_check_room((double)s->precision);
  if (st == DBX_OK) {
    for (size_t n = text.n - negative; (int64_t)n < s->precision; n++) dbx_putc(&digits, '0');
    dbx_put(&digits, text.at + negative);
    st = fmt_put_number(b, s, &(fmt_number){negative, prefix, digits.at, digits.n, ""});
  }
  dbx_buf_free(&text);
  dbx_buf_free(&digits);
  return st;
}

static dbx_status put_directive(percent *w, fmt_spec *s, pv v, dbx_buf *b) {
  double x;
  switch (s->type) {
  case 's':
  case 'r':
  case 'a': return put_text(b, s, v);
  case 'c': return put_char(b, s, v);
  case '%': return dbx_putc(b, '%'), DBX_OK;
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    DBX_TRY(to_int(s->type, v, &v));
    if (s->type == 'i' || s->type == 'u') s->type = 'd';
    return s->precision >= 0 ? put_precise_int(b, s, v) : fmt_put_int(b, s, v);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G': DBX_TRY(to_float(v, &x)); return fmt_put_float(b, s, x, "");
  default: break;
  }
  uint32_t len;
  const char *at = w->p - 1;
  while (at > w->text && (*at & 0xC0) == 0x80) at--;
  (void)fmt_code_point(at, (size_t)(w->p - at), &len);
  return dbx_fail(
      DBX_E208, (dbx_span){0}, "unsupported format character '%.*s' (0x%x) at index %zu",
      s->type >= 32 && s->type < 127 ? (int)len : 1, s->type >= 32 && s->type < 127 ? at : "?",
      s->type, dbx_columns(w->text, (size_t)(at - w->text)));
}

static dbx_status put_all(percent *w, dbx_buf *b) {
  pv v, keyed;
  fmt_spec s;
  while (w->p < w->end) {
    if (*w->p != '%') {
      dbx_putc(b, *w->p++);
      continue;
    }
    if (++w->p >= w->end) return incomplete();
    if (*w->p == '(') DBX_TRY(read_key(w, &keyed));
    if (*w->p == '%') {
      dbx_putc(b, *w->p++);
      continue;
    }
    DBX_TRY(read_directive(w, &s));
    DBX_TRY(next_value(w, &v));
    DBX_TRY(put_directive(w, &s, v, b));
  }
  if (w->next < w->n && !w->mapping)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "not all arguments converted during string formatting");
  return DBX_OK;
}

static dbx_status percent_text(pv fmt, pv args, pv *ret) {
  uint32_t mark = lang_pins();
  bool tuple = is_obj(args, T_TUPLE);
  fmt = lang_terminated(fmt);
  percent w = {.args = args,
               .at = tuple ? SEQ(args)->at : &args,
               .n = tuple ? SEQ(args)->n : 1,
               .text = STR(fmt)->s,
               .p = STR(fmt)->s,
               .end = STR(fmt)->s + STR(fmt)->n};
  w.mapping =
      is_obj(args, T_DICT) || is_obj(args, T_LIST) || is_obj(args, T_RANGE) ||
      is_obj(args, T_LONG_RANGE) || is_array(args) ||
      (is_instance(args) &&
       lang_class_lookup(lang_instance(args)->cls, names_now->__getitem__).tag != PV_UNBOUND);
  dbx_buf b = {0};
  lang_pin(fmt);
  lang_pin(args);
  dbx_status st = put_all(&w, &b);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status str_binary(dbx_op op, pv x, pv y, pv *ret) {
  if (op == DBX_OP_Mod && is_str(x)) return percent_text(x, y, ret);
  return *ret = PV(PV_NOTIMPLEMENTED), DBX_OK;
}
