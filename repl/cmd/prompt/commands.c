// Finds and runs the commands of the prompt, and those about the session itself (see commands.h).
#include "cmd/commands.h"
#include "cmd/prompt/state.h"

#include "cmd/cases/cases.h"
#include "cmd/host/host.h"
#include "cmd/host/lecture.h"
#include "cmd/prompt/apart.h"
#include "cmd/prompt/elsewhere.h"
#include "cmd/session/changes.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/output.h"
#include "cmd/session/program.h"

#include "base/nearest.h"
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

static dbx_status unknown(const char *text, size_t n) {
  char name[DBX_NEAREST_MAX];
  DBX_TRY(elsewhere_command(text, n));
  snprintf(name, sizeof name, "%.*s", (int)n, text);
  dbx_nearest near = dbx_nearest_to(name);
  dbx_fail_(DBX_E208, (dbx_span){0}, "there is no command `:%.*s`; `:help` lists them", (int)n,
            text);
  for (uint32_t i = 0; i < commands_count; i++) dbx_nearest_try(&near, commands[i].name);
  return dbx_nearest_advise(&near, ":");
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
  return unknown(name, n);
}

dbx_status commands_find(const char *name, const command **ret) {
  return find(name, strlen(name), ret);
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

// What lists or is read is no report.
static bool is_listing(const command *c) {
  static const char *const groups[] = {"session", "history", "learn"};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (!strcmp(c->group, groups[i])) return true;
  return !strcmp(c->name, "vars");
}

static dbx_status run(void *ctx) {
  const char *text = ctx;
  const command *c;
  size_t n = strcspn(text, " \t\n");
  const char *rest = text + n + strspn(text + n, " \t\n");
  bool force = n > 1 && text[n - 1] == '!';
  DBX_TRY(find(text, n - force, &c));
  if (is_listing(c)) lecture_begin(false);
  return run_with(c, rest, force);
}

static bool run_line(dbx_status (*f)(void *ctx), void *ctx) {
  dbx_here = (dbx_span){0};
  prompt_now->leaving = false;
  uint32_t pins = lang_pins(); // callables are pinned as they are taken
  if (dbx_polled(f(ctx)) != DBX_OK) host_report(dbx_diag_take());
  lang_unpin(pins);
  (void)host_flush();
  return !prompt_now->leaving;
}

bool commands_run(const char *text) {
  size_t n = strlen(text);
  char *line = dbx_strdup(text); // without blanks at the end
  while (n && isspace((unsigned char)line[n - 1])) line[--n] = 0;
  bool go_on = run_line(run, line + 1);
  free(line);
  return go_on;
}

// ---- the session ----

dbx_status cmd_quit(const char *rest) {
  (void)rest;
  prompt_now->leaving = true;
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

// What the program gives: as it was typed, or its text.
typedef struct results {
  read_text *typed; // NULL: the text
  const char *text;
} results;

static dbx_status eval_results(const results *r, pv *ret) {
  dbx_module *m;
  if (!r->typed) return lang_eval_text("<out>", r->text, ret);
  DBX_TRY(text_load(r->typed, &m));
  return lang_exec_statement(m->root->l.at[0], ret);
}

static dbx_status finish(void *ctx) {
  pv v;
  if (program_now() != PROGRAM_OPEN)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "no program is open; a declaration such as `n: int` begins one");
  DBX_TRY(eval_results(ctx, &v));
  return program_finish(v);
}

static dbx_status out(void *ctx) {
  const results *r = ctx;
  dbx_buf text = {0};
  dbx_printf(&text, ":out %s", r->text);
  dbx_status st = line_step(dbx_text(&text), finish, ctx);
  dbx_buf_free(&text);
  DBX_TRY(st);
  return cmd_show_jaxpr("");
}

dbx_status cmd_out(const char *rest) { return out(&(results){NULL, rest}); }

bool commands_return(read_text *t) {
  const dbx_node *e = text_returned(t);
  if (!e) return false;
  char *text = strndup(dbx_text(&t->text) + e->span.begin, e->span.end - e->span.begin);
  (void)line_register(t);
  (void)run_line(out, &(results){t, text});
  free(text);
  return true;
}

static dbx_status drop(void *ctx) { return (void)ctx, program_forget(); }

dbx_status cmd_new(const char *rest) {
  (void)rest;
  return line_step(":new", drop, NULL);
}

dbx_status commands_redo(const char *text) {
  if (!strncmp(text, ":assume ", 8)) return cases_assume(text + 8);
  if (!strncmp(text, ":out ", 5)) return line_step(text, finish, &(results){NULL, text + 5});
  return line_step(text, drop, NULL);
}
