// See signatures.h.
#include "cmd/subcommands/signatures.h"

#include "cmd/host/host.h"
#include "cmd/session/settings.h"

#include "debug/trial.h"
#include "jnp/jnp.h"
#include "lang/lang.h"
#include "lang/np/np.h"
#include "learn/library.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

// ---- of a function that is written in Python ----

// Behind the text literal that begins at s.
static const char *skip_literal(const char *s, const char *end) {
  char quote = *s++;
  while (s < end && *s != quote) s += 1 + (*s == '\\');
  return s;
}

// The parameters between the parentheses behind `from`, in one line.
static void put_parameters(dbx_buf *b, const char *from, const char *end) {
  int depth = 0;
  const char *s = memchr(from, '(', (size_t)(end - from));
  for (; s && s < end; s++) {
    const char *literal = *s == '\'' || *s == '"' ? skip_literal(s, end) : s;
    if (isspace((unsigned char)*s) && isspace((unsigned char)s[1])) continue;
    if (*s == '\n') dbx_putc(b, ' ');
    else dbx_putn(b, s, (size_t)(literal - s) + 1);
    depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
    if (!depth) return;
    s = literal;
  }
}

static void put_function(dbx_buf *b, const o_function *f, bool method) {
  size_t n;
  const char *text = dbx_source_text(f->node->span.file, &n), *end = text + n;
  const char *at = strstr(text + f->node->span.begin, "def ");
  dbx_buf all = {0};
  if (at) put_parameters(&all, at, end);
  const char *s = dbx_text(&all);
  if (method && !strncmp(s, "(self", 5)) {
    dbx_putc(b, '(');
    s += strspn(s + 5, ", ") + 5;
  }
  dbx_put(b, s);
  dbx_buf_free(&all);
}

static pv attribute(pv x, const char *name) {
  pv v = PV(PV_UNBOUND);
  if (lang_findattr(x, dbx_intern(name), &v) != DBX_OK) dbx_diag_forget();
  return v;
}

// What a decorator, a method or a partial is made of.
static pv innermost(pv v, bool *method) {
  for (int i = 0; i < 8; i++) {
    pv wrapped = is_obj(v, T_FUNCTION) ? attribute(v, "__wrapped__") : PV(PV_UNBOUND);
    if (wrapped.tag != PV_UNBOUND) v = wrapped;
    else if (is_obj(v, T_METHOD)) v = ((o_method *)v.o)->fn, *method = true;
    else if (is_obj(v, T_PARTIAL)) v = ((o_partial *)v.o)->fn;
    else if (is_obj(v, T_NATIVE) && is_obj(((o_native *)v.o)->self, T_FUNCTION))
      v = ((o_native *)v.o)->self;
    else if (is_obj(v, T_CLASS))
      v = lang_class_lookup((o_class *)v.o, dbx_intern("__init__")), *method = true;
    else break;
  }
  return v;
}

// ---- of a row ----

static bool find(const char *module, const char *name, pv *ret) {
  pv m;
  bool good = lang_import(module, &m) == DBX_OK &&
              lang_import_name(m, dbx_intern(name), ret) == DBX_OK && ret->tag != PV_UNBOUND;
  if (!good) dbx_diag_forget();
  return good;
}

static const char *of_native(const library_row *row) {
  if (library_signature(row)) return library_signature(row);
  if (!strcmp(row->module, "numpy")) return np_signature(row->name, false);
  if (!strcmp(row->module, "numpy.linalg")) return np_signature(row->name, true);
  return NULL;
}

static void put_of_jnp(dbx_buf *b, const char *name) {
  const dbx_function *f = dbx_function_find("jnp", name);
  bool method = false;
  pv v;
  if (f) dbx_printf(b, "(%s)", f->signature);
  else if (find("jax.numpy", name, &v) && is_obj(v = innermost(v, &method), T_FUNCTION))
    put_function(b, (o_function *)v.o, method);
}

// Functions of numpy that jax.numpy computes have its parameters.
static void put_row(dbx_buf *b, const library_row *row) {
  const char *native = of_native(row);
  bool method = false;
  pv v;
  dbx_buf own = {0};
  if (native) dbx_printf(&own, "(%s)", native);
  else if (find(row->module, row->name, &v)) {
    v = innermost(v, &method);
    if (is_obj(v, T_FUNCTION)) put_function(&own, (o_function *)v.o, method);
    else if (is_obj(v, T_NATIVE)) put_of_jnp(&own, row->name);
  }
  bool lent = !strcmp(dbx_text(&own), "(*args, **kwargs)") && !strcmp(row->module, "numpy");
  if (lent) dbx_clear(&own), put_of_jnp(&own, row->name);
  dbx_put(b, dbx_text(&own));
  dbx_buf_free(&own);
}

static void answer(void *ctx, int out) {
  dbx_buf b = {0};
  const cli *options = host_options();
  (void)ctx;
  trial_be_quiet();
  dbx_session_like();
  host_begin(options);
  if (settings_start(options, stdout) != DBX_OK) _exit(1);
  for (uint32_t i = 0; i < library_count; i++) {
    put_row(&b, &library_rows[i]);
    dbx_putc(&b, '\n');
  }
  trial_answer(out, &b);
}

bool signatures_read(dbx_buf *lines) {
  (void)fflush(NULL);
  return trial_run(answer, NULL, trial_now_ms() + PATIENCE_MS, lines);
}
