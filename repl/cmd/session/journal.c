// Writing the journal of this session (see journal.h).
#include "cmd/session/journal.h"

#include "cmd/host/host.h"
#include "cmd/session/journal_disk.h"
#include "cmd/session/journal_form.h"
#include "cmd/session/line.h"
#include "cmd/session/settings.h"
#include "cmd/session/state.h"

#include "base/file.h"
#include "edit/edit.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// There is one session a process, as in line.c.

// ---- files ----

char *journal_path(const char *name) {
  dbx_buf b = {0};
  dbx_printf(&b, "sessions/%s", name);
  char *path = edit_xdg_file("XDG_STATE_HOME", ".local/state", dbx_text(&b), 1);
  dbx_buf_free(&b);
  return path;
}

// A lock of the process, which a child does not inherit and which goes with the process.
bool journal_lock(int fd) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return !fcntl(fd, F_SETLK, &l);
}

static void close_file(void) {
  if (!session_now->journal.path) return;
  if (session_now->journal.pid == getpid()) journal_disk_end(&session_now->journal.disk);
  close(session_now->journal.fd);
  free(session_now->journal.path);
  session_now->journal.path = NULL;
  dbx_buf_free(&session_now->journal.typing);
}

static bool writes(void) {
  return session_now->journal.path && !session_now->journal.broken &&
         session_now->journal.pid == getpid();
}

static void give_up(const char *why) {
  session_now->journal.broken = true;
  say_to(stderr,
         "dbidx: from here on this session is not journalled: %s; `:set journal on` tries "
         "again\n",
         why);
}

// ---- records ----

static void put_record(dbx_buf *b, const char *kind, const char *text, size_t n) {
  dbx_printf(b, "%s %zu %08x\n", kind, n, journal_check(kind, text, n));
  dbx_putn(b, text, n);
  dbx_putc(b, '\n');
}

static void write_records(const dbx_buf *b) {
  if (dbx_write_all(session_now->journal.fd, dbx_text(b), b->n)) {
    session_now->journal.bytes += (off_t)b->n;
    session_now->journal.unsynced = true;
    return;
  }
  int why = errno; // half a record would hide what may follow
  give_up(ftruncate(session_now->journal.fd, session_now->journal.bytes) ? "it is damaged"
                                                                         : strerror(why));
}

static void shorten(void);

static void record(const char *kind, const char *text, size_t n) {
  dbx_buf b = {0};
  if (!writes()) return;
  put_record(&b, kind, text, n);
  if (session_now->journal.bytes + (off_t)b.n > JOURNAL_BYTES) shorten();
  if (writes() && session_now->journal.bytes + (off_t)b.n > JOURNAL_BYTES)
    give_up("it is too large");
  if (writes()) write_records(&b);
  dbx_buf_free(&b);
}

static void record_text(const char *kind, const char *text) { record(kind, text, strlen(text)); }

void journal_step(const char *text, bool pasted) { record_text(pasted ? "pasted" : "step", text); }
void journal_undo(void) { record_text("undo", ""); }
void journal_redo(void) { record_text("redo", ""); }

void journal_again(void) {
  record_text("again", "");
  session_now->journal.replaying = true;
}

void journal_setting(const char *name, const char *value) {
  dbx_buf b = {0};
  if (session_now->journal.replaying) return;
  dbx_printf(&b, "%s %s", name, value);
  record("set", dbx_text(&b), b.n);
  dbx_buf_free(&b);
}

void journal_run(const char *text) {
  record_text(session_now->journal.replaying ? "rerun" : "run", text);
  if (!session_now->journal.replaying) dbx_clear(&session_now->journal.typing);
}

void journal_ran(void) {
  if (!edit_ended_by) record_text("ran", ""); // else it was cut off
}

void journal_typing(const dbx_buf *lines) {
  dbx_buf *known = &session_now->journal.typing;
  if (!writes() || session_now->journal.replaying) return;
  if (lines->n < known->n || (known->n && memcmp(lines->at, known->at, known->n))) {
    record_text("drop", "");
    dbx_clear(known);
  }
  if (lines->n > known->n) {
    record("more", lines->at + known->n, lines->n - known->n);
    dbx_putn(known, lines->at + known->n, lines->n - known->n);
  }
  if (!session_now->journal.unsynced) return;
  int why = journal_disk_sync(&session_now->journal.disk, session_now->journal.fd);
  if (why) give_up(strerror(why));
  session_now->journal.unsynced = false;
}

void journal_go_on(void) { session_now->journal.replaying = false; }

// ---- a whole journal ----

static void put_settings(dbx_buf *b, const journal_past *p, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < p->settings.n; i++) {
    const journal_line *s = &p->settings.at[i];
    if (s->at >= from && s->at < to) put_record(b, "set", s->text, strlen(s->text));
  }
}

