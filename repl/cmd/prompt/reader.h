// Takes what is typed or piped apart into statements and commands.
#ifndef DBX_CMD_READER_H
#define DBX_CMD_READER_H

#include "cmd/session/line.h"

#include "base/buf.h"
#include "edit/edit.h"

typedef enum read_result { READ_TEXT, READ_INTERRUPT, READ_END } read_result;

// Told of each line of a statement that goes on; false: the line does not count.
extern bool (*read_watch)(const dbx_buf *lines);
// Asked before an empty line ends a statement that begins with `with`; false: it stays open.
extern bool (*read_close)(const dbx_buf *lines);
// A command inside of an open block (not :undo, which takes its last line back, and :abort).
extern void (*read_command)(const char *text, const dbx_buf *lines);
// Where typed lines come from: the editor, or a worksheet.
extern edit_result (*read_line)(const char *prompt, char **ret);
// At a terminal; `prompt` is called for each first line.
read_result read_typed(void (*prompt)(dbx_buf *b), read_text *ret);
// From standard input that is none.
read_result read_piped(read_text *ret);
void read_stop(void);

#endif
