// See example.h.
#include "learn/example.h"

#include <ctype.h>
#include <string.h>

static const example_argument arguments[] = {
#define E(name, type, axes, value) {#name, type, axes, value},
#include "learn/example.def"
#undef E
};
enum { N = sizeof arguments / sizeof *arguments };

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Behind a string literal that begins at s.
static const char *skip_text(const char *s) {
  const char *end = strchr(s + 1, *s);
  return end ? end + 1 : s + strlen(s);
}

// Is the word an argument? An attribute, a function that is called and a keyword are none.
static bool stands_for(const char *expression, const char *word, size_t n, const char *name) {
  if (strlen(name) != n || strncmp(word, name, n)) return false;
  return (word == expression || word[-1] != '.') && word[n] != '(' && word[n] != '=';
}

static bool names(const char *expression, const char *name) {
  for (const char *s = expression; *s;) {
    size_t n = 0;
    while (is_letter(s[n])) n++;
    if (n && stands_for(expression, s, n, name)) return true;
    s = n ? s + n : *s == '\'' ? skip_text(s) : s + 1;
  }
  return false;
}

const example_argument *example_next(const char *expression, const example_argument *before) {
  for (const example_argument *a = before ? before + 1 : arguments; a < arguments + N; a++)
    if (names(expression, a->name)) return a;
  return NULL;
}

// ---- of a function ----

// The row that f is another name of.
static const dbx_function *row_of(const dbx_function *f) {
  for (const dbx_function *g = dbx_function_next(NULL); g; g = dbx_function_next(g))
    if (g->fn == f->fn && g->example) return g;
  return f;
}

void example_put(dbx_buf *b, const dbx_function *f) {
  const dbx_function *row = f->example ? f : row_of(f);
  const char *e = row->example ? row->example : "", *at = row == f ? NULL : strstr(e, row->name);
  if (!at) {
    dbx_put(b, e);
    return;
  }
  dbx_putn(b, e, (size_t)(at - e));
  dbx_printf(b, "%s%s", f->name, at + strlen(row->name));
}

// ---- its program ----

// Does the expression begin a path with the word: `np.sin`, not `jnp.sin`?
static bool begins_path(const char *expression, const char *word) {
  size_t n = strlen(word);
  for (const char *s = expression; (s = strstr(s, word)); s += n)
    if (s[n] == '.' && (s == expression || (!is_letter(s[-1]) && s[-1] != '.'))) return true;
  return false;
}

static void put_imports(dbx_buf *b, const example_program *e, example_mode mode) {
  static const struct {
    const char *word, *line;
  } rows[] = {{"jax", "import jax\n"},
              {"jsp", "import jax.scipy as jsp\n"},
              {"catalyst", "import catalyst\n"},
              {"np", "import numpy as np\n"},
              {"qml", "import pennylane as qml\n"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (begins_path(e->text, rows[i].word)) dbx_put(b, rows[i].line);
  if (e->circuit && !begins_path(e->text, "qml")) dbx_put(b, "import pennylane as qml\n");
  dbx_put(b, "from jax import lax, nn, random\nfrom jax import numpy as jnp\n");
  if (mode != EXAMPLE_PLAIN) dbx_put(b, "from catalyst import qjit\n");
  dbx_put(b, "\n\n");
}

static void put_decorator(dbx_buf *b, const char *expression, example_mode mode) {
  dbx_buf axes = {0};
  bool any = false;
  uint32_t n = 0;
  for (const example_argument *a = NULL; (a = example_next(expression, a)); n++) {
    dbx_printf(&axes, "%s%s", n ? ", " : "", a->axes);
    any |= strcmp(a->axes, "{}") != 0;
  }
  if (any && mode == EXAMPLE_DYNAMIC)
    dbx_printf(b, "@qjit(abstracted_axes=(%s%s))\n", dbx_text(&axes), n == 1 ? "," : "");
  else dbx_put(b, "@qjit\n");
  dbx_buf_free(&axes);
}

bool example_has_lines(const example_program *e) {
  return e->circuit || strstr(e->text, "return ") != NULL;
}

void example_put_lines(dbx_buf *b, const example_program *e, const char *before) {
  const char *s = e->text;
  bool returned = false;
  if (!example_has_lines(e)) {
    dbx_printf(b, "%sreturn %s\n", before, s);
    return;
  }
  for (const char *end; (end = strstr(s, "; ")) || *s; s = end ? end + 2 : s + strlen(s)) {
    size_t n = end ? (size_t)(end - s) : strlen(s);
    returned |= strstr(s, "return ") != NULL;
    dbx_put(b, before), dbx_putn(b, s, n), dbx_putc(b, '\n');
  }
  if (!returned) dbx_printf(b, "%sreturn qml.probs(wires=[0, 1])\n", before);
}

void example_put_program(dbx_buf *b, const example_program *e, example_mode mode) {
  dbx_buf call = {0};
  put_imports(b, e, mode);
  if (mode != EXAMPLE_PLAIN) put_decorator(b, e->text, mode);
  if (e->circuit) dbx_put(b, "@qml.qnode(qml.device(\"lightning.qubit\", wires=4))\n");
  dbx_put(b, "def example(");
  for (const example_argument *a = NULL; (a = example_next(e->text, a));) {
    dbx_printf(b, "%s%s", call.n ? ", " : "", a->name);
    dbx_printf(&call, "%s%s", call.n ? ", " : "", a->value);
  }
  dbx_put(b, "):\n");
  example_put_lines(b, e, "    ");
  dbx_printf(b, "\n\nprint(example(%s))\n", dbx_text(&call));
  dbx_buf_free(&call);
}
