// Running worksheets (see sheets.h). A sheet is split where it begins anew; each part has a process
// of its own, whose standard output and standard error are the screen that is compared.
#include "cmd/subcommands/sheets.h"

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
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// The sheet that is run, and the part of it that this process runs.
static struct {
  const char *path;
  sheet all;
  uint32_t first, end;
  uint32_t python; // the file, if it is a Python program
  bool verify, failed;
  FILE *report;    // the standard output of the command
  int screen;      // that of the sheet
  int replaced;    // receives the texts for --update, -1: none are wanted
  char folder[32]; // for the files of the sheet, "" before there is one
} job = {.screen = -1, .replaced = -1};

// ---- findings ----

static void tell_json(uint32_t line, const char *message, const compare_change *c) {
  dbx_buf b = {0};
  dbx_json j = {.out = &b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "file"), dbx_json_str(&j, job.path);
  dbx_json_key(&j, "line"), dbx_json_int(&j, line);
  dbx_json_key(&j, "message"), dbx_json_str(&j, message);
  if (c) {
    dbx_json_key(&j, "expected"), dbx_json_strn(&j, c->want, c->want_bytes);
    dbx_json_key(&j, "got"), dbx_json_strn(&j, c->got, c->got_bytes);
  }
  dbx_json_close(&j, '}');
  fprintf(job.report, "%s\n", dbx_text(&b));
  dbx_buf_free(&b);
}

static void put_lines(const char *sign, const char *at, uint32_t n) {
  for (; n; n--) {
    size_t k = strcspn(at, "\n");
    say_to(job.report, "  %s %.*s\n", sign, (int)k, at);
    at += k + 1;
  }
}

static void tell(uint32_t line, const char *message, const compare_change *c) {
  job.failed = true;
  if (host_options->json) {
    tell_json(line, message, c);
    return;
  }
  say_to(job.report, "%s:%u: %s\n", job.path, line, message);
  if (!c) return;
  put_lines("-", c->want, c->n_want);
  put_lines("+", c->got, c->n_got);
}

static void on_trace(dbx_trace *t, void *ctx) {
  const uint32_t *line = ctx;
  if (line_interactive) changes_show_trace(t, line_detail);
  dbx_diag *before = dbx_diag_take();
  if (t->jaxpr && traces_verify(t->jaxpr) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    tell(*line, d->message, NULL);
    dbx_diag_free(d);
  }
  if (before) dbx_diag_put(before);
}

// ---- the screen ----

static bool open_screen(void) {
  int out = dup(STDOUT_FILENO);
  return fflush(stdout) == 0 && out >= 0 && (job.report = fdopen(out, "w")) &&
         dup2(job.screen, STDOUT_FILENO) >= 0 && dup2(job.screen, STDERR_FILENO) >= 0;
}

// What was printed since the last time.
static void take_screen(dbx_buf *ret) {
  char part[1 << 14];
  (void)fflush(stdout);
  lseek(job.screen, 0, SEEK_SET);
  for (ssize_t n; (n = read(job.screen, part, sizeof part)) > 0;) dbx_putn(ret, part, (size_t)n);
  if (ftruncate(job.screen, 0) || lseek(job.screen, 0, SEEK_SET)) perror("dbidx: screen");
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

static void differs(void *ctx, const compare_change *c) {
  const sheet_block *b = ctx;
  tell(b->expected_line + c->line, "it prints something else", c);
}

static void put_replacement(const sheet_block *b, const dbx_buf *got) {
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
  if (write(job.replaced, head, sizeof head) != sizeof head ||
      write(job.replaced, dbx_text(&text), text.n) != (ssize_t)text.n)
    tell(b->line, "the new text cannot be kept", NULL);
  dbx_buf_free(&text);
}

static void compare(sheet_block *b, dbx_buf *got) {
  normalise(&b->expected), normalise(got);
  if (job.replaced >= 0) put_replacement(b, got);
  else compare_each(&b->expected, got, differs, b);
}

// What a block printed: shown, or compared.
static void settle(sheet_block *b, bool ok) {
  dbx_buf got = {0};
  take_screen(&got);
  if (!job.verify) {
    fwrite(dbx_text(&got), 1, got.n, job.report);
    if (fflush(job.report)) job.failed = true;
    job.failed |= !ok && !b->expects;
  } else if (b->expects) {
    compare(b, &got);
  } else if (!ok) {
    dbx_buf message = {0};
    dbx_printf(&message, "this program fails: %.*s", (int)strcspn(dbx_text(&got), "\n"),
               dbx_text(&got));
    tell(b->line, dbx_text(&message), NULL);
    dbx_buf_free(&message);
  }
  dbx_buf_free(&got);
}

// ---- sessions ----

static const char *feed_at; // the rest of the session's text

static edit_result feed_line(const char *prompt, char **ret) {
  const char *typed;
  size_t n;
  while (*feed_at) {
    size_t k = strcspn(feed_at, "\n");
    const char *line = feed_at;
    feed_at += k + (feed_at[k] == '\n');
    if (!sheet_prompt(line, k, &typed, &n)) continue;
    if (*line == '.' && *prompt != '.') continue; // the gap of an excerpt
    while (n && typed[n - 1] == '\r') n--;
    printf("%s%.*s\n", prompt, (int)n, typed);
    return *ret = strndup(typed, n), *ret ? EDIT_LINE : EDIT_END;
  }
  return EDIT_END;
}

static void run_session(sheet_block *b) {
  feed_at = dbx_text(&b->text);
  line_interactive = true;
  while (prompt_step()) continue;
  line_interactive = false;
  settle(b, true);
}

// ---- programs ----

static void run_program(sheet_block *b) {
  static uint32_t programs;
  char name[32];
  snprintf(name, sizeof name, "<program %u>", ++programs);
  dbx_trace *open = program_now() == PROGRAM_OPEN ? dbx_trace_suspend() : NULL;
  pv last = PV(PV_UNBOUND);
  dbx_status st = lang_run(dbx_source_add(name, dbx_text(&b->text), b->text.n), &last, NULL);
  if (st == DBX_OK) st = line_show(last);
  if (st != DBX_OK) host_report(dbx_diag_take());
  if (open) dbx_trace_resume(open);
  settle(b, st == DBX_OK);
}

// An expectation between two statements of a Python program; those inside of one are comments.
static bool counts(const dbx_nodes *l, const sheet_block *b) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->span.begin < b->from && b->from < l->at[i]->span.end) return false;
  return true;
}

