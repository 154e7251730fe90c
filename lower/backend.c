// The back end's table (see lower.h): compiling, running, texts.
#include "lower/code/code.h"
#include "lower/code/linked.h"
#include "lower/code/listing.h"
#include "lower/code/machine.h"
#include "lower/code/store.h"
#include "lower/emit/emit.h"
#include "lower/process/answer.h"
#include "lower/process/child.h"
#include "lower/process/serve.h"
#include "lower/run/runtime.h"
#include "lower/run/threads.h"

#include "base/poll.h"

#include <stdio.h>
#include <string.h>

struct lower_backend {
  machine *machine;
  lower_pool *pool;
  lower_reuse reuse;
  lower_store *store; // NULL: none
  code_table codes;   // that other programs can use
  uint32_t alone;     // codes that are not in the table so far
  bool at_once;       // loops are for several threads from the first run on
  lower_host host;
};

static lower_backend *create(const lower_host *host, char **ret_problem) {
  machine *m = machine_new(ret_problem);
  if (!m) return NULL;
  lower_backend *b = dbx_alloc(sizeof *b);
  b->machine = m;
  b->pool = pool_new();
  b->reuse = LOWER_REUSE_SESSION;
  b->host = *host;
  return b;
}

static void set_reuse(lower_backend *b, lower_reuse reuse, const char *folder) {
  dbx_buf target = {0};
  b->reuse = reuse;
  store_close(b->store);
  b->store = NULL;
  if (reuse != LOWER_REUSE_DISK || !folder) return;
  machine_put_target(b->machine, &target);
  b->store = store_open(folder, dbx_text(&target));
  dbx_buf_free(&target);
}

static void set_threads(lower_backend *b, unsigned n, bool at_once) {
  b->at_once = at_once;
  threads_set(n);
}

static void drop_codes(lower_backend *b, bool all) {
  for (lower_code *c; (c = code_excess(&b->codes, all));) {
    machine_unlink(c->linked);
    code_free(c);
  }
}

static void destroy(lower_backend *b) {
  if (!b) return;
  drop_codes(b, true);
  dbx_vec_free(&b->codes.all);
  store_close(b->store);
  threads_stop();
  machine_free(b->machine);
  pool_close(b->pool);
  free(b);
}

static dbx_status emit(lower_program *p, emit_links *links, MlirModule *ret) {
  uint64_t begin = machine_clock();
  dbx_status st = emit_program(p, p->jaxpr, machine_context(p->backend->machine), links, ret);
  p->times.emit = machine_clock() - begin;
  return st;
}

// ---- programs: code of an equal Jaxpr, from the table or from a file, or new code ----

static void release(lower_program *p) {
  if (!p) return;
  release(p->spread);
  release(p->sized);
  lower_code *c = p->code;
  if (c && !--c->users && !c->key.n) {
    machine_unlink(c->linked);
    code_free(c);
  }
  drop_codes(p->backend, false);
  dbx_vec_free(&p->sites);
  dbx_vec_free(&p->consts);
  dbx_arena_free(&p->own);
  free(p);
}

enum { NAME = 64 };

static void name_of(const lower_key *k, char *ret) {
  snprintf(ret, NAME, "dbx_%016llx%016llx", (unsigned long long)k->hash[0],
           (unsigned long long)k->hash[1]);
}

// Takes over c, with one reference, for this program and equal ones.
static void keep(lower_backend *b, const lower_key *k, lower_code *c, size_t bytes,
                 lower_program *p) {
  c->bytes = bytes;
  code_keep(&b->codes, k, c);
  p->code = c;
  p->entry = c->entry;
}

static bool from_table(lower_backend *b, const lower_key *k, lower_program *p) {
  lower_code *c = code_find(&b->codes, k);
  if (!c) return false;
  p->code = c;
  p->entry = c->entry;
  p->times.reused = LOWER_REUSE_SESSION;
  code_apply(c, k, p);
  return true;
}

