// The full screen of the debugger: keys become its words, what they print is shown beside the
// panes. The terminal is as it was before when it is left.
#include "cmd/questions/screen.h"

#include "cmd/host/host.h"
#include "cmd/questions/state.h"

#include "base/poll.h"
#include "debug/debugger.h"
#include "edit/edit.h"
#include "viz/names/letters.h"
#include "viz/report/diagnostic.h"
#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const char keys[] = "s step  b back  n next  N rnext  c continue  r rcontinue  f finish  "
                           "u up  d down  p play  + - pace  : a word or expression  q leaves";

typedef struct full_screen {
  struct winsize size;
  bool playing, leaving, color;
  int pace;         // ms between two moments
  bool typing;      // behind ":"
  char line[256];   // what was typed there
  const char *note; // instead of the keys
} full_screen;

// ---- what words print ----

static int answer_width(void) { return (int)debugger_answer_width((uint32_t)host_width()); }

static void hear(dbx_buf *b) {
  dbx_putn(&questions_now->said, dbx_text(b), b->n);
  dbx_buf_free(b);
}

static void hear_error(dbx_diag *d) {
  if (!d) return;
  dbx_diag_letters(d, NULL);
  dbx_put_diag(&questions_now->said, d, &(dbx_diag_style){.width = answer_width()});
  dbx_diag_free(d);
}

// Gives the style before.
static debugger_style fit(void) {
  return debugger_restyle(
      &(debugger_style){.width = answer_width(), .put = hear, .report = hear_error});
}

// A word that moves is answered by the panes, unless it has come to a breakpoint.
static void run(full_screen *s, const char *text) {
  uint32_t before = debugger_moment();
  dbx_clear(&questions_now->said);
  if (debugger_is_statement(text)) {
    dbx_put(&questions_now->said, "a statement of the session: q leaves the full screen first\n");
    return;
  }
  (void)debugger_line(text);
  if (!debugger_is_open()) s->leaving = true;
  else if (debugger_moment() != before) dbx_clear(&questions_now->said);
}

// ---- keys ----

static const struct key {
  const char *bytes, *word;
} words[] = {{"s", "step"},     {"\033[C", "step"}, {"b", "back"},      {"\033[D", "back"},
             {"n", "next"},     {"\033[B", "next"}, {"N", "rnext"},     {"\033[A", "rnext"},
             {"c", "continue"}, {"f", "finish"},    {"r", "rcontinue"}, {"u", "up"},
             {"d", "down"},     {"h", "help"},      {"?", "help"}};

static void change_pace(full_screen *s, bool faster) {
  enum { FASTEST = 50, SLOWEST = 6400 };
  s->pace = faster ? s->pace / 2 : s->pace * 2;
  if (s->pace < FASTEST) s->pace = FASTEST;
  if (s->pace > SLOWEST) s->pace = SLOWEST;
}

static void type(full_screen *s, const char *bytes, size_t n) {
  size_t k = strlen(s->line);
  for (size_t i = 0; i < n && s->typing; i++) {
    if (bytes[i] == '\r' || bytes[i] == '\n') {
      s->typing = false;
      if (k) run(s, s->line);
    } else if (bytes[i] == '\033') {
      s->typing = false;
    } else if (bytes[i] == '\177' || bytes[i] == '\b') {
      while (k && (s->line[k - 1] & 0xC0) == 0x80) s->line[--k] = 0;
      if (k) s->line[--k] = 0;
    } else if (!iscntrl((unsigned char)bytes[i]) && k + 1 < sizeof s->line) {
      s->line[k++] = bytes[i], s->line[k] = 0;
    }
  }
}

static void press(full_screen *s, const char *bytes, size_t n) {
  char key[8];
  snprintf(key, sizeof key, "%.*s", (int)n, bytes);
  s->note = NULL;
  s->playing = s->playing && strchr("+-", *key);
  if (!strcmp(key, "q")) s->leaving = true;
  else if (!strcmp(key, "p")) s->playing = true;
  else if (!strcmp(key, "+") || !strcmp(key, "-")) change_pace(s, *key == '+');
  else if (*key == ':') { s->typing = true, s->line[0] = 0; }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(key, words[i].bytes)) {
      run(s, words[i].word);
      return;
    }
}

