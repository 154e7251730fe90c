// Text that comes to the prompt by another way than its editor: from $EDITOR, and raw lines.
#include "cmd/commands.h"
#include "cmd/prompt/state.h"

#include "cmd/host/say.h"
#include "cmd/prompt/reader.h"
#include "cmd/session/line.h"

#include "base/file.h"
#include "base/poll.h"
#include "edit/edit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static dbx_status need_terminal(const char *name) {
  if (line_mode()->interactive && prompt_now->hooks.line) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "`:%s` needs a terminal", name);
}

// ---- :edit ----

static _Noreturn void be_editor(const char *editor, char *path) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
  dbx_buf call = {0};
  sigset_t none;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], SIG_DFL);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  dbx_printf(&call, "%s \"$0\"", editor);
  execl("/bin/sh", "sh", "-c", dbx_text(&call), path, (char *)NULL);
  _exit(127);
}

static bool run_editor(const char *editor, char *path) {
  int status = 0;
  (void)fflush(stdout);
  pid_t pid = fork();
  if (!pid) be_editor(editor, path);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  return pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

static const char *editor_name(void) {
  const char *wanted = getenv("VISUAL");
  if (!wanted || !*wanted) wanted = getenv("EDITOR");
  return wanted && *wanted ? wanted : "vi";
}

static bool read_all(int fd, dbx_buf *ret) {
  char part[4096];
  ssize_t n;
  if (lseek(fd, 0, SEEK_SET)) return false;
  while ((n = read(fd, part, sizeof part)) > 0) dbx_putn(ret, part, (size_t)n);
  return n == 0;
}

// Of a file that the editor may have put another one in the place of.
static bool read_again(const char *path, dbx_buf *ret) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  bool ok = fd >= 0 && read_all(fd, ret);
  if (fd >= 0) close(fd);
  return ok;
}

static dbx_status edit(const dbx_buf *before, dbx_buf *after) {
  char path[] = "/tmp/dbidx-XXXXXX.py";
  const char *editor = editor_name();
  int fd = mkostemps(path, 3, O_CLOEXEC);
  if (fd < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no file to edit could be made: %s", strerror(errno));
  bool ok = dbx_write_all(fd, dbx_text(before), before->n);
  close(fd);
  ok = ok && run_editor(editor, path) && read_again(path, after);
  (void)unlink(path);
  if (ok) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "the editor `%s` failed; $VISUAL or $EDITOR names another", editor);
}

static dbx_status text_to_edit(const char *rest, dbx_buf *ret) {
  char *end = NULL;
  unsigned long n = *rest ? strtoul(rest, &end, 10) : line_count();
  if (end && (*end || !n || n > line_count()))
    return dbx_fail(DBX_E208, (dbx_span){0}, "there is no line `%s`; `:log` numbers them", rest);
  if (n) dbx_printf(ret, "%s\n", line_text((uint32_t)n - 1));
  return DBX_OK;
}

dbx_status cmd_edit(const char *rest) {
  dbx_buf before = {0}, after = {0};
  DBX_TRY(need_terminal("edit"));
  dbx_status st = text_to_edit(rest, &before);
  if (st == DBX_OK) st = edit(&before, &after);
  if (st == DBX_OK && !strcmp(dbx_text(&before), dbx_text(&after))) printf("nothing was changed\n");
  else if (st == DBX_OK) read_given(dbx_text(&after));
  dbx_buf_free(&before), dbx_buf_free(&after);
  return st;
}

// ---- :paste ----

dbx_status cmd_paste(const char *rest) {
  dbx_buf all = {0};
  edit_result r;
  char *line;
  (void)rest;
  DBX_TRY(need_terminal("paste"));
  say_to(stdout, "lines as they are; Ctrl-D or a line `--` ends them, Ctrl-C drops them\n");
  for (;;) {
    edit_raw();
    if ((r = prompt_now->hooks.line("", &line)) != EDIT_LINE) break;
    bool last = !strcmp(line, "--");
    if (!last) dbx_printf(&all, "%s\n", line);
    free(line);
    if (last) break;
  }
  if (r != EDIT_INTERRUPT) read_given(dbx_text(&all));
  dbx_buf_free(&all);
  return DBX_OK;
}
