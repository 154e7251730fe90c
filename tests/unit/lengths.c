// See lengths.h. Each operation becomes an equation of the text of a Jaxpr.
#include "lengths.h"

#include "facts.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
  const char *at;
  dbx_buf equations;
  int n; // of them
} writer;

typedef struct name {
  char text[40];
} name;

static name sum(writer *w);

static char next(writer *w) {
  while (*w->at == ' ') w->at++;
  return *w->at;
}

static bool take(writer *w, char c) {
  if (next(w) != c) return false;
  w->at++;
  return true;
}

static name equation(writer *w, const char *operation, name a, const char *b) {
  name r = {""};
  snprintf(r.text, sizeof r.text, "t_%d", w->n++);
  dbx_printf(&w->equations, "%s:i64[] = %s %s %s\n", r.text, operation, a.text, b);
  return r;
}

static name word(writer *w) { // a number, a length or a function
  name r = {""};
  size_t n = 0;
  next(w);
  while (isalnum((unsigned char)*w->at) || *w->at == '_') r.text[n++] = *w->at++;
  if (!take(w, '(')) return r;
  name a = sum(w), b = take(w, ',') ? sum(w) : (name){""};
  cr_assert(take(w, ')'), "%s", w->at);
  return equation(w, r.text, a, b.text);
}

static name factor(writer *w) {
  if (take(w, '-')) return equation(w, "neg", factor(w), "");
  name a;
  if (take(w, '(')) {
    a = sum(w);
    cr_assert(take(w, ')'), "%s", w->at);
  } else {
    a = word(w);
  }
  if (!take(w, '^')) return a;
  char power[60];
  snprintf(power, sizeof power, "integer_pow[y=%s]", word(w).text);
  return equation(w, power, a, "");
}

static name product(writer *w) {
  name a = factor(w);
  while (take(w, '*')) a = equation(w, "mul", a, factor(w).text);
  return a;
}

static name sum(writer *w) {
  name a = product(w);
  for (;;) {
    if (take(w, '+')) a = equation(w, "add", a, product(w).text);
    else if (take(w, '-')) a = equation(w, "sub", a, product(w).text);
    else return a;
  }
}

uint32_t lengths_of(const char *formulas, dbx_jaxpr **j, dbx_atom *ret) {
  writer w = {.at = formulas};
  dbx_buf outs = {0}, text = {0};
  uint32_t n = 0;
  do dbx_printf(&outs, "%s, ", sum(&w).text), n++;
  while (take(&w, ';') && n < LENGTHS_MOST);
  cr_assert(!next(&w), "%s", w.at);
  dbx_printf(&text, "{ lambda ; n:i64[] m:i64[] k:i64[]. let\n%sin (%s) }", dbx_text(&w.equations),
             dbx_text(&outs));
  *j = facts_jaxpr(dbx_text(&text));
  memcpy(ret, (*j)->outs, n * sizeof *ret);
  dbx_buf_free(&outs), dbx_buf_free(&text), dbx_buf_free(&w.equations);
  return n;
}
