// Writing files so that none is ever half written, and none is lost by accident: the bytes go to a
// new file in the same folder, which is synced and then takes the name. Symbolic links are not
// followed, what is no ordinary file is refused, permissions stay as they were.
#ifndef DBX_BASE_FILE_H
#define DBX_BASE_FILE_H

#include "base/buf.h"
#include "base/status.h"
#include <stdio.h>

// Writes s to the open file, all of it; false: errno says why.
bool dbx_write_all(int fd, const char *s, size_t n);

// Appends the rest of the open file; false: errno says why. What is too long for the spans of a
// diagnostic is refused.
bool dbx_read_all(FILE *f, dbx_buf *ret);

typedef enum dbx_writing {
  DBX_WRITE_NEW,     // what exists is not touched
  DBX_WRITE_REPLACE, // takes the place of what is there
} dbx_writing;

// Does something of that name exist already, be it a link that leads nowhere?
bool dbx_file_exists(const char *path);
// Fails with E208, which says why in words; the file is then as it was.
dbx_status dbx_file_write(const char *path, const dbx_buf *b, dbx_writing how);
// In the handler of a signal that ends the process: removes what was about to be written.
void dbx_file_abandon(void);

#endif
