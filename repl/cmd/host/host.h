// What every subcommand does around the evaluator: its stack, its start, files, reports, engine.
#ifndef DBX_CMD_HOST_H
#define DBX_CMD_HOST_H

#include "cmd/cli.h"
#include "cmd/host/say.h"
#include "lang/lang.h"
#include "lower/load.h"

// In a child process: it ends when its parent does, where the system has such a thing.
void host_end_with_parent(void);
// Calls `run` on a stack large enough for 1000 nested calls of a program.
int host_on_large_stack(int (*run)(const cli *o, void *ctx), const cli *o, void *ctx);

// Starts the evaluator: printing to `out`, engine, warnings, Ctrl-C (settings_start does it).
void host_start(FILE *out);
int host_stop(int status); // the last thing; gives status, if it returns
// Registers the text of a file ("-": of standard input); complains on standard error if it cannot
// be read.
bool host_read_file(const char *path, uint32_t *ret);
// The same at the prompt: fails with E208.
dbx_status host_find_file(const char *path, uint32_t *ret);
FILE *host_nowhere(void); // what is written there is lost; NULL after a complaint
// Prints a diagnostic on standard error and frees it; NULL is allowed.
void host_report(dbx_diag *d);
// The same where no Jaxpr was shown: without the names that tracers have there.
void host_report_unlettered(dbx_diag *d);
// From now on f shows diagnostics, borrowed, in the place of standard error; NULL: nobody does.
void host_show_by(void (*f)(const dbx_diag *d));
bool host_shows_itself(void); // nobody does
// The same into a text, without colour, or as one line of JSON.
void host_put_diag(dbx_buf *b, const dbx_diag *d);
void host_put_diag_json(dbx_buf *b, const dbx_diag *d);
int host_error(void); // the code of what was reported last; -1 after it was forgotten
void host_forget_error(void);
bool host_color(int fd); // may colours be written there?
int host_width(void);    // --width, else that of the terminal, else 80
// Writes n bytes to the FILE ctx; Ctrl-C ends it.
void host_print(void *ctx, const char *s, size_t n);
bool host_flush(void);    // standard output; false after a complaint if it cannot be written
int host_end(int status); // what to exit with: CLI_FAILED if not all could be printed
void host_open_standard_files(void); // those that were closed when the program started

void host_use(const cli *o);              // from now on, and while it is there
void host_begin(const cli *o);            // a session with them: the same, and what core is told
const cli *host_options(void);            // those in use
const dbx_engine *host_interpreter(void); // the engines; the room's
const dbx_engine *host_jit(void);         // fails with E802 when it is used and there is none
// One of peer.h by its name, n bytes; NULL: there is none.
const dbx_engine *host_peer(const char *name, size_t n);

// How long the JIT took for j; false if it did not compile it.
bool host_jit_report(const dbx_jaxpr *j, lower_report *ret);
lower_memory host_jit_memory(void);
// What a library is linked from, for the lengths of a call too, or NULL (lower/lower.h): of j as it
// is run, which is *ret_run. Fails as the JIT does.
dbx_status host_build(const dbx_jaxpr *j, const char *entry, const int64_t *lengths,
                      const dbx_jaxpr **ret_run, lower_built *ret);
// The folder of what libraries are linked with; with a slash at its end.
void host_put_build_folder(dbx_buf *b);
// Which machine code is used again: --cache, else DBIDX_CACHE, else DISK, until it is set.
lower_reuse host_cache(void);
void host_set_cache(lower_reuse reuse);
extern const char *const host_cache_words[3]; // by lower_reuse
char *host_cache_folder(void);                // the caller frees it; NULL: there is no home
void host_bound_compiler(void); // its process has a budget of its own, as large as ours
// Threads of products, gates and compiled loops over many elements. 0: as many as this process may
// have, and loops where it pays (lower.h); so it is until it is set.
unsigned host_threads(void);
void host_set_threads(unsigned n);
// Starts to load the back end in a thread, if this build has one and it is the engine in use.
void host_warm_up(void);
void host_settle(void);                         // the back end is open, or not begun: before a fork
bool host_uses_jit(const char *text, size_t n); // does the text name a compiled function?

#endif
