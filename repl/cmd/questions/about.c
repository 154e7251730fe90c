// The rows of the tables of settings, options and functions (see about.h).
#include "cmd/questions/about.h"

#include "cmd/session/settings.h"

#include "jnp/jnp.h"
#include "viz/text/text.h"
#include <string.h>

void about_put_text(dbx_buf *b, const char *text) {
  dbx_put(b, "    ");
  dbx_put_clean(b, text, strcspn(text, "\n"), 4);
  dbx_putc(b, '\n');
}

// ---- options and parameters ----

static void put_options(dbx_buf *b, const char *name) {
  static const struct {
    const char *name, *argument, *help;
  } rows[] = {
#define O(name, kind, field, argument, commands, help) {name, argument, help},
#include "cmd/options.def"
#undef O
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name)) continue;
    const char *dashes = rows[i].name[1] ? "--" : "-", *equal = rows[i].name[1] ? "=" : " ";
    dbx_printf(b, "%s%s%s%s, an option of the command line\n", dashes, name,
               rows[i].argument ? equal : "", rows[i].argument ? rows[i].argument : "");
    about_put_text(b, rows[i].help);
  }
}

// Is `name` a parameter of the signature "a, axis=None, *, keepdims=False"?
static bool has_parameter(const char *signature, const char *name) {
  size_t n = strlen(name);
  for (const char *at = signature; (at = strstr(at, name)); at += n) {
    bool begins = at == signature || strchr(" ,*", at[-1]);
    if (begins && strchr("=,", at[n])) return true; // or the end
  }
  return false;
}

static void put_parameters(dbx_buf *b, const char *name) {
  enum { MOST = 12 };
  uint32_t n = 0;
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f)) {
    if (!has_parameter(f->signature, name)) continue;
    if (!n++) dbx_printf(b, "%s, a parameter of\n", name);
    if (n <= MOST) dbx_printf(b, "    %s.%s(%s)\n", f->module, f->name, f->signature);
  }
  if (n > MOST) dbx_printf(b, "    and of %u more\n", n - MOST);
}

bool about_option(dbx_buf *b, const char *name) {
  dbx_buf bare = {0};
  size_t from = b->n;
  name += strspn(name, "-");
  dbx_putn(&bare, name, strcspn(name, "= "));
  const char *word = dbx_text(&bare);
  if (*word) {
    settings_put(b, word);
    put_options(b, word);
    put_parameters(b, word);
  }
  dbx_buf_free(&bare);
  return b->n > from;
}
