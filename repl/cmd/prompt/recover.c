// dbidx --recover (see recover.h). What counted in the session is run again line by line, as :redo
// does it; what was being typed is typed again. The line that ran when the session ended is not.
#include "cmd/prompt/recover.h"
#include "cmd/prompt/state.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/prompt/history.h"
#include "cmd/prompt/reader.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/settings.h"

#include "base/poll.h"
#include "edit/edit.h"
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SESSIONS = 20 }; // that are kept

// ---- what there is ----

typedef struct lost {
  char *path;
  int fd; // locked
  time_t ended;
  journal_past past;
} lost;
typedef dbx_vec(lost) lost_list;

static void drop(lost *l, bool remove) {
  if (remove) (void)unlink(l->path);
  if (l->fd >= 0) close(l->fd);
  free(l->path);
  journal_past_free(&l->past);
}

static void drop_all(lost_list *l) {
  for (uint32_t i = 0; i < l->n; i++) drop(&l->at[i], false);
  dbx_vec_free(l);
}

// A journal of ours whose session has ended.
static bool look_at(lost *l) {
  struct stat st;
  l->fd = open(l->path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (l->fd < 0 || fstat(l->fd, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid())
    return false;
  l->ended = st.st_mtime;
  return journal_lock(l->fd) && journal_read(l->fd, &l->past);
}

static int by_end(const void *a, const void *b) {
  const lost *x = a, *y = b;
  return x->ended != y->ended ? (x->ended < y->ended) - (x->ended > y->ended)
                              : strcmp(y->path, x->path);
}

// The newest first.
static void find_lost(lost_list *ret) {
  char *folder = journal_path("");
  DIR *d = folder ? opendir(folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) {
    lost l = {.fd = -1};
    if (e->d_name[0] == '.') continue;
    l.path = journal_path(e->d_name);
    if (!look_at(&l)) drop(&l, false);
    else if (journal_is_empty(&l.past)) drop(&l, true);
    else dbx_push(ret, l);
  }
  if (d) closedir(d);
  free(folder);
  dbx_vec_sort(ret, by_end);
  while (ret->n > MOST_SESSIONS) drop(&ret->at[--ret->n], true);
}

// ---- telling ----

// "12:03", of another day "Nov 21, 12:03".
static void put_time(dbx_buf *b, time_t when) {
  struct tm t, today;
  char text[32];
  time_t now = time(NULL);
  localtime_r(&when, &t), localtime_r(&now, &today);
  bool is_today = t.tm_yday == today.tm_yday && t.tm_year == today.tm_year;
  (void)strftime(text, sizeof text, is_today ? "%H:%M" : "%b %e, %H:%M", &t);
  dbx_put(b, text);
}

static void put_lines(dbx_buf *b, uint32_t n) { dbx_printf(b, "%u line%s", n, n == 1 ? "" : "s"); }

static void put_session(dbx_buf *b, const lost *l) {
  put_time(b, l->past.began);
  if (l->past.foreign) {
    dbx_put(b, ", of another version of dbidx, which can bring it back");
    return;
  }
  dbx_put(b, " with ");
  put_lines(b, l->past.count);
}

static void drop_foreign(lost_list *l) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i].past.foreign) drop(&l->at[i], false);
    else l->at[n++] = l->at[i];
  l->n = n;
}

void recover_offer(void) {
  lost_list l = {0};
  dbx_buf b = {0};
  find_lost(&l);
  drop_foreign(&l);
  if (l.n) put_session(&b, &l.at[0]);
  if (l.n == 1)
    say_to(stdout, "a session of %s ended without a goodbye; `dbidx --recover` brings it back\n",
           dbx_text(&b));
  if (l.n > 1)
    say_to(stdout,
           "%u sessions ended without a goodbye, the last one of %s; `dbidx --recover` lists "
           "them\n",
           l.n, dbx_text(&b));
  dbx_buf_free(&b);
  drop_all(&l);
}

// ---- choosing ----

