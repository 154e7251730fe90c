// Completion of names, commands and module attributes.
#ifndef DBX_CMD_COMPLETE_H
#define DBX_CMD_COMPLETE_H

#include <stddef.h>

void complete_word(const char *line, size_t begin, size_t end, void (*add)(const char *word));

#endif
