// Running worksheets (see sheets.h). A sheet is split where it begins anew; each part has a process
// of its own, whose standard output and standard error are the screen that is compared.
#include "cmd/subcommands/sheets.h"
#include "cmd/subcommands/findings.h"
#include "cmd/subcommands/state.h"

#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/prompt/prompt.h"
#include "cmd/prompt/reader.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"
#include "cmd/session/traces.h"

#include "base/file.h"
#include "base/json.h"
#include "learn/sheet.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// The sheet that is run, and the part of it that this process runs.

typedef struct job {
  const char *path;
  sheet all;
  uint32_t first, end;
  uint32_t line;   // of the block that runs
  uint32_t python; // the file, if it is a Python program
  bool verify, failed;
  FILE *report;    // the standard output of the command
  int screen;      // that of the sheet
  int replaced;    // receives the texts for --update, -1: none are wanted
  char folder[32]; // for the files of the sheet, "" before there is one
} job;

// ---- findings ----

static void tell_json(job *j, uint32_t line, const char *message, const compare_change *c) {
  dbx_buf b = {0};
  dbx_json l = {.out = &b, .indent = -1};
  dbx_json_open(&l, '{');
  dbx_json_key(&l, "file"), dbx_json_str(&l, j->path);
  dbx_json_key(&l, "line"), dbx_json_int(&l, line);
  dbx_json_key(&l, "message"), dbx_json_str(&l, message);
  if (c) {
    dbx_json_key(&l, "expected"), dbx_json_strn(&l, c->want, c->want_bytes);
    dbx_json_key(&l, "got"), dbx_json_strn(&l, c->got, c->got_bytes);
  }
  dbx_json_close(&l, '}');
  fprintf(j->report, "%s\n", dbx_text(&b));
  dbx_buf_free(&b);
}

static void put_lines(job *j, const char *sign, const char *at, uint32_t n) {
  for (; n; n--) {
    size_t k = strcspn(at, "\n");
    say_line(j->report, "  %s %.*s\n", sign, (int)k, at);
    at += k + 1;
  }
}

static void tell(job *j, uint32_t line, const char *message, const compare_change *c) {
  j->failed = true;
  const finding f = {.file = j->path,
                     .line = line,
                     .column = 1,
                     .end_line = line,
                     .end_column = 1,
                     .rule = "worksheet",
                     .kind = "",
                     .message = message};
  if (findings_tell(&f, j->report)) return;
  if (host_options()->json) {
    tell_json(j, line, message, c);
    return;
  }
  say_to(j->report, "%s:%u: %s\n", j->path, line, message);
  if (!c) return;
  put_lines(j, "-", c->want, c->n_want);
  put_lines(j, "+", c->got, c->n_got);
}

static void on_trace(dbx_trace *t, void *ctx) {
  job *j = ctx;
  if (line_mode()->interactive) changes_show_trace(t, line_mode()->detail);
  dbx_diag *before = dbx_diag_take();
  if (t->jaxpr && traces_verify(t->jaxpr) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    tell(j, j->line, d->message, NULL);
    dbx_diag_free(d);
  }
  if (before) dbx_diag_put(before);
}

// ---- the screen ----

static bool open_screen(job *j) {
  int out = dup(STDOUT_FILENO);
  return fflush(stdout) == 0 && out >= 0 && (j->report = fdopen(out, "w")) &&
         dup2(j->screen, STDOUT_FILENO) >= 0 && dup2(j->screen, STDERR_FILENO) >= 0;
}

// What was printed since the last time.
static void take_screen(job *j, dbx_buf *ret) {
  char part[1 << 14];
  (void)fflush(stdout);
  lseek(j->screen, 0, SEEK_SET);
  for (ssize_t n; (n = read(j->screen, part, sizeof part)) > 0;) dbx_putn(ret, part, (size_t)n);
  if (ftruncate(j->screen, 0) || lseek(j->screen, 0, SEEK_SET)) perror("dbidx: screen");
}

// ---- comparing ----