static void put_past(dbx_buf *b, const journal_past *p) {
  dbx_buf began = {0};
  dbx_put(b, journal_magic);
  dbx_printf(&began, "%lld " DBX_VERSION, (long long)p->began);
  put_record(b, "open", dbx_text(&began), began.n);
  dbx_buf_free(&began);
  for (uint32_t i = 0; i < p->lines.n; i++) {
    const journal_line *l = &p->lines.at[i];
    put_settings(b, p, i, i + 1);
    put_record(b, l->pasted ? "pasted" : "step", l->text, strlen(l->text));
  }
  put_settings(b, p, p->lines.n, UINT32_MAX);
  for (uint32_t i = p->count; i < p->lines.n; i++) put_record(b, "undo", "", 0);
  if (p->typing.n) put_record(b, "more", p->typing.at, p->typing.n);
  if (p->running) put_record(b, "rerun", p->running, strlen(p->running));
}

static int make(const char *path) {
  return open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

// Nobody sees it before it is locked. The name is given here; -1: errno.
static int make_locked(char **ret, time_t when) {
  struct tm t;
  char name[64], own[64];
  localtime_r(&when, &t);
  size_t n = strftime(name, sizeof name, "%Y%m%d-%H%M%S", &t);
  snprintf(name + n, sizeof name - n, "-%ld", (long)getpid());
  snprintf(own, sizeof own, ".new-%ld", (long)getpid());
  char *path = journal_path(name), *beside = journal_path(own);
  if (!path || !beside) return errno = ENOENT, -1;
  (void)unlink(beside); // of a process that had our number and is gone
  int fd = make(beside);
  bool ok = fd >= 0 && journal_lock(fd) && !rename(beside, path);
  int why = errno;
  if (fd >= 0 && !ok) (void)unlink(beside), close(fd);
  free(beside);
  if (!ok) return free(path), errno = why, -1;
  return *ret = path, fd;
}

static void begin(const journal_past *p) {
  dbx_buf b = {0};
  char *path = NULL;
  int fd = make_locked(&path, p->began);
  if (fd < 0) {
    give_up(strerror(errno));
    return;
  }
  bool replaying = session_now->journal.replaying;
  close_file();
  session_now->journal.path = path, session_now->journal.fd = fd,
  session_now->journal.pid = getpid();
  session_now->journal.bytes = 0, session_now->journal.broken = false,
  session_now->journal.replaying = replaying;
  dbx_putn(&session_now->journal.typing, p->typing.at, p->typing.n);
  put_past(&b, p);
  write_records(&b);
  dbx_buf_free(&b);
}

// In place of the one that there is.
static void begin_anew(journal_past *p) {
  char *old = session_now->journal.path ? dbx_strdup(session_now->journal.path) : NULL;
  begin(p);
  if (old && !session_now->journal.broken && strcmp(old, session_now->journal.path))
    (void)unlink(old);
  free(old);
  journal_past_free(p);
}

// Without what has been taken back for good, and what ran.
static void shorten(void) {
  journal_past p;
  if (!journal_read(session_now->journal.fd, &p)) return;
  p.began = time(NULL); // another name
  begin_anew(&p);
}

// ---- the session ----

static void put_setting(const char *name, const char *value, void *ctx) {
  journal_past *p = ctx;
  dbx_buf b = {0};
  dbx_printf(&b, "%s %s", name, value);
  dbx_push(&p->settings, ((journal_line){.text = dbx_strdup(dbx_text(&b))}));
  dbx_buf_free(&b);
}

void journal_begin(void) {
  journal_past p = {.began = time(NULL), .count = line_count()};
  char *folder = journal_path("");
  free(folder);
  if (!folder) return; // there is no home
  for (uint32_t i = 0; i < line_count() + line_undone(); i++)
    dbx_push(&p.lines, ((journal_line){dbx_strdup(line_text(i)), line_is_pasted(i), 0}));
  settings_each(put_setting, &p);
  begin_anew(&p);
}

void journal_take_over(int fd, char *path, const journal_past *p) {
  session_now->journal.path = path, session_now->journal.fd = fd,
  session_now->journal.pid = getpid();
  session_now->journal.bytes = p->good;
  session_now->journal.broken = session_now->journal.replaying = false;
  dbx_putn(&session_now->journal.typing, p->typing.at, p->typing.n);
  if (ftruncate(fd, p->good)) give_up(strerror(errno));
}

void journal_end(void) {
  if (session_now->journal.path && session_now->journal.pid == getpid() && !edit_ended_by)
    (void)unlink(session_now->journal.path);
  close_file();
}

bool journal_is_on(void) { return writes(); }

void journal_switch(bool on) {
  if (!on) journal_end();
  else if (!writes()) journal_begin();
}
