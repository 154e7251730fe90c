// Settings, options of the command line and parameters of functions, by their names.
#ifndef DBX_CMD_ABOUT_H
#define DBX_CMD_ABOUT_H

#include "base/buf.h"
#include <stdbool.h>

// Those that are called `name`, with or without "--" before it or "=" behind it. False: there is
// none, and nothing is written.
bool about_option(dbx_buf *b, const char *name);
// The first line of a text from outside, indented by four columns.
void about_put_text(dbx_buf *b, const char *text);

#endif
