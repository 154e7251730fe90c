// The conversation at a terminal, for the prompt itself and for worksheets that replay one.
#ifndef DBX_CMD_PROMPT_H
#define DBX_CMD_PROMPT_H

#include <stdbool.h>

void prompt_begin(void); // declarations begin programs, binds are reported
// Reads one statement or command and does it; false at the end of the input, and after :quit.
bool prompt_step(void);
void prompt_end(void); // what the lines have made is given back

#endif
