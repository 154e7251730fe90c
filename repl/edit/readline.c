// Editing by readline, or by libedit's imitation of it, through the callback interface: we wait for
// input ourselves, so that Ctrl-C is seen at once and at a safe place.
#include "edit/edit.h"
#include "edit/past.h"

#include "base/mem.h"
#include "base/poll.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifdef DBX_LIBEDIT
#include <editline/readline.h>
#else
#include <readline/history.h>
#include <readline/readline.h>

#include "edit/block.h"
#include "edit/kept.h"
#include "edit/screen.h"
#endif

// There is one editor a process, as there is one terminal: readline calls back with nothing of
// ours.
static struct {
  edit_completer completer;
  dbx_vec(char *) words;                    // that complete what is typed
  uint32_t at;                              // the one that is offered next
  char *last;                               // that was remembered last
  volatile sig_atomic_t suspended, resumed; // set by handlers
  char *typed;
  bool ended;
  // The editor also reads in the middle of something: a paste, a question, a list of completions
  // page by page. There Ctrl-C is the end of the input, since what was typed before it is gone: the
  // terminal drops it, with the end of the paste.
  const sigset_t *signals_of_reads;
  // ---- of blocks ----
#ifndef DBX_LIBEDIT
  screen_state screen;
  block_state block;
#endif
  bool draws;              // the terminal can show them
  const edit_hooks *hooks; // of what is read next; NULL: a line
  const char *above;
  bool raw;
  int ahead;            // a byte that was read to see if there is one; 0: none
  bool pasting;         // between the brackets of a paste
  unsigned char before; // the byte of it that was read last
} editor;

// ---- completion ----

static void add_word(const char *word) { dbx_push(&editor.words, dbx_strdup(word)); }

static char *next_word(const char *text, int state) {
  size_t n = strlen(text);
  if (!state) editor.at = 0;
  while (editor.at < editor.words.n) {
    const char *w = editor.words.at[editor.at++];
    if (!strncmp(w, text, n)) return strdup(w); // readline frees it
  }
  return NULL;
}

static char **complete(const char *text, int begin, int end) {
  for (uint32_t i = 0; i < editor.words.n; i++) free(editor.words.at[i]);
  editor.words.n = 0;
  rl_attempted_completion_over = 1; // never file names
  rl_completion_append_character = 0;
  editor.completer(rl_line_buffer, (size_t)begin, (size_t)end, add_word);
  return rl_completion_matches(text, next_word);
}

// ---- start and end ----

// Programs are UTF-8 whatever the environment says, and without a locale the editor would take
// letters apart. A locale that was chosen, and is there, stays.
static void choose_locale(void) {
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968")) return;
  (void)setenv("LC_ALL", "C.UTF-8", 1); // the editor looks there again
  (void)setlocale(LC_CTYPE, "");
}

static void add_entry(const char *text) { add_history(text); }

#ifndef DBX_LIBEDIT
static int read_char(FILE *f);
#endif

#ifndef DBX_LIBEDIT
screen_state *screen_now(void) { return &editor.screen; }
block_state *block_now(void) { return &editor.block; }

static int indent_line(void) {
  for (size_t n = block_indent(); n--;) rl_insert_text(" ");
  return 0;
}

// A pair of return and newline ends one line of what is pasted.
static int on_paste(int count, int key) {
  editor.pasting = true, editor.before = 0;
  int r = rl_bracketed_paste_begin(count, key);
  editor.pasting = false;
  free(editor.block.pasted);
  editor.block.pasted = strchr(rl_line_buffer, '\n') ? dbx_strdup(rl_line_buffer) : NULL;
  return r;
}

static void start_blocks(void) {
  const char *term = getenv("TERM");
  if (!term || !*term || !strcmp(term, "dumb")) return;
  rl_reset_terminal(NULL);
  editor.draws = screen_can();
  if (!editor.draws) return;
  rl_variable_bind("bind-tty-special-chars", "off"); // backspace is ours
  block_start();
  rl_add_defun("dbidx-paste", on_paste, -1);
  (void)rl_bind_keyseq("\\e[200~", on_paste);
  rl_startup_hook = indent_line;
}
#endif

int edit_start(const char *history, edit_completer f) {
  editor.completer = f;
  choose_locale();
  rl_readline_name = "dbidx";
  rl_attempted_completion_function = complete;
  rl_completer_word_break_characters = EDIT_WORD_BREAKS;
#ifndef DBX_LIBEDIT
  rl_catch_signals = 0;
  rl_change_environment = 0; // a thread may read it
  rl_getc_function = read_char;
  rl_variable_bind("enable-bracketed-paste", "on");
  start_blocks();
#endif
  using_history();
  stifle_history(PAST_LINES);
  return history ? past_open(history) : 0;
}

void edit_block(const edit_hooks *hooks, const char *above) {
  editor.hooks = hooks, editor.above = above;
}
void edit_raw(void) { editor.raw = true; }

void edit_stop(void) {
  past_close();
#ifndef DBX_LIBEDIT
  screen_stop();
#endif
  clear_history();
  for (uint32_t i = 0; i < editor.words.n; i++) free(editor.words.at[i]);
  dbx_vec_free(&editor.words);
}

void edit_remember(const char *text) {
  if (!*text || (editor.last && !strcmp(editor.last, text))) return;
  past_append(text, add_entry);
  add_history(text);
  free(editor.last);
  editor.last = dbx_strdup(text);
}

// A read from the terminal gives nothing rather than waits: Ctrl-C makes the terminal drop what was
// there to read, also between asking for it and reading it.
static void never_wait(void) {
  struct termios t;
  if (tcgetattr(STDIN_FILENO, &t)) return;
  t.c_cc[VMIN] = t.c_cc[VTIME] = 0;
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &t); // if not, a paste may have to be ended by a key
}