static bool from_file(lower_backend *b, const lower_key *k, lower_program *p) {
  char name[NAME], *bad = NULL;
  dbx_buf object = {0};
  uint64_t begin = machine_clock();
  lower_code *c = b->store ? dbx_alloc(sizeof *c) : NULL;
  bool found = c && store_find(b->store, k, c, &object);
  name_of(k, name);
  if (found) bad = machine_link(b->machine, name, &object, &c->linked, &c->entry);
  if (found && !bad) {
    keep(b, k, c, object.n, p);
    code_apply(c, k, p);
    p->times.reused = LOWER_REUSE_DISK;
    p->times.codegen = machine_clock() - begin;
  } else {
    code_free(c);
  }
  dbx_buf_free(&object);
  free(bad);
  return p->code != NULL;
}

static dbx_status broken(char *why) {
  dbx_status st = dbx_fail(DBX_E803, (dbx_span){0}, "the back end failed: %s", why);
  free(why);
  return st;
}

// Links what was made and, if other programs may use it, keeps it.
static dbx_status use(lower_backend *b, const lower_key *k, const char *name, lower_code *c,
                      const dbx_buf *object, lower_program *p) {
  uint64_t begin = machine_clock();
  char *bad = machine_link(b->machine, name, object, &c->linked, &c->entry);
  p->times.codegen += machine_clock() - begin;
  if (bad) return code_free(c), broken(bad);
  code_apply(c, k, p);
  if (b->reuse != LOWER_REUSE_OFF) {
    if (b->store) store_put(b->store, k, c, object);
    keep(b, k, c, object->n, p);
    return DBX_OK;
  }
  c->users = 1;
  p->code = c;
  p->entry = c->entry;
  return DBX_OK;
}

// Asks for code with an entry of this name; *ret_made is behind the head of the answer.
static dbx_status order(lower_backend *b, const lower_key *k, const char *name, bool built,
                        dbx_buf *answer, const char **ret_made) {
  serve_order o = {.most_bytes = b->host.most_bytes(b->host.ctx), .built = built};
  dbx_buf bytes = {0};
  snprintf(o.name, sizeof o.name, "%s", name);
  dbx_putn(&bytes, (const char *)&o, sizeof o);
  dbx_putn(&bytes, k->bytes.at, k->bytes.n);
  dbx_status st = b->host.ask(b->host.ctx, &bytes, answer);
  if (st == DBX_OK) st = answer_take(answer, k->eqns.at, ret_made);
  dbx_buf_free(&bytes);
  return st;
}

static dbx_status compile_new(lower_backend *b, const lower_key *k, lower_program *p) {
  dbx_buf answer = {0}, object = {0};
  const char *made;
  char name[NAME];
  if (b->reuse != LOWER_REUSE_OFF) name_of(k, name);
  else snprintf(name, sizeof name, "dbx_alone_%u", ++b->alone);
  dbx_status st = order(b, k, name, false, &answer, &made);
  if (st == DBX_OK) {
    lower_code *c = dbx_alloc(sizeof *c);
    serve_take(made, answer.n - (size_t)(made - answer.at), c, &p->times, &object);
    st = use(b, k, name, c, &object, p);
  }
  dbx_buf_free(&answer);
  dbx_buf_free(&object);
  return st;
}

static dbx_status compile_for(lower_backend *b, const dbx_jaxpr *j, lower_form form,
                              lower_program **ret) {
  lower_key k;
  uint64_t begin = machine_clock();
  DBX_TRY(dbx_refuse_opaque_in(j));
  lower_program *p = dbx_alloc(sizeof *p);
  p->jaxpr = dbx_jaxpr_of_all(&p->own, j);
  p->backend = b;
  p->form = form;
  int64_t *lengths = DBX_NEWN(&p->own, int64_t, form.n_lengths);
  for (uint32_t i = 0; i < form.n_lengths; i++) lengths[i] = form.lengths[i];
  p->form.lengths = lengths;
  if (!key_of(p->jaxpr, &p->form, &k)) return release(p), emit_too_deep();
  dbx_status st = DBX_OK;
  bool known = b->reuse != LOWER_REUSE_OFF && (from_table(b, &k, p) || from_file(b, &k, p));
  if (!known) st = compile_new(b, &k, p);
  key_free(&k);
  if (st != DBX_OK) return release(p), st;
  p->compiled = machine_clock() - begin;
  *ret = p;
  return DBX_OK;
}

