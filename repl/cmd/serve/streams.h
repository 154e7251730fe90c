// What is printed becomes notifications: `output` of the request that is carried out.
#ifndef DBX_CMD_STREAMS_H
#define DBX_CMD_STREAMS_H

#include "cmd/serve/state.h"

// Takes standard input and output for messages and puts streams of the server in the place of
// stdout and stderr; programs and children get /dev/null as their input, and the standard error of
// the process as their output. False after a complaint.
bool streams_start(server *s);
void streams_stop(server *s);
void streams_flush(void);

// Bytes that are UTF-8 at the beginning of s; *cut: what follows may be the beginning of a
// character.
size_t streams_valid(const char *s, size_t n, bool *cut);

#endif