// ---- Ctrl-Z ----

volatile sig_atomic_t edit_ended_by;

static void on_job_signal(int sig) {
  if (sig == SIGTSTP) editor.suspended = 1;
  else editor.resumed = 1;
}

static void be_told(void (*f)(int sig)) {
  struct sigaction sa = {.sa_handler = f};
  sigemptyset(&sa.sa_mask);
  (void)sigaction(SIGTSTP, &sa, NULL);
  (void)sigaction(SIGCONT, &sa, NULL);
}

// Gives the terminal back as it was, stops as the shell expects it, and goes on from there.
static void suspend(void) {
  sigset_t stop;
  sigemptyset(&stop), sigaddset(&stop, SIGTSTP), sigaddset(&stop, SIGCONT);
  rl_deprep_terminal();
  be_told(SIG_DFL);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL); // here
  pthread_sigmask(SIG_BLOCK, &stop, NULL);
  be_told(on_job_signal);
}

static void follow_job(void) {
  if (editor.suspended) suspend();
  editor.suspended = editor.resumed = 0;
  rl_prep_terminal(1);
  never_wait();
#ifndef DBX_LIBEDIT
  rl_reset_screen_size();
  if (editor.draws) {
    screen_again();
    return;
  }
#endif
  rl_on_new_line();
  rl_forced_update_display();
}

// ---- one line ----

static void take(char *line) {
  editor.typed = line;
  editor.ended = true;
  rl_callback_handler_remove(); // the terminal is ours again before anything runs
}

static void end_shown(const char *behind) {
#ifndef DBX_LIBEDIT
  if (editor.draws) {
    screen_end(behind);
    return;
  }
#endif
  printf("%s\n", behind);
}

static edit_result interrupted(void) {
  dbx_stop_forget(DBX_STOP_INTERRUPT);
#ifndef DBX_LIBEDIT
  rl_free_line_state();
  rl_callback_sigcleanup();
#endif
  rl_callback_handler_remove();
  end_shown("^C");
  return EDIT_INTERRUPT;
}

static void block_signals(sigset_t *before) {
  static const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};
  sigset_t block;
  sigemptyset(&block);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) sigaddset(&block, all[i]);
  pthread_sigmask(SIG_BLOCK, &block, before);
}

static bool asked_to_stop(void) { return edit_ended_by || dbx_stopping_for(DBX_STOP_INTERRUPT); }

#ifndef DBX_LIBEDIT
int edit_peek(int milliseconds) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  unsigned char c;
  if (!editor.ahead && poll(&in, 1, milliseconds) > 0 && in.revents & POLLIN &&
      read(in.fd, &c, 1) == 1)
    editor.ahead = c;
  return editor.ahead;
}

void edit_skip(void) { editor.ahead = 0; }

static int next_byte(FILE *f) {
  struct pollfd in = {.fd = fileno(f), .events = POLLIN};
  static const struct timespec now = {0};
  for (;;) {
    unsigned char c;
    int n = poll(&in, 1, 0);
    if (n <= 0 && asked_to_stop()) return EOF;
    if (n <= 0) n = ppoll(&in, 1, editor.signals_of_reads ? NULL : &now, editor.signals_of_reads);
    if (n < 0 && errno == EINTR) continue;
    ssize_t got = n < 0 ? -1 : read(in.fd, &c, 1);
    bool hung_up = in.revents & (POLLHUP | POLLERR | POLLNVAL);
    if (got == 1) return c;
    if (got == 0 ? hung_up || !isatty(in.fd) : errno != EINTR) return EOF;
  }
}

static int read_char(FILE *f) {
  int c = editor.ahead;
  editor.ahead = 0;
  if (!c) c = next_byte(f);
  if (editor.pasting && c == '\n' && editor.before == '\r') c = next_byte(f);
  editor.before = (unsigned char)c;
  return c;
}
#endif

// Until a line has ended, or something else has to be done first.
static void listen(const sigset_t *unblocked) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  while (!editor.ended && !asked_to_stop()) {
    int n = editor.ahead ? 1 : ppoll(&in, 1, NULL, unblocked);
    if (editor.ahead) in.revents = 0;
    if (n > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL)) edit_ended_by = SIGHUP;
    else if (n > 0) rl_callback_read_char();
    else if (n < 0 && errno != EINTR) return;
    else if (editor.suspended || editor.resumed) follow_job();
#ifndef DBX_LIBEDIT
    else if (!asked_to_stop()) {
      if (!editor.draws) rl_resize_terminal(); // a window change interrupts too
      else rl_reset_screen_size(), screen_resized();
    }
#endif
  }
}

edit_result edit_read(const char *prompt, char **ret) {
  sigset_t before;
  editor.typed = NULL, editor.ended = false;
  (void)fflush(stdout);
  block_signals(&before);
  be_told(on_job_signal);
#ifndef DBX_LIBEDIT
  if (editor.draws) block_begin(editor.hooks, editor.above, editor.raw);
#endif
  if (!editor.draws) rl_bind_key('\t', editor.raw ? rl_insert : rl_complete);
  rl_callback_handler_install(prompt, take);
  never_wait();
  past_merge(add_entry); // the prompt is there already
  using_history();
  editor.signals_of_reads = &before;
  listen(&before);
  editor.signals_of_reads = NULL;
  be_told(SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  editor.hooks = NULL, editor.above = NULL, editor.raw = false;
  if (!editor.typed && !edit_ended_by && asked_to_stop()) return interrupted();
  if (!editor.ended) rl_callback_handler_remove();
  if (!editor.typed) return end_shown(""), EDIT_END;
  *ret = editor.typed;
  return EDIT_LINE;
}
