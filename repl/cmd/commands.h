// The commands of the prompt (commands.def).
#ifndef DBX_CMD_COMMANDS_H
#define DBX_CMD_COMMANDS_H

#include "cmd/session/typed.h"
#include "lang/lang.h"

typedef struct command {
  const char *name, *arguments;
  dbx_status (*run)(const char *rest);
  const char *group, *help;
} command;

extern const command commands[];
extern const uint32_t commands_count;

// The command of a name, or of a unique beginning of one. Fails with E208.
dbx_status commands_find(const char *name, const command **ret);
// Runs a line of the history again that is a command (:out, :new), and shows nothing.
dbx_status commands_redo(const char *text);
// Runs ":name rest". False: leave the prompt.
bool commands_run(const char *text);
// Runs `return EXPR`, which completes the program that is open, as `:out EXPR`. False: the text is
// another statement.
bool commands_return(read_text *t);

#define C(name, arguments, fn, group, help) dbx_status fn(const char *rest);
#include "cmd/commands.def"
#undef C

#endif
