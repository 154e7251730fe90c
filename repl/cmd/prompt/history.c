// The history of a session: its lines in order, going back and forward over them, and what changed
// between two moments. A line that is taken back is kept as text and run again when it is wanted
// back.
#include "cmd/prompt/history.h"
#include "base/poll.h"
#include "cmd/commands.h"
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/prompt/state.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/output.h"
#include "cmd/session/program.h"
#include "cmd/stages/stages.h"

#include "debug/debugger.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- quiet ----

typedef struct voice {
  void (*print)(void *ctx, const char *s, size_t n);
  int detail;
  bool quiet;
} voice;

static voice be_quiet(void) {
  voice v = {lang_now->print, line_mode()->detail, line_mode()->quiet};
  lang_now->print = lang_print_nothing;
  line_mode()->detail = 0;
  line_mode()->quiet = true;
  return v;
}

static void speak(const voice *v) {
  lang_now->print = v->print;
  line_mode()->detail = v->detail;
  line_mode()->quiet = v->quiet;
}

// ---- running lines again ----

static dbx_status run_again(const char *text, bool pasted) {
  if (text[0] == ':') return commands_redo(text);
  line_run_text(text, pasted);
  return DBX_OK;
}

// As if it was typed; false: leave.
static bool run_typed(const char *text) {
  if (text[0] == ':') return commands_run(text);
  line_run_text(text, false);
  return true;
}

// ---- moving ----

static dbx_status is_lost(void) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "lines up to %u cannot be taken back: memory was short",
                  line_lost());
}

// Takes the newest line back; *text receives it, and the caller frees it.
static dbx_status undo(char **text) {
  *text = line_undo();
  if (!*text && line_count()) return is_lost();
  if (!*text) return dbx_fail(DBX_E208, (dbx_span){0}, "there is no line to take back");
  return DBX_OK;
}

dbx_status history_move_to(uint32_t n) {
  if (n < line_lost() && n < line_count()) return is_lost();
  voice v = be_quiet();
  dbx_status st = DBX_OK;
  while (st == DBX_OK && line_count() > n) {
    char *text;
    st = undo(&text);
    free(text);
  }
  while (st == DBX_OK && line_count() < n) st = line_redo(run_again);
  speak(&v);
  return st;
}

static dbx_status number(const char *text, uint32_t most, uint32_t *ret) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || !isdigit((unsigned char)*text))
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is not a number", text);
  if (n > most)
    return dbx_fail(DBX_E208, (dbx_span){0}, "the last line is %u; `:log` shows them", most);
  return *ret = (uint32_t)n, DBX_OK;
}

static void say_where(void) {
  uint32_t n = line_count();
  if (!n) printf("at the beginning of the session\n");
  else say_to(stdout, "after line %u: %s\n", n, line_text(n - 1));
  changes_announce();
}

static dbx_status go_to(const char *rest) {
  uint32_t n;
  DBX_TRY(number(rest, line_count() + line_undone(), &n));
  DBX_TRY(history_move_to(n));
  say_where();
  return DBX_OK;
}

dbx_status cmd_goto(const char *rest) {
  return debugger_is_open() ? debugger_command("goto", rest) : go_to(rest);
}

static dbx_status by(const char *rest, int sign) {
  uint32_t n = 1, now = line_count(), all = now + line_undone();
  if (*rest) DBX_TRY(number(rest, UINT32_MAX - 1, &n));
  if (sign < 0 && n > now) n = now;
  if (sign > 0 && n > all - now) n = all - now;
  DBX_TRY(history_move_to(sign < 0 ? now - n : now + n));
  say_where();
  return DBX_OK;
}

dbx_status cmd_back(const char *rest) {
  return debugger_is_open() ? debugger_command("back", rest) : by(rest, -1);
}
dbx_status cmd_forward(const char *rest) {
  return debugger_is_open() ? debugger_command("step", rest) : by(rest, 1);
}

static dbx_status undo_one(void) {
  char *text;
  DBX_TRY(undo(&text));
  say_to(stdout, "taken back: %s\n", text);
  free(text);
  return DBX_OK;
}

dbx_status cmd_undo(const char *rest) {
  uint32_t n = 1;
  if (*rest) DBX_TRY(number(rest, line_count(), &n));
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) st = undo_one();
  if (st == DBX_OK) changes_announce();
  return st;
}