// "   0.123 ms" at the end of a line becomes " # ms": times are never the same.
static size_t without_time(const char *s, size_t n) {
  size_t k = n;
  if (k < 8 || memcmp(s + k - 3, " ms", 3)) return n;
  k -= 3;
  size_t digits = 0;
  while (k && isdigit((unsigned char)s[k - 1])) k--, digits++;
  if (digits != 3 || !k || s[--k] != '.') return n;
  while (k && isdigit((unsigned char)s[k - 1])) k--;
  while (k && s[k - 1] == ' ') k--;
  return k;
}

// Without blanks at the ends of lines and empty lines at the end.
static void normalise(dbx_buf *b) {
  dbx_buf out = {0};
  for (const char *at = dbx_text(b), *end = at + b->n; at < end;) {
    const char *nl = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((nl ? nl : end) - at), k = n;
    while (k && (at[k - 1] == ' ' || at[k - 1] == '\r')) k--;
    size_t time = without_time(at, k);
    dbx_putn(&out, at, time);
    if (time < k) dbx_put(&out, " # ms");
    dbx_putc(&out, '\n');
    at += n + (nl != NULL);
  }
  while (out.n > 1 && out.at[out.n - 2] == '\n') out.at[--out.n] = 0;
  if (out.n == 1) out.at[out.n = 0] = 0;
  dbx_buf_free(b);
  *b = out;
}

struct settled {
  job *j;
  const sheet_block *b;
};

static void differs(void *ctx, const compare_change *c) {
  const struct settled *s = ctx;
  tell(s->j, s->b->expected_line + c->line, "it prints something else", c);
}

static void put_replacement(job *j, const sheet_block *b, const dbx_buf *got) {
  dbx_buf text = {0};
  for (const char *at = dbx_text(got); *at;) {
    size_t n = strcspn(at, "\n");
    dbx_buf line = {0};
    dbx_printf(&line, "%s%.*s", dbx_text(&b->prefix), (int)n, at);
    while (line.n && line.at[line.n - 1] == ' ') line.at[--line.n] = 0;
    dbx_printf(&text, "%s\n", dbx_text(&line));
    dbx_buf_free(&line);
    at += n + (at[n] == '\n');
  }
  uint64_t head[3] = {b->from, b->to, text.n};
  if (write(j->replaced, head, sizeof head) != sizeof head ||
      write(j->replaced, dbx_text(&text), text.n) != (ssize_t)text.n)
    tell(j, b->line, "the new text cannot be kept", NULL);
  dbx_buf_free(&text);
}

static void compare(job *j, sheet_block *b, dbx_buf *got) {
  normalise(&b->expected), normalise(got);
  if (j->replaced >= 0) put_replacement(j, b, got);
  else compare_each(&b->expected, got, differs, &(struct settled){j, b});
}

// What a block printed: shown, or compared.
static void settle(job *j, sheet_block *b, bool ok) {
  dbx_buf got = {0};
  take_screen(j, &got);
  if (!j->verify) {
    fwrite(dbx_text(&got), 1, got.n, j->report);
    if (fflush(j->report)) j->failed = true;
    j->failed |= !ok && !b->expects;
  } else if (b->expects) {
    compare(j, b, &got);
  } else if (!ok) {
    dbx_buf message = {0};
    dbx_printf(&message, "this program fails: %.*s", (int)strcspn(dbx_text(&got), "\n"),
               dbx_text(&got));
    tell(j, b->line, dbx_text(&message), NULL);
    dbx_buf_free(&message);
  }
  dbx_buf_free(&got);
}

// ---- sessions ----

static edit_result feed_line(const char *prompt, char **ret) {
  const char *typed;
  size_t n;
  while (*subcommands_now->feed_at) {
    size_t k = strcspn(subcommands_now->feed_at, "\n");
    const char *line = subcommands_now->feed_at;
    subcommands_now->feed_at += k + (subcommands_now->feed_at[k] == '\n');
    if (!sheet_prompt(line, k, &typed, &n)) continue;
    if (*line == '.' && *prompt != '.') continue; // the gap of an excerpt
    while (n && typed[n - 1] == '\r') n--;
    printf("%s%.*s\n", prompt, (int)n, typed);
    return *ret = strndup(typed, n), *ret ? EDIT_LINE : EDIT_END;
  }
  return EDIT_END;
}