static sheet_block *next_expectation(const dbx_nodes *l, uint32_t *k) {
  while (*k < job.all.blocks.n && !counts(l, &job.all.blocks.at[*k])) ++*k;
  return *k < job.all.blocks.n ? &job.all.blocks.at[(*k)++] : NULL;
}

static void run_python(void) {
  dbx_module *m;
  dbx_status st = lang_load(job.python, &m, NULL);
  const dbx_nodes *l = st == DBX_OK ? &m->root->l : &(dbx_nodes){0};
  uint32_t k = 0;
  sheet_block *b = next_expectation(l, &k), none = {.line = 1};
  for (uint32_t i = 0; st == DBX_OK && i < l->n; i++) {
    for (; b && l->at[i]->span.begin > b->from; b = next_expectation(l, &k)) settle(b, true);
    none.line = dbx_source_place(job.python, l->at[i]->span.begin).line;
    st = lang_exec_statement(l->at[i], NULL);
    heap_safepoint();
  }
  if (st != DBX_OK) host_report(dbx_diag_take());
  settle(b ? b : &none, st == DBX_OK);
  while (b && (b = next_expectation(l, &k)))
    if (st == DBX_OK) settle(b, true);
    else tell(b->line, "the program ends before this", NULL);
}

// ---- files and commands ----

static bool make_folder(void) {
  if (*job.folder) return true;
  strcpy(job.folder, "/tmp/dbidx-sheet-XXXXXX");
  if (mkdtemp(job.folder)) return true;
  return *job.folder = 0, false;
}

static void path_of(dbx_buf *ret, const char *name) { dbx_printf(ret, "%s/%s", job.folder, name); }

static void write_file(const sheet_block *b) {
  dbx_buf path = {0};
  bool ok = !strchr(dbx_text(&b->file), '/') && dbx_text(&b->file)[0] != '.' && make_folder();
  path_of(&path, dbx_text(&b->file));
  FILE *f = ok ? fopen(dbx_text(&path), "wb") : NULL;
  if (!f || fwrite(dbx_text(&b->text), 1, b->text.n, f) != b->text.n)
    tell(b->line, "this file cannot be written", NULL);
  if (f && fclose(f)) tell(b->line, "this file cannot be written", NULL);
  dbx_buf_free(&path);
}

