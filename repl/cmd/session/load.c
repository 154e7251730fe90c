// Files whose statements become lines of the session: :load and :reload.
#include "cmd/session/load.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/session/line.h"
#include "cmd/session/state.h"

#include "lang/lang.h"

dbx_status load_file(const char *name) {
  uint32_t file;
  DBX_TRY(host_find_file(name, &file));
  char *path = dbx_strdup(name); // it may be the one that is kept
  free(session_now->loaded);
  session_now->loaded = path;
  lang_set_folder(path);
  line_run_source(file);
  return DBX_OK;
}

dbx_status cmd_reload(const char *rest) {
  (void)rest;
  if (!session_now->loaded)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no file was loaded yet; `:load FILE` does");
  return load_file(session_now->loaded);
}
