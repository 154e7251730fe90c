// What commands show. At a terminal, and wherever a width is asked for, lines are broken at blanks;
// what a command of the prompt shows goes through $PAGER (`less -FRX`) if the screen is too small
// for it. Files and pipes get it as it is.
#ifndef DBX_CMD_SHOW_H
#define DBX_CMD_SHOW_H

#include "base/buf.h"
#include <stdio.h>

// Each prints a text and frees it.
void show_report(dbx_buf *b);  // of a command
void show_lines(dbx_buf *b);   // what a line has done: where programs print, never in a pager
void show_listing(dbx_buf *b); // a program, or a stage of one: its lines stay as they are

void show_paging(bool on); // from now on a command of the prompt is under way, or not
// A command that runs in another process leaves its texts in f; NULL: it does so no more.
void show_into(FILE *f);
// What it left there.
void show_from(FILE *f);

#endif
