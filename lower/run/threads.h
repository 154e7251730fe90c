// Threads for the parts of a loop. Private to lower/.
#ifndef DBX_LOWER_THREADS_H
#define DBX_LOWER_THREADS_H

#include "base/poll.h"

#include <stdbool.h>
#include <stdint.h>

// How many threads work at most, the caller's included. 1 at first.
void threads_set(unsigned n);
unsigned threads_used(void);
// All trips from 0 to n; returns when they are done, or left because the computation has to end
// (base/poll.h). While it works for another caller, and in a forked process, the caller does them
// alone. Nobody waits for a thread that has not begun.
void threads_spread(dbx_work_part f, int64_t *words, int64_t n);
// The same; true if a part has failed (threads_fail), with what it says of it.
enum { THREADS_NOTE = 4 };
bool threads_try(dbx_work_part f, int64_t *words, int64_t n, int64_t *ret_note);
void threads_stop(void); // ends the threads, until the next loop
// In a part that several threads work at: ends it, and does not return. Elsewhere nothing.
void threads_leave(void);
void threads_fail(const int64_t *note); // the other parts end early, too

#endif
