// Asks before a file is overwritten, and writes it (see output.h).
#include "cmd/session/output.h"

#include "cmd/host/host.h"
#include "cmd/host/say.h"
#include "cmd/session/line.h"

#include "base/file.h"
#include "base/poll.h"
#include "edit/edit.h"
#include "viz/text/text.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool output_writes(const char *command) {
  static const char *const writers[] = {"save", "export", "handout", "view", "log"};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
    if (!strcmp(writers[i], command)) return true;
  return false;
}

output output_of(const char *name, const char *rest, dbx_buf *way) {
  static const char word[] = "--force ";
  bool force = !strncmp(rest, word, sizeof word - 1);
  if (force) rest += sizeof word - 1, rest += strspn(rest, " ");
  dbx_printf(way, "`:%s! %s`", name, rest);
  return (output){rest, force, dbx_text(way)};
}

dbx_status output_by(const char *name, const char *rest, dbx_status (*write)(output *o)) {
  dbx_buf way = {0};
  output o = output_of(name, rest, &way);
  dbx_status st = write(&o);
  dbx_buf_free(&way);
  return st;
}

// Only a terminal can be asked, and only for a line that was typed there.
static bool agreed(const char *path) {
  char *answer = NULL;
  dbx_buf question = {0};
  if (line_mode()->quiet || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
  dbx_putc(&question, '\'');
  dbx_put_clean(&question, path, strlen(path), 0);
  dbx_put(&question, "' exists; overwrite it? [y/N] ");
  bool answered = edit_read(dbx_text(&question), &answer) == EDIT_LINE;
  bool yes = answered && (*answer == 'y' || *answer == 'Y');
  if (answered) free(answer);
  dbx_buf_free(&question);
  return yes;
}

dbx_status output_allowed(output *o) {
  if (o->force || !dbx_file_exists(o->path)) return DBX_OK;
  if (agreed(o->path)) return o->force = true, DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' exists and was left as it is; %s overwrites it",
                  o->path, o->way_out);
}

dbx_status output_write(const output *o, const dbx_buf *b) {
  DBX_TRY(dbx_poll()); // a text that was made meanwhile may be cut
  return dbx_file_write(o->path, b, o->force ? DBX_WRITE_REPLACE : DBX_WRITE_NEW);
}
