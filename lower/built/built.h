// What the C source of a built library (lower/library) and the archive that it is linked with agree
// on. The source is compiled where dbidx is installed: this file includes nothing of dbidx.
#ifndef DBX_BUILT_H
#define DBX_BUILT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUILT_TEXT = 256, BUILT_OK = 0, BUILT_ARGUMENT = 705, BUILT_MEMORY = 702 };

// A place that can end a call.
typedef struct built_site {
  int message;       // of lower/messages.def
  const char *size;  // what E708 says of it, a format of two numbers
  const char *place; // "f.py:3:9", "" if it is not known
} built_site;

// An argument or result of the compiled program. dims: of each axis its length, or -1 - k: the
// number that argument k is.
typedef struct built_value {
  const char *name, *type;
  const int64_t *dims;
  uint32_t rank, bytes; // of an element
  uint32_t from, axis;  // of a length that callers do not give: axis `axis` of argument `from`
  unsigned char given, is_signed;
} built_value;

// Extensions of the processor that the code may use, as C compilers name them: a bit of `needs`
// each. AVX-512 comes in parts that not every processor with the first of them has.
#if defined(__clang__) || __GNUC__ >= 12
#define BUILT_NEWER(X) X(avx512fp16)
#else
#define BUILT_NEWER(X)
#endif
#define BUILT_BYTES(X) X(avx512bw) X(avx512vbmi) X(avx512vbmi2) X(avx512bitalg)
#define BUILT_WORDS(X) X(avx512f) X(avx512cd) X(avx512dq) X(avx512vl) X(avx512vpopcntdq)
#define BUILT_OLDER(X) X(avx2) X(fma) X(bmi2) X(gfni)
#define BUILT_EXTENSIONS(X) BUILT_OLDER(X) BUILT_WORDS(X) BUILT_BYTES(X) BUILT_NEWER(X)

enum {
#define X(name) BUILT_##name,
  BUILT_EXTENSIONS(X)
#undef X
};

// Those that this processor has.
static inline uint32_t built_extensions(void) {
  uint32_t has = 0;
#if defined(__x86_64__)
#define X(name) has |= __builtin_cpu_supports(#name) ? UINT32_C(1) << BUILT_##name : 0;
  BUILT_EXTENSIONS(X)
#undef X
#endif
  return has;
}

// Code, for any lengths or for some: the numbers that the first n_lengths arguments are.
typedef struct built_form {
  void (*entry)(void **slots);
  const built_site *sites;
  const void *const *consts;
  const int64_t *lengths;
  uint32_t n_consts, n_lengths, n_words, n_scratch;
} built_form;

typedef struct built_program {
  const built_form *forms;           // the first is for any lengths
  const built_value *args, *results; // results that the caller gets
  uint32_t n_forms, n_args, n_results;
  uint32_t skipped; // words of results before those
  uint32_t needs, threads;
} built_program;

// What a library has of its own; zero at first.
typedef struct built_state {
  pthread_mutex_t lock;
  struct built_room *rooms;
  int started;
} built_state;

// A value that the caller gives or gets: its elements, its lengths (NULL: a scalar).
typedef struct built_in {
  const void *data;
  const int64_t *shape;
} built_in;
typedef struct built_out {
  void *data; // where the scalar, or the address of the elements, is written
  int64_t *shape;
  bool *lent; // whether the elements are somebody else's; NULL: then they are copied
} built_out;

typedef struct built_error {
  int code;
  char text[BUILT_TEXT];
} built_error;

// BUILT_OK, or the code of the error, which is then in *e (NULL: nobody wants it); no result is
// written. `in` has the arguments that are given, in order.
int built_call(const built_program *p, built_state *s, const built_in *in, const built_out *out,
               built_error *e);
// Gives back the elements of a result that are not lent; of any thread. NULL: nothing.
void built_free(built_state *s, void *data);
void built_shed(built_state *s);  // what is kept for later calls goes back to the system
void built_close(built_state *s); // when the library is closed
void built_stop(void); // the calls under way, or the next one, fail; of signal handlers too

#endif
