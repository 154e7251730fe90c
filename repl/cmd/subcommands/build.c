// dbidx build: a shared library of C from a traced function, with its header. The back end gives
// object code; the system's compiler joins it with the archive that does in a library what the
// session does elsewhere (lower/built).
#include "cmd/host/host.h"
#include "cmd/questions/see.h"
#include "cmd/session/output.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"
#include "cmd/subcommands/state.h"
#include "cmd/subcommands/traced.h"

#include "base/file.h"
#include "base/poll.h"
#include "lower/library/library.h"
#include "viz/names/naming.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int misuse(const char *text) { return say_to(stderr, "dbidx: %s\n", text), CLI_MISUSE; }

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// ---- the workshop: a folder that goes away ----

enum { OBJECT, SIZED, SOURCE, HEADER, CONSTANTS, EXPORTS, PRODUCT, FILES };

typedef struct workshop {
  char *folder;
  char *path[FILES];
} workshop;

static dbx_status workshop_open(workshop *w, const char *header) {
  const char *names[FILES] = {"object.o",  "sized.o", "source.c",  header,
                              "constants", "exports", "product.so"};
  const char *where = getenv("TMPDIR");
  dbx_buf b = {0};
  dbx_printf(&b, "%s/dbidx-XXXXXX", where && *where ? where : "/tmp");
  w->folder = dbx_strdup(dbx_text(&b));
  bool made = mkdtemp(w->folder) != NULL;
  int why = errno;
  for (int i = 0; i < FILES; i++) {
    dbx_clear(&b);
    dbx_printf(&b, "%s/%s", w->folder, names[i]);
    w->path[i] = dbx_strdup(dbx_text(&b));
  }
  dbx_buf_free(&b);
  if (made) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "no folder %s can be made: %s", w->folder,
                  strerror(why));
}

static void workshop_close(workshop *w) {
  for (int i = 0; i < FILES; i++)
    if (w->path[i]) (void)unlink(w->path[i]), free(w->path[i]);
  if (w->folder) (void)rmdir(w->folder);
  free(w->folder);
}

static dbx_status put_file(const workshop *w, int file, dbx_buf *b) {
  dbx_status st = dbx_file_write(w->path[file], b, DBX_WRITE_NEW);
  dbx_buf_free(b);
  return st;
}

// ---- linking ----

typedef dbx_vec(char *) words;

static char *text(const char *s) { return (char *)(uintptr_t)s; }

// $CC, which may be of several words, else cc.
static void add_compiler(words *argv, char *room) {
  for (char *s, *rest = room; (s = strtok_r(rest, " ", &rest));) dbx_push(argv, s);
  if (!argv->n) dbx_push(argv, text("cc"));
}

static dbx_status no_library(const char *compiler, int status, int why, FILE *said) {
  dbx_buf b = {0};
  if (status < 0 && why == ENOENT)
    return dbx_fail(DBX_E802, (dbx_span){0},
                    "a library is linked by the system's C compiler: there is no program `%s` in "
                    "the PATH (CC names another one)",
                    compiler);
  if (!said || fseek(said, 0, SEEK_SET) || !dbx_read_all(said, &b)) dbx_clear(&b);
  size_t n = strcspn(dbx_text(&b), "\n");
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "%s could not link the library: %.*s", compiler,
                           (int)n, n ? dbx_text(&b) : "");
  dbx_buf_free(&b);
  return st;
}

