// Fixes of a recorded program, tried with what recorded it (see tried.h).
#include "cmd/questions/tried.h"

#include "cmd/host/host.h"
#include "cmd/questions/state.h"

#include "debug/fixes.h"
#include "record/reader.h"
#include "replay/replay.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ONE_MS = 60000, ALL_MS = 180000 }; // it imports jax, and compiles

// ---- what was run ----

dbx_status tried_take(struct record_reader *r, const json_t *line) {
  static const char *const texts[] = {"python", "package", "program", "folder"};
  const char *ignored;
  const json_t *args;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    DBX_TRY(dbx_record_take_text(r, line, texts[i], &ignored));
  DBX_TRY(record_take_list(r, line, "args", &args));
  for (size_t i = 0; i < json_array_size(args); i++)
    DBX_TRY(record_text_of(r, json_array_get(args, i), &ignored));
  tried_forget();
  questions_now->ran = json_incref((json_t *)(uintptr_t)line);
  return DBX_OK;
}

void tried_forget(void) {
  json_decref(questions_now->ran);
  questions_now->ran = NULL;
}

static const char *of_run(const char *key) {
  return json_string_value(json_object_get(questions_now->ran, key));
}

// ---- in the process of a trial ----

// The name of a file beside what is tried; the caller frees it.
static char *beside(const char *folder, const char *name) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s/%s", folder, name);
  char *s = dbx_strdup(dbx_text(&b));
  return dbx_buf_free(&b), s;
}

static bool put_text(const char *path, uint32_t file) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  FILE *f = fopen(path, "we");
  bool good = f && fwrite(text, 1, n, f) == n;
  return f && !fclose(f) && good;
}

static _Noreturn void become(const char *text, const char *recording) {
  const json_t *args = json_object_get(questions_now->ran, "args");
  size_t n = json_array_size(args), k = 0;
  const char *first[] = {of_run("python"), "-m",     "dbidx", "record",         "-o",
                         recording,        "--text", text,    of_run("program")};
  const char **argv = DBX_TMP(const char *, sizeof first / sizeof *first + n + 1);
  for (; k < sizeof first / sizeof *first; k++) argv[k] = first[k];
  for (size_t i = 0; i < n; i++) argv[k++] = json_string_value(json_array_get(args, i));
  argv[k] = NULL;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!chdir(of_run("folder")) && !setenv("PYTHONPATH", of_run("package"), 1))
    execvp(argv[0], (char *const *)(uintptr_t)argv);
  _exit(1);
}

static bool run(const char *text, const char *recording) {
  int status;
  pid_t pid = fork();
  if (!pid) become(text, recording);
  return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

static dbx_status take(void *ctx, struct record_reader *r, const char *kind, const json_t *line) {
  bool taken;
  return dbx_replay_take(ctx, r, kind, line, &taken);
}

// What was traced of it is told to who listens, as if it had been traced here.
static dbx_status read_traces(const char *recording) {
  uint32_t file;
  dbx_replay live = {0};
  dbx_recording all;
  if (!host_read_file(recording, &file))
    return dbx_fail(DBX_E208, (dbx_span){0}, "nothing was recorded");
  dbx_status st = dbx_record_read(file, take, &live, &all);
  dbx_replay_free(&live);
  DBX_TRY(st);
  for (uint32_t i = 0; i < all.traces.n; i++)
    lang_now->on_trace(all.traces.at[i], lang_now->on_trace_ctx);
  return all.error ? (dbx_diag_put(all.error), DBX_FAIL) : DBX_OK; // the process ends
}

static dbx_status run_program(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  char folder[] = "/tmp/dbidx-try-XXXXXX";
  const char *program = of_run("program"), *name = strrchr(program, '/');
  (void)ctx, (void)end;
  if (strcmp(dbx_source_name(file), name ? name + 1 : program) != 0 || !mkdtemp(folder))
    return dbx_fail(DBX_E208, (dbx_span){0}, "what is edited is not the program");
  char *text = beside(folder, "edited.py"), *recording = beside(folder, "edited.dbidx");
  dbx_status st = put_text(text, edited) && run(text, recording)
                      ? read_traces(recording)
                      : dbx_fail(DBX_E208, (dbx_span){0}, "the program did not run to its end");
  (void)unlink(text), (void)unlink(recording), (void)rmdir(folder);
  return free(text), free(recording), st;
}

// ---- here ----

// Is the program's text what was recorded?
static bool is_unchanged(uint32_t file) {
  size_t n, k;
  const char *text = dbx_source_text(file, &n);
  FILE *f = fopen(of_run("program"), "re");
  char *now = f ? malloc(n + 2) : NULL;
  k = now ? fread(now, 1, n + 1, f) : 0;
  bool same = now && k == n && !memcmp(now, text, n);
  if (f) (void)fclose(f);
  return free(now), same;
}

dbx_status tried_offer(dbx_diag *d) {
  dbx_module *m;
  if (!questions_now->ran)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "--try runs the program again, and this recording does not say how: only those "
                    "of `python -m dbidx record` do");
  if (!d->span.file || !is_unchanged(d->span.file))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "--try edits the text that was recorded, and %s is another one now",
                    of_run("program"));
  if (lang_load(d->span.file, &m, NULL) != DBX_OK)
    return dbx_diag_forget(), DBX_OK; // no edits then
  fixes_offer(d, &(fix_host){.run = run_program, .one_ms = ONE_MS, .all_ms = ALL_MS});
  return DBX_OK;
}
