// :cache: the machine code that processes leave for each other, files in a folder of the user's.
#include "cmd/commands.h"
#include "cmd/host/host.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct content {
  unsigned files;
  size_t bytes;
} content;

// Files of the cache: their names have 32 digits and ".code", and more while they are written.
static content look(const char *folder, bool clear) {
  content c = {0, 0};
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    dbx_buf path = {0};
    struct stat st;
    const char *rest = e->d_name + strspn(e->d_name, "0123456789abcdef");
    dbx_printf(&path, "%s/%s", folder, e->d_name);
    if (!strncmp(rest, ".code", 5) && !lstat(dbx_text(&path), &st) && S_ISREG(st.st_mode) &&
        (!clear || !unlink(dbx_text(&path)))) {
      c.files++;
      c.bytes += (size_t)st.st_size;
    }
    dbx_buf_free(&path);
  }
  if (d) closedir(d);
  return c;
}

dbx_status cmd_cache(const char *rest) {
  bool clear = !strcmp(rest, "clear");
  if (*rest && !clear) return dbx_fail(DBX_E208, (dbx_span){0}, "`:cache` or `:cache clear`");
  char *folder = host_cache_folder();
  if (!folder) return puts("there is no folder for it: HOME is not set"), DBX_OK;
  content c = look(folder, clear);
  say_to(stdout, "%s  %u programs, %.1f MB%s\n", folder, c.files, 1e-6 * (double)c.bytes,
         clear ? " removed" : "");
  free(folder);
  return DBX_OK;
}