static void run_session(job *j, sheet_block *b) {
  subcommands_now->feed_at = dbx_text(&b->text);
  line_mode()->interactive = true;
  while (prompt_step()) continue;
  line_mode()->interactive = false;
  settle(j, b, true);
}

// ---- programs ----

static void run_program(job *j, sheet_block *b) {
  char name[32];
  snprintf(name, sizeof name, "<program %u>", ++subcommands_now->programs);
  dbx_trace *open = program_now() == PROGRAM_OPEN ? dbx_trace_suspend() : NULL;
  pv last = PV(PV_UNBOUND);
  dbx_status st = lang_run(dbx_source_add(name, dbx_text(&b->text), b->text.n), &last, NULL);
  if (st == DBX_OK) st = line_show(last);
  if (st != DBX_OK) host_report(dbx_diag_take());
  if (open) dbx_trace_resume(open);
  settle(j, b, st == DBX_OK);
}

// An expectation between two statements of a Python program; those inside of one are comments.
static bool counts(const dbx_nodes *l, const sheet_block *b) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->span.begin < b->from && b->from < l->at[i]->span.end) return false;
  return true;
}

static sheet_block *next_expectation(job *j, const dbx_nodes *l, uint32_t *k) {
  while (*k < j->all.blocks.n && !counts(l, &j->all.blocks.at[*k])) ++*k;
  return *k < j->all.blocks.n ? &j->all.blocks.at[(*k)++] : NULL;
}

static void run_python(job *j) {
  dbx_module *m;
  dbx_status st = lang_load(j->python, &m, NULL);
  const dbx_nodes *l = st == DBX_OK ? &m->root->l : &(dbx_nodes){0};
  uint32_t k = 0;
  sheet_block *b = next_expectation(j, l, &k), none = {.line = 1};
  for (uint32_t i = 0; st == DBX_OK && i < l->n; i++) {
    for (; b && l->at[i]->span.begin > b->from; b = next_expectation(j, l, &k)) settle(j, b, true);
    none.line = dbx_source_place(j->python, l->at[i]->span.begin).line;
    st = lang_exec_statement(l->at[i], NULL);
    heap_safepoint();
  }
  if (st != DBX_OK) host_report(dbx_diag_take());
  settle(j, b ? b : &none, st == DBX_OK);
  while (b && (b = next_expectation(j, l, &k)))
    if (st == DBX_OK) settle(j, b, true);
    else tell(j, b->line, "the program ends before this", NULL);
}

// ---- files and commands ----

static bool make_folder(job *j) {
  if (*j->folder) return true;
  strcpy(j->folder, "/tmp/dbidx-sheet-XXXXXX");
  if (mkdtemp(j->folder)) return true;
  return *j->folder = 0, false;
}

static void path_of(job *j, dbx_buf *ret, const char *name) {
  dbx_printf(ret, "%s/%s", j->folder, name);
}

static void write_file(job *j, const sheet_block *b) {
  dbx_buf path = {0};
  bool ok = !strchr(dbx_text(&b->file), '/') && dbx_text(&b->file)[0] != '.' && make_folder(j);
  path_of(j, &path, dbx_text(&b->file));
  FILE *f = ok ? fopen(dbx_text(&path), "wb") : NULL;
  if (!f || fwrite(dbx_text(&b->text), 1, b->text.n, f) != b->text.n)
    tell(j, b->line, "this file cannot be written", NULL);
  if (f && fclose(f)) tell(j, b->line, "this file cannot be written", NULL);
  dbx_buf_free(&path);
}

// Also what commands have written.
static void remove_files(job *j) {
  DIR *d = *j->folder ? opendir(j->folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) (void)unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  if (*j->folder && rmdir(j->folder)) tell(j, 1, "its folder cannot be removed", NULL);
}

// Words as a shell splits them, without its other powers; in place.
typedef dbx_vec(char *) words;
static void split(char *s, words *ret) {
  while (*s) {
    while (*s == ' ') s++;
    if (!*s) break;
    char *to = s, quote = 0;
    dbx_push(ret, to);
    for (; *s && (quote || *s != ' '); s++) {
      if (quote ? *s == quote : *s == '"' || *s == '\'') quote = quote ? 0 : *s;
      else *to++ = *s;
    }
    if (*s) s++;
    *to = 0;
  }
  dbx_push(ret, NULL);
}

