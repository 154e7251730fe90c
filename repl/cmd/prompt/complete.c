// What the word before the cursor may become (see complete.h).
#include "cmd/prompt/complete.h"

#include "cmd/commands.h"
#include "jnp/jnp.h"
#include "learn/pages.h"
#include "prim/prim.h"

#include <string.h>

static const char *const keywords[] = {
    "False",  "None", "True",   "and",    "assert", "break",   "class",    "continue",
    "def",    "del",  "elif",   "else",   "except", "finally", "for",      "from",
    "global", "if",   "import", "in",     "is",     "lambda",  "nonlocal", "not",
    "or",     "pass", "raise",  "return", "try",    "while",   "with",
};

// Functions of a module by the table of the array API.
static const struct {
  const char *module, *table;
} tables[] = {
    {"jax.numpy", "jnp"},           {"numpy", "jnp"}, {"jax.lax", "lax"}, {"jax.nn", "nn"},
    {"jax.numpy.linalg", "linalg"},
};

static void add_commands(void (*add)(const char *)) {
  char word[32];
  for (uint32_t i = 0; i < commands_count; i++) {
    snprintf(word, sizeof word, ":%s", commands[i].name);
    add(word);
  }
}

static void add_names(void (*add)(const char *)) {
  uint32_t i = 0;
  dict_entry *e;
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) add(keywords[k]);
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key) && strncmp(STR(e->key)->s, "__", 2)) add(STR(e->key)->s);
}

static void add_joined(const char *prefix, size_t n, const char *name, void (*add)(const char *)) {
  dbx_buf b = {0};
  dbx_putn(&b, prefix, n);
  dbx_put(&b, name);
  add(dbx_text(&b));
  dbx_buf_free(&b);
}

static void add_functions(const char *module, const char *prefix, size_t n,
                          void (*add)(const char *)) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (strcmp(tables[i].module, module)) continue;
    for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
      if (!strcmp(f->module, tables[i].table)) add_joined(prefix, n, f->name, add);
  }
}

// The value of "a.b.c" if that needs no code of the user's.
static pv value_of(const char *path, size_t n) {
  size_t dot = 0;
  while (dot < n && path[dot] != '.') dot++;
  pv v = dict_get_sym(lang_now->globals, dbx_intern_n(path, dot));
  while (dot < n && is_obj(v, T_MODULE)) {
    size_t from = ++dot;
    while (dot < n && path[dot] != '.') dot++;
    if (lang_findattr(v, dbx_intern_n(path + from, dot - from), &v) != DBX_OK) {
      dbx_diag_forget();
      return PV(PV_UNBOUND);
    }
  }
  return dot == n ? v : PV(PV_UNBOUND);
}

static void add_attributes(const char *word, size_t dot, void (*add)(const char *)) {
  static const char *const of_arrays[] = {"shape", "dtype", "ndim", "size", "T", "at", "aval"};
  pv v = value_of(word, dot);
  if (is_obj(v, T_MODULE)) add_functions(((o_module *)v.o)->def->name, word, dot + 1, add);
  if (!is_array(v)) return;
  for (size_t i = 0; i < sizeof of_arrays / sizeof *of_arrays; i++)
    add_joined(word, dot + 1, of_arrays[i], add);
  bool attribute;
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
    if (!strcmp(f->module, "jnp") && dbx_array_method(f->name, &attribute))
      add_joined(word, dot + 1, f->name, add);
}

static void add_pages(page_kind kind, void (*add)(const char *)) {
  for (uint32_t i = 0; i < pages_count; i++)
    if (pages[i].kind == kind) add(pages[i].name);
}

static bool is_command(const char *line, const char *name) {
  size_t n = strlen(name);
  return line[0] == ':' && !strncmp(line + 1, name, n) && line[n + 1] == ' ';
}

// The argument of a command that takes a word of its own; false if it takes names.
static bool add_arguments(const char *line, void (*add)(const char *)) {
  if (is_command(line, "explain")) {
    add_pages(PAGE_TERM, add);
    for (int c = 0; c < DBX_CODE_COUNT; c++) add(dbx_code_name((dbx_code)c));
  } else if (is_command(line, "examples")) {
    add_pages(PAGE_EXAMPLE, add);
  } else if (is_command(line, "prim")) {
    for (int i = 0; i < dbx_primitive_count; i++) add(dbx_primitive_table[i].name);
  } else if (is_command(line, "help")) {
    for (uint32_t i = 0; i < commands_count; i++) add(commands[i].name);
  } else {
    return false;
  }
  return true;
}

void complete_word(const char *line, size_t begin, size_t end, void (*add)(const char *word)) {
  const char *word = line + begin;
  size_t dot = end - begin;
  while (dot && word[dot - 1] != '.') dot--;
  if (!begin && line[0] == ':') add_commands(add);
  else if (add_arguments(line, add)) return;
  else if (dot) add_attributes(word, dot - 1, add);
  else add_names(add);
}
