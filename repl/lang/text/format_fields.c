// "{0.name[key]!r:>{width}}".format(...): replacement fields and what they name.
#include "lang/text/format.h"

#include <string.h>

typedef enum numbering { NUMBERING_NONE, NUMBERING_AUTO, NUMBERING_MANUAL } numbering;
typedef struct fields {
  const call_args *args;
  pv mapping; // format_map: names are looked up here
  numbering numbering;
  int64_t next;
} fields;

static dbx_status put_fields(fields *w, const char *p, const char *end, int depth, dbx_buf *b);

static dbx_status malformed(const char *what) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "%s", what);
}

// Digits only: the number; -1 if it is a name. Too large a number in front of a name fails too.
static dbx_status field_number(const char *p, const char *end, int64_t *ret) {
  int64_t v = p == end ? -1 : 0;
  while (p < end) {
    uint32_t n;
    int digit = number_decimal_of((int32_t)fmt_code_point(p, (size_t)(end - p), &n));
    if (digit < 0) return *ret = -1, DBX_OK;
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, digit, &v))
      return malformed("Too many decimal digits in format string");
    p += n;
  }
  return *ret = v, DBX_OK;
}

static dbx_status positional(fields *w, int64_t i, pv *ret) {
  if (w->mapping.tag != PV_UNBOUND) return malformed("Format string contains positional fields");
  if (i < w->args->n) return *ret = w->args->at[i], DBX_OK;
  return dbx_fail(DBX_E206, (dbx_span){0},
                  "Replacement index %lld out of range for positional args tuple", (long long)i);
}

static dbx_status first_value(fields *w, const char *p, const char *end, pv *ret) {
  int64_t i;
  DBX_TRY(field_number(p, end, &i));
  if (p == end || i >= 0) {
    numbering kind = p == end ? NUMBERING_AUTO : NUMBERING_MANUAL;
    if (w->numbering && w->numbering != kind)
      return malformed(
          kind == NUMBERING_AUTO
              ? "cannot switch from manual field specification to automatic field numbering"
              : "cannot switch from automatic field numbering to manual field specification");
    w->numbering = kind;
    return positional(w, kind == NUMBERING_AUTO ? w->next++ : i, ret);
  }
  pv key = str_new(p, (size_t)(end - p));
  if (w->mapping.tag != PV_UNBOUND) return lang_getitem(w->mapping, key, ret);
  *ret = args_keyword(w->args, STR(key)->s);
  return ret->tag == PV_UNBOUND ? lang_key_error(key) : DBX_OK;
}

// name, then .attribute and [item] in any number.
static dbx_status field_value(fields *w, const char *p, const char *end, pv *ret) {
  const char *at = p;
  while (at < end && *at != '.' && *at != '[') at++;
  DBX_TRY(first_value(w, p, at, ret));
  while (at < end) {
    const char *from = ++at;
    lang_pin(*ret);
    if (from[-1] == '.') {
      while (at < end && *at != '.' && *at != '[') at++;
      if (at == from) return malformed("Empty attribute in format string");
      DBX_TRY(lang_getattr(*ret, dbx_intern_n(from, (size_t)(at - from)), ret));
      continue;
    }
    while (at < end && *at != ']') at++;
    if (at == end) return malformed("Missing ']' in format string");
    if (at == from) return malformed("Empty attribute in format string");
    int64_t i;
    DBX_TRY(field_number(from, at, &i));
    DBX_TRY(lang_getitem(*ret, i >= 0 ? pv_int(i) : str_new(from, (size_t)(at - from)), ret));
    if (++at < end && *at != '.' && *at != '[')
      return malformed("Only '.' or '[' may follow ']' in format field specifier");
  }
  return DBX_OK;
}

static dbx_status convert(char how, pv v, pv *ret) {
  dbx_buf b = {0};
  if (how == 's') return lang_str_value(v, ret);
  if (how == 'r') return lang_repr_value(v, ret);
  if (how != 'a') return dbx_fail(DBX_E208, (dbx_span){0}, "Unknown conversion specifier %c", how);
  dbx_status st = lang_ascii(v, &b);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

// p: behind "{"; end: at its "}".
static dbx_status put_field(fields *w, const char *p, const char *end, int depth, dbx_buf *b) {
  const char *name = p;
  int brackets = 0;
  for (; p < end && (brackets || (*p != '!' && *p != ':')); p++) {
    brackets += (*p == '[') - (*p == ']');
    if (*p == '{') return malformed("unexpected '{' in field name");
  }
  uint32_t mark = lang_pins();
  pv v;
  char conversion = 0;
  DBX_TRY(field_value(w, name, p, &v));
  if (p < end && *p == '!') {
    if (p + 1 >= end) return malformed("unmatched '{' in format spec");
    conversion = p[1];
    p += 2;
    if (p < end && *p != ':') return malformed("expected ':' after conversion specifier");
  }
  lang_pin(v);
  dbx_buf spec = {0};
  dbx_status st = conversion ? convert(conversion, v, &v) : DBX_OK;
  lang_pin(v);
  if (st == DBX_OK && p < end) st = put_fields(w, p + 1, end, depth + 1, &spec);
  if (st == DBX_OK) st = lang_format(v, dbx_text(&spec), spec.n, b);
  dbx_buf_free(&spec);
  lang_unpin(mark);
  return st;
}

// The "}" that ends the field, braces between [ and ] of its name aside; NULL if there is none.
static const char *field_end(const char *p, const char *end) {
  for (bool bracket = false; p < end && (bracket || !strchr("}{:!", *p)); p++)
    bracket = *p == '[' || (bracket && *p != ']');
  for (int depth = 1; p < end; p++) {
    depth += (*p == '{') - (*p == '}');
    if (!depth) return p;
  }
  return NULL;
}

static dbx_status put_fields(fields *w, const char *p, const char *end, int depth, dbx_buf *b) {
  if (depth > 2) return malformed("Max string recursion exceeded");
  while (p < end) {
    bool doubled = p + 1 < end && p[1] == *p;
    if (*p != '{' && *p != '}') {
      dbx_putc(b, *p++);
    } else if (doubled && depth == 1) {
      dbx_putc(b, *p);
      p += 2;
    } else if (*p == '}') {
      return malformed("Single '}' encountered in format string");
    } else {
      const char *close = field_end(p + 1, end);
      if (!close)
        return malformed(p + 1 == end ? "Single '{' encountered in format string"
                                      : "expected '}' before end of string");
      DBX_TRY(put_field(w, p + 1, close, depth, b));
      p = close + 1;
    }
  }
  return DBX_OK;
}

static dbx_status format_with(fields *w, pv text, pv *ret) {
  dbx_buf b = {0};
  uint32_t mark = lang_pins();
  text = lang_terminated(text);
  lang_pin(text);
  dbx_status st = put_fields(w, STR(text)->s, STR(text)->s + STR(text)->n, 1, &b);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status lang_str_format(const call_args *c, pv *ret) {
  fields w = {.args = c, .mapping = PV(PV_UNBOUND)};
  return format_with(&w, ((o_native *)c->fn.o)->self, ret);
}

dbx_status lang_str_format_map(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "format_map", 1, 1));
  fields w = {.args = c, .mapping = c->at[0]};
  return format_with(&w, ((o_native *)c->fn.o)->self, ret);
}
