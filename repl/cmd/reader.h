// Takes what is typed or piped apart into statements and commands.
#ifndef DBX_CMD_READER_H
#define DBX_CMD_READER_H

#include "base/buf.h"

typedef enum read_result { READ_TEXT, READ_INTERRUPT, READ_END } read_result;

typedef struct read_text {
  dbx_buf text;  // a command (":..."), or whole statements that end in a newline
  uint32_t line; // of its first line in standard input; 0 at a terminal
  bool pasted;   // several lines came at once
} read_text;

// At a terminal; `prompt` is called for each first line.
read_result read_typed(void (*prompt)(dbx_buf *b), read_text *ret);
// From standard input that is none.
read_result read_piped(read_text *ret);
void read_stop(void);

#endif
