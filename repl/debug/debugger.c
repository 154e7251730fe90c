// The debugger: its words, its lines, what opens and closes it (see debugger.h).
#include "debug/debugger.h"

#include "debug/breakpoints.h"
#include "debug/state.h"
#include "debug/trips.h"
#include "debug/words.h"
#include <ctype.h>
#include <string.h>

// ---- the table ----

static const struct word {
  const char *name, *brief, *arguments;
  dbx_status (*run)(const char *rest);
  const char *help;
} words[] = {
#define D(name, brief, arguments, fn, help) {name, brief, arguments, debug_do_##fn, help},
#include "debug/debugger.def"
#undef D
};
enum { WORDS = sizeof words / sizeof *words };

dbx_status debug_do_help(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  for (size_t i = 0; i < WORDS; i++) {
    char left[64];
    snprintf(left, sizeof left, "%s%s%s %s", words[i].name, *words[i].brief ? ", " : "",
             words[i].brief, words[i].arguments);
    dbx_printf(&b, "  %-28s %s\n", left, words[i].help);
  }
  dbx_put(&b, "  other text is an expression, or `NAME = EXPR`, a name for the debugger alone; an "
              "empty line "
              "repeats the last movement\n");
  debug_print(&b);
  return DBX_OK;
}

void debugger_near(bool wanted, dbx_nearest *n) {
  const debug_scope *s = &debug_now->view.scope;
  for (size_t i = 0; wanted && i < WORDS; i++) dbx_nearest_try(n, words[i].name);
  for (uint32_t i = 0; i < s->names.n; i++) dbx_nearest_try(n, dbx_sym_text(s->names.at[i].name));
  for (uint32_t i = 0; i < debug_now->view.own.n; i++)
    dbx_nearest_try(n, dbx_sym_text(debug_now->view.own.at[i].name));
}

const char *debugger_command_name(uint32_t i) { return i < WORDS ? words[i].name : NULL; }

static const struct word *word_of(const char *text, size_t n) {
  for (size_t i = 0; i < WORDS; i++)
    if ((strlen(words[i].name) == n && !strncmp(words[i].name, text, n)) ||
        (*words[i].brief && strlen(words[i].brief) == n && !strncmp(words[i].brief, text, n)))
      return &words[i];
  return NULL;
}

const char *debugger_arguments(const char *text, size_t n) {
  const struct word *w = word_of(text, n);
  return w ? w->arguments : NULL;
}

void debugger_put_word(dbx_buf *b, const char *name) {
  const struct word *w = word_of(name, strlen(name));
  if (w) dbx_printf(b, "%s %s, a word of the debugger\n    %s\n", w->name, w->arguments, w->help);
}

static dbx_status run_word(const struct word *w, const char *rest) {
  if (!*w->arguments && *rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`%s` takes no arguments", w->name);
  if (isupper((unsigned char)*w->arguments) && !*rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`%s` needs %s", w->name, w->arguments);
  return w->run(rest);
}

dbx_status debugger_command(const char *name, const char *rest) {
  if (!debug_now->view.open)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "nothing is being debugged; `:debug EXPR` begins, `:debug` looks at what was "
                    "traced last");
  return run_word(word_of(name, strlen(name)), rest);
}

// The word that a line begins with, NULL if it is none: `next = 3` is a statement.
static const struct word *word_in(const char *text, const char **rest) {
  size_t n = strcspn(text, " \t\n");
  const struct word *w = word_of(text, n);
  *rest = text + n + strspn(text + n, " \t\n");
  return w && **rest == '=' && (*rest)[1] != '=' ? NULL : w;
}

size_t debugger_word(const char *text) {
  const char *rest;
  return debug_now->view.open && word_in(text, &rest) ? strcspn(text, " \t\n") : 0;
}

static dbx_status obey(const char *text, const debug_sides *sides, debug_typed type) {
  const char *rest;
  const struct word *w = word_in(text, &rest);
  if (w) return run_word(w, rest);
  if (type == DEBUG_ASSIGNMENT) {
    bool is_word = word_of(sides->left, strlen(sides->left)) != NULL;
    return debug_assign(sides->left, sides->right, is_word);
  }
  return debug_do_print(text);
}

static void run_line(const char *text) {
  const char *rest;
  debug_sides sides = {0};
  debug_typed type = word_in(text, &rest) ? DEBUG_EXPRESSION : debug_type_of(text, &sides);
  debug_now->view.leaving = false;
  dbx_here = (dbx_span){0};
  if (obey(text, &sides, type) != DBX_OK) debug_now->view.style.report(dbx_diag_take());
  debug_sides_free(&sides);
}

bool debugger_is_statement(const char *text) {
  const char *rest;
  debug_sides sides = {0};
  bool yes = !word_in(text, &rest) && debug_type_of(text, &sides) == DEBUG_STATEMENT;
  debug_sides_free(&sides);
  return yes;
}

bool debugger_line(const char *text) {
  if (debugger_is_statement(text)) {
    debug_say("the debugger is left: the line is one of the session\n");
    return debugger_close(), false;
  }
  dbx_buf line = {0};
  size_t n = strlen(text);
  while (n && isspace((unsigned char)text[n - 1])) n--;
  dbx_putn(&line, text, n);
  if (!n) dbx_put(&line, debug_now->view.last);
  else if (n < sizeof debug_now->view.last && word_of(text, strcspn(dbx_text(&line), " ")))
    snprintf(debug_now->view.last, sizeof debug_now->view.last, "%s", dbx_text(&line));
  run_line(dbx_text(&line));
  dbx_buf_free(&line);
  if (debug_now->view.leaving) debug_say("the debugger is left\n"), debugger_close();
  return true;
}

// ---- open and close ----

void debugger_open(debug_recording *r, uint32_t moment, const debugger_style *style,
                   void (*on_close)(void)) {
  debugger_close();
  debug_now->view.open = true;
  debug_now->view.recording = *r;
  *r = (debug_recording){0};
  debug_now->view.style = *style;
  debug_now->view.on_close = on_close;
  debug_now->view.shown = (dbx_span){0};
  debug_go(moment);
  debug_show();
}

debugger_style debugger_restyle(const debugger_style *style) {
  debugger_style before = debug_now->view.style;
  debug_now->view.style = *style;
  debug_now->view.style.screen = before.screen;
  return before;
}

uint32_t debugger_moment(void) { return debug_now->view.at; }
bool debugger_at_breakpoint(void) {
  return debug_hits(&debug_now->view.recording, debug_now->view.at) != 0;
}

bool debugger_is_open(void) { return debug_now->view.open; }
const dbx_trace *debugger_trace(void) {
  uint32_t i;
  return debug_now->view.open
             ? debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i)->trace
             : NULL;
}

void debugger_close(void) {
  if (!debug_now->view.open) return;
  debug_now->view.open = false;
  debug_scope_free(&debug_now->view.scope);
  debug_recording_free(&debug_now->view.recording);
  dbx_vec_free(&debug_now->view.own);
  if (debug_now->view.on_close) debug_now->view.on_close();
  debug_now->view.on_close = NULL;
}

void debugger_stop(void) {
  debugger_close();
  debug_forget_breakpoints();
}

static void begin(void) { strcpy(debug_now->view.last, "step"); }

static void end(void) { debugger_stop(), debug_trips_end(); }

const dbx_room debug_room = {debug_now, sizeof *debug_now, begin, end};
