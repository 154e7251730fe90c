// See reference.h. The pages are Markdown, as the others.
#include "cmd/subcommands/reference.h"

#include "cmd/commands.h"
#include "cmd/questions/examples.h"
#include "cmd/session/settings.h"

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

// An entry of the search for a heading of the page.
static void entry(site *s, const char *name, const char *kind, const char *path, const char *head) {
  dbx_buf url = {0};
  dbx_printf(&url, "%s.html#", path);
  site_put_anchor(&url, head);
  site_add_entry(s, name, kind, dbx_text(&url));
  dbx_buf_free(&url);
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
    dbx_printf(&b, "### `:%s%s%s`\n\n", c->name, *c->arguments ? " " : "", c->arguments);
    put_cell(&b, c->help);
    dbx_printf(&b, " (group %s)\n\n", c->group);
    dbx_buf head = {0};
    dbx_printf(&head, ":%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
    entry(s, dbx_text(&name), "command", "reference-commands", dbx_text(&head));
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
    dbx_printf(&b, "### `%s`\n\n", dbx_text(&name));
    put_cell(&b, rows[i].help);
    dbx_printf(&b, "\n\nOf %s.\n\n",
               strcmp(rows[i].commands, "*") ? rows[i].commands : "every subcommand");
    entry(s, dbx_text(&name), "option", "reference-options", dbx_text(&name));
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
  dbx_printf(p->b, "### `:set %s %s`\n\n", name, words);
  put_cell(p->b, help);
  dbx_put(p->b, "\n\n");
  dbx_buf head = {0};
  dbx_printf(&head, ":set %s %s", name, words);
  entry(p->s, name, "setting", "reference-settings", dbx_text(&head));
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
    dbx_printf(&b, "### %s\n\n```text\n", name);
    if (primitive_explain(&b, name, WIDTH) != DBX_OK) dbx_diag_forget();
    dbx_put(&b, "```\n\n");
    entry(s, name, "primitive", "reference-primitives", name);
  }
  add(s, "reference-primitives", "Primitives", &b);
}

// ---- functions ----

static void put_example(dbx_buf *b, const char *expression) {
  dbx_buf types = {0}, jaxpr = {0}, printed = {0};
  const example_argument *a = example_next(expression, NULL);
  bool given = a != NULL;
  bool good = examples_run(expression, &types, &jaxpr, &printed);
  dbx_printf(b, "```python\n>>> %s\n%s```\n\n", expression, dbx_text(&printed));
  dbx_put(b, given ? "With " : "The result");
  for (; a; a = example_next(expression, a))
    dbx_printf(b, "`%s: %s`%s", a->name, a->type, example_next(expression, a) ? ", " : "");
  if (given) dbx_put(b, " the result");
  if (good) dbx_printf(b, " is `%s`:\n\n```text\n%s\n```\n\n", dbx_text(&types), dbx_text(&jaxpr));
  else dbx_put(b, " is not known here.\n\n");
  dbx_buf_free(&types);
  dbx_buf_free(&jaxpr);
  dbx_buf_free(&printed);
}

static void put_function(site *s, dbx_buf *b, const dbx_function *f, const char *where,
                         const char *path) {
  dbx_buf head = {0}, name = {0}, example = {0};
  dbx_printf(&name, "%s.%s", where, f->name);
  dbx_printf(&head, "%s(%s)", dbx_text(&name), f->signature);
  dbx_printf(b, "### `%s`\n\n", dbx_text(&head));
  example_put(&example, f);
  if (example.n) put_example(b, dbx_text(&example));
  entry(s, dbx_text(&name), "function", path, dbx_text(&head));
  dbx_buf_free(&head);
  dbx_buf_free(&name);
  dbx_buf_free(&example);
}

static void add_module(site *s, const char *module, const char *where, const char *path) {
  dbx_buf b = {0};
  dbx_printf(&b,
             "# %s\n\nSignatures, and an example of each function that was traced with dynamic "
             "lengths and run: the types of its results, its Jaxpr, what it gave. A length "
             "`jnp.concatenate([x, v]).shape[0]` is a new one, which nothing else is known to "
             "equal.\n\n",
             where);
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
    if (!strcmp(f->module, module)) put_function(s, &b, f, where, path);
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
  };
  add_commands(s);
  add_options(s);
  add_settings(s);
  add_codes(s);
  for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
    add_module(s, modules[i].module, modules[i].where, modules[i].path);
  add_primitives(s);
}
