// `:set lecture on`: a report builds up, a step each time that Enter is pressed.
#ifndef DBX_CMD_LECTURE_H
#define DBX_CMD_LECTURE_H

#include "base/buf.h"
#include <stdio.h>

void lecture_switch(bool on); // the setting
bool lecture_is_on(void);     // is it on?
// A line begins: what it shows builds up, or is shown whole. Nothing waits before its first step.
void lecture_begin(bool builds_up);
// Where input is no terminal: takes an empty line as Enter; false: the next line is none. NULL:
// nothing is waited for.
void lecture_step_by(bool (*next)(void));
// Prints a text step by step, its lines folded to `width` (0: as they are). q and Ctrl-C show the
// rest of all that the line has to show. False: the text is not built up, and nothing was printed.
bool lecture_put(FILE *f, const dbx_buf *b, uint32_t width);

#endif