static void run_command(job *j, const sheet_block *b, const char *text, size_t n) {
  dbx_buf line = {0};
  words w = {0};
  int status;
  dbx_putn(&line, text, n);
  printf("$ %s\n", dbx_text(&line));
  (void)fflush(stdout);
  if (line.n) split(line.at, &w);
  if (w.n < 2 || strcmp(w.at[0], "dbidx") || !make_folder(j)) {
    tell(j, b->line, "only the program dbidx is run in worksheets", NULL);
  } else {
    pid_t pid = fork();
    if (!pid) {
      int nothing = open("/dev/null", O_RDONLY);
      if (chdir(j->folder) || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(127);
      dbx_budget_lift();
      execv("/proc/self/exe", w.at);
      _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127) || WIFSIGNALED(status))
      tell(j, b->line, "the command cannot be run, or was ended by a signal", NULL);
  }
  dbx_vec_free(&w);
  dbx_buf_free(&line);
}

static void run_console(job *j, sheet_block *b) {
  for (const char *at = dbx_text(&b->text); *at;) {
    size_t n = strcspn(at, "\n");
    if (n > 2 && !memcmp(at, "$ ", 2)) run_command(j, b, at + 2, n - 2);
    at += n + (at[n] == '\n');
  }
  settle(j, b, true);
}

// ---- a part of a sheet ----

static void run_blocks(job *j) {
  for (uint32_t i = j->first; i < j->end; i++) {
    sheet_block *b = &j->all.blocks.at[i];
    j->line = b->line;
    switch (b->kind) {
    case SHEET_PROGRAM: run_program(j, b); break;
    case SHEET_SESSION: run_session(j, b); break;
    case SHEET_CONSOLE: run_console(j, b); break;
    case SHEET_FILE: write_file(j, b); break;
    case SHEET_PROSE: tell(j, b->line, b->wrong, NULL); break;
    }
  }
  remove_files(j);
}

enum { PART_TOLD = 3 }; // the exit status of a part that told what differs

