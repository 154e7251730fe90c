// The scanner of Jaxpr text (see scan.h).
#include "ir/scan.h"

#include "base/poll.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

dbx_span dbx_scan_span(const dbx_scan *s) { return (dbx_span){s->file, s->begin, s->end}; }
bool dbx_scan_is(const dbx_scan *s, char punct) {
  return s->tok == DBX_TOK_PUNCT && s->punct == punct;
}
bool dbx_scan_is_name(const dbx_scan *s, const char *name) {
  return s->tok == DBX_TOK_NAME && s->end - s->begin == strlen(name) &&
         !memcmp(s->text + s->begin, name, s->end - s->begin);
}

static uint32_t skip_blanks(const dbx_scan *s, uint32_t i) {
  while (i < s->n && isspace((unsigned char)s->text[i])) i++;
  return i;
}

char dbx_scan_after(const dbx_scan *s) {
  uint32_t i = skip_blanks(s, s->end);
  return i < s->n ? s->text[i] : 0;
}

static bool name_start(char c) { return isalpha((unsigned char)c) || c == '_' || (c & 0x80); }
static bool name_part(char c) { return name_start(c) || isdigit((unsigned char)c); }

// A dot inside a name belongs to it only before another letter: "a:i64[]. let" ends before it.
static void scan_name(dbx_scan *s) {
  uint32_t i = s->begin;
  while (i < s->n && (name_part(s->text[i]) ||
                      (s->text[i] == '.' && i + 1 < s->n && name_start(s->text[i + 1]))))
    i++;
  // scatter-add and its kin
  if (i - s->begin == 7 && !memcmp(s->text + s->begin, "scatter", 7) && i + 1 < s->n &&
      s->text[i] == '-' && islower((unsigned char)s->text[i + 1]))
    for (i++; i < s->n && islower((unsigned char)s->text[i]); i++) {}
  s->tok = DBX_TOK_NAME;
  s->end = i;
}

static dbx_status scan_number(dbx_scan *s) {
  uint32_t i = s->begin;
  bool real = false;
  if (s->text[i] == '-' || s->text[i] == '+') i++;
  if (i < s->n && isalpha((unsigned char)s->text[i])) { // inf, nan
    s->f = s->text[i] == 'i' ? INFINITY : NAN;
    i += 3;
    real = true;
  }
  for (; i < s->n; i++) {
    char c = s->text[i];
    bool sign = (c == '-' || c == '+') && (s->text[i - 1] == 'e' || s->text[i - 1] == 'E');
    if (c == '.' || c == 'e' || c == 'E') real = true;
    if (!isdigit((unsigned char)c) && c != '.' && c != 'e' && c != 'E' && !sign) break;
  }
  char buf[64];
  uint32_t n = i - s->begin;
  if (n >= sizeof buf)
    return dbx_fail(DBX_E601, dbx_scan_span(s), "a number with more than 60 characters");
  memcpy(buf, s->text + s->begin, n);
  buf[n] = 0;
  s->f = strtod(buf, NULL);
  s->tok = real ? DBX_TOK_FLOAT : DBX_TOK_INT;
  if (!real) {
    errno = 0;
    s->i = buf[0] == '-' ? strtoll(buf, NULL, 10) : (int64_t)strtoull(buf, NULL, 10);
    if (errno) return dbx_fail(DBX_E601, dbx_scan_span(s), "an integer of more than 64 bits");
  }
  if (i < s->n && s->text[i] == 'j') s->tok = DBX_TOK_IMAG, i++;
  s->end = i;
  return DBX_OK;
}

static bool signed_number(const dbx_scan *s) {
  const char *t = s->text + s->begin;
  uint32_t left = s->n - s->begin;
  if (*t != '-' && *t != '+') return isdigit((unsigned char)*t);
  return left > 1 && (isdigit((unsigned char)t[1]) ||
                      (left > 3 && (!memcmp(t + 1, "inf", 3) || !memcmp(t + 1, "nan", 3))));
}

dbx_status dbx_scan_next(dbx_scan *s) {
  s->begin = s->end = skip_blanks(s, s->end);
  if (s->begin >= s->n) {
    s->tok = DBX_TOK_END;
    return DBX_OK;
  }
  if (name_start(s->text[s->begin])) return scan_name(s), DBX_OK;
  if (signed_number(s)) return scan_number(s);
  s->tok = DBX_TOK_PUNCT;
  s->punct = s->text[s->begin];
  s->end = s->begin + 1;
  return DBX_OK;
}

dbx_status dbx_scan_start(dbx_scan *s, uint32_t file, uint32_t offset) {
  size_t n;
  *s = (dbx_scan){.file = file, .end = offset};
  s->text = dbx_source_text(file, &n);
  s->n = (uint32_t)n;
  return dbx_scan_next(s);
}

dbx_status dbx_scan_expect(dbx_scan *s, char punct) {
  if (!dbx_scan_is(s, punct))
    return dbx_fail(DBX_E601, dbx_scan_span(s), "expected '%c' in the Jaxpr", punct);
  return dbx_scan_next(s);
}

dbx_status dbx_scan_expect_name(dbx_scan *s, const char *name) {
  if (!dbx_scan_is_name(s, name))
    return dbx_fail(DBX_E601, dbx_scan_span(s), "expected '%s' in the Jaxpr", name);
  return dbx_scan_next(s);
}

dbx_span dbx_scan_binder(dbx_span equation, uint32_t i) {
  dbx_scan s;
  bool ok = dbx_scan_start(&s, equation.file, equation.begin) == DBX_OK;
  for (;; i--) {
    dbx_span span = dbx_scan_span(&s);
    while (ok && s.tok != DBX_TOK_END && s.begin < equation.end && !dbx_scan_is(&s, ']') &&
           !dbx_scan_is(&s, '='))
      ok = dbx_scan_next(&s) == DBX_OK;
    span.end = s.end;
    if (!ok) dbx_diag_forget();
    if (!ok || !dbx_scan_is(&s, ']')) return equation;
    if (!i) return span;
    ok = dbx_scan_next(&s) == DBX_OK;
  }
}