dbx_status cmd_redo(const char *rest) {
  uint32_t n = 1;
  if (!line_undone()) return dbx_fail(DBX_E208, (dbx_span){0}, "no line was taken back");
  if (*rest) DBX_TRY(number(rest, line_undone(), &n));
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) st = line_redo(run_again);
  return st;
}

// ---- the log ----

static void put_entry(dbx_buf *b, uint32_t i, uint32_t now) {
  const char *text = line_text(i);
  dbx_printf(b, "%c%4u  ", i + 1 == now ? '>' : ' ', i + 1);
  for (bool first = true; *text || first; first = false) {
    size_t n = strcspn(text, "\n");
    dbx_printf(b, "%s%.*s\n", first ? "" : "       ", (int)n, text);
    text += n + (text[n] == '\n');
  }
}

// As a transcript, which :replay and standard input understand.
static void put_log(dbx_buf *b) {
  for (uint32_t i = 0; i < line_count(); i++) {
    const char *prompt = ">>> ";
    for (const char *s = line_text(i); *s; s += strcspn(s, "\n"), s += *s == '\n') {
      dbx_printf(b, "%s%.*s\n", prompt, (int)strcspn(s, "\n"), s);
      prompt = "... ";
    }
  }
}

static dbx_status write_log(output *o) {
  dbx_buf b = {0};
  put_log(&b);
  dbx_status st = output_allowed(o);
  if (st == DBX_OK) st = output_write(o, &b);
  if (st == DBX_OK) say_to(stdout, "%u lines written to %s\n", line_count(), o->path);
  dbx_buf_free(&b);
  return st;
}

dbx_status cmd_log(const char *rest) {
  if (*rest) return output_by("log", rest, write_log);
  uint32_t now = line_count();
  dbx_buf b = {0};
  for (uint32_t i = 0; i < now + line_undone(); i++) put_entry(&b, i, now);
  if (!b.n) dbx_put(&b, "nothing has been typed yet\n");
  show_listing(&b);
  return DBX_OK;
}

// ---- replaying ----

// What follows the prompt of a transcript's line ("n, y >>> "), NULL for a line of output.
static const char *typed(const char *line, bool *goes_on) {
  *goes_on = !strncmp(line, "...", 3) && (!line[3] || line[3] == ' ');
  if (*goes_on) return line + (line[3] ? 4 : 3);
  for (const char *s = line; (s = strstr(s, ">>>")); s++) {
    bool prompt = s == line || s[-1] == ' ';
    for (const char *c = line; prompt && c < s; c++)
      // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound) the table of isalnum has every character
      prompt = isalnum((unsigned char)*c) || *c == '_' || *c == ',' || *c == ' ';
    if (prompt) return s + (s[3] ? 4 : 3);
  }
  return NULL;
}

// Ctrl-C ends the replaying, not only its line.
static bool replay_one(dbx_buf *text) {
  bool go_on = true;
  if (text->n) {
    prompt_now->replayed++;
    host_forget_error();
    go_on = run_typed(dbx_text(text)) && !dbx_is_interrupt(host_error());
  }
  dbx_clear(text);
  return go_on;
}

// The files that are replayed, innermost first: one that replays itself would not end.
struct replay {
  struct stat file;
  const struct replay *around;
};

static bool is_replayed(const struct stat *file) {
  for (const struct replay *r = prompt_now->replays; r; r = r->around)
    if (r->file.st_dev == file->st_dev && r->file.st_ino == file->st_ino) return true;
  return false;
}

