// What a line of the prompt does: it is run statement by statement; one that fails leaves
// everything as it was; one that succeeds can be taken back.
#ifndef DBX_CMD_LINE_H
#define DBX_CMD_LINE_H

#include "cmd/session/typed.h"
#include "lang/lang.h"
#include "trace/trace.h"

typedef struct line_modes {
  int detail;       // of the reports: 0 to 3
  bool interactive; // declarations begin a program
  bool draft;       // several errors are found at once (lang/run/draft.h)
  bool quiet;       // what lines do is not shown
  bool leaves;      // a line that raises SystemExit ends the session (line_left)
  // Shows values of statements; NULL: they go where programs print.
  void (*show)(const char *s, size_t n);
} line_modes;
line_modes *line_mode(void); // of the session: may be changed

// The session keeps steps from here on; line_stop frees them, with the program and its traces.
void line_start(void);
void line_stop(void);
// What was refused to the line or command before is over: it is asked for nobody any more. Before
// a text is read, since reading parses it.
void line_settle(void);
// The text is the next one of the prompt, "<prompt N>", and runs: gives its source.
uint32_t line_register(read_text *t);
void line_run(read_text *t); // registers it; does not free it
// Whether a line that was typed has ended the session (sys.exit(), exit()), and with which status;
// CLI_OK while it has not.
bool line_left(void);
int line_status(void);
// Prints a statement's value, as the prompt does.
dbx_status line_show(pv v);
// Runs f; if it fails everything is as before, and if it succeeds it is a step with this text.
dbx_status line_step(const char *text, dbx_status (*f)(void *ctx), void *ctx);
// Takes the newest step back and gives its text, which the caller frees; NULL if there is none
// or it is lost.
char *line_undo(void);
uint32_t line_lost(void); // how many of the oldest steps cannot be taken back
// Takes the step that was taken back last out of the way, and calls `run` with its text, which has
// to make it a step again; there is one. On failure a diagnostic is pending.
dbx_status line_redo(dbx_status (*run)(const char *text, bool pasted));
// A line of an earlier session, as if it had been taken back last.
void line_recall(const char *text, bool pasted);
uint32_t line_count(void);         // steps that count
uint32_t line_undone(void);        // that were taken back and can be run again
const char *line_text(uint32_t i); // of step i; those taken back follow the others
bool line_is_pasted(uint32_t i);
// Which part of the session step i belongs to.
typedef enum line_part { LINE_BEFORE, LINE_OF_PROGRAM, LINE_ELSEWHERE } line_part;
line_part line_part_of(uint32_t i); // before the program, in it, in another one that was dropped
// Statements, as if they were typed; or pasted: annotations declare nothing then.
void line_run_text(const char *text, bool pasted);
// Those of a registered source, which keeps its name; annotations declare nothing.
void line_run_source(uint32_t file);
// The text of the newest line, if it failed; NULL: it did not.
const char *line_failed(void);
// Runs f, and takes back what it did. Gives its status.
dbx_status line_aside(dbx_status (*f)(void *ctx), void *ctx);
// Runs a text as a line, shows what it does, and takes it back. Fails as the line does.
dbx_status line_try(const char *text);
// Runs the line of the open program that failed last once more, and stays in the state in which it
// failed until line_release. False: no line failed since the last one that counted.
bool line_hold_failed(void);
void line_release(void);
// The trace of a function that failed in the last line, if the line failed too; NULL: none.
const dbx_trace *line_failed_trace(void);

#endif
