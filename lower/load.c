// See load.h. This file is part of the program; the module itself is opened with dlopen, because
// MLIR and LLVM cost 5 ms and 30 MB at start. The module is never closed: arrays that it
// made point into it.
#include "lower/load.h"

#include "lower/process/compiler.h"

#include "base/diag.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct lower_session {
  pthread_t warmer;
  bool warming;
  lower_reuse reuse;
  unsigned threads;
  bool at_once;
  char *folder;
  char *path, *problem; // problem: why the module could not be opened
  bool sought;          // the module's path
  compiler *compiler;
  uint64_t most_bytes; // see lower_set_memory
  const dbx_lower_api *api;
  lower_backend *backend;
  dbx_map programs; // Jaxpr -> program
  uint64_t load, create;
};

lower_session *lower_open(const char *module) {
  lower_session *s = dbx_alloc(sizeof *s);
  s->path = module ? dbx_strdup(module) : NULL;
  s->reuse = LOWER_REUSE_SESSION;
  s->threads = 1;
  return s;
}

static uint64_t clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// ---- opening ----

#ifdef DBX_HAVE_LOWER

static bool readable(dbx_buf *path, const char *folder, size_t n, const char *rest) {
  dbx_clear(path);
  dbx_putn(path, folder, n);
  dbx_put(path, rest);
  return access(dbx_text(path), R_OK) == 0;
}

static bool find_module(dbx_buf *path) {
  static const char *const beside[] = {"/lower/dbxlower.so", "/../lower/dbxlower.so",
                                       "/dbxlower.so", "/../lib/dbidx/dbxlower.so"};
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self);
  size_t folder = n > 0 ? (size_t)n : 0;
  while (folder && self[folder - 1] != '/') folder--;
  for (size_t i = 0; folder && i < sizeof beside / sizeof *beside; i++)
    if (readable(path, self, folder - 1, beside[i])) return true;
#ifdef DBX_LIBDIR
  if (readable(path, DBX_LIBDIR, strlen(DBX_LIBDIR), "/dbidx/dbxlower.so")) return true;
#endif
  return false;
}

static void seek_module(lower_session *s) {
  dbx_buf path = {0};
  if (s->sought) return;
  s->sought = true;
  if (s->path) dbx_put(&path, s->path);
  if (!s->path && !find_module(&path))
    s->problem = dbx_strdup("dbxlower.so was not found beside the program");
  else s->compiler = compiler_new(dbx_text(&path));
  if (!s->path) s->path = dbx_strdup(dbx_text(&path));
  dbx_buf_free(&path);
}

static const dbx_lower_api *open_module(lower_session *s) {
  const dbx_lower_api *(*table)(void) = NULL;
  void *module = dlopen(s->path, RTLD_NOW | RTLD_LOCAL);
  if (module) *(void **)&table = dlsym(module, "dbx_lower_table");
  if (!table) return s->problem = dbx_strdup(dlerror()), NULL;
  if (table()->version == DBX_LOWER_VERSION) return table();
  s->problem = dbx_strdup("dbxlower.so is of another version");
  return NULL;
}

#else

static void seek_module(lower_session *s) {
  if (!s->problem) s->problem = dbx_strdup("this program was built without LLVM");
}

static const dbx_lower_api *open_module(lower_session *s) { return (void)s, NULL; }

#endif

static void load(lower_session *s) { // a failed attempt is not repeated
  if (s->api || s->problem) return;
  uint64_t begin = clock_now();
  s->api = open_module(s);
  s->load = clock_now() - begin;
}

// Waits for the thread that opens the back end.
static void settle(lower_session *s) {
  if (s->warming) pthread_join(s->warmer, NULL);
  s->warming = false;
}

static dbx_status ask(void *ctx, const dbx_buf *order, dbx_buf *ret) {
  return compiler_ask(((lower_session *)ctx)->compiler, order, ret);
}

static uint64_t most_bytes(void *ctx) { return ((lower_session *)ctx)->most_bytes; }

static char *create(lower_session *s) {
  char *problem = NULL;
  uint64_t begin = clock_now();
  s->backend = s->api->create(&(lower_host){ask, most_bytes, s}, &problem);
  if (s->backend) s->api->set_reuse(s->backend, s->reuse, s->folder);
  if (s->backend) s->api->set_threads(s->backend, s->threads, s->at_once);
  s->create = clock_now() - begin;
  return problem;
}

static dbx_status ready(lower_session *s) {
  settle(s);
  seek_module(s);
  load(s);
  if (!s->api)
    return dbx_fail(DBX_E802, (dbx_span){0}, "the back end is not available: %s", s->problem);
  char *problem = s->backend ? NULL : create(s);
  if (!problem) return DBX_OK;
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the back end cannot start: %s", problem);
  free(problem);
  return st;
}