static void list(const lost_list *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    const journal_past *p = &l->at[i].past;
    dbx_buf b = {0};
    put_session(&b, &l->at[i]);
    if (p->count) {
      const char *last = p->lines.at[p->count - 1].text;
      dbx_printf(&b, "; the last one: %.*s", (int)strcspn(last, "\n"), last);
    }
    say_to(stdout, "  %u  %s\n", i + 1, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

static void forget_all(lost_list *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!l->at[i].past.foreign) (void)unlink(l->at[i].path);
  printf("forgotten\n");
}

// The number of one, or l->n.
static uint32_t choose(lost_list *l) {
  char *answer = NULL;
  if (l->n == 1 && !l->at[0].past.foreign) return 0;
  list(l);
  if (edit_read("which one (a number; `forget` removes them all; return: none)? ", &answer) !=
      EDIT_LINE)
    return l->n;
  unsigned long n = strtoul(answer, NULL, 10);
  if (!strcmp(answer, "forget")) forget_all(l);
  free(answer);
  if (!n || n > l->n) return l->n;
  if (!l->at[n - 1].past.foreign) return (uint32_t)n - 1;
  printf("that one is of another version of dbidx\n");
  return l->n;
}

// ---- what was being typed ----

// Lines that the reader takes as if they were typed; from outside, as it takes those of worksheets.

static edit_result type_again(const char *prompt, char **ret) {
  size_t n = strcspn(prompt_now->again.at, "\n");
  if (*prompt_now->again.at) {
    *ret = strndup(prompt_now->again.at, n);
    say_line(stdout, "%s%s\n", prompt, *ret);
    prompt_now->again.at += n + (prompt_now->again.at[n] == '\n');
    return EDIT_LINE;
  }
  free(prompt_now->again.text);
  prompt_now->again.text = NULL;
  read_hooked()->line = edit_read;
  journal_go_on();
  return edit_read(prompt, ret);
}

static void type_lines(const journal_past *p) {
  prompt_now->again.at = prompt_now->again.text = dbx_strdup(dbx_text(&p->typing));
  read_hooked()->line = type_again;
}

// ---- running again ----

static void set(const char *text) {
  char name[32];
  size_t n = strcspn(text, " ");
  snprintf(name, sizeof name, "%.*s", (int)n, text);
  if (settings_set(name, text + n + (text[n] == ' ')) != DBX_OK) host_report(dbx_diag_take());
}

// Settings as they were when the line was typed.
static void set_before(const journal_past *p, uint32_t line) {
  for (uint32_t i = 0; i < p->settings.n; i++)
    if (p->settings.at[i].at == line) set(p->settings.at[i].text);
}

static bool run_line(uint32_t i) {
  journal_run(line_text(i));
  bool ok = !dbx_stopping_for(DBX_STOP_INTERRUPT) && history_move_to(i + 1) == DBX_OK;
  journal_ran();
  return ok;
}

static void run_again(const journal_past *p) {
  for (uint32_t i = p->lines.n; i-- > 0;) line_recall(p->lines.at[i].text, p->lines.at[i].pasted);
  journal_again();
  uint32_t n = 0;
  for (bool ok = true; ok && n < p->count; n += ok) {
    set_before(p, n);
    ok = run_line(n);
  }
  if (n < p->count) host_report(dbx_diag_take());
  for (uint32_t i = 0; i < p->settings.n; i++) set(p->settings.at[i].text); // the last ones count
}

static void put_rest(const journal_past *p) {
  uint32_t n = line_count(), left = line_undone();
  if (n < p->count) say_to(stdout, "stopped before line %u: %s\n", n + 1, line_text(n));
  if (left && n < p->count)
    printf("`:redo` tries it again, `:forward %u` all that is left\n", left);
  else if (left) printf("%u more had been taken back: `:redo`\n", left);
  if (p->running)
    say_line(stdout, "this was running when the session ended, and is not run again:\n%s%s",
             p->running, p->running[0] && p->running[strlen(p->running) - 1] == '\n' ? "" : "\n");
}

static void bring_back(lost *l) {
  const journal_past *p = &l->past;
  struct stat st;
  dbx_buf b = {0};
  put_session(&b, l);
  say_to(stdout, "the session of %s is run again; Ctrl-C stops at the line that runs then\n",
         dbx_text(&b));
  if (!fstat(l->fd, &st) && st.st_size > p->good)
    printf("the end of its journal is damaged: %lld bytes are left out\n",
           (long long)(st.st_size - p->good));
  (void)host_flush();
  journal_take_over(l->fd, l->path, p);
  l->fd = -1, l->path = NULL; // the journal's now
  run_again(p);
  dbx_clear(&b);
  put_lines(&b, line_count());
  printf("%s brought back; `:log` shows them\n", dbx_text(&b));
  put_rest(p);
  type_lines(p);
  dbx_buf_free(&b);
}

bool recover_session(void) {
  lost_list l = {0};
  find_lost(&l);
  if (!l.n) printf("no session waits to be brought back\n");
  uint32_t i = l.n ? choose(&l) : 0;
  bool chosen = i < l.n;
  if (chosen) bring_back(&l.at[i]);
  drop_all(&l);
  return chosen;
}
