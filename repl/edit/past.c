// The history file, shared by all prompts of a user (see past.h).
#include "edit/past.h"

#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/poll.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 24 }; // of the end of the file are read

// There is one history a process, as there is one terminal.
static struct {
  char *path; // NULL: none is kept
  ino_t inode;
  off_t known;  // bytes of it that have been read, or that we wrote
  bool is_long; // most of it is older than what is kept
} past;

// ---- entries ----

static bool is_stamp(const char *s, size_t n) {
  if (n < 2 || *s != '#') return false;
  for (size_t i = 1; i < n; i++)
    if (!isdigit((unsigned char)s[i])) return false;
  return true;
}

// Lines after a stamp are one entry; without stamps each line is one.
static void each_entry(const char *s, size_t n, void (*add)(const char *text)) {
  dbx_buf entry = {0};
  bool stamped = false;
  for (const char *end; n && (end = memchr(s, '\n', n)); n -= (size_t)(end + 1 - s), s = end + 1) {
    size_t k = (size_t)(end - s);
    bool stamp = is_stamp(s, k) && !(stamped && !entry.n);
    if (entry.n && (stamp || !stamped)) add(dbx_text(&entry)), dbx_clear(&entry);
    if (stamp) stamped = true;
    else {
      if (entry.n) dbx_putc(&entry, '\n');
      dbx_putn(&entry, s, k);
    }
  }
  if (entry.n) add(dbx_text(&entry));
  dbx_buf_free(&entry);
}

// Where the last PAST_LINES stamps begin (lines, if not `stamps`); SIZE_MAX: there are fewer.
static size_t newest(const char *s, size_t n, bool stamps) {
  uint32_t count = 0;
  for (size_t end = n && s[n - 1] == '\n' ? n - 1 : n;;) {
    const char *newline = end ? memrchr(s, '\n', end) : NULL;
    size_t begin = newline ? (size_t)(newline + 1 - s) : 0;
    if ((!stamps || is_stamp(s + begin, end - begin)) && ++count == PAST_LINES) return begin;
    if (!newline) return stamps && !count ? newest(s, n, false) : SIZE_MAX;
    end = begin - 1;
  }
}

// ---- the file ----

// Waits for prompts that are writing, but not for one that was stopped just then.
static void lock(int fd) {
  static const struct timespec pause = {0, 2000000};
  for (int i = 0; i < 50 && flock(fd, LOCK_EX | LOCK_NB); i++) nanosleep(&pause, NULL);
}

// The file, locked; -1: errno. Another prompt may have put a shorter one in its place while we
// waited.
static int open_locked(struct stat *st) {
  for (int tries = 0; tries < 10; tries++) {
    struct stat now;
    int fd = open(past.path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    if (fd < 0) return -1;
    lock(fd);
    if (!fstat(fd, st) && S_ISREG(st->st_mode) && !stat(past.path, &now) &&
        now.st_ino == st->st_ino)
      return fd;
    close(fd);
    if (!S_ISREG(st->st_mode)) return errno = EINVAL, -1;
  }
  return errno = EAGAIN, -1;
}

static bool read_from(int fd, off_t from, off_t to, dbx_buf *ret) {
  char part[1 << 14];
  while (from < to) {
    ssize_t n = pread(fd, part, sizeof part, from);
    if (n <= 0) return n == 0;
    dbx_putn(ret, part, (size_t)n);
    from += n;
  }
  return true;
}

// The newest entries of the bytes [from, to), which are read from their end; gives where they
// begin.
static off_t read_newest(int fd, off_t from, off_t to, dbx_buf *ret) {
  enum { FIRST_BYTES = 1 << 18 };
  for (off_t n = FIRST_BYTES;; n *= 4) {
    off_t most = to - from < MOST_BYTES ? to - from : MOST_BYTES, part = n < most ? n : most;
    dbx_clear(ret);
    if (!read_from(fd, to - part, to, ret)) return dbx_clear(ret), to;
    if (!ret->n) return to;
    bool stamped = memmem(ret->at, ret->n, "\n#", 2) != NULL;
    size_t at = stamped || part == most ? newest(dbx_text(ret), ret->n, true) : SIZE_MAX;
    if (at == SIZE_MAX && part < most) continue;
    if (at == SIZE_MAX) return to - part;
    memmove(ret->at, ret->at + at, ret->n - at);
    ret->n -= at;
    return to - part + (off_t)at;
  }
}

static void take_new(int fd, const struct stat *st, void (*add)(const char *text)) {
  dbx_buf b = {0};
  bool other = st->st_ino != past.inode || st->st_size < past.known; // its end is known
  off_t from = other && past.inode ? st->st_size : past.known;
  off_t begin = read_newest(fd, from, st->st_size, &b);
  if (!past.inode) past.is_long = begin > st->st_size - begin;
  each_entry(dbx_text(&b), b.n, add);
  dbx_buf_free(&b);
  past.inode = st->st_ino, past.known = st->st_size;
}

static void put_entry(dbx_buf *b, const char *text) {
  dbx_printf(b, "#%lld\n%s\n", (long long)time(NULL), text);
}

// Only the newest entries stay. At the end of a session, so that none waits for it.
static void trim(void) {
  struct stat st;
  dbx_buf b = {0};
  char real[PATH_MAX];
  int fd = open_locked(&st);
  if (fd < 0) return;
  off_t begin = read_newest(fd, 0, st.st_size, &b);
  if (b.n && begin > st.st_size - begin && realpath(past.path, real) &&
      dbx_file_write(real, &b, DBX_WRITE_REPLACE) != DBX_OK)
    dbx_diag_forget();
  dbx_buf_free(&b);
  close(fd);
}

// ---- for the editor ----

int past_open(const char *path) {
  struct stat st;
  past.path = dbx_strdup(path);
  int fd = open_locked(&st), why = errno;
  if (fd >= 0) close(fd);
  return fd < 0 ? past_close(), why : 0;
}

void past_close(void) {
  if (past.is_long) trim();
  free(past.path);
  past.path = NULL, past.inode = 0, past.known = 0, past.is_long = false;
}

void past_merge(void (*add)(const char *text)) {
  struct stat st;
  if (!past.path || stat(past.path, &st)) return;
  if (st.st_ino == past.inode && st.st_size == past.known) return;
  int fd = open_locked(&st);
  if (fd < 0) return;
  take_new(fd, &st, add);
  close(fd);
}

void past_append(const char *text, void (*add)(const char *text)) {
  struct stat st;
  dbx_buf b = {0};
  char last = '\n';
  int fd = past.path ? open_locked(&st) : -1;
  if (fd < 0) return;
  take_new(fd, &st, add);
  if (st.st_size && pread(fd, &last, 1, st.st_size - 1) == 1 && last != '\n') dbx_putc(&b, '\n');
  put_entry(&b, text);
  if (dbx_write_all(fd, b.at, b.n)) past.known += (off_t)b.n;
  else if (ftruncate(fd, st.st_size)) past_close(); // a full disk, and half of it is there
  dbx_buf_free(&b);
  close(fd);
}