// Several keys may come at once; an escape sequence is one.
static void take(full_screen *s, const char *bytes, size_t n) {
  for (size_t i = 0, k; i < n && !s->leaving; i += k) {
    k = bytes[i] == '\033' && n - i >= 3 ? 3 : 1;
    if (s->typing) type(s, bytes + i, k);
    else press(s, bytes + i, k);
  }
}

// ---- drawing ----

static void draw(full_screen *s) {
  dbx_buf b = {0}, status = {0};
  if (s->typing) dbx_printf(&status, ":%s_", s->line);
  else if (s->playing) dbx_printf(&status, "plays, a moment each %d ms; a key stops it", s->pace);
  else dbx_put(&status, s->note ? s->note : keys);
  debugger_put_screen(&b, &(debugger_screen){.rows = s->size.ws_row,
                                             .columns = s->size.ws_col,
                                             .color = s->color,
                                             .said = dbx_text(&questions_now->said),
                                             .status = dbx_text(&status)});
  (void)fwrite(dbx_text(&b), 1, b.n, stdout);
  (void)fflush(stdout);
  dbx_buf_free(&b);
  dbx_buf_free(&status);
}

static void play_on(full_screen *s) {
  uint32_t before = debugger_moment();
  run(s, "step");
  s->playing = debugger_moment() != before && !debugger_at_breakpoint();
}

static void stopped(full_screen *s) {
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  s->playing = s->typing = false;
  s->note = "Ctrl-C stops what plays; q leaves";
}

// Waits for a key, another size of the window, Ctrl-C, or the next moment of what plays.
static void wait(full_screen *s) {
  enum { LOOK = 200 }; // ms: how often the size is asked for
  char bytes[64];
  struct winsize now;
  struct pollfd key = {.fd = STDIN_FILENO, .events = POLLIN};
  bool same = true;
  for (int left = s->pace; same && !edit_ended_by; left -= LOOK) {
    int ms = s->playing && left < LOOK ? left : LOOK, n = poll(&key, 1, ms);
    if (dbx_stopping_for(DBX_STOP_INTERRUPT)) {
      stopped(s);
      return;
    }
    if (n > 0) {
      ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
      if (got <= 0) s->leaving = true;
      else take(s, bytes, (size_t)got);
      return;
    }
    if (s->playing && left <= ms) {
      play_on(s);
      return;
    }
    same = ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) || !memcmp(&now, &s->size, sizeof now);
  }
  if (!same) s->size = now, (void)fit();
}

// ---- opening and leaving ----

dbx_status screen_allowed(void) {
  const char *term = getenv("TERM");
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the full screen needs a terminal; `list`, `where`, `moments` and `vars` show "
                    "the same line by line");
  if (term && *term && strcmp(term, "dumb") != 0) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "the full screen needs a terminal that moves the cursor, and TERM is %s; `list`, "
                  "`where`, `moments` and `vars` show the same line by line",
                  term && *term ? term : "not set");
}

dbx_status screen_open(void) {
  enum { PACE = 800 };
  struct termios before;
  full_screen s = {.pace = PACE, .color = host_color(STDOUT_FILENO)};
  DBX_TRY(screen_allowed());
  if (tcgetattr(STDIN_FILENO, &before) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &s.size))
    return dbx_fail(DBX_E208, (dbx_span){0}, "the terminal does not say how it is set");
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_cc[VSUSP] = _POSIX_VDISABLE;
  (void)host_flush();
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  fputs("\033[?1049h\033[?25l\033[H\033[2J", stdout);
  debugger_style style = fit();
  while (!s.leaving && !edit_ended_by) draw(&s), wait(&s);
  (void)debugger_restyle(&style);
  dbx_buf_free(&questions_now->said);
  fputs("\033[?25h\033[?1049l", stdout);
  (void)fflush(stdout);
  (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
  return DBX_OK;
}
