// Files that commands write for the user (:save, :export, :view, :log, -o FILE). What exists is
// overwritten only after a yes at the terminal, or by `:save! FILE`, `:save --force FILE`, --force.
#ifndef DBX_CMD_OUTPUT_H
#define DBX_CMD_OUTPUT_H

#include "base/buf.h"
#include "base/status.h"
#include <stdbool.h>

typedef struct output {
  const char *path;
  bool force;
  const char *way_out; // what overwrites: "`:save! x.py`", "--force"
} output;

bool output_writes(const char *command); // does it write a FILE?
// The FILE of the command `name`, from what follows it; `way` is where the way out is written.
output output_of(const char *name, const char *rest, dbx_buf *way);
// Writes it by `write`.
dbx_status output_by(const char *name, const char *rest, dbx_status (*write)(output *o));
// May it be written? Asks if something is there. Before anything that takes long. Fails with E208.
dbx_status output_allowed(output *o);
// What was interrupted is not written: E217.
dbx_status output_write(const output *o, const dbx_buf *b);

#endif
