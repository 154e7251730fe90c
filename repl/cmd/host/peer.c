// IREE and JAX as engines (see peer.h). Its process reads requests and answers them as peer/peer.py
// says.
#include "cmd/host/peer.h"

#include "base/poll.h"
#include "hlo/hlo.h"
#include "interp/interp.h"
#include "ir/array.h"
#include "read/read.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const char peer_text[];

struct peer {
  const char *name; // "iree", "xla" or "stablehlo"
  dbx_engine own;   // stablehlo: runs what the text is read as
  pid_t pid;        // 0: there is no process
  FILE *to, *from;
};

static dbx_status unavailable(const peer *p, const char *why) {
  return dbx_fail(DBX_E802, (dbx_span){0},
                  "no Python with the packages of %s answers (%s): DBIDX_PEER names one",
                  strcmp(p->name, "xla") ? "IREE" : "JAX", why);
}

static void end_process(peer *p) {
  if (p->to) fclose(p->to);
  if (p->from) fclose(p->from);
  if (p->pid) waitpid(p->pid, NULL, 0);
  *p = (peer){.name = p->name, .own = p->own};
}

static int spawn(peer *p, int in, int out) {
  const char *named = getenv("DBIDX_PEER");
  char *program = dbx_strdup(named && *named ? named : "python3"), *code = dbx_strdup(peer_text);
  char *argv[] = {program, dbx_strdup("-c"), code, dbx_strdup(p->name), NULL};
  posix_spawn_file_actions_t files;
  int why = posix_spawn_file_actions_init(&files);
  if (!why) {
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    why = posix_spawnp(&p->pid, program, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
  }
  for (int i = 0; argv[i]; i++) free(argv[i]);
  return why;
}

static dbx_status start(peer *p) {
  int to[2], from[2], why;
  if (p->pid) return DBX_OK;
  if (pipe2(to, O_CLOEXEC)) return unavailable(p, strerror(errno));
  if (pipe2(from, O_CLOEXEC)) {
    why = errno;
    return close(to[0]), close(to[1]), unavailable(p, strerror(why));
  }
  why = spawn(p, to[0], from[1]);
  close(to[0]), close(from[1]);
  p->to = fdopen(to[1], "wb"), p->from = fdopen(from[0], "rb");
  if (!why && p->to && p->from) return DBX_OK;
  if (why) p->pid = 0;
  end_process(p);
  return unavailable(p, strerror(why ? why : ENOMEM));
}

// ---- messages ----

static void send_array(FILE *f, const dbx_array *a) {
  fprintf(f, "%s", dbx_dtype_name(a->dtype));
  for (uint32_t i = 0; i < a->rank; i++) fprintf(f, " %" PRId64, a->dims[i]);
  fputc('\n', f);
  if (a->size) fwrite(a->data, dbx_dtype_bytes(a->dtype), (size_t)a->size, f);
}

static bool read_line(FILE *f, dbx_buf *line) {
  int c;
  dbx_clear(line);
  while ((c = fgetc(f)) != EOF && c != '\n') dbx_putc(line, (char)c);
  return c == '\n';
}

static dbx_status lost(peer *p) {
  bool interrupted = dbx_stopping_for(DBX_STOP_INTERRUPT);
  end_process(p);
  return interrupted ? dbx_poll() : unavailable(p, "its process has ended");
}

static dbx_status receive_array(peer *p, dbx_array **ret) {
  dbx_buf line = {0};
  int64_t dims[32];
  uint32_t rank = 0;
  dbx_dtype t;
  bool ok = read_line(p->from, &line);
  char *rest = line.at, *name = ok && rest ? strsep(&rest, " ") : NULL;
  ok = name && dbx_dtype_by_name(name, &t);
  while (ok && rest && rank < 32) dims[rank++] = strtoll(strsep(&rest, " "), NULL, 10);
  dbx_buf_free(&line);
  if (!ok) return lost(p);
  DBX_TRY(dbx_array_new(t, rank, dims, ret));
  size_t n = (size_t)(*ret)->size;
  if (!n || fread((*ret)->data, dbx_dtype_bytes(t), n, p->from) == n) return DBX_OK;
  *ret = dbx_array_unref(*ret);
  return lost(p);
}

// What the peer says of a failure: a guard's own code and message, or that it took no such program.
static dbx_status failed(const peer *p, const char *text) {
  for (const char *s = strstr(text, "E7"); s; s = strstr(s + 1, "E7")) {
    int n = (int)strcspn(s, ";\n");
    if (strspn(s + 1, "0123456789") != 3 || s[4] != ':' || n < 7) continue;
    int code = DBX_E701 + (s[3] - '0') - 1;
    if (code < DBX_E701 || code > DBX_E708) continue;
    return dbx_fail((dbx_code)code, (dbx_span){0}, "%.*s", n - 6, s + 6);
  }
  const char *error = strstr(text, "error:");
  if (!error) error = text;
  return dbx_fail(DBX_E803, (dbx_span){0}, "%s: %.*s", strcmp(p->name, "xla") ? "IREE" : "JAX",
                  (int)strcspn(error, "\n"), error);
}

// A line "WORD NUMBER".
static bool number_behind(const char *line, const char *word, unsigned long *ret) {
  size_t n = strlen(word);
  char *end = NULL;
  if (strncmp(line, word, n) || line[n] != ' ') return false;
  *ret = strtoul(line + n + 1, &end, 10);
  return end != line + n + 1;
}

static dbx_status receive(peer *p, uint32_t n, dbx_array **out) {
  dbx_buf line = {0};
  unsigned long size = 0, got = 0;
  fflush(p->to);
  bool read = read_line(p->from, &line);
  bool ok = read && number_behind(dbx_text(&line), "ok", &got);
  bool error = read && number_behind(dbx_text(&line), "error", &size);
  dbx_status st = DBX_OK;
  dbx_clear(&line);
  if (error) {
    char *text = dbx_alloc(size + 1);
    st = fread(text, 1, size, p->from) == size ? failed(p, text) : lost(p);
    free(text);
  } else if (!ok || got != n) {
    st = lost(p);
  }
  dbx_buf_free(&line);
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) st = receive_array(p, &out[i]);
  return st;
}