static dbx_status compile(lower_backend *b, const dbx_jaxpr *j, lower_program **ret) {
  return compile_for(b, j, (lower_form){.spreads = b->at_once && threads_used() > 1}, ret);
}

// ---- libraries ----

static void describe(const lower_program *p, lower_built *ret) {
  ret->n_args = p->n_args, ret->n_slots = p->n_slots, ret->n_scratch = p->n_scratch;
  for (uint32_t i = 0; i < p->sites.n; i++)
    dbx_push(&ret->sites, ((lower_place){p->sites.at[i].eqn, p->sites.at[i].message}));
  for (uint32_t i = 0; i < p->consts.n; i++) dbx_push(&ret->consts, p->consts.at[i]);
  for (uint32_t i = 0; i < p->form.n_lengths; i++) dbx_push(&ret->lengths, p->form.lengths[i]);
}

static dbx_status build_form(lower_program *p, lower_built *ret) {
  lower_key k;
  dbx_buf answer = {0};
  if (!key_of(p->jaxpr, &p->form, &k)) return emit_too_deep();
  const char *made;
  dbx_status st = order(p->backend, &k, dbx_text(&ret->entry), true, &answer, &made);
  if (st == DBX_OK) {
    lower_code c = {0};
    serve_take(made, answer.n - (size_t)(made - answer.at), &c, &p->times, &ret->object);
    code_apply(&c, &k, p);
    describe(p, ret);
    dbx_vec_free(&c.sites);
    dbx_vec_free(&c.arrays);
  }
  dbx_buf_free(&answer);
  key_free(&k);
  return st;
}

// Loops over fewer bytes are for one thread (spread.c); over more than the last number, some are
// written past the caches, on any number of threads (past.c).
enum { LEAST_BYTES = 1 << 18, LARGE_BYTES = 1 << 25 };

static uint64_t bytes_of(const dbx_jaxpr *j, dbx_var v, const int64_t *lengths) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
  uint64_t n = dbx_dtype_bytes(t->dtype);
  for (uint32_t i = 0; i < t->rank; i++) {
    int64_t length = dbx_dim_value(t->dims[i]);
    for (uint32_t k = 0; dbx_dim_is_var(t->dims[i]) && k < j->n_implicit_in; k++)
      if (j->invars[k] == (dbx_var)dbx_dim_value(t->dims[i])) length = lengths[k];
    if (__builtin_mul_overflow(n, (uint64_t)length, &n)) return UINT64_MAX;
  }
  return n;
}

static void note_loop(void *ctx, dbx_jaxpr *j) {
  bool *loops = ctx;
  for (uint32_t i = 0; i < j->n_eqns && !*loops; i++) {
    int is = j->eqns[i].prim->id;
    *loops = is == DBX_PRIM_for_loop || is == DBX_PRIM_while_loop || is == DBX_PRIM_while ||
             is == DBX_PRIM_scan;
    if (!*loops) dbx_eqn_each_jaxpr(&j->eqns[i], note_loop, ctx);
  }
}

// As `deserves_lengths` has it of runs, before there is one.
static bool pays_with_lengths(const lower_program *p, const int64_t *lengths) {
  const dbx_jaxpr *j = p->jaxpr;
  uint64_t bytes = 0;
  bool loops = false;
  if (!lengths || !j->n_implicit_in || p->any_order || p->n_args != j->n_in) return false;
  for (uint32_t i = 0; i < j->n_in && bytes < LEAST_BYTES; i++)
    bytes += bytes_of(j, j->invars[i], lengths);
  note_loop(&loops, (dbx_jaxpr *)j);
  return bytes < LEAST_BYTES && loops;
}

