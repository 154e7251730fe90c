// See reference.h. The pages are Markdown, as the others.
#include "cmd/subcommands/reference.h"

#include "cmd/commands.h"
#include "cmd/session/settings.h"
#include "cmd/subcommands/functions.h"
#include "cmd/subcommands/signatures.h"

#include "base/diag.h"
#include "learn/example.h"
#include "learn/pages.h"
#include "learn/primitive.h"
#include "prim/prim.h"

#include <string.h>

static const char section[] = "Reference";

// A cell of a table: "|" would end it.
static void put_cell(dbx_buf *b, const char *s) {
  for (; *s; s++) {
    if (*s == '|' || *s == '*' || *s == '<') dbx_putc(b, '\\');
    dbx_putc(b, *s);
  }
}

static void add(site *s, const char *path, const char *title, dbx_buf *b) {
  site_add(s, path, title, section, dbx_text(b));
  dbx_buf_free(b);
}

// ---- commands, options, settings ----

static void add_commands(site *s) {
  dbx_buf b = {0}, name = {0};
  dbx_put(&b, "# Commands of the prompt\n\nUnique beginnings of their names are enough; "
              "`:help NAME` says the same there. [Commands](commands.md) tells more of them.\n\n");
  for (uint32_t i = 0; i < commands_count; i++, dbx_clear(&name)) {
    const command *c = &commands[i];
    dbx_printf(&name, ":%s", c->name);
    dbx_printf(&b, "## `:%s%s%s`\n\n", c->name, *c->arguments ? " " : "", c->arguments);
    put_cell(&b, c->help);
    dbx_printf(&b, " (group %s)\n\n", c->group);
    dbx_buf head = {0};
    dbx_printf(&head, ":%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
    site_add_heading(s, dbx_text(&name), "command", "reference-commands", dbx_text(&head));
    dbx_buf_free(&head);
  }
  dbx_buf_free(&name);
  add(s, "reference-commands", "Commands", &b);
}

static void add_options(site *s) {
  static const struct {
    const char *name, *argument, *commands, *help;
  } rows[] = {
#define O(name, kind, field, argument, commands, help) {name, argument, commands, help},
#include "cmd/options.def"
#undef O
  };
  dbx_buf b = {0}, name = {0};
  dbx_put(&b, "# Options of the command line\n\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, dbx_clear(&name)) {
    const char *a = rows[i].argument;
    dbx_printf(&name, "%s%s", rows[i].name[1] ? "--" : "-", rows[i].name);
    if (a) dbx_printf(&name, "%s%s", rows[i].name[1] ? "=" : " ", a);
    dbx_printf(&b, "## `%s`\n\n", dbx_text(&name));
    put_cell(&b, rows[i].help);
    dbx_printf(&b, "\n\nOf %s.\n\n",
               strcmp(rows[i].commands, "*") ? rows[i].commands : "every subcommand");
    site_add_heading(s, dbx_text(&name), "option", "reference-options", dbx_text(&name));
  }
  dbx_buf_free(&name);
  add(s, "reference-options", "Options", &b);
}

typedef struct putting {
  site *s;
  dbx_buf *b;
} putting;

static void put_setting(void *ctx, const char *name, const char *words, const char *help) {
  putting *p = ctx;
  dbx_printf(p->b, "## `:set %s %s`\n\n", name, words);
  put_cell(p->b, help);
  dbx_put(p->b, "\n\n");
  dbx_buf head = {0};
  dbx_printf(&head, ":set %s %s", name, words);
  site_add_heading(p->s, name, "setting", "reference-settings", dbx_text(&head));
  dbx_buf_free(&head);
}

static void add_settings(site *s) {
  dbx_buf b = {0};
  dbx_put(&b, "# Settings\n\n`:set` shows what they are now; `:set keep` keeps them.\n\n");
  settings_describe(put_setting, &(putting){s, &b});
  add(s, "reference-settings", "Settings", &b);
}

// ---- diagnostics and primitives ----

static void add_codes(site *s) {
  dbx_buf b = {0}, title = {0};
  dbx_put(&b, "# Diagnostics\n\n| code | class | title |\n| --- | --- | --- |\n");
  for (int c = 0; c < DBX_CODE_COUNT; c++) {
    const char *code = dbx_code_name((dbx_code)c);
    bool paged = page_find(PAGE_CODE, code, NULL) != NULL;
    if (paged) dbx_printf(&b, "| [%s](errors/%s.md) | ", code, code);
    else dbx_printf(&b, "| %s | ", code);
    dbx_printf(&b, "%s | ", dbx_sym_text(dbx_code_class((dbx_code)c)));
    put_cell(&b, dbx_code_title((dbx_code)c));
    dbx_put(&b, " |\n");
    dbx_printf(&title, "%s: %s", code, dbx_code_title((dbx_code)c));
    dbx_buf url = {0};
    if (paged) dbx_printf(&url, "errors/%s.html", code);
    else dbx_put(&url, "reference-diagnostics.html");
    site_add_entry(s, dbx_text(&title), "diagnostic", dbx_text(&url));
    dbx_buf_free(&url);
    dbx_clear(&title);
  }
  dbx_buf_free(&title);
  add(s, "reference-diagnostics", "Diagnostics", &b);
}

enum { WIDTH = 88 };

static void add_primitives(site *s) {
  dbx_buf b = {0};
  dbx_put(&b,
          "# Primitives\n\nThe operations of a Jaxpr: what each takes, what its result is, what "
          "runs it. `:prim NAME` says the same.\n\n");
  for (int i = 0; i < dbx_primitive_count; i++) {
    const char *name = dbx_primitive_table[i].name;
    if (dbx_primitive_find(dbx_intern(name)) != &dbx_primitive_table[i]) continue; // it was there
    dbx_printf(&b, "## %s\n\n```text\n", name);
    if (primitive_explain(&b, name, WIDTH) != DBX_OK) dbx_diag_forget();
    dbx_put(&b, "```\n\n");
    site_add_heading(s, name, "primitive", "reference-primitives", name);
  }
  add(s, "reference-primitives", "Primitives", &b);
}

// ---- functions ----

static void put_function(site *s, dbx_buf *b, const dbx_function *f, const char *where,
                         const char *path) {
  dbx_buf head = {0}, name = {0}, example = {0};
  dbx_printf(&name, "%s.%s", where, f->name);
  dbx_printf(&head, "%s(%s)", dbx_text(&name), f->signature);
  example_put(&example, f);
  functions_put(
      s, b,
      &(functions_entry){dbx_text(&name), dbx_text(&head), path, {dbx_text(&example), false}});
  dbx_buf_free(&head);
  dbx_buf_free(&name);
  dbx_buf_free(&example);
}

static void add_module(site *s, const char *module, const char *where, const char *path,
                       const char *signatures) {
  dbx_buf b = {0};
  functions_put_head(&b, where);
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
    if (!strcmp(f->module, module)) put_function(s, &b, f, where, path);
  functions_put_library(s, &b, where, path, signatures);
  add(s, path, where, &b);
}

void reference_add(site *s) {
  static const struct {
    const char *module, *where, *path;
  } modules[] = {
      {"jnp", "jax.numpy", "reference-jax-numpy"},
      {"linalg", "jax.numpy.linalg", "reference-jax-numpy-linalg"},
      {"lax", "jax.lax", "reference-jax-lax"},
      {"lapack", "jax.lax.linalg", "reference-jax-lax-linalg"},
      {"nn", "jax.nn", "reference-jax-nn"},
      {"random", "jax.random", "reference-jax-random"},
      {"method", "array", "reference-array"},
#define M(where, path) {"", where, "reference-" path},
#include "learn/library_modules.def"
#undef M
  };
  dbx_buf signatures = {0};
  add_commands(s);
  add_options(s);
  add_settings(s);
  add_codes(s);
  if (!signatures_read(&signatures)) dbx_clear(&signatures);
  for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
    add_module(s, modules[i].module, modules[i].where, modules[i].path, dbx_text(&signatures));
  dbx_buf_free(&signatures);
  add_primitives(s);
}
