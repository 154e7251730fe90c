// Numbers and strings, f-strings included (see parser.h).
#include "lang/syntax/parser.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

// ---- numbers ----

static char *without_underscores(dbx_arena *a, const char *s, uint32_t n, uint32_t *len) {
  char *t = dbx_arena_alloc(a, n + 1);
  *len = 0;
  for (uint32_t i = 0; i < n; i++)
    if (s[i] != '_') t[(*len)++] = s[i];
  return t;
}

dbx_status dbx_parse_number(dbx_parser *p, dbx_node **ret) {
  const dbx_token *t = p->t++;
  dbx_node *n = dbx_node_new(p, DBX_N_Constant, t->begin);
  uint32_t len;
  char *s = without_underscores(p->arena, p->text + t->begin, t->end - t->begin, &len);
  int base = len > 1 && s[0] == '0' && isalpha((unsigned char)s[1]) && (s[1] | 32) != 'e' &&
                     (s[1] | 32) != 'j'
                 ? (s[1] | 32) == 'x'   ? 16
                   : (s[1] | 32) == 'o' ? 8
                                        : 2
                 : 10;
  bool imaginary = base == 10 && (s[len - 1] | 32) == 'j';
  bool real = base == 10 && strpbrk(s, ".eE") != NULL;
  if (imaginary) s[len - 1] = 0;
  n->value = DBX_NEW(p->arena, dbx_node_value);
  if (imaginary || real) {
    n->constant = imaginary ? DBX_C_COMPLEX : DBX_C_FLOAT;
    n->value->f = strtod(s, NULL);
  } else {
    errno = 0;
    const char *digits = base == 10 ? s : s + 2;
    n->value->i = strtoll(digits, NULL, base);
    n->constant = errno ? DBX_C_BIGINT : DBX_C_INT;
    n->value->str = s;
    n->value->str_n = len;
    n->flag = base;
  }
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

// ---- strings ----

typedef struct piece {
  dbx_parser *p;
  dbx_buf text;        // decoded so far
  dbx_node_list parts; // of an f-string
  uint32_t begin;      // of the first string token
  bool formatted;
  enum { NONE_YET, TEXT, BYTES } kinds; // of the strings: they are not mixed
} piece;

static void put_code_point(dbx_buf *b, uint32_t c) {
  utf8proc_uint8_t out[4];
  utf8proc_ssize_t n = utf8proc_encode_char((utf8proc_int32_t)c, out);
  dbx_putn(b, (char *)out, (size_t)n);
}

static dbx_status hex_escape(dbx_parser *p, uint32_t at, const char **s, const char *end, int n,
                             uint32_t *ret) {
  uint32_t c = 0;
  for (int i = 0; i < n; i++) {
    if (*s >= end || !isxdigit((unsigned char)**s))
      return dbx_fail(DBX_E104, (dbx_span){p->file, at, at + 2}, "truncated escape in a string");
    c = c * 16 + (uint32_t)(isdigit((unsigned char)**s) ? **s - '0' : (**s | 32) - 'a' + 10);
    (*s)++;
  }
  if (c > 0x10FFFF)
    return dbx_fail(DBX_E104, (dbx_span){p->file, at, at + 2}, "an escape that is not a character");
  if (c >= 0xD800 && c < 0xE000)
    return dbx_refuse(p, (dbx_span){p->file, at, at + 2}, "lone surrogates",
                      "write the character itself or \\U and its code");
  *ret = c;
  return DBX_OK;
}

static void put_escaped(piece *w, uint32_t c) {
  if (w->kinds == BYTES) dbx_putc(&w->text, (char)c);
  else put_code_point(&w->text, c);
}

// *s points behind the backslash.
static dbx_status escape(piece *w, const char **s, const char *end) {
  static const char from[] = "\\'\"abfnrtv", to[] = "\\'\"\a\b\f\n\r\t\v";
  uint32_t at = (uint32_t)(*s - 1 - w->p->text), c = 0;
  char e = *(*s)++;
  const char *simple = e ? strchr(from, e) : NULL;
  if (e == '\n') return DBX_OK;
  if (e == '\r') return *s += **s == '\n', DBX_OK;
  if (simple) return dbx_putc(&w->text, to[simple - from]), DBX_OK;
  if (e == 'x' || (w->kinds != BYTES && (e == 'u' || e == 'U'))) {
    DBX_TRY(hex_escape(w->p, at, s, end, e == 'x' ? 2 : e == 'u' ? 4 : 8, &c));
    return put_escaped(w, c), DBX_OK;
  }
  if (e >= '0' && e <= '7') {
    c = (uint32_t)(e - '0');
    for (int i = 0; i < 2 && *s < end && **s >= '0' && **s <= '7'; i++)
      c = c * 8 + (uint32_t)(*(*s)++ - '0');
    return put_escaped(w, c), DBX_OK;
  }
  if (e == 'N' && w->kinds != BYTES)
    return dbx_refuse(w->p, (dbx_span){w->p->file, at, at + 2}, "\\N{...} escapes",
                      "write \\u and the code");
  dbx_putc(&w->text, '\\');
  dbx_putc(&w->text, e);
  return DBX_OK;
}

static void flush_text(piece *w, uint32_t begin, uint32_t end) {
  if (!w->text.n) return;
  dbx_node *n = dbx_node_new(w->p, DBX_N_Constant, begin);
  n->span.end = end;
  n->constant = DBX_C_STR;
  n->value = DBX_NEW(w->p->arena, dbx_node_value);
  n->value->str = dbx_arena_copy(w->p->arena, dbx_text(&w->text), w->text.n + 1);
  n->value->str_n = (uint32_t)w->text.n;
  dbx_add_node(w->p, &w->parts, n);
  dbx_clear(&w->text);
}

static dbx_status f_string(piece *w, const char **s, const char *end, bool raw, int depth);

// The end of the expression in a field: "=", "!", ":" or "}" outside brackets and strings.
static dbx_status field_end(dbx_parser *p, const char *s, const char *end, const char **ret) {
  int n = 0; // open brackets
  for (const char *at = s; s < end; s++) {
    if (*s == '\'' || *s == '"') {
      char q = *s;
      bool triple = s + 2 < end && s[1] == q && s[2] == q;
      s += triple ? 3 : 1;
      while (s < end && (*s != q || (triple && !(s + 2 < end && s[1] == q && s[2] == q)))) s++;
      if (triple) s += 2;
      continue;
    }
    if (*s == '\\')
      return dbx_fail(DBX_E104,
                      (dbx_span){p->file, (uint32_t)(s - p->text), (uint32_t)(s - p->text) + 1},
                      "f-string expression part cannot include a backslash");
    if (*s == '#')
      return dbx_fail(DBX_E104,
                      (dbx_span){p->file, (uint32_t)(s - p->text), (uint32_t)(s - p->text) + 1},
                      "f-string expression part cannot include '#'");
    if (strchr("([{", *s)) {
      if (++n > 64)
        return dbx_fail(DBX_E108,
                        (dbx_span){p->file, (uint32_t)(at - p->text), (uint32_t)(s - p->text)},
                        "f-string: too many nested brackets");
      continue;
    }
    if (n && strchr(")]}", *s)) {
      n--;
      continue;
    }
    if (n) continue;
    bool comparison =
        (*s == '!' || *s == '=' || *s == '<' || *s == '>') && s + 1 < end && s[1] == '=';
    if (comparison) {
      s++;
      continue;
    }
    if (*s == '<' || *s == '>') continue;
    if (strchr("=!:}", *s)) return *ret = s, DBX_OK;
  }
  *ret = end;
  return DBX_OK;
}

static dbx_status conversion(dbx_parser *p, const char **s, const char *end, int32_t *ret) {
  if (*s >= end || **s != '!') return DBX_OK;
  uint32_t at = (uint32_t)(*s - p->text);
  (*s)++;
  if (*s >= end || !**s || !strchr("rsa", **s))
    return dbx_fail(DBX_E104, (dbx_span){p->file, at, at + 2},
                    "f-string: invalid conversion character: expected 's', 'r', or 'a'");
  *ret = (unsigned char)*(*s)++;
  return DBX_OK;
}

// *s points behind "{".
static dbx_status f_field(piece *w, const char **s, const char *end, bool raw, int depth) {
  dbx_parser *p = w->p;
  const char *from = *s, *stop;
  uint32_t begin = (uint32_t)(from - p->text);
  dbx_span here = {p->file, begin, begin + 1};
  if (depth > 2) return dbx_fail(DBX_E104, here, "f-string: expressions nested too deeply");
  DBX_TRY(field_end(p, from, end, &stop));
  if (stop >= end) return dbx_fail(DBX_E104, here, "f-string: expecting '}'");
  bool blank = true;
  for (const char *c = from; c < stop; c++) blank &= isspace((unsigned char)*c) != 0;
  if (blank) return dbx_fail(DBX_E104, here, "f-string: valid expression required before '}'");
  dbx_node *n = dbx_node_new(p, DBX_N_FormattedValue, begin);
  DBX_TRY(dbx_parse_expression(p->file, begin, (uint32_t)(stop - p->text), p->arena, &n->a));
  n->flag = -1;
  *s = stop;
  if (**s == '=') { // the expression's text, then its repr
    (*s)++;
    while (*s < end && isspace((unsigned char)**s)) (*s)++;
    dbx_putn(&w->text, from, (size_t)(*s - from));
    n->flag = **s == '}' ? 'r' : -1;
  }
  DBX_TRY(conversion(p, s, end, &n->flag));
  if (*s < end && **s == ':') {
    (*s)++;
    piece spec = {.p = p, .begin = (uint32_t)(*s - p->text), .formatted = true};
    dbx_status st = f_string(&spec, s, end, raw, depth + 1);
    dbx_node *j = dbx_node_new(p, DBX_N_JoinedStr, begin);
    j->span.end = (uint32_t)(*s - p->text);
    flush_text(&spec, spec.begin, (uint32_t)(*s - p->text));
    j->l = dbx_take_list(&spec.parts);
    dbx_buf_free(&spec.text);
    DBX_TRY(st);
    n->b = j;
  }
  if (*s >= end || **s != '}') return dbx_fail(DBX_E104, here, "f-string: expecting '}'");
  n->span.end = (uint32_t)((*s)++ - p->text);
  flush_text(w, begin - 1, begin - 1);
  dbx_add_node(w->p, &w->parts, n);
  return DBX_OK;
}

// Up to end, or in a format spec (depth > 0) up to its "}".
static dbx_status f_string(piece *w, const char **s, const char *end, bool raw, int depth) {
  while (*s < end) {
    char c = **s;
    bool twice = *s + 1 < end && (*s)[1] == c;
    if (c == '{' && !(twice && !depth)) {
      (*s)++;
      DBX_TRY(f_field(w, s, end, raw, depth));
    } else if (c == '}' && depth) {
      return DBX_OK;
    } else if (c == '}' && !twice) {
      uint32_t at = (uint32_t)(*s - w->p->text);
      return dbx_fail(DBX_E104, (dbx_span){w->p->file, at, at + 1},
                      "f-string: single '}' is not allowed");
    } else if (c == '{' || c == '}') {
      dbx_putc(&w->text, c);
      *s += 2;
    } else if (c == '\\' && !raw) {
      (*s)++;
      DBX_TRY(escape(w, s, end));
    } else {
      dbx_putc(&w->text, c);
      (*s)++;
    }
  }
  return DBX_OK;
}

static dbx_status plain(piece *w, const char *s, const char *end, bool raw) {
  while (s < end) {
    if (*s == '\\' && !raw) {
      s++;
      DBX_TRY(escape(w, &s, end));
    } else if (*s == '\r') { // line ends are normalised
      dbx_putc(&w->text, '\n');
      s += s + 1 < end && s[1] == '\n' ? 2 : 1;
    } else if (w->kinds == BYTES && *s & 0x80) {
      uint32_t at = (uint32_t)(s - w->p->text);
      return dbx_fail(DBX_E104, (dbx_span){w->p->file, at, at + 1},
                      "bytes can only contain ASCII literal characters");
    } else {
      dbx_putc(&w->text, *s++);
    }
  }
  return DBX_OK;
}

static dbx_status one_string(piece *w) {
  dbx_parser *p = w->p;
  const char *s = p->text + p->t->begin, *end = p->text + p->t->end;
  bool raw = false, formatted = false, bytes = false;
  dbx_span here = {p->file, p->t->begin, p->t->end};
  for (; *s != '\'' && *s != '"'; s++) {
    raw |= (*s | 32) == 'r';
    formatted |= (*s | 32) == 'f';
    bytes |= (*s | 32) == 'b';
  }
  if (w->kinds && bytes != (w->kinds == BYTES))
    return dbx_fail(DBX_E104, here, "cannot mix bytes and nonbytes literals");
  w->kinds = bytes ? BYTES : TEXT;
  int quotes = end - s >= 6 && s[1] == *s && s[2] == *s ? 3 : 1;
  s += quotes, end -= quotes;
  w->formatted |= formatted;
  p->t++;
  return formatted ? f_string(w, &s, end, raw, 0) : plain(w, s, end, raw);
}

dbx_status dbx_parse_strings(dbx_parser *p, dbx_node **ret) {
  piece w = {.p = p, .begin = p->t->begin};
  bool u = p->text[p->t->begin] == 'u';
  dbx_status st = DBX_OK;
  while (st == DBX_OK && p->t->kind == DBX_T_STRING) st = one_string(&w);
  if (st != DBX_OK) {
    dbx_buf_free(&w.text);
    return st;
  }
  dbx_node *n = dbx_node_new(p, w.formatted ? DBX_N_JoinedStr : DBX_N_Constant, w.begin);
  dbx_node_close(p, n);
  if (w.formatted) {
    flush_text(&w, w.begin, n->span.end);
    n->l = dbx_take_list(&w.parts);
  } else {
    n->constant = w.kinds == BYTES ? DBX_C_BYTES : DBX_C_STR;
    n->value = DBX_NEW(p->arena, dbx_node_value);
    n->value->str = dbx_arena_copy(p->arena, dbx_text(&w.text), w.text.n + 1);
    n->value->str_n = (uint32_t)w.text.n;
    n->u_prefix = u;
  }
  dbx_buf_free(&w.text);
  *ret = n;
  return st;
}
