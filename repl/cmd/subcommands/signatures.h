// Signatures of the library's functions, read from the functions themselves.
#ifndef DBX_CMD_SIGNATURES_H
#define DBX_CMD_SIGNATURES_H

#include "base/buf.h"

// A line for each of library_rows, in a session and a process of their own: "(a, axis=None)", or
// nothing for what is no function. False: there are none.
bool signatures_read(dbx_buf *lines);

#endif
