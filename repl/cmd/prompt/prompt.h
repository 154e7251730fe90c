// The conversation at a terminal, for the prompt itself and for worksheets that replay one.
#ifndef DBX_CMD_PROMPT_H
#define DBX_CMD_PROMPT_H

#include "cmd/session/typed.h"
#include <stdbool.h>

void prompt_begin(void); // declarations begin programs, binds are reported
// Reads one statement or command and does it; false at the end of the input, and after :quit.
bool prompt_step(void);
// Does a statement or command that was read, which stays the caller's; false: the session ends.
bool prompt_act(read_text *t);
void prompt_end(void); // what the lines have made is given back

#endif