static lower_program *program_to_build(lower_backend *b, const dbx_jaxpr *j) {
  lower_program *p = dbx_alloc(sizeof *p);
  p->jaxpr = dbx_jaxpr_of_all(&p->own, j);
  p->backend = b;
  // it cannot be made again when its runs take long, so it has all of it
  p->form.spreads = true;
  return p;
}

static dbx_status build_sized(lower_program *p, const char *name, const int64_t *lengths,
                              lower_built *ret) {
  ret->sized = dbx_alloc(sizeof *ret->sized);
  dbx_printf(&ret->sized->entry, "%s_sized", name);
  p->form.n_lengths = p->jaxpr->n_implicit_in;
  p->form.lengths = lengths;
  return build_form(p, ret->sized);
}

static dbx_status build(lower_backend *b, const dbx_jaxpr *j, const char *name,
                        const int64_t *lengths, lower_built *ret) {
  DBX_TRY(dbx_refuse_opaque_in(j));
  lower_program *p = program_to_build(b, j);
  dbx_put(&ret->entry, name);
  dbx_status st = build_form(p, ret);
  bool sized = st == DBX_OK && pays_with_lengths(p, lengths);
  release(p);
  if (!sized) return st;
  p = program_to_build(b, j);
  st = build_sized(p, name, lengths, ret);
  release(p);
  return st;
}

// ---- runs ----

enum { LEAST_SPENT = 20 * 1000 * 1000 }; // nanoseconds

// Have its runs taken longer than compiling it once more will?
static bool takes_long(const lower_program *p) {
  return p->spent > LEAST_SPENT && p->spent > p->compiled;
}

// With arrays that this is for?
static bool deserves_threads(const lower_program *p) {
  uint64_t least = threads_used() > 1 ? LEAST_BYTES : LARGE_BYTES;
  return !p->form.spreads && !p->tried_spread && p->most_bytes >= least && takes_long(p);
}

static void compile_again(lower_program *p, lower_form form, lower_program **ret) {
  if (compile_for(p->backend, p->jaxpr, form, ret) != DBX_OK) dbx_diag_forget();
}

// Of small arrays in long loops, known lengths make registers: the code is made for those of this
// run, which are nearly always those of the next ones, too. Not where a sum could be another one.
static bool deserves_lengths(const lower_program *p) {
  return !p->tried_sized && p->jaxpr->n_implicit_in && !p->any_order &&
         p->most_bytes < LEAST_BYTES && takes_long(p);
}

static int64_t length_at(dbx_array *const *args, uint32_t i) { return dbx_array_at(args[i], 0).i; }

static void give_lengths(lower_program *p, dbx_array *const *args) {
  uint32_t n = p->jaxpr->n_implicit_in;
  dbx_scratch_mark m = dbx_scratch_here();
  int64_t *lengths = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) lengths[i] = length_at(args, i);
  compile_again(p, (lower_form){p->form.spreads, n, lengths}, &p->sized);
  dbx_scratch_release(m);
}

static bool has_lengths(const lower_program *p, dbx_array *const *args) {
  for (uint32_t i = 0; i < p->form.n_lengths; i++)
    if (length_at(args, i) != p->form.lengths[i]) return false;
  return true;
}

// The form that runs.
static lower_program *form_for(lower_program *p, dbx_array *const *args) {
  if (deserves_threads(p)) p->tried_spread = true, compile_again(p, (lower_form){true}, &p->spread);
  if (deserves_lengths(p)) p->tried_sized = true, give_lengths(p, args);
  if (p->sized && has_lengths(p->sized, args)) return p->sized;
  return p->spread ? p->spread : p;
}

static void note_run(lower_program *p, dbx_array *const *args) {
  uint64_t bytes = pool_counted(p->backend->pool).peak;
  for (uint32_t i = 0; i < p->jaxpr->n_in; i++)
    bytes += (uint64_t)args[i]->size * dbx_dtype_bytes(args[i]->dtype);
  if (bytes > p->most_bytes) p->most_bytes = bytes;
  p->spent += p->times.run;
}