static void remove_files(void) {
  for (uint32_t i = job.first; i < job.end; i++) {
    dbx_buf path = {0};
    if (job.all.blocks.at[i].kind != SHEET_FILE) continue;
    path_of(&path, dbx_text(&job.all.blocks.at[i].file));
    if (*job.folder) unlink(dbx_text(&path));
    dbx_buf_free(&path);
  }
  if (*job.folder && rmdir(job.folder)) tell(1, "its folder cannot be removed", NULL);
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

static void run_command(const sheet_block *b, const char *text, size_t n) {
  dbx_buf line = {0};
  words w = {0};
  int status;
  dbx_putn(&line, text, n);
  printf("$ %s\n", dbx_text(&line));
  (void)fflush(stdout);
  if (line.n) split(line.at, &w);
  if (w.n < 2 || strcmp(w.at[0], "dbidx") || !make_folder()) {
    tell(b->line, "only the program dbidx is run in worksheets", NULL);
  } else {
    pid_t pid = fork();
    if (!pid) {
      int nothing = open("/dev/null", O_RDONLY);
      if (chdir(job.folder) || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(127);
      dbx_budget_lift();
      execv("/proc/self/exe", w.at);
      _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127) || WIFSIGNALED(status))
      tell(b->line, "the command cannot be run, or was ended by a signal", NULL);
  }
  dbx_vec_free(&w);
  dbx_buf_free(&line);
}

static void run_console(sheet_block *b) {
  for (const char *at = dbx_text(&b->text); *at;) {
    size_t n = strcspn(at, "\n");
    if (n > 2 && !memcmp(at, "$ ", 2)) run_command(b, at + 2, n - 2);
    at += n + (at[n] == '\n');
  }
  settle(b, true);
}

// ---- a part of a sheet ----

static void run_blocks(uint32_t *line) {
  for (uint32_t i = job.first; i < job.end; i++) {
    sheet_block *b = &job.all.blocks.at[i];
    *line = b->line;
    switch (b->kind) {
    case SHEET_PROGRAM: run_program(b); break;
    case SHEET_SESSION: run_session(b); break;
    case SHEET_CONSOLE: run_console(b); break;
    case SHEET_FILE: write_file(b); break;
    case SHEET_PROSE: tell(b->line, b->wrong, NULL); break;
    }
  }
  remove_files();
}

enum { PART_TOLD = 3 }; // the exit status of a part that told what differs

static int run_part(const cli *o) {
  uint32_t line = 1;
  if (!open_screen()) return perror("dbidx"), CLI_FAILED;
  if (settings_start(o, stdout) != DBX_OK) return host_report(dbx_diag_take()), CLI_FAILED;
  prompt_begin();
  line_interactive = false;
  read_line = feed_line;
  lang_now->on_trace = on_trace;
  lang_now->on_trace_ctx = &line;
  line_start();
  if (job.python) run_python();
  else run_blocks(&line);
  prompt_end();
  bool written = !ferror(job.report);
  written &= !fclose(job.report);
  return host_stop(!written ? CLI_FAILED : job.failed ? PART_TOLD : CLI_OK);
}

// It ended in another way than it should: what it said last is all there is to tell.
static int tell_end(int status) {
  dbx_buf last = {0};
  take_screen(&last);
  if (WIFSIGNALED(status))
    say_to(stdout, "%s: it was ended by signal %d (%s)\n", job.path, WTERMSIG(status),
           strsignal(WTERMSIG(status)));
  else say_to(stdout, "%s: it ended with status %d\n", job.path, WEXITSTATUS(status));
  fputs(dbx_text(&last), stdout);
  dbx_buf_free(&last);
  return CLI_FAILED;
}

static int run_part_apart(const cli *o) {
  int status;
  (void)fflush(stdout);
  job.screen = memfd_create("screen", MFD_CLOEXEC);
  pid_t pid = job.screen < 0 ? -1 : fork();
  if (!pid) {
    status = host_on_large_stack(&(cli_command){.run = run_part}, o);
    _exit(status);
  }
  if (pid < 0) return perror("dbidx: a process for the sheet"), CLI_FAILED;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  int result = WIFEXITED(status) && !WEXITSTATUS(status)               ? CLI_OK
               : WIFEXITED(status) && WEXITSTATUS(status) == PART_TOLD ? CLI_FAILED
                                                                       : tell_end(status);
  close(job.screen);
  return result;
}

// ---- a sheet ----

static bool read_sheet(const char *path, const char **text) {
  uint32_t file;
  size_t n;
  if (!host_read_file(path, &file)) return false;
  job.path = path;
  job.python = 0;
  *text = dbx_source_text(file, &n);
  if (strlen(*text) != n) {
    say_to(stderr, "dbidx: %s is no text\n", path);
    return false;
  }
  if (sheet_is_markdown(path)) {
    sheet_read(&job.all, *text);
  } else {
    job.python = file;
    sheet_read_python(&job.all, *text);
  }
  return true;
}

static int run_sheet(const cli *o) {
  cli plain = *o;
  int status = CLI_OK;
  plain.color = "never";
  plain.command = "prompt";
  const cli *before = host_options;
  host_options = &plain;
  for (job.first = 0; job.first < job.all.blocks.n; job.first = job.end) {
    for (job.end = job.first + 1; job.end < job.all.blocks.n;)
      if (job.python || !job.all.blocks.at[job.end].fresh) job.end++;
      else break;
    if (run_part_apart(&plain) != CLI_OK) status = CLI_FAILED;
  }
  host_options = before;
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
  job.verify = false;
  if (!read_sheet(path, &text)) return CLI_MISUSE;
  int status = run_sheet(o);
  sheet_free(&job.all);
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
  job.verify = true;
  if (!read_sheet(path, &text)) return CLI_FAILED;
  job.replaced = o->update ? memfd_create("sheet", MFD_CLOEXEC) : -1;
  int status = run_sheet(o);
  if (job.replaced >= 0) {
    if (status == CLI_OK && !write_sheet(path, text, job.replaced)) status = CLI_FAILED;
    close(job.replaced);
  }
  sheet_free(&job.all);
  return status;
}
