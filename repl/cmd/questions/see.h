// Drawings and pages: :draw, :view, :export, inspect --emit=dot|svg|html|json.
#ifndef DBX_CMD_SEE_H
#define DBX_CMD_SEE_H

#include "base/diag.h"
#include "trace/nested.h"
#include "trace/strategies.h"
#include <stdio.h>

// From now on every loop that is traced is also tried with each strategy, for pages.
void see_collect(void);
void see_observe(const dbx_loop_call *c); // what is done with such a loop
void see_stop(void);                      // no longer; what was collected goes
// The comparisons of the loops of a function: *n of them.
const char *const *see_strategies(dbx_sym function, uint32_t *n);

// What pages are about: a name for people, the text of the program (0: none), an error (may be
// NULL; the chain stays the caller's).
void see_about(const char *program, uint32_t file, const dbx_diag *error);
// The name and the text that pages are about; NULL: nothing was said.
const char *see_program(uint32_t *file);
// The page of these traces: form "html" or "json". Fails where it was interrupted: it may be cut.
dbx_status see_page(dbx_trace *const *t, uint32_t n, const char *form, dbx_buf *b);
// What the session has traced, in a form that `:export` writes ("html", "json", "svg", "dot",
// "jaxpr", "mlir", "ll", "py"), or "text" (the drawing) or "types"; of a function or loop, "": the
// newest. Fails with E201, E208.
dbx_status see_form(const char *form, const char *name, dbx_buf *b);
// A trace or one of its binds (NULL: all of it): form "text", "dot", "svg". The Jaxpr gives the
// letters; NULL: the trace's own.
dbx_status see_drawing(const dbx_trace *t, const dbx_jaxpr *j, const dbx_bind *bind,
                       const char *form, dbx_buf *b);

// The drawings of the circuits of a trace: form "text" or "svg", which has one: the last. E208: it
// has none.
dbx_status see_circuit(const dbx_trace *t, const char *form, dbx_buf *b);

dbx_status see_no_circuit(const dbx_trace *t); // E208

// Does Graphviz draw files with this ending (.png, .pdf, ...)? NULL: no.
bool see_is_picture(const char *path);
// Draws a graph in the DOT language in the form that the ending of path says. Fails with E208 if
// Graphviz is not there or fails.
dbx_status see_picture(const char *path, const dbx_buf *dot, dbx_buf *ret);

// Shows a page where there is a browser and somebody to see it; says so.
void see_open_in_browser(const char *path);

// Runs a program of the PATH with these as its standard input, output and error output (NULL: ours)
// until it ends or Ctrl-C ends it; its exit status, or -1, of which errno says why (ENOENT: there
// is no such program).
int see_run_program(char *const *argv, FILE *in, FILE *out, FILE *err);

#endif
