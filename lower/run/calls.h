// What compiled code calls by name and what needs nothing of the interpreter, of a run in a session
// (runtime.h) and of a call of a built library (lower/built). Private to lower/.
#ifndef DBX_LOWER_CALLS_H
#define DBX_LOWER_CALLS_H

#include "lower/agreed.h"
#include "lower/run/pool.h"

#include <setjmp.h>

// A run that is going on.
typedef struct lower_call {
  lower_pool *pool;
  int64_t *scratch;
  int64_t site; // of the last size that was checked
  // Leaves what it has to say, and whatever the run holds that the pool does not. m: LOWER_MESSAGES
  // is that of the site.
  void (*fail)(struct lower_call *c, int64_t site, lower_message m, const int64_t *numbers);
  jmp_buf out; // where a run goes on that has failed
} lower_call;

// Of this thread; NULL between runs. Many built libraries may be loaded into a process, which has
// room for few variables that are found at once.
#ifdef DBX_BUILT
extern _Thread_local lower_call *call_now;
#else
extern _Thread_local __attribute__((tls_model("initial-exec"))) lower_call *call_now;
#endif

_Noreturn void call_end(void); // when what is to be said has been said

// What compiled code calls it, and the function.
#define LOWER_CALLS(F)                                                                             \
  F("dbx_trap", call_trap)                                                                         \
  F("dbx_leave", call_leave)                                                                       \
  F("dbx_elements", call_elements)                                                                 \
  F("dbx_grow", call_grow)                                                                         \
  F("dbx_gemm", call_gemm)                                                                         \
  F("dbx_sort", call_sort)                                                                         \
  F("dbx_complex", call_complex)                                                                   \
  F("dbx_spread", call_spread)                                                                     \
  F("dbx_threads", call_threads)                                                                   \
  F("dbx_mark", call_mark)                                                                         \
  F("dbx_sweep", call_sweep)                                                                       \
  F("malloc", call_malloc)                                                                         \
  F("free", pool_free)

// A guard has failed, in any thread; the numbers are for its message.
void call_trap(int64_t site, int64_t a, int64_t b, int64_t c);
_Noreturn void call_leave(void); // the computation has to end; asked by loops, in any thread
// Of an array whose dims are in the scratch words.
int64_t call_elements(int64_t site, int64_t rank, int64_t element_bytes);
void *call_malloc(size_t bytes);
void *call_grow(void *block, int64_t bytes);
int64_t call_gemm(int64_t flags); // 0: the loops of the program have to do it
// The n operands of a sort: the scratch has the lengths before, along and behind the axis, the
// number of keys, and of each operand where it is, where it goes, and its dtype.
void call_sort(int64_t n);
// A function of interp/complex.h of x = a + b i and y = c + d i. how: twice the
// primitive, one more in single precision.
typedef struct call_number {
  double re, im;
} call_number;
call_number call_complex(int64_t how, double a, double b, double c, double d);
// The trips of a loop, by several threads; the words are those from `base` on in the scratch.
void call_spread(int64_t part, int64_t base, int64_t n);
int64_t call_threads(void); // how many they are at most
int64_t call_mark(void);
void call_sweep(int64_t mark, int64_t n); // keeps the n blocks in the scratch

#endif
