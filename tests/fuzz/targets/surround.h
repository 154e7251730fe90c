// What every fuzz target stands on: the program's own start, without a terminal, limited in time
// and memory, and giving back what an input left behind. Each target is one libFuzzer program.
#ifndef DBX_FUZZ_SURROUND_H
#define DBX_FUZZ_SURROUND_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

// Registers the input as a source text, and starts its clock: after a quarter of a second of
// processor time it is interrupted as Ctrl-C would.
uint32_t fuzz_begin(const char *name, const uint8_t *data, size_t n);
// Stops the clock, drops the pending diagnostic if st is a failure, and forgets what the input
// defined and traced. A failure without a diagnostic, or the reverse, is a finding.
void fuzz_end(dbx_status st);
// Around a session at the prompt, whose settings are taken back.
void fuzz_begin_session(void);
void fuzz_end_session(void);
// Makes a folder for the files of the session, and goes there; once for the process.
void fuzz_enter_folder(void);

// For mutate.c: whether an input is a session, so that commands belong to it.
extern const bool fuzz_types_commands;

// Ends the process with the message: a finding.
_Noreturn void fuzz_found(const char *what, const char *detail);

#endif