static dbx_status replay_file(const char *rest, FILE *f) {
  char *line = NULL;
  size_t cap = 0;
  dbx_buf text = {0};
  bool goes_on, go_on = true;
  bool interactive = line_mode()->interactive;
  voice v = be_quiet();
  line_mode()->interactive = true; // declarations count
  prompt_now->replayed = 0;
  for (ssize_t n; go_on && (n = getline(&line, &cap, f)) >= 0;) {
    while (n && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    const char *what = typed(line, &goes_on);
    if (!what) continue;
    if (!goes_on) go_on = replay_one(&text);
    dbx_put(&text, what);
    dbx_putc(&text, '\n');
  }
  if (go_on) (void)replay_one(&text);
  line_mode()->interactive = interactive;
  speak(&v);
  bool readable = !ferror(f);
  free(line);
  dbx_buf_free(&text);
  if (!readable) return dbx_fail(DBX_E208, (dbx_span){0}, "cannot read '%s'", rest);
  printf("%u lines replayed\n", prompt_now->replayed);
  return DBX_OK;
}

dbx_status cmd_replay(const char *rest) {
  show_paging(false); // of what is typed from a file
  struct replay r = {.around = prompt_now->replays};
  FILE *f = fopen(rest, "r");
  if (!f) return dbx_fail(DBX_E208, (dbx_span){0}, "cannot read '%s'", rest);
  dbx_status st = fstat(fileno(f), &r.file) ? DBX_FAIL : DBX_OK;
  if (st != DBX_OK) dbx_fail_(DBX_E208, (dbx_span){0}, "cannot read '%s'", rest);
  else if (is_replayed(&r.file))
    st = dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is being replayed: it would not end", rest);
  if (st == DBX_OK) {
    prompt_now->replays = &r;
    st = replay_file(rest, f);
    prompt_now->replays = r.around;
  }
  fclose(f);
  return st;
}

// ---- differences ----

static void put_jaxpr_and_types(dbx_buf *b, const dbx_trace *t, const dbx_jaxpr *j) {
  dbx_report_style style = changes_style(2);
  if (!j) {
    dbx_put(b, "no program\n");
    return;
  }
  dbx_print_jaxpr(b, j, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
  dbx_put_types(b, t, &style);
}

static dbx_status put_moment(dbx_buf *b, uint32_t n) {
  DBX_TRY(history_move_to(n));
  put_jaxpr_and_types(b, program_trace(), program_jaxpr());
  return DBX_OK;
}

static void show_difference(const dbx_buf *before, const char *was, const dbx_buf *after,
                            const char *is) {
  dbx_buf b = {0};
  compare_put_diff(&b, before, was, after, is);
  if (!b.n) dbx_put(&b, "no difference\n");
  show_report(&b);
}

static dbx_status difference_of_moments(uint32_t from, uint32_t to) {
  uint32_t now = line_count();
  dbx_buf before = {0}, after = {0};
  dbx_status st = put_moment(&before, from);
  if (st == DBX_OK) st = put_moment(&after, to);
  if (st == DBX_OK) st = history_move_to(now);
  char was[32], is[32];
  snprintf(was, sizeof was, "after line %u", from);
  snprintf(is, sizeof is, "after line %u", to);
  if (st == DBX_OK) show_difference(&before, was, &after, is);
  dbx_buf_free(&before), dbx_buf_free(&after);
  return st;
}

// What the newest trace of a function has otherwise than the one before it.
static dbx_status difference_of_traces(const char *name) {
  const dbx_trace *t[2] = {0};
  uint32_t n = 0;
  for (uint32_t i = lang_now->traces.n; i-- > 0 && n < 2;)
    if (lang_now->traces.at[i]->jaxpr &&
        !strcmp(dbx_sym_text(lang_now->traces.at[i]->function), name))
      t[n++] = lang_now->traces.at[i];
  if (n < 2)
    return dbx_fail(DBX_E201, (dbx_span){0}, "'%s' has been traced %s", name,
                    n ? "only once" : "not at all");
  dbx_buf before = {0}, after = {0};
  put_jaxpr_and_types(&before, t[1], t[1]->jaxpr);
  put_jaxpr_and_types(&after, t[0], t[0]->jaxpr);
  show_difference(&before, "the trace before", &after, "the newest trace");
  dbx_buf_free(&before), dbx_buf_free(&after);
  return DBX_OK;
}

dbx_status cmd_diff(const char *rest) {
  uint32_t now = line_count(), all = now + line_undone(), from, to = now;
  char first[32];
  size_t n = strcspn(rest, " ");
  const char *second = rest + n + strspn(rest + n, " ");
  if (!*rest) return difference_of_moments(now ? now - 1 : 0, now);
  if (stages_are_compared(rest)) return stages_compare(rest);
  if (!isdigit((unsigned char)*rest)) return difference_of_traces(rest);
  snprintf(first, sizeof first, "%.*s", (int)n, rest);
  DBX_TRY(number(first, all, &from));
  if (*second) DBX_TRY(number(second, all, &to));
  return difference_of_moments(from, to);
}
