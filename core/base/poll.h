// Whether what runs has to end: Ctrl-C, or no memory. The reasons are bits of one word; a signal
// handler, another thread or an allocator that is short of memory sets one, and whatever takes long
// polls. Ctrl-C has to work within 0.1 s: a loop whose trips the user's input counts polls each
// trip, or at least every DBX_POLL_STEPS trips where a trip is a few instructions.
//
// A function that can fail polls with dbx_poll, which takes the reason and leaves its diagnostic.
// One that cannot (a void function, a comparison of qsort) asks dbx_stopping, ends early with
// whatever it has, and leaves the reason for its caller, who polls before the result counts.
// Compiled code reads the word itself (the symbol "dbx_stop").
#ifndef DBX_BASE_POLL_H
#define DBX_BASE_POLL_H

#include "base/diag.h"

#include <stdatomic.h>
#include <string.h>

typedef enum dbx_stop_reason { DBX_STOP_INTERRUPT = 1, DBX_STOP_MEMORY = 2 } dbx_stop_reason;

enum { DBX_POLL_STEPS = 1 << 12 };

extern atomic_uint dbx_stop;

// From anywhere, a signal handler included.
static inline void dbx_stop_ask(dbx_stop_reason why) { atomic_fetch_or(&dbx_stop, (unsigned)why); }
static inline void dbx_stop_forget(dbx_stop_reason why) {
  atomic_fetch_and(&dbx_stop, ~(unsigned)why);
}
static inline bool dbx_stopping(void) {
  return __builtin_expect(atomic_load_explicit(&dbx_stop, memory_order_relaxed) != 0, 0);
}
static inline bool dbx_stopping_for(dbx_stop_reason why) {
  return (atomic_load_explicit(&dbx_stop, memory_order_relaxed) & (unsigned)why) != 0;
}

// Takes all reasons that there are and fails with the strongest: E217, or E704 for `run`, which is
// what a compiled program is; without memory E216 or E702. In the second form text says what
// was interrupted.
dbx_status dbx_stop_take(bool run, dbx_span at, const char *interrupted);

// Is it the diagnostic of an interrupt, of the host or of a program that ran?
static inline bool dbx_is_interrupt(dbx_code c) { return c == DBX_E217 || c == DBX_E704; }

// Drops the pending diagnostic of what need not succeed. An interrupt was not meant for that alone:
// the next poll takes it.
void dbx_diag_forget(void);

static inline dbx_status dbx_poll(void) { // on the host
  return dbx_stopping() ? dbx_stop_take(false, (dbx_span){0}, "interrupted") : DBX_OK;
}
static inline dbx_status dbx_polled(dbx_status st) { // of what may have ended early
  return st == DBX_OK ? dbx_poll() : st;
}
static inline dbx_status dbx_poll_run(void) { // in a program that runs
  return dbx_stopping() ? dbx_stop_take(true, (dbx_span){0}, "interrupted") : DBX_OK;
}
// The condition of a loop that counts i up to n and cannot fail: ends early if it has to. It looks
// each time, which costs as much as counting would, as nobody knows how long a trip takes.
static inline bool dbx_go_on(int64_t i, int64_t n) { return i < n && !dbx_stopping(); }
// memcpy, memset and memcmp of what may be large, which end early. A copy gives how much there is
// of it: what lies behind is undefined, which matters where a collection may look at it.
size_t dbx_copy_large_(void *to, const void *from, size_t bytes);
int dbx_compare_large_(const void *a, const void *b, size_t bytes);
static inline size_t dbx_copy(void *to, const void *from, size_t bytes) {
  if (bytes >= DBX_POLL_STEPS) return dbx_copy_large_(to, from, bytes);
  if (bytes) memcpy(to, from, bytes);
  return bytes;
}
static inline int dbx_compare(const void *a, const void *b, size_t bytes) {
  return bytes < DBX_POLL_STEPS ? memcmp(a, b, bytes) : dbx_compare_large_(a, b, bytes);
}
void dbx_fill(void *to, int byte, size_t bytes);
// In a loop that counts its trips in `i`.
#define DBX_POLL_EACH(i) (((i) & (DBX_POLL_STEPS - 1)) == 0 ? dbx_poll() : DBX_OK)

// ---- work in parts, each of which polls ----

// Does the trips from begin on, before end; words: what it needs.
typedef void (*dbx_work_part)(int64_t *words, int64_t begin, int64_t end);
// Has part do all trips from 0 to n, in pieces, maybe by several threads (lower/run/threads.h; the
// core has none).
typedef void (*dbx_work_spread)(dbx_work_part part, int64_t *words, int64_t n);

#endif
