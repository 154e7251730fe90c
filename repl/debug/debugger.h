// The debugger: moves over a recording, shows moments, answers questions about them. Commands are
// words (debugger.def); other text is an expression.
#ifndef DBX_DEBUG_DEBUGGER_H
#define DBX_DEBUG_DEBUGGER_H

#include "base/nearest.h"
#include "debug/recording.h"
#include "lang/lang.h"

typedef struct debugger_style {
  int width;
  bool color;
  void (*put)(dbx_buf *b);     // shows and frees a text
  void (*report)(dbx_diag *d); // shows and frees the diagnostic of a wrong line
  // Waits, and ends early when a key is typed or the session is stopped: true then. NULL: nobody
  // looks on, and nothing waits.
  bool (*pause)(double seconds);
  dbx_status (*screen)(void); // what the word `screen` does; NULL: nothing does
} debugger_style;

// Opens a recording (which it owns from now on) at a moment and shows it; another one that is open
// is closed. on_close (may be NULL) is called when the debugger is left.
void debugger_open(debug_recording *r, uint32_t moment, const debugger_style *style,
                   void (*on_close)(void));
bool debugger_is_open(void);
const dbx_trace *debugger_trace(void); // that the moment belongs to; NULL if nothing is debugged
void debugger_close(void);
// A line that was typed: a word, an expression, or `NAME = EXPR`, which gives the debugger a name
// until it is left. False: it is another statement, which is not for the debugger; that is closed
// then.
bool debugger_line(const char *text);
// One command by its name, from elsewhere. Fails with E208 if nothing is debugged.
dbx_status debugger_command(const char *name, const char *rest);
// Names of the commands, one after the other; NULL after the last one.
const char *debugger_command_name(uint32_t i);
// The names that a moment gives a meaning, and its words.
void debugger_near(bool words, dbx_nearest *n);
// What the word text[0, n) takes, as the table has it; NULL: it is none.
const char *debugger_arguments(const char *text, size_t n);
// An expression with the names of the moment; its value is pinned. The debugger is open.
dbx_status debugger_evaluate(const char *text, pv *ret);
// The bytes of the word that the line begins with; 0: it is an expression, or nothing is debugged.
size_t debugger_word(const char *text);
// What the word `name` of the debugger does, if it is one.
void debugger_put_word(dbx_buf *b, const char *name);
// Another style from now on; gives the one before.
debugger_style debugger_restyle(const debugger_style *style);
uint32_t debugger_moment(void);               // its number; the debugger is open
bool debugger_at_breakpoint(void);            // is there one at the moment?
bool debugger_is_statement(const char *text); // would the line leave the debugger?

enum { DEBUGGER_LEAST_ROWS = 12, DEBUGGER_LEAST_COLUMNS = 40 };
typedef struct debugger_screen {
  uint32_t rows, columns; // of the terminal
  bool color;
  const char *said;   // what the last word printed, instead of the moment; "": nothing
  const char *status; // the last lines: it breaks at two blanks
} debugger_screen;
// The columns of what words print on a terminal of so many.
uint32_t debugger_answer_width(uint32_t columns);
// What the terminal is to show: escape sequences that write all of its lines.
void debugger_put_screen(dbx_buf *b, const debugger_screen *o);
void debugger_stop(void); // the end of the session: breakpoints go

#endif
