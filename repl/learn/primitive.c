// Rows of the table of primitives as text (see primitive.h).
#include "learn/primitive.h"

#include "base/nearest.h"

#include "prim/prim.h"
#include "viz/text/text.h"

#include <string.h>

typedef struct row {
  const char *rule, *accepts, *kernel, *lowering, *batching, *tangents, *cotangents;
  char result;
} row;

static const row rows[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  {#rule, accepts, #kernel, #lower, #batch, #jvp, #transpose, result},
#include "prim/prims.def"
};
static const char *const needs[] = {
#define NEEDS(id, rule) [DBX_PRIM_##id] = #rule,
#include "prim/prims.def"
    [DBX_PRIM_COUNT] = NULL};
static const bool exact[] = {
#define EXACT(id) [DBX_PRIM_##id] = true,
#include "prim/prims.def"
    [DBX_PRIM_COUNT] = false};
static const bool total[] = {
#define TOTAL(id) [DBX_PRIM_##id] = true,
#include "prim/prims.def"
    [DBX_PRIM_COUNT] = false};

static const struct {
  const char *name, *words;
} rules[] = {
#define R(name, words) {#name, words},
#include "prim/rules.def"
#undef R
    {"nested", "by its Jaxpr: `:explain bindNested`, `:explain out_type`"},
};

static const char *rule_words(const char *rule) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (!strcmp(rules[i].name, rule)) return rules[i].words;
  return "";
}

// ---- words ----

static void put_accepts(dbx_buf *b, const char *kinds) {
  static const struct {
    char kind;
    const char *words;
  } names[] = {{'b', "bool"},   {'i', "signed integers"},     {'u', "unsigned integers"},
               {'f', "floats"}, {'F', "float32 and float64"}, {'c', "complex numbers"}};
  if (!*kinds) dbx_put(b, "any");
  for (const char *k = kinds; *k; k++)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (names[i].kind == *k) dbx_printf(b, "%s%s", k == kinds ? "" : ", ", names[i].words);
}

static const char *result_words(char result) {
  switch (result) {
  case 's': return "as the operands";
  case 'b': return "bool";
  case 'r': return "as the operands; of complex ones the float of their parts";
  case 'c': return "the complex dtype of the operands";
  default: return "by the parameters";
  }
}

static void put_row(dbx_buf *b, const char *title, const char *text, int width) {
  if (!*text) text = "none";
  dbx_printf(b, "  %-12s", title);
  dbx_put_wrapped(b, text, 14, 14, (uint32_t)width);
  dbx_putc(b, '\n');
}

// What else the row says of it: derivative, further axis, needs, rewriting.
static void put_meanings(dbx_buf *b, int id, int width) {
  const row *r = &rows[id];
  dbx_buf text = {0};
  if (!strcmp(r->tangents, "none")) dbx_put(&text, "refused");
  else if (!strcmp(r->tangents, "zero")) dbx_put(&text, "zero");
  else dbx_printf(&text, "tangents by rule %s", r->tangents);
  if (strcmp(r->cotangents, "none")) dbx_printf(&text, "; cotangents by rule %s", r->cotangents);
  put_row(b, "derivative", dbx_text(&text), width);
  dbx_clear(&text);
  if (strcmp(r->batching, "none")) dbx_printf(&text, "batching by rule %s", r->batching);
  else dbx_put(&text, "refused");
  put_row(b, "under vmap", dbx_text(&text), width);
  dbx_clear(&text);
  if (needs[id]) dbx_printf(&text, "operands' values by rule %s", needs[id]);
  else dbx_put(&text, "the values of all operands");
  put_row(b, "needs", dbx_text(&text), width);
  dbx_clear(&text);
  dbx_put(&text, total[id] ? "left out where nothing uses it" : "stays where it may fail");
  dbx_put(&text, exact[id] ? "; computed where its operands are numbers" : "");
  put_row(b, "rewritten", dbx_text(&text), width);
  dbx_buf_free(&text);
}

static void put_primitive(dbx_buf *b, const dbx_primitive *p, int width) {
  const row *r = &rows[p->id];
  dbx_buf text = {0};
  dbx_printf(b, "%s: %s\n", p->name, p->doc);
  put_row(b, "operands", p->operands, width);
  put_row(b, "parameters", p->params, width);
  put_row(b, "result", rule_words(r->rule), width);
  if (p->nested) return put_meanings(b, p->id, width);
  put_accepts(&text, r->accepts);
  put_row(b, "dtypes", dbx_text(&text), width);
  put_row(b, "its dtype", result_words(r->result), width);
  dbx_clear(&text);
  dbx_printf(&text, "interpreter: kernel %s; back end: emission %s", r->kernel, r->lowering);
  put_row(b, "run by", dbx_text(&text), width);
  dbx_buf_free(&text);
  put_meanings(b, p->id, width);
}

// ---- names ----

void primitive_put_names(dbx_buf *b, int width) {
  int column = 0;
  for (int i = 0; i < dbx_primitive_count; i++) {
    const char *name = dbx_primitive_table[i].name;
    if (dbx_primitive_find(dbx_intern(name)) != &dbx_primitive_table[i]) continue;
    int n = (int)strlen(name) + 2;
    if (column && column + n > width) dbx_putc(b, '\n'), column = 0;
    dbx_printf(b, "  %s", name);
    column += n;
  }
  dbx_putc(b, '\n');
}

dbx_status primitive_explain(dbx_buf *b, const char *name, int width) {
  dbx_buf near = {0};
  uint32_t found = 0;
  for (int i = 0; i < dbx_primitive_count; i++) {
    const dbx_primitive *p = &dbx_primitive_table[i];
    if (!strcmp(p->name, name)) put_primitive(b, p, width), found++; // jax's cond has a row too
    else if (*name && strstr(p->name, name)) dbx_printf(&near, "%s%s", near.n ? ", " : "", p->name);
  }
  if (!found) {
    dbx_nearest like = dbx_nearest_to(name);
    for (int i = 0; i < dbx_primitive_count && !near.n; i++)
      dbx_nearest_try(&like, dbx_primitive_table[i].name);
    dbx_fail_(DBX_E208, (dbx_span){0}, "there is no primitive '%s'%s%s; `:prim` lists them", name,
              near.n ? "; there are " : "", dbx_text(&near));
    (void)dbx_nearest_advise(&like, "");
  }
  dbx_buf_free(&near);
  return found ? DBX_OK : DBX_FAIL;
}
