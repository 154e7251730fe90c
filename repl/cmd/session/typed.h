// A text that is read: lines that become whole statements, or a command. It is one source from its
// first line to its run, and what is parsed to see if it is complete is what runs.
#ifndef DBX_CMD_TYPED_H
#define DBX_CMD_TYPED_H

#include "base/buf.h"
#include "lang/syntax/ast.h"

typedef enum text_state {
  TEXT_UNKNOWN,    // not looked at since it changed
  TEXT_COMPLETE,   // wrong texts are: running them reports what is wrong
  TEXT_BLOCK,      // complete, and its last statement may go on
  TEXT_INCOMPLETE, // more lines are needed
} text_state;

typedef struct read_text {
  dbx_buf text;  // a command (":..."), or whole statements that end in a newline
  uint32_t line; // of its first line in standard input; 0 at a terminal
  bool pasted;   // several lines came at once
  bool of_file;  // it was read from a file, whose name its source has
  // ---- of this room ----
  text_state state;
  uint32_t file;      // its source, "<block>" until it runs; 0: none yet
  bool used;          // something refers to the source
  dbx_module *module; // of the text as it is; NULL: not parsed, or wrong
  bool loaded;        // the module is resolved, and the session's
  dbx_diag *wrong;    // what is wrong with the text; NULL: nothing, or it was not parsed
} read_text;

// The last line was added, or taken away. Something may refer to the module and the source.
void text_changed(read_text *t);
// Is it complete? Parses the text once, until it changes.
text_state text_look(read_text *t);
// Registers it for its run, under this name, if it is of no file (NULL: as it is). Gives the
// source.
uint32_t text_register(read_text *t, const char *as);
// Its module, resolved, owned by the session; registered if it is not. Fails with what is wrong
// with the text (E1xx), also where it is incomplete.
dbx_status text_load(read_text *t, dbx_module **ret);
// `return EXPR` alone: EXPR, which text_load has as a statement from now on. NULL: it is none.
const dbx_node *text_returned(read_text *t);
// The module of the text with more behind it, which is no part of it; as text_load. *goes_on tells
// whether lines are missing.
dbx_status text_load_with(read_text *t, const char *more, dbx_module **ret, bool *goes_on);
// Frees what it has. A text that nothing refers to is a source no more.
void text_free(read_text *t);

#endif
