// Sentences for people that hold text from outside (names of files, what was typed, values of
// options): nothing in it can move the cursor, or change colours.
#ifndef DBX_CMD_SAY_H
#define DBX_CMD_SAY_H

#include "base/buf.h"
#include <stdio.h>

// Prints on f; what is no text in the result is shown as "?", as in diagnostics (viz/text/text.h).
// At a terminal its lines are broken at blanks, so each call has whole lines.
void say_to(FILE *f, const char *fmt, ...) DBX_PRINTF(2, 3);
// The same of lines that are not broken: what was typed, a part of a text or of a line.
void say_line(FILE *f, const char *fmt, ...) DBX_PRINTF(2, 3);
// A whole text: as it is into a file or pipe, safe to look at on a terminal.
void say_text(const dbx_buf *b);

// The text with what is unsafe to print on a terminal shown as "?".
void say_clean(dbx_buf *b);

#endif
