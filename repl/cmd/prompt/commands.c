// Finds and runs the commands of the prompt, and those about the session itself (see commands.h).
#include "cmd/commands.h"
#include "cmd/prompt/state.h"

#include "cmd/host/host.h"
#include "cmd/prompt/apart.h"
#include "cmd/session/changes.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/output.h"
#include "cmd/session/program.h"

#include "base/poll.h"
#include <ctype.h>
#include <string.h>

const command commands[] = {
#define C(name, arguments, fn, group, help) {name, arguments, fn, group, help},
#include "cmd/commands.def"
#undef C
};
const uint32_t commands_count = sizeof commands / sizeof *commands;

// ---- finding ----

static dbx_status ambiguous(const char *name, size_t n) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < commands_count; i++)
    if (!strncmp(commands[i].name, name, n))
      dbx_printf(&b, "%s:%s", b.n ? ", " : "", commands[i].name);
  dbx_fail_(DBX_E208, (dbx_span){0}, "`:%.*s` could be %s", (int)n, name, dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

static dbx_status find(const char *name, size_t n, const command **ret) {
  const command *found = NULL;
  uint32_t count = 0;
  for (uint32_t i = 0; i < commands_count; i++) {
    if (strncmp(commands[i].name, name, n)) continue;
    if (!commands[i].name[n]) return *ret = &commands[i], DBX_OK;
    found = &commands[i];
    count++;
  }
  if (n && count == 1) return *ret = found, DBX_OK;
  if (n && count > 1) return ambiguous(name, n);
  return dbx_fail(DBX_E208, (dbx_span){0}, "there is no command `:%.*s`; `:help` lists them",
                  (int)n, name);
}

// `:save! FILE` is `:save --force FILE`.
static dbx_status run_forced(const command *c, const char *rest) {
  dbx_buf b = {0};
  if (!output_writes(c->name) || !*rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`!` overwrites a FILE; `:%s` is given none", c->name);
  dbx_printf(&b, "--force %s", rest);
  dbx_status st = apart_is_wanted(c) ? apart_run(c, dbx_text(&b)) : c->run(dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status run_with(const command *c, const char *rest, bool force) {
  if (!*c->arguments && *rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`:%s` takes no arguments", c->name);
  if (isupper((unsigned char)*c->arguments) && !*rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`:%s` needs %s", c->name, c->arguments);
  if (!force) return apart_is_wanted(c) ? apart_run(c, rest) : c->run(rest);
  return run_forced(c, rest);
}

static dbx_status run(const char *text) {
  const command *c;
  size_t n = strcspn(text, " \t\n");
  const char *rest = text + n + strspn(text + n, " \t\n");
  bool force = n && text[n - 1] == '!';
  DBX_TRY(find(text, n - force, &c));
  return run_with(c, rest, force);
}

static dbx_status run_out(const char *results) {
  const command *c;
  DBX_TRY(find("out", 3, &c));
  return run_with(c, results + strspn(results, " \t\n"), false);
}

static bool run_line(dbx_status (*f)(const char *line), const char *text) {
  size_t n = strlen(text);
  char *line = dbx_strdup(text); // without blanks at the end
  while (n && isspace((unsigned char)line[n - 1])) line[--n] = 0;
  dbx_here = (dbx_span){0};
  prompt_now->leaving = false;
  uint32_t pins = lang_pins(); // callables are pinned as they are taken
  if (dbx_polled(f(line)) != DBX_OK) host_report(dbx_diag_take());
  lang_unpin(pins);
  free(line);
  (void)host_flush();
  return !prompt_now->leaving;
}

bool commands_run(const char *text) { return run_line(run, text + 1); }
bool commands_return(const char *results) { return run_line(run_out, results); }

// ---- the session ----

dbx_status cmd_quit(const char *rest) {
  (void)rest;
  prompt_now->leaving = true;
  return DBX_OK;
}

static void put_command(const command *c) {
  char left[64];
  snprintf(left, sizeof left, ":%s %s", c->name, c->arguments);
  printf("  %-30s %s\n", left, c->help);
}

static const char introduction[] = "Statements run as in a file; functions under @qjit are traced "
                                   "when they are called. A declaration\n"
                                   "(`n: int`, `y: f64[m, 3]`) begins a program: from then on "
                                   "every array operation is traced into it\n"
                                   "and shown as the equations that it gives.\n";

dbx_status cmd_help(const char *rest) {
  const command *c;
  const char *group = "";
  if (*rest == ':') rest++;
  if (*rest) {
    DBX_TRY(find(rest, strlen(rest), &c));
    put_command(c);
    return DBX_OK;
  }
  fputs(introduction, stdout);
  for (uint32_t i = 0; i < commands_count; i++) {
    if (strcmp(group, commands[i].group)) printf("%s\n", commands[i].group);
    group = commands[i].group;
    put_command(&commands[i]);
  }
  return DBX_OK;
}

dbx_status cmd_detail(const char *rest) {
  static const char *const levels[] = {"no reports", "one line a bind", "a table a bind",
                                       "every step"};
  if (*rest) {
    if (rest[1] || *rest < '0' || *rest > '3')
      return dbx_fail(DBX_E208, (dbx_span){0}, "the detail is 0, 1, 2 or 3");
    line_mode()->detail = *rest - '0';
    journal_setting("detail", rest);
  }
  printf("detail %d: %s\n", line_mode()->detail, levels[line_mode()->detail]);
  return DBX_OK;
}

static dbx_status finish(const char *text) {
  pv v;
  if (program_now() != PROGRAM_OPEN)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "no program is open; a declaration such as `n: int` begins one");
  DBX_TRY(lang_eval_text("<out>", text, &v));
  return program_finish(v);
}

dbx_status cmd_out(const char *rest) {
  dbx_buf text = {0};
  dbx_printf(&text, ":out %s", rest);
  dbx_status st = line_step(dbx_text(&text), finish, rest);
  dbx_buf_free(&text);
  DBX_TRY(st);
  return cmd_show_jaxpr("");
}

// Its names go with it.
static dbx_status drop(const char *text) {
  (void)text;
  uint32_t i = 0;
  bool found;
  dict_entry *e;
  program_drop();
  while (dict_next(lang_now->globals, &i, &e))
    if (e->val.tag == PV_TRACER) DBX_TRY(dict_delete(lang_now->globals, e->key, &found));
  return DBX_OK;
}

dbx_status cmd_new(const char *rest) { return line_step(":new", drop, rest); }

dbx_status commands_redo(const char *text) {
  if (!strncmp(text, ":out ", 5)) return line_step(text, finish, text + 5);
  return line_step(text, drop, "");
}
