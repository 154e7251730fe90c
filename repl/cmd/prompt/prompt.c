// The prompt: reads, runs, shows, until the end of the input. Standard input that is no terminal is
// read without prompts; errors go to standard error and the session goes on.
#include "cmd/prompt/prompt.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/lecture.h"
#include "cmd/host/show.h"
#include "cmd/prompt/complete.h"
#include "cmd/prompt/elsewhere.h"
#include "cmd/prompt/reader.h"
#include "cmd/prompt/recover.h"
#include "cmd/prompt/start.h"
#include "cmd/questions/recorded.h"
#include "cmd/questions/tour.h"
#include "cmd/session/changes.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/open_block.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "base/poll.h"
#include "debug/debugger.h"
#include "edit/edit.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void put_prompt(dbx_buf *b) {
  uint32_t n = 0;
  const program_input *in = program_now() == PROGRAM_OPEN ? program_inputs(false, &n) : NULL;
  for (uint32_t i = 0; i < n; i++) dbx_printf(b, "%s%s", i ? ", " : "", dbx_sym_text(in[i].name));
  if (debugger_is_open()) dbx_clear(b), dbx_put(b, "debug"), n = 1;
  dbx_put(b, n ? " >>> " : ">>> ");
}

static void on_trace(dbx_trace *t, void *ctx) {
  (void)ctx;
  changes_show_trace(t, line_mode()->detail);
}

// `?X` is `:about X`, `?` alone `:help`.
static void ask_about(const char *text) {
  dbx_buf line = {0};
  text += 1 + strspn(text + 1, " \n");
  dbx_printf(&line, *text ? ":about %s" : ":help", text);
  (void)commands_run(dbx_text(&line));
  dbx_buf_free(&line);
}

// `exit` and `quit` alone, as in Python 3.13, where they are not other names.
static bool asks_to_leave(const char *text) {
  size_t n = strcspn(text, " \n");
  bool word = n == 4 && (!strncmp(text, "exit", n) || !strncmp(text, "quit", n));
  pv v;
  if (!word || text[n + strspn(text + n, " \n")]) return false;
  return dict_find(lang_now->globals, str_new(text, n), &v) == DBX_OK && v.tag == PV_UNBOUND;
}

// No value is on the stack of roots between two lines, however one ends.
bool prompt_act(read_text *t) {
  const char *text = dbx_text(&t->text);
  uint32_t pins = lang_pins();
  bool go_on = true;
  tour_before_line();
  show_paging(line_mode()->interactive && !lecture_is_on());
  lecture_begin(true);
  if (text[0] == ':') go_on = commands_run(text);
  else if (text[0] == '?') ask_about(text);
  else if (elsewhere_line(text) != DBX_OK) host_report(dbx_diag_take());
  else if (debugger_is_open() && debugger_line(text)) (void)host_flush();
  else if (asks_to_leave(text)) go_on = commands_run(":quit");
  else if (program_now() != PROGRAM_OPEN || !commands_return(t)) line_run(t);
  show_paging(false);
  lecture_begin(false);
  lang_unpin(pins);
  tour_after_line(text);
  return go_on && !line_left();
}

static void run_command(const char *text, read_text *lines) {
  open_block_show(lines);
  (void)commands_run(text);
  open_block_show(NULL);
}

void prompt_begin(void) {
  line_mode()->interactive = true;
  line_mode()->detail = 2;
  line_mode()->leaves = true;
  read_hooked()->watch = open_block_typed;
  read_hooked()->close = open_block_closes;
  read_hooked()->command = run_command;
}

bool prompt_step(void) {
  read_text t;
  line_settle();
  read_result r = read_typed(put_prompt, &t);
  if (r != READ_TEXT) return r != READ_END;
  journal_run(dbx_text(&t.text));
  bool go_on = prompt_act(&t);
  journal_ran();
  text_free(&t);
  return go_on && !edit_ended_by;
}

// The program of -i: lines of the session, as :load makes them.
static void run_given(const cli *o) {
  if (!o->stay) return;
  if (o->code) line_run_text(o->code, true);
  else if (o->n_operands && recorded_load(o->operand[0]) != DBX_OK) host_report(dbx_diag_take());
}

// What asks the session to end stops what runs, and ends it at the prompt. What does not stop in
// time is left as it is: the journal has everything.
static void on_end(int sig) {
  enum { SECONDS = 2 };
  edit_ended_by = sig;
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  alarm(SECONDS);
}

static void catch_ends(void) {
  static const int ends[] = {SIGHUP, SIGTERM};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    struct sigaction sa = {.sa_handler = on_end}, before;
    sigemptyset(&sa.sa_mask);
    if (!sigaction(ends[i], NULL, &before) && before.sa_handler != SIG_IGN)
      (void)sigaction(ends[i], &sa, NULL); // nohup is respected
  }
}

// As its parent expects it of a process that was asked to end.
static void end_by_signal(void) {
  (void)fflush(stdout);
  signal(edit_ended_by, SIG_DFL);
  raise(edit_ended_by);
}

static void converse(const cli *o) {
  char *history = edit_xdg_file("XDG_STATE_HOME", ".local/state", "history", 1);
  printf("dbidx " DBX_VERSION "   :help shows the commands, Ctrl-D leaves\n");
  prompt_begin();
  catch_ends();
  int why = edit_start(history, complete_word);
  if (why) say_to(stderr, "dbidx: no history is kept: %s: %s\n", history, strerror(why));
  bool go_on = start_run(o);
  host_warm_up();
  if (!o->recover) recover_offer();
  if (!(o->recover && recover_session()) && !o->no_journal) journal_begin();
  run_given(o);
  while (go_on && prompt_step()) continue;
  edit_stop();
  journal_end();
  free(history);
  if (edit_ended_by) end_by_signal();
}

static void read_input(const cli *o) {
  read_text t;
  bool go_on = true;
  line_mode()->leaves = true;
  run_given(o);
  lecture_step_by(read_piped_enter);
  while (go_on && read_piped(&t) == READ_TEXT) {
    go_on = prompt_act(&t);
    text_free(&t);
  }
  lecture_step_by(NULL);
  read_stop();
}

void prompt_end(void) {
  tour_end(), quiz_end();
  line_stop();
}

int cmd_prompt(const cli *o) {
  bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  if (o->recover && !terminal)
    return fprintf(stderr, "dbidx: --recover needs a terminal to go on at\n"), CLI_MISUSE;
  if (settings_start(o, stdout) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  lang_now->on_trace = on_trace;
  line_start();
  if (terminal) converse(o);
  else read_input(o);
  debugger_stop();
  int status = line_status();
  prompt_end();
  return host_stop(host_flush() ? status : CLI_FAILED);
}

int cmd_open(const cli *o) {
  cli at = *o;
  if (!recorded_is_path(o->operand[0])) {
    say_to(stderr,
           "dbidx: open reads recordings (.dbidx), not '%s'; `dbidx -i FILE` runs a program\n"
           "       and stays at the prompt\n",
           o->operand[0]);
    return CLI_MISUSE;
  }
  at.stay = true;
  return cmd_prompt(&at);
}
