// Several lines at once, taken apart into the statements and commands that would have been typed:
// code, indented or not, and transcripts of this prompt, of Python's and of IPython's.
#ifndef DBX_CMD_PASTE_H
#define DBX_CMD_PASTE_H

#include "base/mem.h"

#include <stdbool.h>

typedef struct paste {
  dbx_vec(char *) texts; // lines that end in newlines, without prompts and common indentation
  bool transcript;
} paste;

bool paste_begins_transcript(const char *text); // its first line has a prompt in front
// The line behind a transcript's prompt; the line itself, where there is none.
const char *paste_without_prompt(const char *line);
// Output between the prompts of a transcript is left out, and fences of Markdown around it all.
void paste_split(const char *text, paste *ret);
void paste_free(paste *p); // of what it has

// May the line follow in a block, at whose first column it begins?
bool paste_belongs(const char *line);
bool paste_is_command(const char *line);  // `:word`, `?X`
bool paste_opens_block(const char *line); // is it the head of one, or a decorator?

#endif
