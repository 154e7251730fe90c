// Notes of diagnostics in words: ways out that the core only names get the commands and options
// that lead there.
#ifndef DBX_VIZ_REPORT_NOTE_H
#define DBX_VIZ_REPORT_NOTE_H

#include "base/buf.h"
#include "base/diag.h"

void dbx_put_note(dbx_buf *b, const dbx_note *n); // one line, not wrapped

// The message of a diagnostic in words for who reads it (words.def).
void dbx_put_message(dbx_buf *b, const char *message);

#endif
