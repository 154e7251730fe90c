// The back end behind the shape of an engine (struct dbx_engine): opens the shared module at the
// first use, compiles each Jaxpr once, and reports what things took. Without LLVM at build time
// everything fails with E802.
#ifndef DBX_LOWER_LOAD_H
#define DBX_LOWER_LOAD_H

#include "lower/lower.h"

typedef struct lower_session lower_session;

// Nothing is opened yet. `module`: path of dbxlower.so, NULL to look beside the program (folder
// lower/ of the build) and in the installed library folder.
lower_session *lower_open(const char *module);
void lower_close(lower_session *s); // frees programs and back end; takes NULL
// Starts the compiler and opens the module in a thread; returns at once.
void lower_warm(lower_session *s);
void lower_settle(lower_session *s); // before a fork: its thread would not be there
// Which machine code is used again (see lower.h); for a session that was opened just now SESSION.
// Code of this process stays. folder: NULL if there is none.
void lower_set_reuse(lower_session *s, lower_reuse reuse, const char *folder);
lower_reuse lower_reuse_of(const lower_session *s);
// How many threads products, gates and loops over many elements use; at_once: see lower.h.
void lower_set_threads(lower_session *s, unsigned n, bool at_once);
// How much memory compiling may take, 0: no bound. More is E702.
void lower_set_memory(lower_session *s, uint64_t bytes);
unsigned lower_threads(const lower_session *s);

// For struct dbx_engine, with the session as ctx.
dbx_status lower_engine_run(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out);
dbx_status lower_engine_text(void *ctx, const dbx_jaxpr *j, const char *stage, dbx_buf *ret);
void lower_engine_forget(void *ctx, const dbx_jaxpr *j);

// For a library (lower.h); lower_built_free takes what was made.
dbx_status lower_engine_build(void *ctx, const dbx_jaxpr *j, const char *name,
                              const int64_t *lengths, lower_built *ret);
void lower_built_free(lower_built *b);
void lower_put_folder(lower_session *s, dbx_buf *b); // of the module, with a slash at its end

// What j took; false if it was not compiled. load: opening the module, of the session.
typedef struct lower_report {
  uint64_t load, create;
  lower_times times;
} lower_report;
lower_memory lower_memory_of(lower_session *s); // zero before the back end was used
bool lower_report_of(lower_session *s, const dbx_jaxpr *j, lower_report *ret);

#endif