static dbx_status run(lower_program *p, dbx_array *const *args, dbx_array **out) {
  lower_program *form = form_for(p, args);
  uint64_t begin = machine_clock();
  pool_restart(p->backend->pool);
  dbx_status st = lower_run(form, p->backend->pool, args, out);
  p->times.run = machine_clock() - begin;
  if (!p->tried_spread) note_run(p, args);
  return st;
}

// ---- listings: made by emitting once more, a run does not need them ----

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

static void put_module(MlirModule module, dbx_buf *ret) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, true);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags, append, ret);
  mlirOpPrintingFlagsDestroy(flags);
}

static dbx_status no_stage(const char *stage) {
  dbx_buf names = {0};
  machine_put_passes(&names, ", ");
  dbx_status st =
      strncmp(stage, "mlir:", 5)
          ? dbx_fail(DBX_E801, (dbx_span){0},
                     "there is no stage '%s' (mlir, mlir-linked, llvm, asm, passes)", stage)
          : dbx_fail(DBX_E801, (dbx_span){0}, "there is no pass '%s' (%s)", stage + 5,
                     dbx_text(&names));
  dbx_buf_free(&names);
  return st;
}

// Takes over the module.
static dbx_status stage_text(lower_program *p, MlirModule module, const char *stage,
                             listing_kind *kind, dbx_buf *ret) {
  machine *m = p->backend->machine;
  *kind = !strcmp(stage, "llvm")  ? LISTING_LLVM
          : !strcmp(stage, "asm") ? LISTING_ASM
                                  : LISTING_MLIR;
  if (*kind != LISTING_MLIR) return machine_text(m, module, p, *kind == LISTING_ASM, ret);
  dbx_status st = DBX_OK;
  if (strcmp(stage, "mlir")) {
    bool known = !strncmp(stage, "mlir:", 5);
    st = known ? machine_run_passes(m, module, stage + 5, &known) : DBX_FAIL;
    if (!known) st = no_stage(stage);
  }
  if (st == DBX_OK) put_module(module, ret);
  mlirModuleDestroy(module);
  return st;
}

typedef struct wanted_text {
  const lower_program *of;
  const char *stage;
} wanted_text;

static dbx_status put_text(void *ctx, dbx_buf *ret) {
  const lower_program *of = ((wanted_text *)ctx)->of;
  const char *stage = ((wanted_text *)ctx)->stage;
  bool linked = !strcmp(stage, "mlir-linked");
  lower_program p = {
      .jaxpr = of->jaxpr, .backend = of->backend, .lists = !linked, .form = of->form};
  emit_links links = {0};
  MlirModule module;
  listing_kind kind;
  dbx_buf raw = {0};
  DBX_TRY(emit(&p, linked ? &links : NULL, &module));
  if (linked) return linked_put(ret, module, &links), DBX_OK;
  DBX_TRY(stage_text(&p, module, stage, &kind, &raw));
  listing_put(ret, kind, &raw, &p);
  return DBX_OK;
}

static dbx_status text(const lower_program *of, const char *stage, dbx_buf *ret) {
  if (strcmp(stage, "passes")) return child_run(put_text, &(wanted_text){of, stage}, ret);
  machine_put_passes(ret, "\n");
  dbx_putc(ret, '\n');
  return DBX_OK;
}

static lower_times times(const lower_program *p) { return p->times; }

static lower_memory memory(const lower_backend *b) {
  pool_count c = pool_counted(b->pool);
  return (lower_memory){c.peak, c.bytes, c.blocks, c.away};
}

// NOLINTNEXTLINE(misc-use-internal-linkage) repl/cmd finds it by its name
__attribute__((visibility("default"))) const dbx_lower_api *dbx_lower_table(void);

const dbx_lower_api *dbx_lower_table(void) {
  static const dbx_lower_api table = {DBX_LOWER_VERSION, create, set_reuse, set_threads, destroy,
                                      compile,           run,    text,      times,       memory,
                                      release,           serve,  build};
  return &table;
}
