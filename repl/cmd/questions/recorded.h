// Recordings of what was traced (core/record): :export FILE.dbidx, inspect --emit=dbidx, and
// reading them.
#ifndef DBX_CMD_RECORDED_H
#define DBX_CMD_RECORDED_H

#include "record/record.h"

// From now on every loop that is traced is also tried with each strategy, for the recording.
void recorded_collect(void);
// Begins the recording with what it is about: a name for people, the text of the program (0: none),
// the diagnostic that ended it (may be NULL; it stays the caller's).
void recorded_about(const char *program, uint32_t file, const dbx_diag *error);
// The recording of these traces and, with so_far, of the one that goes on. `more` (NULL: nothing)
// adds lines of the caller's.
void recorded_put(dbx_buf *b, dbx_trace *const *t, uint32_t n, const dbx_so_far *so_far,
                  void (*more)(dbx_record_writer *w));

bool recorded_is_path(const char *path); // by its ending
// By its name, or by how the text begins.
bool recorded_is_source(uint32_t file);
// Reads a recording: its traces become the session's, and pages are about its program. `more`
// takes the lines that recorded_put's caller adds. Fails with E608, and with the diagnostic that
// ended the recorded program; then it was read all the same.
dbx_status recorded_read(uint32_t file, dbx_record_taker more);
// At the prompt: what :load does with a file. The traces of a recording become the session's, their
// reports are shown, and pages are about its program, with the error that ended it, which is
// reported. Another file is load_file's (cmd/session/load.h). Fails with E208 if it cannot be
// read, and while a program is under construction; with E608.
dbx_status recorded_load(const char *path);

#endif
