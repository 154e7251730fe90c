// Completion of names, commands and module attributes.
#ifndef DBX_CMD_COMPLETE_H
#define DBX_CMD_COMPLETE_H

#include <stddef.h>

// Calls `add` with each text that bytes [begin, end) of the line can be completed to. Changes
// nothing; the text is valid during the call.
void complete_word(const char *line, size_t begin, size_t end, void (*add)(const char *word));

#endif
