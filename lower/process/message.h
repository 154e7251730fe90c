// Messages between a process and the one that compiles for it: a length, then so many bytes.
// Private to lower/.
#ifndef DBX_LOWER_MESSAGE_H
#define DBX_LOWER_MESSAGE_H

#include "base/buf.h"

#include <signal.h>

// False if the other end is gone or, unless `waiting` is NULL, the computation has to end: the
// other end may be too busy to read. `waiting`: as below.
bool message_send(int to, const dbx_buf *b, const sigset_t *waiting);
// Appends the bytes to ret; false at the end of the input, or as soon as the computation has to end
// (base/poll.h). Signals arrive by the mask `waiting` while it waits, by the caller's otherwise;
// NULL: by the caller's.
bool message_receive(int from, dbx_buf *ret, const sigset_t *waiting);

#endif
