// Modules in files beside the program (see python.h).
#include "lang/modules/python.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 16 << 20 }; // bytes of a module's text

static dbx_status link_error(const char *name, const char *what) {
  return dbx_fail(DBX_E212, (dbx_span){0},
                  "No module named '%s' can be imported: '%s' is a symbolic link, and only files "
                  "in the program's folder are read",
                  name, what);
}

// A folder or file in the folder `in`; -1: there is none.
static dbx_status open_in(int in, const char *part, int flags, const char *name, int *ret) {
  *ret = openat(in, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags);
  if (*ret >= 0) return DBX_OK;
  struct stat s;
  bool link = fstatat(in, part, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode);
  return link ? link_error(name, part) : DBX_OK;
}

static dbx_status read_text(int fd, beside *b) {
  struct stat s;
  char at[1 << 14];
  ssize_t n = 0;
  if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode)) return DBX_OK;
  if (s.st_size > MOST)
    return dbx_fail(DBX_E212, (dbx_span){0}, "the file of a module is too long");
  while (dbx_go_on(0, 1) && b->text.n <= MOST && (n = read(fd, at, sizeof at)) > 0)
    dbx_putn(&b->text, at, (size_t)n);
  DBX_TRY(dbx_poll());
  b->found = b->file = n == 0;
  return DBX_OK;
}

static dbx_status try_file(int in, const char *file, const char *name, beside *b) {
  int fd;
  DBX_TRY(open_in(in, file, 0, name, &fd));
  if (fd < 0) return DBX_OK;
  dbx_status st = read_text(fd, b);
  close(fd);
  if (st == DBX_OK && b->found) dbx_put(&b->shown, file);
  return st;
}

// The last part of the name.
static dbx_status find_leaf(int in, const char *part, const char *name, beside *b) {
  int fd;
  dbx_buf file = {0};
  size_t shown = b->shown.n;
  DBX_TRY(open_in(in, part, O_DIRECTORY, name, &fd));
  dbx_status st = DBX_OK;
  if (fd >= 0) {
    dbx_printf(&b->shown, "%s/", part);
    st = try_file(fd, "__init__.py", name, b);
    close(fd);
    b->package = b->found;
  }
  if (st != DBX_OK || b->found) return st;
  b->shown.n = shown;
  dbx_printf(&file, "%s.py", part);
  st = try_file(in, dbx_text(&file), name, b);
  dbx_buf_free(&file);
  if (st == DBX_OK && !b->found) b->found = b->package = fd >= 0;
  return st;
}

static dbx_status find_from(int in, const char *rest, const char *name, beside *b) {
  const char *dot = strchr(rest, '.');
  if (!dot) return find_leaf(in, rest, name, b);
  dbx_buf part = {0};
  dbx_putn(&part, rest, (size_t)(dot - rest));
  int fd;
  dbx_status st = open_in(in, dbx_text(&part), O_DIRECTORY, name, &fd);
  dbx_printf(&b->shown, "%s/", dbx_text(&part));
  dbx_buf_free(&part);
  if (st != DBX_OK || fd < 0) return st;
  st = find_from(fd, dot + 1, name, b);
  close(fd);
  return st;
}

dbx_status beside_find(const char *folder, const char *name, beside *ret) {
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return DBX_OK;
  dbx_status st = find_from(fd, name, name, ret);
  close(fd);
  return st;
}
