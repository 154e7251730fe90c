// Reports that build up (see lecture.h).
#include "cmd/host/lecture.h"

#include "cmd/host/host.h"
#include "cmd/host/state.h"

#include "base/poll.h"
#include "edit/edit.h"
#include "viz/text/text.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

void lecture_switch(bool on) { host_now->lecture.on = on; }
bool lecture_is_on(void) { return host_now->lecture.on; }
void lecture_step_by(bool (*next)(void)) { host_now->lecture.next = next; }
void lecture_begin(bool builds_up) {
  host_now->lecture.whole = !builds_up;
  host_now->lecture.begun = false;
}

// ---- Enter ----

// False: the rest is wanted at once.
static bool key_goes_on(void) {
  struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
  char c = 'q';
  while (poll(&key, 1, -1) < 0 && errno == EINTR)
    if (dbx_stopping_for(DBX_STOP_INTERRUPT) || edit_ended_by) break;
  if (dbx_stopping_for(DBX_STOP_INTERRUPT)) dbx_stop_forget(DBX_STOP_INTERRUPT);
  else if (edit_ended_by || read(STDIN_FILENO, &c, 1) != 1) c = 'q';
  return c != 'q' && c != 4;
}

static bool key(void) {
  struct termios before, raw;
  const char *term = getenv("TERM");
  bool erases = term && *term && strcmp(term, "dumb") != 0, color = host_color(STDOUT_FILENO);
  if (tcgetattr(STDIN_FILENO, &before)) return false;
  raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_cc[VSUSP] = _POSIX_VDISABLE;
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  if (erases)
    printf("%s[Enter]%s", dbx_ink_on(color, DBX_INK_DIM), dbx_ink_off(color, DBX_INK_DIM));
  (void)fflush(stdout);
  bool on = key_goes_on();
  if (erases) fputs("\r\033[K", stdout);
  (void)fflush(stdout);
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
  return on;
}

static bool enter(void) {
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) return key();
  return host_now->lecture.next && host_now->lecture.next();
}

// ---- steps ----

// Where its text begins: behind blanks and colours. *indent: how many blanks.
static const char *text_of(const char *line, size_t *indent) {
  size_t ink;
  for (*indent = 0; (ink = dbx_ink_at(line, strlen(line))) || *line == ' '; line += ink ? ink : 1)
    *indent += !ink;
  return line;
}

static size_t indent_of(const char *line) {
  size_t n;
  return text_of(line, &n), n;
}

static const char *line_after(const char *line) {
  line += strcspn(line, "\n");
  return line + (*line == '\n');
}

static bool is_diagnostic(const char *text) {
  size_t indent;
  for (text = line_after(text); *text; text = line_after(text))
    if (!strncmp(text_of(text, &indent), "-->", 3) && indent) return true;
  return false;
}

// Diagnostics build up by their notes, other texts by the lines that are indented like the second.
static size_t step_indent(const char *text) {
  return is_diagnostic(text) ? 0 : indent_of(line_after(text));
}

static bool begins_step(const char *line, size_t indent) {
  size_t n;
  const char *text = text_of(line, &n), *mark = text + (*text == '=');
  if (mark > text && mark[dbx_ink_at(mark, strlen(mark))] == ' ') return true;
  return indent && n <= indent;
}

static void put_step(FILE *f, const char *s, size_t n, uint32_t width) {
  dbx_buf b = {0};
  dbx_put_folded(&b, s, n, width);
  host_print(f, dbx_text(&b), b.n);
  (void)fflush(f);
  dbx_buf_free(&b);
}

bool lecture_put(FILE *f, const dbx_buf *b, uint32_t width) {
  if (!host_now->lecture.on || host_now->lecture.whole || !b->n) return false;
  const char *text = b->at, *end = text + b->n;
  size_t indent = step_indent(text);
  while (text < end) {
    const char *next = line_after(text);
    while (next < end && *next && !begins_step(next, indent)) next = line_after(next);
    if (!*next) next = end; // also of a text with a zero in it
    if (host_now->lecture.begun && !host_now->lecture.whole) host_now->lecture.whole = !enter();
    host_now->lecture.begun = true;
    put_step(f, text, (size_t)(next - text), width);
    text = next;
  }
  return true;
}
