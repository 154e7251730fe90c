// Targets: the releases whose behaviour is mirrored. What one release prints, names, raises or
// computes in another way than the others is a column here, and each release is a row of
// ir/targets.def; code asks for the column and never for the release.
// Source: what the releases print for the corpus (tests/conformance, tests/target15).
#ifndef DBX_IR_TARGET_H
#define DBX_IR_TARGET_H

#include "base/sym.h"
#include "ir/jaxpr.h"

typedef struct dbx_target {
  const char *name;     // as --target has it
  const char *releases; // for people: the releases that it stands for

  // ---- what is printed ----
  dbx_jaxpr_style jaxprs; // OLD or NEW
  bool short_tracers;     // JitTracer<~int64[]>, of a type ~int64[]; else Traced<ShapedArray(...)>
  bool jax_results;       // results of compiled functions are arrays of jax; else read-only numpy's
  bool typed_scalars;     // repr of a scalar of numpy is np.float64(3.0); else 3.0
  bool empty_shapes;      // repr of an array of jax without elements has its shape
  bool narrow_exponents;  // a float of 32 or 16 bits has an exponent from 1e6 or 1e3 on; else 1e16
} dbx_target;

// The rows, in their order; the first is the default. A session begins with it.
typedef enum dbx_target_id {
#define TARGET(id, ...) DBX_TARGET_##id,
#include "ir/targets.def"
#undef TARGET
  DBX_TARGETS
} dbx_target_id;

const dbx_target *dbx_target_row(dbx_target_id id); // of the table; lives as long as the program
// The row of that name, which is set to *ret; false: there is none, and *ret is what it was.
bool dbx_target_by_name(const char *name, dbx_target_id *ret);

// Of the session at work.
void dbx_target_use(dbx_target_id id);
dbx_target_id dbx_target_in_use(void);
const dbx_target *dbx_target_now(void);
#endif
