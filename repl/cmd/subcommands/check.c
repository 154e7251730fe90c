// dbidx check: runs programs for their traces, verifies every Jaxpr, prints one line a finding.
// Each file has a process of its own, because a program may leave anything behind. With --ast it
// only parses and prints syntax trees.
#include "cmd/host/host.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"
#include "cmd/subcommands/findings.h"
#include "cmd/subcommands/jaxpr.h"
#include "cmd/subcommands/sheets.h"
#include "cmd/subcommands/state.h"
#include "debug/fixes.h"
#include "debug/peers.h"
#include "ir/target.h"
#include "lang/run/draft.h"
#include "lang/syntax/ast.h"
#include "viz/names/letters.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool tell(const dbx_diag *d, dbx_place at) {
  dbx_place end = dbx_source_place(d->span.file, d->span.end);
  finding f = {.file = subcommands_now->checked,
               .warning = d->code >= DBX_W101,
               .rule = dbx_code_name(d->code),
               .kind = dbx_sym_text(d->cls),
               .message = d->message};
  if (d->span.file)
    f.line = at.line, f.column = at.column, f.end_line = end.line, f.end_column = end.column;
  return findings_tell(&f, stdout);
}

static void found(const dbx_diag *d) {
  dbx_place at = dbx_source_place(d->span.file, d->span.begin);
  subcommands_now->found = true;
  if (tell(d, at)) return;
  if (host_options()->json) {
    dbx_buf b = {0};
    host_put_diag_json(&b, d);
    fprintf(stdout, "%s\n", dbx_text(&b));
    dbx_buf_free(&b);
    return;
  }
  dbx_buf place = {0};
  if (d->span.file) dbx_printf(&place, "%u:%u:", at.line, at.column);
  say_to(stdout, "%s:%s %s[%s] %s: %s\n", subcommands_now->checked, dbx_text(&place),
         d->code >= DBX_W101 ? "warning" : "error", dbx_code_name(d->code), dbx_sym_text(d->cls),
         d->message);
  dbx_buf_free(&place);
}

static void report_pending(void) {
  dbx_diag *all = dbx_diag_take();
  if (all) dbx_diag_letters(all, NULL);
  if (all && host_options()->json) fixes_offer(all, &fixes_of_file);
  for (const dbx_diag *d = all; d; d = d->next) found(d);
  dbx_diag_free(all);
}

// The error of a failing trace stays pending for its caller.
static void verify(dbx_trace *t) {
  peers_found found = {0};
  dbx_diag *before = dbx_diag_take();
  if (t->jaxpr && traces_verify(t->jaxpr) != DBX_OK) {
    dbx_diag *d = dbx_diag_pending();
    d->span = t->span;
    report_pending();
  }
  if (t->jaxpr && !t->plain && host_options()->target)
    peers_see_trace(&found, t), peers_warn(&found);
  if (before) dbx_diag_put(before);
}

// What only the text has, of what the release refuses that --target names.
static void check_texts(void) {
  peers_found found = {0};
  if (!host_options()->target) return;
  for (uint32_t i = 0; i < lang_now->modules.n; i++)
    peers_see_text(&found, lang_now->modules.at[i]->root);
  peers_warn(&found);
}

// A function is traced for each type that it is called with.
static bool is_said(dbx_span at) {
  for (uint32_t i = 0; i < subcommands_now->refused.n; i++)
    if (dbx_same_span(subcommands_now->refused.at[i], at)) return true;
  dbx_push(&subcommands_now->refused, at);
  return false;
}

static void warned(dbx_diag *d) {
  if (d->code == DBX_W106 && is_said(d->span)) return;
  fixes_suggest(d);
  found(d);
}

static int check_text(const cli *o, uint32_t file, FILE *nowhere) {
  if (settings_start(o, nowhere) != DBX_OK) return CLI_FAILED;
  base_now->warn_sink = warned;
  lang_now->foresees_capture = dbx_target_now()->captures;
  traces_observe(verify);
  traces_collect();
  if (o->draft) draft_begin();
  dbx_status st = jaxpr_is_source(file) ? jaxpr_check_source(file) : lang_run_program(file);
  if (o->draft) st = draft_end(st);
  if (st != DBX_OK) report_pending();
  check_texts();
  dbx_vec_free(&subcommands_now->refused);
  return host_flush() && !subcommands_now->found ? CLI_OK : CLI_FAILED;
}

static int check_one(const cli *o, void *ctx) {
  uint32_t file;
  (void)ctx;
  if (!host_read_file(subcommands_now->checked, &file)) return CLI_FAILED;
  FILE *nowhere = host_nowhere();
  int status = nowhere ? check_text(o, file, nowhere) : CLI_FAILED;
  if (nowhere) fclose(nowhere);
  return status;
}

static int check_apart(const cli *o) {
  int status;
  (void)fflush(stdout);
  pid_t pid = fork();
  if (!pid) {
    host_end_with_parent();
    status = host_on_large_stack(check_one, o, NULL);
    (void)fflush(NULL);
    _exit(status);
  }
  if (pid < 0) return perror("dbidx: fork"), CLI_FAILED;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  if (findings_formatted()) return CLI_FAILED; // findings_checked says so
  say_to(stdout, "%s: the check ended by signal %d (%s)\n", subcommands_now->checked,
         WTERMSIG(status), strsignal(WTERMSIG(status)));
  return CLI_FAILED;
}

// One line a file: its syntax tree, or the first reason why it has none.
static int dump_trees(const cli *o, void *ctx) {
  (void)ctx;
  for (int i = 0; i < o->n_operands; i++) {
    dbx_module *m = NULL;
    dbx_buf b = {0};
    uint32_t file;
    subcommands_now->checked = o->operand[i];
    if (!host_read_file(subcommands_now->checked, &file)) return CLI_FAILED;
    if (dbx_parse(file, &m, NULL) == DBX_OK) {
      dbx_ast_dump(&b, m->root);
      fprintf(stdout, "%s\n", dbx_text(&b));
    } else {
      dbx_diag *d = dbx_diag_take();
      found(d);
      dbx_diag_free(d);
    }
    dbx_buf_free(&b);
    dbx_module_free(m);
  }
  return host_flush() && !subcommands_now->found ? CLI_OK : CLI_FAILED;
}

int cmd_check(const cli *o) {
  int status = CLI_OK;
  if (o->ast) return host_on_large_stack(dump_trees, o, NULL);
  if (!findings_begin(o)) return CLI_FAILED;
  for (int i = 0; i < o->n_operands; i++) {
    const char *path = subcommands_now->checked = o->operand[i];
    bool good = (sheets_is_sheet(path) ? sheets_check(o, path) : check_apart(o)) == CLI_OK;
    if (!good) status = CLI_FAILED;
    findings_checked(path, good);
  }
  findings_end();
  return host_flush() ? status : CLI_FAILED;
}