static dbx_status compile_and_link(const workshop *w, const char *soname, bool sized) {
  const char *named = getenv("CC");
  char *room = dbx_strdup(named ? named : "");
  dbx_buf folder = {0}, archive = {0};
  words argv = {0};
  host_put_build_folder(&folder);
  dbx_printf(&archive, "%slibdbxbuilt.a", dbx_text(&folder));
  add_compiler(&argv, room);
  if (sized) dbx_push(&argv, w->path[SIZED]);
  const char *rest[] = {"-shared",
                        "-fPIC",
                        "-O2",
                        "-I",
                        dbx_text(&folder),
                        "-o",
                        w->path[PRODUCT],
                        w->path[SOURCE],
                        w->path[OBJECT],
                        dbx_text(&archive),
                        "-Xlinker",
                        "--version-script",
                        "-Xlinker",
                        w->path[EXPORTS],
                        "-Xlinker",
                        "-soname",
                        "-Xlinker",
                        soname,
                        "-Wl,--gc-sections",
                        "-Wl,-Bsymbolic,-S",
                        "-lm",
                        "-lpthread",
                        "-ldl",
                        NULL};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) dbx_push(&argv, text(rest[i]));
  FILE *said = tmpfile();
  int status = see_run_program(argv.at, NULL, said, said), why = errno;
  dbx_status st = dbx_poll();
  if (st == DBX_OK && status) st = no_library(argv.at[0], status, why, said);
  if (said) fclose(said);
  dbx_vec_free(&argv);
  dbx_buf_free(&folder), dbx_buf_free(&archive);
  free(room);
  return st;
}

// ---- building ----

typedef struct order {
  output library, header; // what is written
  const char *function;
  const char *file;
  bool lends; // --lend
} order;

static dbx_status put_object(const workshop *w, int file, const lower_built *made) {
  dbx_buf b = {0};
  dbx_putn(&b, made->object.at, made->object.n);
  return put_file(w, file, &b);
}

static dbx_status put_files(const workshop *w, const order *o, const library *l,
                            const lower_built *made, dbx_buf *ret_header) {
  dbx_buf about = {0}, b = {0};
  dbx_printf(&about, "%s of %s", l->name, base_name(o->file));
  library_put_header(ret_header, l, dbx_text(&about));
  dbx_buf_free(&about);
  dbx_put(&b, dbx_text(ret_header));
  DBX_TRY(put_file(w, HEADER, &b));
  library_put_source(&b, l, made, host_threads() ? host_threads() : 1, base_name(o->header.path),
                     w->path[CONSTANTS]);
  DBX_TRY(put_file(w, SOURCE, &b));
  library_put_data(&b, made);
  DBX_TRY(put_file(w, CONSTANTS, &b));
  library_put_exports(&b, l);
  DBX_TRY(put_file(w, EXPORTS, &b));
  DBX_TRY(put_object(w, OBJECT, made));
  return made->sized ? put_object(w, SIZED, made->sized) : DBX_OK;
}

static dbx_status read_product(const workshop *w, dbx_buf *ret) {
  FILE *f = fopen(w->path[PRODUCT], "rb");
  bool all = f && dbx_read_all(f, ret);
  int why = errno;
  if (f) fclose(f);
  if (all) return DBX_OK;
  return dbx_fail(DBX_E803, (dbx_span){0}, "the library cannot be read: %s", strerror(why));
}

static dbx_status write_library(const order *o, const library *l, const lower_built *made) {
  workshop w = {0};
  dbx_buf header = {0}, product = {0};
  dbx_status st = workshop_open(&w, base_name(o->header.path));
  if (st == DBX_OK) st = put_files(&w, o, l, made, &header);
  if (st == DBX_OK) st = compile_and_link(&w, base_name(o->library.path), made->sized != NULL);
  if (st == DBX_OK) st = read_product(&w, &product);
  if (st == DBX_OK) st = output_write(&o->library, &product);
  if (st == DBX_OK) st = output_write(&o->header, &header);
  dbx_buf_free(&header), dbx_buf_free(&product);
  workshop_close(&w);
  return st;
}

static void say_built(const order *o, const library *l) {
  dbx_buf b = {0};
  library_put_signature(&b, l);
  say_to(stdout, "%s, %s: %s\n", o->library.path, o->header.path, dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- the lengths of calls ----

static int64_t *lengths_of(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < subcommands_now->lengths.n; i++)
    if (subcommands_now->lengths.at[i].jaxpr == j) return subcommands_now->lengths.at[i].of;
  return NULL;
}

// Implicit arguments stand first; constants that callers give would stand before them.
static void note_lengths(const dbx_jaxpr *j, dbx_array *const *in, dbx_array *const *out) {
  int64_t *of = lengths_of(j);
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i]) return;
  if (!out || !j->n_implicit_in) return;
  if (!of) {
    of = dbx_alloc(j->n_implicit_in * sizeof *of);
    dbx_push(&subcommands_now->lengths, ((call_lengths){j, of}));
  }
  for (uint32_t i = 0; i < j->n_implicit_in; i++) of[i] = dbx_array_at(in[i], 0).i;
}