// ---- runs ----

// Lengths that the text leaves out are those of another result.
static void put_lengths(const dbx_jaxpr *j, const dbx_hlo_slot *slots, dbx_array *const *got,
                        dbx_array **out) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < j->n_out; i++) out[i] = slots[i].left_out ? NULL : got[k++];
  for (uint32_t i = 0; i < j->n_out; i++)
    if (slots[i].left_out) {
      dbx_dtype t = dbx_aval_at(dbx_atom_aval(j->outs[i]))->dtype;
      out[i] = dbx_array_scalar(t, dbx_scalar_int(out[slots[i].of]->dims[slots[i].axis]));
    }
}

static dbx_status ask(peer *p, const dbx_jaxpr *j, const dbx_buf *text, dbx_array *const *args,
                      dbx_array **out) {
  uint32_t n_in = j->n_in, sent = 0, n_out = 0;
  for (uint32_t i = 0; i < j->n_const; i++) n_in += !(j->consts && j->consts[i]);
  dbx_hlo_slot *in = DBX_TMP(dbx_hlo_slot, n_in + 1), *slots = DBX_TMP(dbx_hlo_slot, j->n_out + 1);
  dbx_array **got = DBX_TMP(dbx_array *, j->n_out + 1);
  dbx_hlo_signature(j, in, slots);
  for (uint32_t i = 0; i < n_in; i++) sent += !in[i].left_out;
  for (uint32_t i = 0; i < j->n_out; i++) n_out += !slots[i].left_out;
  DBX_TRY(start(p));
  fprintf(p->to, "%zu %" PRIu32 "\n", text->n, sent);
  fwrite(text->at, 1, text->n, p->to);
  for (uint32_t i = 0; i < n_in; i++)
    if (!in[i].left_out) send_array(p->to, args[i]);
  dbx_status st = receive(p, n_out, got);
  if (st == DBX_OK) return put_lengths(j, slots, got, out), DBX_OK;
  for (uint32_t i = 0; i < n_out; i++) dbx_array_unref(got[i]);
  return st;
}

