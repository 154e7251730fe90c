// Settings that other sessions have, too: lines `NAME VALUE` in the folder of the configuration.
#include "cmd/session/settings.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/say.h"
#include "cmd/session/journal.h"

#include "base/file.h"
#include "edit/edit.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *place(bool make) {
  return edit_xdg_file("XDG_CONFIG_HOME", ".config", "settings", make);
}

static void put_setting(const char *name, const char *value, void *ctx) {
  dbx_printf(ctx, "%s %s\n", name, value);
}

// Fails with E208 if the file cannot be written.
static dbx_status keep(void) {
  dbx_buf b = {0};
  char *path = place(true);
  if (!path)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "HOME is not set, so there is no folder for settings that are kept");
  settings_each(put_setting, &b);
  dbx_status st = dbx_file_write(path, &b, DBX_WRITE_REPLACE);
  if (st == DBX_OK) say_to(stdout, "sessions start with these settings: %s\n", path);
  dbx_buf_free(&b);
  free(path);
  return st;
}

static dbx_status forget(void) {
  char *path = place(false);
  bool gone = path && !unlink(path);
  int why = gone || !path ? ENOENT : errno;
  free(path);
  if (why != ENOENT)
    return dbx_fail(DBX_E208, (dbx_span){0}, "cannot remove it: %s", strerror(why));
  say_to(stdout, gone ? "no settings are kept any more\n" : "no settings are kept\n");
  return DBX_OK;
}

// Options of the command line win.
static bool is_given(const cli *o, const char *name) {
  const struct {
    const char *name, *value;
  } options[] = {{"engine", o->engine}, {"resizing", o->strategy}, {"dims", o->dims},
                 {"cache", o->cache},   {"threads", o->threads},   {"opt", o->opt},
                 {"target", o->target}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (options[i].value && !strcmp(options[i].name, name)) return true;
  return false;
}

static void restore_line(const cli *o, char *line, uint32_t number) {
  char *value = line + strcspn(line, " ");
  if (*value) *value++ = 0;
  if (!*line || is_given(o, line)) return;
  if (settings_set(line, value) == DBX_OK) {
    journal_setting(line, value);
    return;
  }
  host_report(dbx_diag_take());
  say_to(stderr,
         "dbidx: this is line %u of the settings that are kept; `:set --keep` writes them "
         "anew\n",
         number);
}

void settings_restore(const cli *o) {
  char *path = place(false), *line = NULL;
  size_t room = 0;
  FILE *f = path ? fopen(path, "r") : NULL;
  ssize_t n = -1;
  for (uint32_t k = 1; f && (n = getline(&line, &room, f)) >= 0; k++) {
    while (n && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    restore_line(o, line, k);
  }
  if (f) fclose(f);
  free(line);
  free(path);
}

dbx_status cmd_set(const char *rest) {
  if (!strcmp(rest, "--keep")) return keep();
  if (!strcmp(rest, "--forget")) return forget();
  return settings_typed(rest);
}
