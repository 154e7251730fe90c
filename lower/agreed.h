// What compiled code and whoever calls it agree on. Private to lower/.
#ifndef DBX_LOWER_AGREED_H
#define DBX_LOWER_AGREED_H

#include <stdbool.h>
#include <stdint.h>

// What a guard reports; the text takes up to three numbers.
typedef enum lower_message {
#define M(id, code, text) LOWER_##id,
#include "lower/messages.def"
#undef M
  LOWER_MESSAGES
} lower_message;

// The argument of dbx_gemm (interp/blas.h); addresses and lengths are in the scratch words.
enum { GEMM_TRANSPOSED_X = 1, GEMM_TRANSPOSED_Y = 2, GEMM_F32 = 4 };

// How a Jaxpr is compiled: with loops for several threads; for lengths that are known, the first
// n_lengths arguments, with which alone the code may be called.
typedef struct lower_form {
  bool spreads;
  uint32_t n_lengths;
  const int64_t *lengths;
} lower_form;

typedef void (*lower_entry)(void **slots);

#endif
