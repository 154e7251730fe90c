// `?X` and `:about X`: everything that X may mean, from the rows of all tables that it is in.
#include "cmd/questions/about.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/examples.h"
#include "cmd/questions/subject.h"
#include "cmd/session/program.h"

#include "debug/debugger.h"
#include "jnp/jnp.h"
#include "learn/library.h"
#include "learn/pages.h"
#include "learn/primitive.h"
#include "viz/why/provenance.h"
#include <ctype.h>
#include <string.h>
#include <unistd.h>

// ---- names and functions ----

static bool is_path(const char *x) {
  for (const char *at = x; *at; at++)
    if (!isalnum((unsigned char)*at) && *at != '_' && *at != '.' && (*at & 0x80) == 0) return false;
  return *x && !isdigit((unsigned char)*x) && *x != '.';
}

// What a name of the session means, or a name in a module of it; UNBOUND: nothing.
static pv value_of(const char *path) {
  size_t n = strcspn(path, ".");
  pv v = dict_get_sym(lang_now->globals, dbx_intern_n(path, n));
  for (path += n; *path == '.' && is_obj(v, T_MODULE); path += n) {
    path++, n = strcspn(path, ".");
    if (lang_findattr(v, dbx_intern_n(path, n), &v) == DBX_OK) continue;
    dbx_diag_forget();
    return PV(PV_UNBOUND);
  }
  return *path ? PV(PV_UNBOUND) : v;
}

static void put_place(dbx_buf *b, dbx_span span) {
  dbx_place p = dbx_source_place(span.file, span.begin);
  dbx_printf(b, ", %s:%u\n", dbx_source_name(span.file), p.line);
  if (p.text) about_put_text(b, p.text);
}

// Where a traced value comes from, as `:why` says it; false: it is none of the program.
static bool put_origin(dbx_buf *b, const char *x, pv v) {
  dbx_report_style style = subject_style();
  dbx_buf origin = {0};
  bool known = v.tag == PV_TRACER && program_trace();
  if (known && dbx_put_why(&origin, program_trace(), &style, x) != DBX_OK)
    dbx_diag_forget(), known = false;
  if (known) dbx_printf(b, "%s, a name of the session: traced\n%s", x, dbx_text(&origin));
  dbx_buf_free(&origin);
  return known;
}

static void put_meaning(dbx_buf *b, const char *x, pv v) {
  dbx_buf text = {0};
  pv doc = PV(PV_UNBOUND);
  if (put_origin(b, x, v)) return;
  dbx_printf(b, "%s, a name of the session: %s", x, lang_type_name(v));
  if (is_obj(v, T_FUNCTION)) put_place(b, ((o_function *)v.o)->node->span);
  else if (lang_repr(v, &text) == DBX_OK) dbx_putc(b, '\n'), about_put_text(b, dbx_text(&text));
  else dbx_diag_forget(), dbx_putc(b, '\n');
  if (is_obj(v, T_FUNCTION) && lang_findattr(v, dbx_intern("__doc__"), &doc) != DBX_OK)
    dbx_diag_forget();
  if (is_str(doc)) about_put_text(b, STR(doc)->s);
  dbx_buf_free(&text);
}

// By its name, or with the module before it: `sum`, `jnp.sum`, `jax.numpy.sum`.
static void put_functions(dbx_buf *b, const char *x) {
  const char *dot = strrchr(x, '.'), *name = dot ? dot + 1 : x, *module = x;
  for (const char *at = x; dot && at < dot; at++)
    if (*at == '.') module = at + 1;
  size_t n = dot ? (size_t)(dot - module) : 0;
  dbx_buf example = {0};
  if (n == 5 && !strncmp(module, "numpy", n)) module = "jnp", n = 3;
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f)) {
    if (strcmp(f->name, name)) continue;
    if (dot && (strlen(f->module) != n || strncmp(f->module, module, n))) continue;
    dbx_printf(b, "%s.%s(%s), a function of arrays\n", f->module, f->name, f->signature);
    example_put(&example, f);
    examples_put(b, &(example_program){dbx_text(&example), false});
    dbx_clear(&example);
  }
  dbx_buf_free(&example);
}

// Those of the library that no table of arrays has, by the same names.
static void put_library(dbx_buf *b, const char *x) {
  const char *dot = strrchr(x, '.'), *name = dot ? dot + 1 : x;
  dbx_buf module = {0};
  size_t n = dot ? (size_t)(dot - x) : 0;
  if (n) dbx_putn(&module, x, n);
  if (!strcmp(dbx_text(&module), "jnp")) dbx_clear(&module), dbx_put(&module, "jax.numpy");
  if (!strcmp(dbx_text(&module), "qml")) dbx_clear(&module), dbx_put(&module, "pennylane");
  for (uint32_t i = 0; i < library_count; i++) {
    const library_row *row = &library_rows[i];
    if (strcmp(row->name, name) || (n && strcmp(row->module, dbx_text(&module)))) continue;
    if (!n && !strcmp(row->module, "numpy")) continue; // as that of jax.numpy
    dbx_printf(b, "%s.%s, a function of the library\n", row->module, row->name);
    examples_put(b, &row->example);
  }
  dbx_buf_free(&module);
}

// ---- the rest ----

static void put_commands(dbx_buf *b, const char *x) {
  for (uint32_t i = 0; i < commands_count; i++)
    if (!strcmp(commands[i].name, x)) {
      dbx_printf(b, ":%s %s, a command\n", x, commands[i].arguments);
      about_put_text(b, commands[i].help);
    }
}

// Pages and primitives say by failing that they know nothing.
static void try(dbx_buf *b, dbx_status st, dbx_buf *found) {
  if (st != DBX_OK) dbx_diag_forget();
  else if (b->n) dbx_putc(b, '\n');
  dbx_put(b, dbx_text(found));
  dbx_buf_free(found);
}

static void put_all(dbx_buf *b, const char *x) {
  dbx_buf term = {0}, primitive = {0};
  int width = host_width();
  if (*x != ':') {
    pv v = is_path(x) ? value_of(x) : PV(PV_UNBOUND);
    if (v.tag != PV_UNBOUND) put_meaning(b, x, v);
    put_functions(b, x);
    put_library(b, x);
    try(b, page_explain(&term, x, width, host_color(STDOUT_FILENO)), &term);
    try(b, primitive_explain(&primitive, x, width), &primitive);
    if (v.tag == PV_UNBOUND) (void)about_option(b, x);
    debugger_put_word(b, x);
  }
  put_commands(b, x + (*x == ':'));
}

dbx_status cmd_about(const char *rest) {
  dbx_buf b = {0};
  put_all(&b, rest);
  if (b.n) return show_report(&b), DBX_OK;
  dbx_buf_free(&b);
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "nothing is called '%s'; `:explain`, `:prim`, `:vars` and `:help` list what is",
                  rest);
}
