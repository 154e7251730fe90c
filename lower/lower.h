// The MLIR/LLVM back end as the rest of the program sees it: a table of functions that the shared
// module dbxlower.so gives through its one symbol, dbx_lower_table.
#ifndef DBX_LOWER_LOWER_H
#define DBX_LOWER_LOWER_H

#include "ir/jaxpr.h"

typedef struct lower_backend lower_backend; // MLIR context, pass manager, JIT, buffers
typedef struct lower_program lower_program; // machine code of one Jaxpr

// Whether a Jaxpr may use the machine code of an equal one: not, that of this session, or also that
// of other processes. Equal: see lower/code/key.h.
typedef enum lower_reuse { LOWER_REUSE_OFF, LOWER_REUSE_SESSION, LOWER_REUSE_DISK } lower_reuse;

// Nanoseconds. run: of the last run, 0 before the first. reused: where the code came from, OFF if
// it was made for this Jaxpr; the stages that were left out took 0.
typedef struct lower_times {
  uint64_t emit, mlir, translate, optimise, codegen, run;
  lower_reuse reused;
} lower_times;

// Of the pool that compiled programs allocate from. peak: bytes of the last run at most, results
// included, arguments not. blocks: held by runs under way; away: results that are still in use.
typedef struct lower_memory {
  uint64_t peak, bytes, blocks, away;
} lower_memory;

// Where code is made: not in this process (compiler.h). ask: the answer to an order (serve.h), for
// `compile`. most_bytes: of memory for that process, 0: no bound.
typedef struct lower_host {
  dbx_status (*ask)(void *ctx, const dbx_buf *order, dbx_buf *ret);
  uint64_t (*most_bytes)(void *ctx);
  void *ctx;
} lower_host;

// An object file for a library, and what its calls need. The Jaxpr has the constants.
typedef struct lower_place {
  const dbx_eqn *eqn; // that can end the call here; NULL: none
  unsigned message;   // of lower/messages.def
} lower_place;
typedef struct lower_built {
  dbx_buf object;
  dbx_buf entry;                       // its name
  uint32_t n_args, n_slots, n_scratch; // arguments; words of results, words of scratch
  dbx_vec(lower_place) sites;
  dbx_vec(dbx_array *) consts; // addresses that follow the arguments
  dbx_vec(int64_t) lengths;    // the first arguments, with which alone it may be called
  struct lower_built *sized;   // the same for some lengths, NULL: there is none
} lower_built;

typedef struct dbx_lower_api {
  int version; // DBX_LOWER_VERSION
  // NULL on failure; *ret_problem is then a text that the caller frees. Touches nothing of core:
  // may run in another thread.
  lower_backend *(*create)(const lower_host *host, char **ret_problem);
  // `folder`: where code for other processes is kept, only for LOWER_REUSE_DISK. One that cannot be
  // used, or belongs to somebody else, is left alone. SESSION without a call.
  void (*set_reuse)(lower_backend *b, lower_reuse reuse, const char *folder);
  // So many threads work at most at products, gates and loops over many elements; at loops of
  // programs that are compiled from now on: at once, or when their runs have taken longer than
  // compiling once more will. 1 at first.
  void (*set_threads)(lower_backend *b, unsigned n, bool at_once);
  void (*destroy)(lower_backend *b); // takes NULL; programs must be gone, arrays may live on
  // Fails with E801 (not supported) or E803 (a defect of the back end). The Jaxpr has to live as
  // long as the program.
  dbx_status (*compile)(lower_backend *b, const dbx_jaxpr *j, lower_program **ret);
  // The contract of dbx_interpret: arguments are constants without a value, then inputs; `out`
  // receives n_out references. Fails with E7xx and the span of the failing equation.
  dbx_status (*run)(lower_program *p, dbx_array *const *args, dbx_array **out);
  // "mlir" as emitted, "mlir:PASS" after that pass, "llvm" after optimisation, "asm": appended,
  // with comments that name equations. "passes": the names of the passes, a line each.
  // "mlir-linked": for every value in the order of the text a line with the scalar variable of the
  // Jaxpr that it is, 0 for none; an empty line; then the lines of the MLIR as emitted, each behind
  // the line and the column of its place in the source ("0 0 ": it has none). Fails with E801 for
  // another stage.
  dbx_status (*text)(const lower_program *p, const char *stage, dbx_buf *ret);
  lower_times (*times)(const lower_program *p);
  lower_memory (*memory)(const lower_backend *b);
  void (*free)(lower_program *p); // takes NULL
  // The work of the program dbxcompile (compiler.h), on its socket.
  void (*serve)(int socket); // does not return
  // An object file in which the entry has this name and what it calls the names of run/calls.h; no
  // code is kept. lengths: the n_implicit_in numbers of a call, for which there is code of its own
  // where that is faster, or NULL. Fails as `compile` does, and with E801 for what the interpreter
  // would compute.
  dbx_status (*build)(lower_backend *b, const dbx_jaxpr *j, const char *name,
                      const int64_t *lengths, lower_built *ret);
} dbx_lower_api;

enum { DBX_LOWER_VERSION = 8 };

#endif
