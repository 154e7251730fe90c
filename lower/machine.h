// MLIR to machine code: the pass pipelines, the entry function, ORC. Private to lower/.
#ifndef DBX_LOWER_MACHINE_H
#define DBX_LOWER_MACHINE_H

#include "lower/program.h"

#include <mlir-c/IR.h>

typedef struct machine machine;

// NULL on failure; *ret_problem is then a text that the caller frees. Touches nothing of core.
machine *machine_new(char **ret_problem);
void machine_free(machine *m); // takes NULL
MlirContext machine_context(machine *m);
// Takes over the module. They fill in the times of p and fail with E803.
dbx_status machine_compile(machine *m, MlirModule module, lower_program *p);
// LLVM IR after optimisation, or assembly, with debug information.
dbx_status machine_text(machine *m, MlirModule module, lower_program *p, bool assembly,
                        dbx_buf *ret);
// Runs the MLIR passes up to and with the one named; *ret_known says whether there is such a pass.
dbx_status machine_run_passes(machine *m, MlirModule module, const char *last, bool *ret_known);
void machine_put_passes(dbx_buf *b, const char *between); // their names, in order
void machine_forget(machine *m, lower_program *p);        // frees its code
// Compiles and links something small without touching core.
void machine_warm(machine *m);
uint64_t machine_clock(void); // ns

#endif
