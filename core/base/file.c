// One way to write a file (see file.h).
#include "base/file.h"

#include "base/diag.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool dbx_read_all(FILE *f, dbx_buf *ret) {
  char part[1 << 16];
  size_t n;
  do {
    n = fread(part, 1, sizeof part, f);
    if (ret->n + n > UINT32_MAX / 2) return errno = EFBIG, false;
    dbx_putn(ret, part, n);
  } while (n == sizeof part);
  return !ferror(f);
}

bool dbx_write_all(int fd, const char *s, size_t n) {
  while (n) {
    ssize_t k = write(fd, s, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    s += k, n -= (size_t)k;
  }
  return true;
}

bool dbx_file_exists(const char *path) {
  struct stat st;
  return !lstat(path, &st);
}

// ---- what may be written ----

static dbx_status no_link(const char *path) {
  char target[PATH_MAX];
  ssize_t n = readlink(path, target, sizeof target - 1);
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "cannot write '%s': it is a symbolic link to '%.*s'; name that file itself, or "
                  "another one",
                  path, n > 0 ? (int)n : 0, target);
}

static dbx_status no_writing(const char *path, int why) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "cannot write '%s': %s", path, strerror(why));
}

// What is there now; a mode of 0: nothing.
static dbx_status look(const char *path, dbx_writing how, struct stat *ret) {
  *ret = (struct stat){0};
  if (!*path) return no_writing(path, ENOENT);
  if (lstat(path, ret)) {
    ret->st_mode = 0;
    return errno == ENOENT ? DBX_OK : no_writing(path, errno);
  }
  if (S_ISLNK(ret->st_mode)) return no_link(path);
  if (S_ISDIR(ret->st_mode)) return no_writing(path, EISDIR);
  if (!S_ISREG(ret->st_mode))
    return dbx_fail(DBX_E208, (dbx_span){0}, "cannot write '%s': it is no ordinary file", path);
  if (how == DBX_WRITE_NEW) return no_writing(path, EEXIST);
  return access(path, W_OK) ? no_writing(path, errno) : DBX_OK;
}

// ---- the new file ----

static void beside(dbx_buf *b, const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  if (slash) dbx_putn(b, path, (size_t)(slash - path) + 1);
  dbx_put(b, name);
}

// A file that nobody had before, in the folder of path; with the rights that a new file gets, or
// those of the file that it replaces.
static int make(const char *path, const struct stat *old, dbx_buf *name) {
  int fd = -1;
  for (unsigned k = 0; k < 1000 && fd < 0; k++) {
    char own[48];
    snprintf(own, sizeof own, ".dbidx-%ld-%u", (long)getpid(), k);
    dbx_clear(name);
    beside(name, path, own);
    fd = open(dbx_text(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
              old->st_mode ? 0600 : 0666);
    if (fd < 0 && errno != EEXIST) return -1;
  }
  if (fd < 0 || !old->st_mode) return fd;
  bool same_owner = !fchown(fd, old->st_uid, old->st_gid); // only root may give files away
  (void)fchmod(fd, old->st_mode & (same_owner ? 07777 : 0777));
  return fd;
}

// Gives the new file its name. Without a file to replace, one that came in the meantime stays.
static bool name_it(const char *own, const char *path, const struct stat *old) {
  if (old->st_mode) return !rename(own, path);
  if (!link(own, path)) return (void)unlink(own), true;
  if (errno == EEXIST) return false;
  return !rename(own, path); // a file system without links
}

static void sync_folder(const char *path) {
  dbx_buf folder = {0};
  beside(&folder, path, ".");
  int fd = open(dbx_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) (void)fsync(fd), close(fd);
  dbx_buf_free(&folder);
}

static const char *volatile unnamed; // the new file, for a signal's handler

void dbx_file_abandon(void) {
  if (unnamed) (void)unlink(unnamed);
}

dbx_status dbx_file_write(const char *path, const dbx_buf *b, dbx_writing how) {
  struct stat old;
  dbx_buf name = {0};
  DBX_TRY(look(path, how, &old));
  int fd = make(path, &old, &name), why = errno;
  unnamed = fd >= 0 ? dbx_text(&name) : NULL;
  bool ok = fd >= 0 && dbx_write_all(fd, dbx_text(b), b->n) && !fsync(fd);
  if (!ok) why = errno;
  if (fd >= 0 && close(fd) && ok) ok = false, why = errno;
  if (ok && !name_it(dbx_text(&name), path, &old)) ok = false, why = errno;
  if (ok) sync_folder(path);
  else if (fd >= 0) (void)unlink(dbx_text(&name));
  unnamed = NULL;
  dbx_buf_free(&name);
  return ok ? DBX_OK : no_writing(path, why);
}