static void forget_lengths(void) {
  for (uint32_t i = 0; i < subcommands_now->lengths.n; i++) free(subcommands_now->lengths.at[i].of);
  dbx_vec_free(&subcommands_now->lengths);
}

// ---- building a trace ----

static dbx_status build_jaxpr(const order *o, const dbx_jaxpr *j, const char *name,
                              const dbx_names *names) {
  library l = {0};
  lower_built made = {0};
  const dbx_jaxpr *run = j;
  dbx_status st = host_build(j, library_entry, lengths_of(j), &run, &made);
  if (st == DBX_OK) st = library_begin(&l, run, name, names);
  l.lends = o->lends;
  if (st == DBX_OK) st = write_library(o, &l, &made);
  if (st == DBX_OK) say_built(o, &l);
  library_end(&l);
  lower_built_free(&made);
  return st;
}

// The stem of a file's name, for what has no name of its own.
static char *stem_of(const char *path) {
  const char *name = base_name(path), *dot = strchr(name, '.');
  dbx_buf b = {0};
  dbx_putn(&b, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
  char *ret = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return ret;
}

static dbx_status build_trace(const order *o, dbx_trace *t, bool from_text) {
  dbx_naming *by_source = dbx_naming_new(t, t->jaxpr, DBX_NAMING_SOURCE);
  dbx_names *names = dbx_names_of(t->jaxpr);
  char *name = from_text ? stem_of(o->file) : dbx_strdup(dbx_sym_text(t->function));
  if (!from_text) dbx_naming_rename(by_source, names);
  dbx_status st = build_jaxpr(o, t->jaxpr, name, names);
  free(name);
  dbx_names_free(names);
  dbx_naming_free(by_source);
  return st;
}

static int build(const order *o, const cli *options, uint32_t file) {
  dbx_trace *t = NULL;
  dbx_status st = traced_load(file, o->function, options->args);
  if (st != DBX_OK) return host_report(traced_failure(file)), CLI_FAILED;
  st = traced_find(o->function, options->args, &t);
  if (st == DBX_OK) st = build_trace(o, t, t->jaxpr->from_text);
  if (st == DBX_OK) return CLI_OK;
  return host_report(dbx_diag_take()), CLI_FAILED;
}

static dbx_status both_allowed(order *o) {
  DBX_TRY(output_allowed(&o->library));
  return output_allowed(&o->header);
}

static int build_file(const cli *options, char *path, const char *header) {
  order o = {.library = {options->output, options->force, "--force"},
             .header = {header, options->force, "--force"},
             .function = traced_function(path),
             .lends = options->lend};
  uint32_t file;
  o.file = path;
  if (both_allowed(&o) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  if (!host_read_file(path, &file)) return CLI_MISUSE;
  if (options->args && !o.function) return misuse("--args needs a function: FILE:FUNC");
  if (settings_start(options, stderr) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  traces_collect();
  lang_now->on_call = note_lengths;
  host_warm_up();
  int status = build(&o, options, file);
  forget_lengths();
  if (!host_flush()) status = CLI_FAILED;
  return host_stop(status);
}

int cmd_build(const cli *o) {
  static const char so[] = ".so";
  if (!o->output || !dbx_ends_in(o->output, so) || !base_name(o->output)[sizeof so - 1])
    return misuse("build needs the library that it writes: -o libNAME.so; the header libNAME.h "
                  "comes beside it");
  dbx_buf header = {0};
  dbx_printf(&header, "%.*s.h", (int)(strlen(o->output) - sizeof so + 1), o->output);
  char *path = dbx_strdup(o->operand[0]);
  int status = build_file(o, path, dbx_text(&header));
  free(path);
  dbx_buf_free(&header);
  return status;
}
