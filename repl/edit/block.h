// The keys of a block: return, arrows, TAB, backspace, where a text has lines below each other.
// The rest is readline's.
#ifndef DBX_EDIT_BLOCK_H
#define DBX_EDIT_BLOCK_H

#include "edit/edit.h"

#include <stdbool.h>

void block_start(void); // binds them, before the user's inputrc is read
// What is read next; hooks NULL: a line, for which the keys are readline's own.
void block_begin(const edit_hooks *hooks, const char *above, bool raw);
// The text of a line at its end, with `above` in front, for a line that begins: columns of blanks.
size_t block_indent(void);
// The byte that is read next, if there is one within so many milliseconds; 0: none. edit_skip takes
// it away.
int edit_peek(int milliseconds);
void edit_skip(void);

#endif
