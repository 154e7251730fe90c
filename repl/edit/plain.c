// No editor: lines as the terminal's own line discipline gives them.
#include "edit/edit.h"

#include "base/poll.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile sig_atomic_t edit_ended_by;

int edit_start(const char *history, edit_completer f) {
  (void)history, (void)f;
  return 0;
}
void edit_stop(void) {}
void edit_block(const edit_hooks *hooks, const char *above) { (void)hooks, (void)above; }
void edit_raw(void) {}
void edit_remember(const char *text) { (void)text; }

edit_result edit_read(const char *prompt, char **ret) {
  char *line = NULL;
  size_t cap = 0;
  fputs(prompt, stdout);
  (void)fflush(stdout);
  errno = 0;
  ssize_t n = getline(&line, &cap, stdin);
  if (n >= 0) {
    if (n && line[n - 1] == '\n') line[n - 1] = 0;
    return *ret = line, EDIT_LINE;
  }
  int why = errno;
  free(line);
  clearerr(stdin);
  putchar('\n');
  if (why != EINTR || !dbx_stopping_for(DBX_STOP_INTERRUPT)) return EDIT_END;
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  return EDIT_INTERRUPT;
}
