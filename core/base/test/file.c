// A file is written whole or not at all, and nothing but an ordinary file is written to.
#include "base/file.h"

#include "base/diag.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/dbidx-test-XXXXXX";

static void enter(void) { cr_assert(mkdtemp(folder) && !chdir(folder)); }

static int entries(bool remove) {
  DIR *d = opendir(".");
  int n = 0;
  for (struct dirent *e; (e = readdir(d));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) {
      n++;
      if (remove) cr_assert(!unlink(e->d_name) || !rmdir(e->d_name));
    }
  closedir(d);
  return n;
}

static void leave(void) {
  entries(true);
  cr_assert(!chdir("/") && !rmdir(folder));
}

TestSuite(file, .init = enter, .fini = leave);

static dbx_status write_text(const char *path, const char *text, dbx_writing how) {
  dbx_buf b = {0};
  dbx_put(&b, text);
  dbx_status st = dbx_file_write(path, &b, how);
  dbx_buf_free(&b);
  return st;
}

static void holds(const char *path, const char *text) {
  dbx_buf b = {0};
  FILE *f = fopen(path, "rb");
  cr_assert(f && dbx_read_all(f, &b), "%s", path);
  fclose(f);
  cr_expect_str_eq(dbx_text(&b), text);
  dbx_buf_free(&b);
}

static void refused(const char *path, dbx_writing how, const char *why) {
  cr_assert_eq(write_text(path, "new", how), DBX_FAIL, "%s", path);
  dbx_diag *d = dbx_diag_take();
  cr_expect_eq(d->code, DBX_E208);
  cr_expect(strstr(d->message, why), "%s: %s", path, d->message);
  dbx_diag_free(d);
}

Test(file, what_exists_is_replaced_only_if_that_is_asked_for) {
  cr_assert(!dbx_file_exists("a"));
  cr_assert_eq(write_text("a", "one", DBX_WRITE_NEW), DBX_OK);
  cr_assert(dbx_file_exists("a"));
  holds("a", "one");
  refused("a", DBX_WRITE_NEW, strerror(EEXIST));
  holds("a", "one");
  cr_assert_eq(write_text("a", "", DBX_WRITE_REPLACE), DBX_OK);
  holds("a", "");
  cr_assert_eq(write_text("b", "two", DBX_WRITE_REPLACE), DBX_OK, "nothing was there: also fine");
  holds("b", "two");
  cr_expect_eq(entries(false), 2, "nothing else is left");
}

Test(file, what_is_no_ordinary_file_is_refused) {
  cr_assert(!symlink("target", "link") && !mkfifo("fifo", 0600) && !mkdir("folder", 0700));
  for (dbx_writing how = DBX_WRITE_NEW; how <= DBX_WRITE_REPLACE; how++) {
    refused("link", how, "it is a symbolic link to 'target'"); // that leads nowhere
    refused("fifo", how, "it is no ordinary file");            // nobody waits for a reader
    refused("folder", how, strerror(EISDIR));
    refused("", how, strerror(ENOENT));
    refused("no such/file", how, strerror(ENOENT));
    refused("link/below", how, strerror(ENOENT));
  }
  cr_expect(dbx_file_exists("link") && !dbx_file_exists("target"));
  cr_assert_eq(write_text("target", "old", DBX_WRITE_NEW), DBX_OK);
  refused("link", DBX_WRITE_REPLACE, "it is a symbolic link to 'target'");
  holds("target", "old");
  cr_expect_eq(entries(false), 4);
}

Test(file, rights_stay_as_they_were) {
  static const mode_t modes[] = {0600, 0640, 0755, 0666};
  struct stat st;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    cr_assert_eq(write_text("a", "x", DBX_WRITE_REPLACE), DBX_OK);
    cr_assert(!chmod("a", modes[i]));
    cr_assert_eq(write_text("a", "y", DBX_WRITE_REPLACE), DBX_OK);
    cr_assert(!stat("a", &st) && (st.st_mode & 07777) == modes[i], "%o", modes[i]);
  }
  umask(027);
  cr_assert_eq(write_text("b", "x", DBX_WRITE_NEW), DBX_OK);
  cr_assert(!stat("b", &st) && (st.st_mode & 07777) == 0640, "a new one has what is usual");
}

Test(file, another_name_of_the_old_file_keeps_the_old_bytes) {
  cr_assert_eq(write_text("a", "old", DBX_WRITE_NEW), DBX_OK);
  cr_assert(!link("a", "b"));
  cr_assert_eq(write_text("a", "new", DBX_WRITE_REPLACE), DBX_OK);
  holds("a", "new");
  holds("b", "old");
}

Test(file, all_bytes_go_through_a_pipe) {
  enum { N = 1 << 20 };
  int ends[2];
  dbx_buf b = {0}, back = {0};
  for (int i = 0; i < N; i++) dbx_putc(&b, (char)i);
  cr_assert(!pipe(ends));
  pid_t child = fork();
  cr_assert(child >= 0);
  if (!child) _exit(!dbx_write_all(ends[1], b.at, N)); // in many pieces
  close(ends[1]);
  FILE *f = fdopen(ends[0], "rb");
  cr_assert(dbx_read_all(f, &back));
  fclose(f);
  cr_expect(back.n == N && !memcmp(back.at, b.at, N));
  dbx_buf_free(&b), dbx_buf_free(&back);
  cr_expect(!dbx_write_all(-1, "x", 1) && errno == EBADF);
  cr_expect(dbx_write_all(-1, "", 0), "of nothing nothing is asked");
}

Test(file, a_folder_cannot_be_read) {
  dbx_buf b = {0};
  FILE *f = fopen(".", "rb");
  cr_assert(f && !dbx_read_all(f, &b) && errno == EISDIR);
  fclose(f);
  dbx_buf_free(&b);
}

Test(file, nothing_is_abandoned_when_nothing_is_written) {
  cr_assert_eq(write_text("a", "one", DBX_WRITE_NEW), DBX_OK);
  dbx_file_abandon();
  holds("a", "one");
}
