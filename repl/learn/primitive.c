// Rows of the table of primitives as text (see primitive.h).
#include "learn/primitive.h"

#include "base/nearest.h"

#include "prim/prim.h"
#include "viz/text/text.h"

#include <string.h>

typedef struct row {
  const char *rule, *accepts, *kernel, *lowering;
  char result;
} row;

static const row rows[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  {#rule, accepts, #kernel, #lower, result},
#include "prim/prims.def"
};

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

static void put_primitive(dbx_buf *b, const dbx_primitive *p, int width) {
  const row *r = &rows[p->id];
  dbx_buf text = {0};
  dbx_printf(b, "%s: %s\n", p->name, p->doc);
  put_row(b, "operands", p->operands, width);
  put_row(b, "parameters", p->params, width);
  put_row(b, "result", rule_words(r->rule), width);
  if (p->nested) {
    dbx_buf_free(&text);
    return;
  }
  put_accepts(&text, r->accepts);
  put_row(b, "dtypes", dbx_text(&text), width);
  put_row(b, "its dtype", result_words(r->result), width);
  dbx_clear(&text);
  dbx_printf(&text, "interpreter: kernel %s; back end: emission %s", r->kernel, r->lowering);
  put_row(b, "run by", dbx_text(&text), width);
  dbx_buf_free(&text);
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