// ---- warming up: no diagnostics here, core belongs to the main thread ----

static void *warm_up(void *ctx) {
  lower_session *s = ctx;
  load(s);
  if (s->api) free(create(s));
  return NULL;
}

void lower_warm(lower_session *s) {
  if (s->warming || s->api || s->problem) return;
  seek_module(s);
  if (s->compiler) compiler_start(s->compiler);
  s->warming = pthread_create(&s->warmer, NULL, warm_up, s) == 0;
}

void lower_settle(lower_session *s) { settle(s); }

void lower_set_reuse(lower_session *s, lower_reuse reuse, const char *folder) {
  if (s->warming) settle(s);
  s->reuse = reuse;
  free(s->folder);
  s->folder = folder ? dbx_strdup(folder) : NULL;
  if (s->backend) s->api->set_reuse(s->backend, reuse, folder);
}

void lower_set_threads(lower_session *s, unsigned n, bool at_once) {
  if (s->warming) settle(s);
  s->threads = n;
  s->at_once = at_once;
  if (s->backend) s->api->set_threads(s->backend, n, at_once);
}

void lower_set_memory(lower_session *s, uint64_t bytes) { s->most_bytes = bytes; }

unsigned lower_threads(const lower_session *s) { return s->threads; }

lower_reuse lower_reuse_of(const lower_session *s) { return s->reuse; }

// ---- the engine ----

static dbx_status program_of(lower_session *s, const dbx_jaxpr *j, lower_program **ret) {
  uint64_t key = (uint64_t)(uintptr_t)j, *known = dbx_map_find(&s->programs, key);
  if (known && *known) return *ret = (lower_program *)(uintptr_t)*known, DBX_OK;
  DBX_TRY(ready(s));
  DBX_TRY(s->api->compile(s->backend, j, ret));
  dbx_map_put(&s->programs, key, (uint64_t)(uintptr_t)*ret);
  return DBX_OK;
}

dbx_status lower_engine_run(void *ctx, const dbx_jaxpr *j, dbx_array *const *args,
                            dbx_array **out) {
  lower_session *s = ctx;
  lower_program *p;
  DBX_TRY(program_of(s, j, &p));
  return s->api->run(p, args, out);
}

dbx_status lower_engine_text(void *ctx, const dbx_jaxpr *j, const char *stage, dbx_buf *ret) {
  lower_session *s = ctx;
  lower_program *p;
  DBX_TRY(program_of(s, j, &p));
  return s->api->text(p, stage, ret);
}

dbx_status lower_engine_build(void *ctx, const dbx_jaxpr *j, const char *name,
                              const int64_t *lengths, lower_built *ret) {
  lower_session *s = ctx;
  DBX_TRY(ready(s));
  return s->api->build(s->backend, j, name, lengths, ret);
}

void lower_put_folder(lower_session *s, dbx_buf *b) {
  seek_module(s);
  const char *slash = s->path ? strrchr(s->path, '/') : NULL;
  if (slash) dbx_putn(b, s->path, (size_t)(slash - s->path) + 1);
}

void lower_built_free(lower_built *b) {
  dbx_buf_free(&b->object);
  dbx_buf_free(&b->entry);
  dbx_vec_free(&b->sites);
  dbx_vec_free(&b->consts);
  dbx_vec_free(&b->lengths);
  if (b->sized) lower_built_free(b->sized), free(b->sized);
}

void lower_engine_forget(void *ctx, const dbx_jaxpr *j) {
  lower_session *s = ctx;
  uint64_t *known = dbx_map_find(&s->programs, (uint64_t)(uintptr_t)j);
  if (!known || !*known) return;
  s->api->free((lower_program *)(uintptr_t)*known);
  *known = 0;
}

bool lower_report_of(lower_session *s, const dbx_jaxpr *j, lower_report *ret) {
  uint64_t *known = dbx_map_find(&s->programs, (uint64_t)(uintptr_t)j);
  if (!known || !*known) return false;
  *ret = (lower_report){s->load, s->create, s->api->times((lower_program *)(uintptr_t)*known)};
  return true;
}

lower_memory lower_memory_of(lower_session *s) {
  return s->backend ? s->api->memory(s->backend) : (lower_memory){0};
}

void lower_close(lower_session *s) {
  if (!s) return;
  settle(s);
  for (uint32_t i = 0; i < s->programs.cap; i++)
    if (s->programs.slot[i].key && s->programs.slot[i].val)
      s->api->free((lower_program *)(uintptr_t)s->programs.slot[i].val);
  if (s->backend) s->api->destroy(s->backend);
  compiler_free(s->compiler);
  dbx_map_free(&s->programs);
  free(s->path), free(s->problem), free(s->folder);
  free(s);
}
