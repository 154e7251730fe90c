// Long computations of GMP and of the C library's string functions, which do not ask whether to
// stop: Ctrl-C leaves them from the signal handler. They work on their operands and, GMP, on memory
// of its allocation functions, which are ours: what was allocated meanwhile is given back, and
// nobody leaves inside of them.
#ifndef DBX_LANG_BIG_H
#define DBX_LANG_BIG_H

#include "base/status.h"

#include <gmp.h>
#include <stdbool.h>

void big_start(void); // before anything of GMP
// Calls f, which calls nothing but GMP and initialises every number that it writes. Fails as
// dbx_poll does; f has left nothing then. limbs: of the operands or the result, about; short
// computations are just called.
dbx_status big_run(void (*f)(void *ctx), void *ctx, double limbs);
// The same for a function that only reads and writes memory; false if it was left, and whoever
// asked to stop is not answered yet.
bool big_call(void (*f)(void *ctx), void *ctx);
// For the handler of SIGINT, behind dbx_stop_ask; does not return if there is something to leave.
void big_leave(void);

// How much there is to compute with, for big_run: words of 64 bits.
static inline double big_limbs(mpz_srcptr z) { return (double)mpz_size(z); }

#endif
