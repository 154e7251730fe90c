// Worksheets (learn/sheet.h) run and verified: `dbidx run SHEET.md`, `dbidx check SHEET`.
#ifndef DBX_CMD_SHEETS_H
#define DBX_CMD_SHEETS_H

#include "cmd/cli.h"

// Is the file a worksheet for `check`: Markdown, or a Python program with expectations?
bool sheets_is_sheet(const char *path);
// Runs a Markdown worksheet and prints what its blocks print. CLI_FAILED if a program fails whose
// error the sheet does not show.
int sheets_run(const cli *o, const char *path);
// Runs it and compares: every difference is told with its line on standard output. With --update
// the file receives what was printed instead.
int sheets_check(const cli *o, const char *path);

#endif