static int run_part(const cli *o, void *ctx) {
  job *j = ctx;
  j->line = 1;
  if (!open_screen(j)) return perror("dbidx"), CLI_FAILED;
  if (settings_start(o, stdout) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  prompt_begin();
  line_mode()->interactive = false;
  read_hooked()->line = feed_line;
  lang_now->on_trace = on_trace;
  lang_now->on_trace_ctx = j;
  line_start();
  if (j->python) run_python(j);
  else run_blocks(j);
  prompt_end();
  bool written = !ferror(j->report);
  written &= !fclose(j->report);
  return host_stop(!written ? CLI_FAILED : j->failed ? PART_TOLD : CLI_OK);
}

// It ended in another way than it should: what it said last is all there is to tell.
static int tell_end(job *j, int status) {
  dbx_buf last = {0};
  if (findings_formatted()) return CLI_FAILED; // findings_checked says so
  take_screen(j, &last);
  if (WIFSIGNALED(status))
    say_to(stdout, "%s: it was ended by signal %d (%s)\n", j->path, WTERMSIG(status),
           strsignal(WTERMSIG(status)));
  else say_to(stdout, "%s: it ended with status %d\n", j->path, WEXITSTATUS(status));
  fputs(dbx_text(&last), stdout);
  dbx_buf_free(&last);
  return CLI_FAILED;
}

static int run_part_apart(job *j, const cli *o) {
  int status;
  (void)fflush(stdout);
  j->screen = memfd_create("screen", MFD_CLOEXEC);
  pid_t pid = j->screen < 0 ? -1 : fork();
  if (!pid) {
    status = host_on_large_stack(run_part, o, j);
    _exit(status);
  }
  if (pid < 0) return perror("dbidx: a process for the sheet"), CLI_FAILED;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  int result = WIFEXITED(status) && !WEXITSTATUS(status)               ? CLI_OK
               : WIFEXITED(status) && WEXITSTATUS(status) == PART_TOLD ? CLI_FAILED
                                                                       : tell_end(j, status);
  close(j->screen);
  return result;
}

// ---- a sheet ----

static bool read_sheet(job *j, const char *path, const char **text) {
  uint32_t file;
  size_t n;
  if (!host_read_file(path, &file)) return false;
  j->path = path;
  j->python = 0;
  *text = dbx_source_text(file, &n);
  if (strlen(*text) != n) {
    say_to(stderr, "dbidx: %s is no text\n", path);
    return false;
  }
  if (sheet_is_markdown(path)) {
    sheet_read(&j->all, *text);
  } else {
    j->python = file;
    sheet_read_python(&j->all, *text);
  }
  return true;
}

static int run_sheet(job *j, const cli *o) {
  cli plain = *o;
  int status = CLI_OK;
  plain.color = "never";
  plain.command = "prompt";
  const cli *before = host_options();
  host_use(&plain);
  for (j->first = 0; j->first < j->all.blocks.n; j->first = j->end) {
    for (j->end = j->first + 1; j->end < j->all.blocks.n;)
      if (j->python || !j->all.blocks.at[j->end].fresh) j->end++;
      else break;
    if (run_part_apart(j, &plain) != CLI_OK) status = CLI_FAILED;
  }
  host_use(before);
  return status;
}

bool sheets_is_sheet(const char *path) {
  if (sheet_is_markdown(path)) return true;
  size_t n = strlen(path);
  FILE *f = n > 3 && !strcmp(path + n - 3, ".py") ? fopen(path, "rb") : NULL;
  char line[1024];
  bool found = false, at_start = true;
  while (f && !found && fgets(line, sizeof line, f)) {
    found = at_start && !strncmp(line, "#>", 2);
    at_start = strchr(line, '\n') != NULL;
  }
  if (f) fclose(f);
  return found;
}

int sheets_run(const cli *o, const char *path) {
  const char *text;
  job of = {.screen = -1, .replaced = -1}, *j = &of;
  if (!read_sheet(j, path, &text)) return CLI_MISUSE;
  int status = run_sheet(j, o);
  sheet_free(&j->all);
  return status;
}

// ---- --update ----

// The text with the replaced parts; false if they cannot be read.
static bool put_replaced(dbx_buf *b, const char *text, int replaced) {
  uint64_t head[3];
  size_t at = 0;
  bool ok = true;
  lseek(replaced, 0, SEEK_SET);
  // NOLINTNEXTLINE(bugprone-sizeof-expression,cert-arr39-c) bytes
  while (ok && read(replaced, head, sizeof head) == sizeof head) {
    char *new = dbx_alloc(head[2] + 1);
    ok = read(replaced, new, head[2]) == (ssize_t)head[2];
    dbx_putn(b, text + at, head[0] - at);
    dbx_putn(b, new, head[2]);
    at = head[1];
    free(new);
  }
  dbx_put(b, text + at);
  return ok;
}

static bool write_sheet(const char *path, const char *text, int replaced) {
  dbx_buf b = {0};
  bool ok = put_replaced(&b, text, replaced);
  if (ok && !strcmp(dbx_text(&b), text)) return dbx_buf_free(&b), true;
  if (!ok) say_to(stderr, "dbidx: cannot write %s: %s\n", path, strerror(errno));
  else if (dbx_file_write(path, &b, DBX_WRITE_REPLACE) != DBX_OK)
    ok = false, host_report(dbx_diag_take());
  dbx_buf_free(&b);
  return ok;
}

int sheets_check(const cli *o, const char *path) {
  const char *text;
  job of = {.screen = -1, .replaced = -1, .verify = true}, *j = &of;
  if (!read_sheet(j, path, &text)) return CLI_FAILED;
  j->replaced = o->update ? memfd_create("sheet", MFD_CLOEXEC) : -1;
  int status = run_sheet(j, o);
  if (j->replaced >= 0) {
    if (status == CLI_OK && !write_sheet(path, text, j->replaced)) status = CLI_FAILED;
    close(j->replaced);
  }
  sheet_free(&j->all);
  return status;
}
