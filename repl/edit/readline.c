// Editing by readline, or by libedit's imitation of it, through the callback interface: we wait for
// input ourselves, so that Ctrl-C is seen at once and at a safe place.
#include "edit/edit.h"

#include "base/interrupt.h"
#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef DBX_LIBEDIT
#include <editline/readline.h>
#else
#include <readline/history.h>
#include <readline/readline.h>
#endif

static char *history_file;
static edit_completer completer;

// ---- completion ----

static dbx_vec(char *) words;

static void add_word(const char *word) { dbx_push(&words, dbx_strdup(word)); }

static char *next_word(const char *text, int state) {
  static uint32_t at;
  size_t n = strlen(text);
  if (!state) at = 0;
  while (at < words.n) {
    const char *w = words.at[at++];
    if (!strncmp(w, text, n)) return strdup(w); // readline frees it
  }
  return NULL;
}

static char **complete(const char *text, int begin, int end) {
  for (uint32_t i = 0; i < words.n; i++) free(words.at[i]);
  words.n = 0;
  rl_attempted_completion_over = 1; // never file names
  rl_completion_append_character = 0;
  completer(rl_line_buffer, (size_t)begin, (size_t)end, add_word);
  return rl_completion_matches(text, next_word);
}

// ---- start and end ----

enum { HISTORY_LINES = 10000 };

void edit_start(const char *history, edit_completer f) {
  completer = f;
  rl_readline_name = "dbidx";
  rl_attempted_completion_function = complete;
  rl_completer_word_break_characters = " \t\n\"'`@$><=;|&{}()[],+-*/%~^!";
#ifndef DBX_LIBEDIT
  rl_catch_signals = 0;
  rl_variable_bind("enable-bracketed-paste", "on");
  history_comment_char = '#'; // times between entries, so that entries may have several lines
  history_write_timestamps = 1;
#endif
  using_history();
  stifle_history(HISTORY_LINES);
  if (!history) return;
  history_file = dbx_strdup(history);
  (void)read_history(history_file); // the first time there is none
}

void edit_stop(void) {
  if (history_file) (void)write_history(history_file);
  free(history_file);
  history_file = NULL;
  clear_history();
  for (uint32_t i = 0; i < words.n; i++) free(words.at[i]);
  dbx_vec_free(&words);
}

void edit_remember(const char *text) {
  static char *last;
  if (!*text || (last && !strcmp(last, text))) return;
  add_history(text);
  free(last);
  last = dbx_strdup(text);
}

// ---- one line ----

static char *typed;
static bool ended;

static void take(char *line) {
  typed = line;
  ended = true;
  rl_callback_handler_remove(); // the terminal is ours again before anything runs
}

static edit_result interrupted(void) {
  dbx_interrupted = 0;
#ifndef DBX_LIBEDIT
  rl_free_line_state();
  rl_callback_sigcleanup();
#endif
  rl_callback_handler_remove();
  fputs("^C\n", stdout);
  return EDIT_INTERRUPT;
}

edit_result edit_read(const char *prompt, char **ret) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  sigset_t block, before;
  sigemptyset(&block), sigaddset(&block, SIGINT);
  typed = NULL, ended = false;
  (void)fflush(stdout);
  rl_callback_handler_install(prompt, take);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  bool stop = false;
  while (!ended && !(stop = dbx_interrupted)) {
    int n = ppoll(&in, 1, NULL, &before);
    if (n > 0) rl_callback_read_char();
    if (n < 0 && errno != EINTR) break;
#ifndef DBX_LIBEDIT
    if (n < 0 && !dbx_interrupted) rl_resize_terminal(); // a window change interrupts too
#endif
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (stop && !ended) return interrupted();
  if (!ended) rl_callback_handler_remove();
  if (!typed) return fputs("\n", stdout), EDIT_END;
  *ret = typed;
  return EDIT_LINE;
}
