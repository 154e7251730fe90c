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
  off_t known; // bytes of it that have been read, or that we wrote
  struct {
    dbx_buf text;
    uint32_t skip;
  } shorter; // what trim is making
} past;

// ---- entries ----

static bool is_stamp(const char *s, size_t n) {
  if (n < 2 || *s != '#') return false;
  for (size_t i = 1; i < n; i++)
    if (!isdigit((unsigned char)s[i])) return false;
  return true;
}

// Lines after a stamp are one entry; without stamps each line is one. Gives how many there are.
static uint32_t each_entry(const char *s, size_t n, void (*add)(const char *text)) {
  dbx_buf entry = {0};
  bool stamped = false;
  uint32_t count = 0;
  for (const char *end; n && (end = memchr(s, '\n', n)); n -= (size_t)(end + 1 - s), s = end + 1) {
    size_t k = (size_t)(end - s);
    bool stamp = is_stamp(s, k) && !(stamped && !entry.n);
    if (entry.n && (stamp || !stamped)) {
      if (add) add(dbx_text(&entry));
      count++, dbx_clear(&entry);
    }
    if (stamp) stamped = true;
    else {
      if (entry.n) dbx_putc(&entry, '\n');
      dbx_putn(&entry, s, k);
    }
  }
  if (entry.n && add) add(dbx_text(&entry));
  count += entry.n > 0;
  dbx_buf_free(&entry);
  return count;
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

static void take_new(int fd, const struct stat *st, void (*add)(const char *text)) {
  dbx_buf b = {0};
  bool other = st->st_ino != past.inode || st->st_size < past.known; // its end is known
  off_t from = other && past.inode ? st->st_size : past.known;
  if (st->st_size - from > MOST_BYTES) from = st->st_size - MOST_BYTES;
  if (read_from(fd, from, st->st_size, &b)) (void)each_entry(dbx_text(&b), b.n, add);
  dbx_buf_free(&b);
  past.inode = st->st_ino, past.known = st->st_size;
}

// ---- keeping it short ----

static void put_entry(dbx_buf *b, const char *text) {
  dbx_printf(b, "#%lld\n%s\n", (long long)time(NULL), text);
}

static void keep(const char *text) {
  if (past.shorter.skip) past.shorter.skip--;
  else put_entry(&past.shorter.text, text);
}

// Of twice as many entries as are kept only the last ones stay.
static void trim(void) {
  struct stat st;
  dbx_buf all = {0};
  char real[PATH_MAX];
  int fd = open_locked(&st);
  if (fd < 0) return;
  uint32_t n = 0;
  if (read_from(fd, st.st_size > MOST_BYTES ? st.st_size - MOST_BYTES : 0, st.st_size, &all))
    n = each_entry(dbx_text(&all), all.n, NULL);
  if ((n > 2 * PAST_LINES || st.st_size > MOST_BYTES) && realpath(past.path, real)) {
    past.shorter.skip = n > PAST_LINES ? n - PAST_LINES : 0;
    (void)each_entry(dbx_text(&all), all.n, keep);
    if (dbx_file_write(real, &past.shorter.text, DBX_WRITE_REPLACE) != DBX_OK) dbx_diag_forget();
    dbx_buf_free(&past.shorter.text);
  }
  dbx_buf_free(&all);
  close(fd);
}

// ---- for the editor ----

int past_open(const char *path) {
  struct stat st;
  past.path = dbx_strdup(path);
  int fd = open_locked(&st), why = errno;
  if (fd >= 0) close(fd);
  if (fd < 0) return past_close(), why;
  trim();
  return 0;
}

void past_close(void) {
  free(past.path);
  past.path = NULL, past.inode = 0, past.known = 0;
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
