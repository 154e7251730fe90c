// MLIR to machine code: the pass pipelines, the entry function, ORC. Private to lower/.
#ifndef DBX_LOWER_MACHINE_H
#define DBX_LOWER_MACHINE_H

#include "lower/program.h"

#include <mlir-c/IR.h>

typedef struct machine machine;

// NULL on failure; *ret_problem is then a text that the caller frees. Touches nothing of core.
machine *machine_new(char **ret_problem);
void machine_free(machine *m);                     // takes NULL
MlirContext machine_context(machine *m);           // made at the first call
void machine_put_target(machine *m, dbx_buf *ret); // what code is made for
// Takes over the module and appends an object file in which the entry has this name. Fills in the
// times of p; fails with E803.
dbx_status machine_compile(machine *m, MlirModule module, lower_program *p, const char *name,
                           dbx_buf *ret_object);
// NULL, or why it failed: a text that the caller frees.
char *machine_link(machine *m, const char *name, const dbx_buf *object,
                   LLVMOrcResourceTrackerRef *ret, lower_entry *ret_entry);
void machine_unlink(LLVMOrcResourceTrackerRef code); // frees it; takes NULL
// LLVM IR after optimisation, or assembly, with debug information.
dbx_status machine_text(machine *m, MlirModule module, lower_program *p, bool assembly,
                        dbx_buf *ret);
// Runs the MLIR passes up to and with the one named; *ret_known says whether there is such a pass.
dbx_status machine_run_passes(machine *m, MlirModule module, const char *last, bool *ret_known);
void machine_put_passes(dbx_buf *b, const char *between); // their names, in order
// Compiles something small.
void machine_warm(machine *m);
uint64_t machine_clock(void); // ns

#endif
