// :debug and the words of the debugger as commands of the prompt. What is debugged is recorded
// first: the traces that an expression makes and the runs of their Jaxprs, or, after an error, the
// line that failed.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/screen.h"
#include "cmd/questions/state.h"
#include "cmd/session/arguments.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"
#include "cmd/session/undo.h"

#include "base/poll.h"
#include "debug/debugger.h"
#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static dbx_trace *trace_of(const dbx_jaxpr *j) {
  for (uint32_t i = lang_now->traces.n; i-- > 0;)
    if (lang_now->traces.at[i]->jaxpr == j) return lang_now->traces.at[i];
  return program_trace() && program_jaxpr() == j ? program_trace() : NULL;
}

static void record(dbx_trace *t, void *ctx) {
  (void)ctx;
  debug_record_trace(&questions_now->recording, t);
}

// A key that is waited for needs no Return, and is not shown.
static bool key_within(double seconds) {
  struct termios before;
  struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
  char c;
  if (tcgetattr(STDIN_FILENO, &before)) return false;
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  (void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  int n = poll(&key, 1, (int)(seconds * 1000));
  if (n > 0) (void)!read(STDIN_FILENO, &c, 1);
  (void)tcsetattr(STDIN_FILENO, TCSANOW, &before);
  return n != 0; // Ctrl-C, too
}

static bool pause_between(double seconds) {
  show_paging(false);
  (void)host_flush();
  return key_within(seconds);
}

static void open_at(uint32_t moment, void (*on_close)(void)) {
  debugger_open(
      &questions_now->recording, moment,
      &(debugger_style){host_width(), host_color(STDOUT_FILENO), show_report, host_report,
                        isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? pause_between : NULL,
                        screen_open},
      on_close);
}

// The failure that is not followed by another segment; else the first moment.
static uint32_t first_look(const debug_recording *r) {
  uint32_t at = debug_failure(&r->segments.at[r->segments.n - 1]);
  return at == UINT32_MAX ? 0 : at;
}

// ---- an expression ----

static dbx_status run_program(const char *text, pv *ret) {
  dbx_arrays args;
  const dbx_jaxpr *j = program_jaxpr();
  DBX_TRY(arguments_read(j, program_argument_names(), text, &args));
  dbx_status st = arguments_run(host_interpreter(), j, &args, ret);
  arguments_free(&args);
  return st;
}

static void show_result(pv v) {
  dbx_buf b = {0};
  if (is_none(v)) return;
  if (lang_repr(v, &b) == DBX_OK) printf("%s\n", dbx_text(&b));
  else dbx_diag_forget();
  dbx_buf_free(&b);
}

static dbx_status debug_expression(const char *text) {
  dbx_engine engine = lang_now->engine;
  void (*on_trace)(dbx_trace *t, void *ctx) = lang_now->on_trace;
  uint32_t pins = lang_pins();
  pv v;
  undo_open();
  lang_now->engine = *host_interpreter();
  lang_now->on_trace = record;
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  debug_record_begin(&questions_now->recording, trace_of);
  dbx_status st = program_jaxpr() ? run_program(text, &v) : lang_eval_text("<command>", text, &v);
  debug_record_end(&questions_now->recording);
  lang_now->engine = engine;
  lang_now->on_trace = on_trace;
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  if (st == DBX_OK) lang_pin(v), show_result(v);
  else host_report(dbx_diag_take()), undo_rollback();
  lang_unpin(pins);
  (void)host_flush();
  if (questions_now->recording.n)
    return open_at(first_look(&questions_now->recording), NULL), DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "nothing was traced or run by this; a compiled function is, when it is called");
}

// ---- what was traced last ----

static dbx_status debug_last(void) {
  dbx_trace *t = NULL;
  void (*on_close)(void) = NULL;
  if (line_hold_failed()) t = program_trace(), on_close = line_release;
  else if (program_trace() && program_jaxpr()) t = program_trace();
  else if (lang_now->traces.n) t = lang_now->traces.at[lang_now->traces.n - 1];
  if (!t)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "nothing has been traced yet; `:debug EXPR` traces and runs a call");
  debug_record_trace(&questions_now->recording, t);
  uint32_t at = first_look(&questions_now->recording);
  open_at(!at && on_close ? questions_now->recording.n - 1 : at, on_close);
  return DBX_OK;
}

static dbx_status debug_what(const char *text) {
  return *text ? debug_expression(text) : debug_last();
}

dbx_status cmd_debug(const char *rest) {
  static const char option[] = "--tui";
  size_t n = sizeof option - 1;
  bool full = !strncmp(rest, option, n) && (!rest[n] || rest[n] == ' ');
  if (full) DBX_TRY(screen_allowed());
  debugger_close();
  questions_now->recording.by_source = settings_by_source();
  questions_now->recording.so_far = program_so_far();
  if (!full) return debug_what(rest);
  DBX_TRY(debug_what(rest + n + strspn(rest + n, " ")));
  return debugger_command("screen", "");
}

// ---- the words ----

dbx_status cmd_step(const char *rest) { return debugger_command("step", rest); }
dbx_status cmd_next(const char *rest) { return debugger_command("next", rest); }
dbx_status cmd_finish(const char *rest) { return debugger_command("finish", rest); }
dbx_status cmd_continue(const char *rest) { return debugger_command("continue", rest); }
dbx_status cmd_up(const char *rest) { return debugger_command("up", rest); }
dbx_status cmd_down(const char *rest) { return debugger_command("down", rest); }
dbx_status cmd_where(const char *rest) { return debugger_command("where", rest); }
dbx_status cmd_break(const char *rest) { return debugger_command("break", rest); }
dbx_status cmd_watch(const char *rest) { return debugger_command("watch", rest); }
