// See big.h.
#include "lang/value/big.h"

#include "base/fault.h"
#include "base/mem.h"
#include "base/poll.h"
#include "lang/value/object.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

// Of the evaluator's thread, which alone takes signals and computes.
typedef struct chunk {
  void *at;
  size_t bytes;
} chunk;
static struct {
  volatile sig_atomic_t running, allocating;
  sigjmp_buf out;
  chunk *block; // allocated by what runs
  uint32_t n, cap;
} big;

enum { SHORT = 4096 }; // limbs: a multiplication takes 0.2 ms

void big_leave(void) {
  if (big.running && !big.allocating) siglongjmp(big.out, 1);
}

// ---- GMP's memory ----

// Small ones are rooms of the heap. Exact sizes: GMP gives back what it has asked for.
static void *small(size_t bytes) { return bytes <= HEAP_MOST_CELL ? heap_room(bytes) : NULL; }

static void note(void *at, size_t bytes) {
  if (big.n == big.cap)
    big.block = dbx_realloc(big.block, (big.cap = 2 * big.cap + 16) * sizeof *big.block);
  big.block[big.n++] = (chunk){at, bytes};
}

static chunk *noted(const void *at) {
  for (uint32_t i = big.n; i-- > 0;)
    if (big.block[i].at == at) return &big.block[i];
  return NULL;
}

static void begin(void) { big.allocating = 1; }

static void end(void) {
  big.allocating = 0;
  if (big.running && dbx_stopping()) siglongjmp(big.out, 1);
}

// What runs is left where there is no room; short computations live on the reserve.
static void *refused(void *old, size_t bytes) {
  if (big.running) {
    dbx_stop_ask(DBX_STOP_MEMORY);
    big.allocating = 0;
    siglongjmp(big.out, 1);
  }
  return dbx_realloc(old, bytes);
}

static void *take(size_t bytes) {
  begin();
  void *at = small(bytes);
  if (!at && !dbx_fault_due()) at = malloc(bytes);
  if (!at) at = refused(NULL, bytes);
  if (big.running) note(at, bytes);
  end();
  return at;
}

static void *move(void *old, size_t before, size_t bytes) {
  void *at = small(bytes);
  if (!at && !dbx_fault_due()) at = malloc(bytes);
  if (!at) at = refused(NULL, bytes);
  memcpy(at, old, before < bytes ? before : bytes);
  heap_free_room(old, before);
  return at;
}

static void *resize(void *old, size_t before, size_t bytes) {
  begin();
  chunk *was = big.running ? noted(old) : NULL;
  bool moves = before <= HEAP_MOST_CELL || bytes <= HEAP_MOST_CELL;
  void *at = moves ? move(old, before, bytes) : dbx_fault_due() ? NULL : realloc(old, bytes);
  if (!at) at = refused(old, bytes);
  if (was) *was = (chunk){at, bytes};
  else if (big.running) note(at, bytes);
  end();
  return at;
}

static void give(void *at, size_t bytes) {
  begin();
  chunk *was = big.running ? noted(at) : NULL;
  if (was) *was = big.block[--big.n];
  heap_free_room(at, bytes);
  end();
}

void big_start(void) { mp_set_memory_functions(take, resize, give); }

// ---- computations ----

bool big_call(void (*f)(void *ctx), void *ctx) {
  if (sigsetjmp(big.out, 1)) {
    big.running = 0;
    while (big.n) big.n--, heap_free_room(big.block[big.n].at, big.block[big.n].bytes);
    return false;
  }
  big.running = 1;
  if (!dbx_stopping()) f(ctx);
  big.running = 0;
  big.n = 0;
  return !dbx_stopping();
}

dbx_status big_run(void (*f)(void *ctx), void *ctx, double limbs) {
  DBX_TRY(dbx_poll());
  if (limbs < SHORT) return f(ctx), DBX_OK;
  return big_call(f, ctx) ? DBX_OK : dbx_poll();
}
