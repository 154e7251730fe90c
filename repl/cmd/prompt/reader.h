// Takes what is typed or piped apart into statements and commands.
#ifndef DBX_CMD_READER_H
#define DBX_CMD_READER_H

#include "cmd/session/typed.h"

#include "base/buf.h"
#include "edit/edit.h"

typedef enum read_result { READ_TEXT, READ_INTERRUPT, READ_END } read_result;

typedef struct read_hooks {
  // Where typed lines come from: the editor, or a worksheet. NULL: nowhere, nothing is read.
  edit_result (*line)(const char *prompt, char **ret);
  // Told of each line of a statement that goes on; false: the line does not count. NULL: nobody.
  bool (*watch)(read_text *t);
  // Asked before an empty line ends a statement that begins with `with`; false: it stays open.
  bool (*close)(read_text *t);
  // A command inside of an open block (not :undo, which takes its last line back, and :abort).
  void (*command)(const char *text, read_text *t);
} read_hooks;
read_hooks *read_hooked(void); // of the session: may be changed

// At a terminal; `prompt` is called for each first line.
read_result read_typed(void (*prompt)(dbx_buf *b), read_text *ret);
// What read_typed gives next: the statements and commands of a text, shown as they are taken.
void read_given(const char *text);
// From standard input that is none.
read_result read_piped(read_text *ret);
// Behind a statement of a pipe: takes the next line if it is empty; false: it is not.
bool read_piped_enter(void);
void read_stop(void);

#endif
