// What a session at a terminal starts with (see start.h).
#include "cmd/prompt/start.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/say.h"
#include "cmd/session/settings.h"

#include "edit/edit.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct start {
  const char *name; // of the file, without its folder
  uint32_t line;    // that is read
  read_text text;   // the statement that is read; empty between two
  bool go_on;
} start;

// A statement that is wrong, or fails, is left out; the others run.
static void run_statement(start *s) {
  if (!s->text.text.n) return;
  uint32_t file = text_register(&s->text, NULL);
  dbx_source_rename(file, s->name);
  if (lang_run(file, NULL, NULL) != DBX_OK) host_report(dbx_diag_take());
  text_free(&s->text);
  s->text = (read_text){0};
}

static void run_command(start *s, const char *line, size_t n) {
  char *text = dbx_strdup_trimmed(line, n);
  host_forget_error();
  s->go_on = commands_run(text);
  if (host_error()) say_to(stderr, "dbidx: this is line %u of %s\n", s->line, s->name);
  free(text);
}

// A clause goes on with the statement above it.
static bool is_clause(const char *line, size_t n) {
  static const char *const words[] = {"else", "elif", "except", "finally"};
  size_t k = strspn(line, "abcdefghijklmnopqrstuvwxyz");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (k <= n && k == strlen(words[i]) && !strncmp(line, words[i], k)) return true;
  return false;
}

static bool begins_statement(start *s, const char *line, size_t n) {
  if (!s->text.text.n) return true;
  if (!n || strchr(" \t\r#", *line) || is_clause(line, n)) return false;
  return text_look(&s->text) != TEXT_INCOMPLETE;
}

static void take_line(start *s, const char *line, size_t n) {
  s->line++;
  if (begins_statement(s, line, n)) {
    run_statement(s);
    if (n && *line == ':') {
      run_command(s, line, n);
      return;
    }
    if (!n || *line == '#') return;
    s->text.line = s->line;
  }
  dbx_putn(&s->text.text, line, n);
  dbx_putc(&s->text.text, '\n');
  text_changed(&s->text);
}

static bool run_file(const char *path) {
  uint32_t file;
  size_t n;
  if (access(path, R_OK) || !host_read_file(path, &file)) return true;
  start s = {.name = dbx_source_name(file), .go_on = true};
  const char *at = dbx_source_text(file, &n), *end = at + n;
  while (s.go_on && at < end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *line = at;
    at = newline ? newline + 1 : end;
    take_line(&s, line, (size_t)((newline ? newline : end) - line));
  }
  if (s.go_on) run_statement(&s);
  text_free(&s.text);
  (void)host_flush();
  return s.go_on;
}

bool start_run(const cli *o) {
  if (o->no_init) return true;
  settings_restore(o);
  char *path = edit_xdg_file("XDG_CONFIG_HOME", ".config", "init.py", 0);
  bool go_on = !path || run_file(path);
  free(path);
  return go_on;
}