static dbx_status run(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out) {
  dbx_buf text = {0};
  dbx_scratch_mark m = dbx_scratch_here();
  bool iree = strcmp(((peer *)ctx)->name, "xla");
  dbx_status st = iree ? dbx_hlo_text(j, DBX_HLO_IREE, &text) : dbx_hlo_artefact(j, "f", &text);
  if (st == DBX_OK) st = ask(ctx, j, &text, args, out);
  dbx_scratch_release(m);
  dbx_buf_free(&text);
  return st;
}

// ---- the text itself ----

// Arguments of what was read: lengths first, which the arrays have, then those of the text.
static dbx_array **arguments_of(const dbx_jaxpr *j, const dbx_jaxpr *back, dbx_array *const *args) {
  uint32_t n_in = j->n_in, k = 0;
  for (uint32_t i = 0; i < j->n_const; i++) n_in += !(j->consts && j->consts[i]);
  dbx_hlo_slot *in = DBX_TMP(dbx_hlo_slot, n_in + 1), *none = DBX_TMP(dbx_hlo_slot, j->n_out + 1);
  dbx_array **all = DBX_TMP(dbx_array *, back->n_in + 1);
  dbx_hlo_signature(j, in, none);
  for (uint32_t i = 0; i < n_in; i++)
    if (!in[i].left_out) all[back->n_implicit_in + k++] = dbx_array_ref(args[i]);
  dbx_hlo_slot *own = DBX_TMP(dbx_hlo_slot, back->n_in + back->n_const + 1),
               *outs = DBX_TMP(dbx_hlo_slot, back->n_out + 1);
  dbx_hlo_signature(back, own, outs);
  for (uint32_t i = 0; i < back->n_implicit_in; i++)
    all[i] = dbx_array_scalar(DBX_I64, dbx_scalar_int(all[own[i].of]->dims[own[i].axis]));
  return all;
}

static dbx_status run_back(const peer *p, const dbx_jaxpr *j, const dbx_jaxpr *back,
                           dbx_array *const *args, dbx_array **out) {
  dbx_hlo_slot *in = DBX_TMP(dbx_hlo_slot, j->n_in + j->n_const + 1),
               *slots = DBX_TMP(dbx_hlo_slot, j->n_out + 1);
  dbx_array **all = arguments_of(j, back, args), **got = DBX_TMP(dbx_array *, back->n_out + 1);
  dbx_status st = p->own.run(p->own.ctx, back, all, got);
  dbx_hlo_signature(j, in, slots);
  if (st == DBX_OK) put_lengths(j, slots, got + back->n_implicit_out, out);
  for (uint32_t i = 0; st == DBX_OK && i < back->n_implicit_out; i++) dbx_array_unref(got[i]);
  for (uint32_t i = 0; i < back->n_in; i++) dbx_array_unref(all[i]);
  return st;
}

static dbx_status reread(void *ctx, const dbx_jaxpr *j, dbx_array *const *args, dbx_array **out) {
  const peer *p = ctx;
  dbx_buf text = {0};
  dbx_arena arena = {0};
  dbx_jaxpr *back = NULL;
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t file = 0;
  dbx_status st = dbx_hlo_text(j, DBX_HLO_XLA, &text);
  if (st == DBX_OK) {
    file = dbx_source_add("module.mlir", dbx_text(&text), text.n);
    st = dbx_hlo_read(file, &arena, &back);
  }
  if (st == DBX_OK) st = dbx_check_jaxpr(back);
  if (st == DBX_OK) st = run_back(p, j, back, args, out);
  if (back && p->own.forget) p->own.forget(p->own.ctx, back);
  dbx_hlo_release(back);
  if (st == DBX_OK) dbx_source_forget(file); // a diagnostic may show it
  dbx_scratch_release(m);
  dbx_arena_free(&arena);
  dbx_buf_free(&text);
  return st;
}

dbx_engine peer_engine(peer **p, const char *name, dbx_engine own) {
  if (!*p) *p = dbx_alloc(sizeof **p);
  (*p)->name = name, (*p)->own = own;
  bool text = !strcmp(name, "stablehlo");
  return (dbx_engine){.name = name, .run = text ? reread : run, .ctx = *p};
}

void peer_free(peer *p) {
  if (p) end_process(p);
  free(p);
}
