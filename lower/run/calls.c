// See calls.h. A failing guard ends the run: it jumps out of the compiled code, which has nothing
// to clean up, and the pool is swept.
#include "lower/run/calls.h"

#include "lower/run/threads.h"

#include "base/poll.h"
#include "interp/blas.h"
#include "interp/complex.h"
#include "interp/sort.h"

_Thread_local lower_call *call_now;

_Noreturn void call_end(void) { longjmp(call_now->out, 1); }

static _Noreturn void fail(int64_t site, lower_message m, int64_t a, int64_t b, int64_t c) {
  call_now->fail(call_now, site, m, (int64_t[]){a, b, c});
  call_end();
}

_Noreturn void call_leave(void) {
  threads_leave();
  fail(call_now->site, LOWER_INTERRUPTED, 0, 0, 0);
}

void call_trap(int64_t site, int64_t a, int64_t b, int64_t c) {
  threads_fail((int64_t[THREADS_NOTE]){site, a, b, c});
  fail(site, LOWER_MESSAGES, a, b, c);
}

int64_t call_elements(int64_t site, int64_t rank, int64_t element_bytes) {
  const int64_t *dims = call_now->scratch;
  int64_t n = 1, bytes;
  bool empty = false, over = false;
  call_now->site = site;
  for (int64_t i = 0; i < rank; i++) {
    if (dims[i] < 0) fail(site, LOWER_NEGATIVE, dims[i], 0, 0);
    empty |= dims[i] == 0;
  }
  if (empty) return 0;
  for (int64_t i = 0; i < rank; i++) over |= __builtin_mul_overflow(n, dims[i], &n);
  over |= __builtin_mul_overflow(n, element_bytes, &bytes);
  if (over) fail(site, LOWER_OVERFLOW, 0, 0, 0);
  if (bytes > (int64_t)1 << 46) fail(site, LOWER_NO_MEMORY, bytes, 0, 0);
  return n;
}

void *call_malloc(size_t bytes) {
  void *at = pool_alloc(call_now->pool, bytes);
  if (!at) fail(call_now->site, LOWER_NO_MEMORY, (int64_t)bytes, 0, 0);
  return at;
}

void *call_grow(void *block, int64_t bytes) {
  void *at = pool_grow(block, (size_t)bytes);
  if (!at) fail(call_now->site, LOWER_NO_MEMORY, bytes, 0, 0);
  return at;
}

static const void *address(int64_t word) { return (const void *)(uintptr_t)word; }

// Loops that do what this has left undone end at once if the run has to.
int64_t call_gemm(int64_t flags) {
  const int64_t *w = call_now->scratch;
  dbx_gemm g = {.x = address(w[0]), .y = address(w[1]), .r = (void *)(uintptr_t)w[2]};
  g.m = w[3], g.n = w[4], g.k = w[5];
  g.transposed_x = flags & GEMM_TRANSPOSED_X, g.transposed_y = flags & GEMM_TRANSPOSED_Y;
  g.f32 = flags & GEMM_F32;
  g.spread = threads_used() > 1 ? threads_spread : NULL;
  return dbx_blas_multiply(&g);
}

void call_sort(int64_t n) {
  const int64_t *w = call_now->scratch;
  size_t room = dbx_sort_room(w[1]);
  if (!w[0] || !w[1] || !w[2]) return;
  char *at = call_malloc(room + (size_t)n * sizeof(dbx_sort_operand));
  dbx_sort_operand *operands = (void *)(at + room);
  for (int64_t k = 0; k < n; k++)
    operands[k] = (dbx_sort_operand){address(w[4 + 3 * k]), (char *)(uintptr_t)w[5 + 3 * k],
                                     (dbx_dtype)w[6 + 3 * k]};
  dbx_sort(&(dbx_sorting){operands, (uint32_t)n, (uint32_t)w[3], w[0], w[1], w[2], at,
                          threads_used(), threads_used() > 1 ? threads_spread : NULL});
  pool_free(at);
  if (dbx_stopping()) call_leave();
}

call_number call_complex(int64_t how, double a, double b, double c, double d) {
  dbx_prim p = (dbx_prim)(how / 2);
  double complex x = __builtin_complex(a, b), y = __builtin_complex(c, d), r;
  if (how % 2) r = dbx_complex_apply_f32(p, (float complex)x, (float complex)y);
  else r = dbx_complex_apply(p, x, y);
  return (call_number){creal(r), cimag(r)};
}

void call_spread(int64_t part, int64_t base, int64_t n) {
  dbx_work_part f;
  int64_t note[THREADS_NOTE];
  memcpy(&f, &part, sizeof f);
  if (n < 2) f(call_now->scratch + base, 0, n);
  else if (threads_try(f, call_now->scratch + base, n, note))
    fail(note[0], LOWER_MESSAGES, note[1], note[2], note[3]);
  if (dbx_stopping()) call_leave();
}

int64_t call_threads(void) { return threads_used(); }

int64_t call_mark(void) { return pool_mark(call_now->pool); }

void call_sweep(int64_t mark, int64_t n) { pool_sweep(call_now->pool, mark, call_now->scratch, n); }
