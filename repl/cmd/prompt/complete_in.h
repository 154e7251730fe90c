// What the files of completion share: a word, and what it may become.
#ifndef DBX_CMD_COMPLETE_IN_H
#define DBX_CMD_COMPLETE_IN_H

#include "base/nearest.h"
#include "lang/lang.h"

// The word is line[begin, end); what is completed may begin before it, at `from`: "a.b" of the word
// "a.b", "fold/na" of the word "na".
typedef struct completion {
  const char *line;
  size_t from, begin, end; // from may also lie in the word: "b" of "a.b"
  void (*add)(const char *word);
} completion;

// Adds a text that begins at `from`: what of it stands before the word is left out, and what of the
// word stands before it is put in front.
void complete_add(void *completion, const char *text);
// The search whose answers become the word; `from` is where they begin.
dbx_nearest complete_from(completion *c, size_t from);

// ---- Python ----

// Python text that begins at byte `at` of the line.
void complete_python(completion *c, size_t at);
// Attributes of the value of the expression line[at, dot); names that can be imported from a
// module; keyword arguments of a call of what line[at, dot) gives, with "=" behind them. What is no
// path of names is evaluated in another process, which is given up after a second.
typedef enum complete_what {
  COMPLETE_ATTRIBUTES,
  COMPLETE_IMPORTED,
  COMPLETE_KEYWORDS
} complete_what;
void complete_of_value(completion *c, complete_what what, size_t at, size_t dot, dbx_nearest *n);

// ---- commands ----

// ":name arguments", and "?X".
void complete_command(completion *c);
// A line of the debugger: a word and its arguments. False: it is an expression.
bool complete_debugger(completion *c);

#endif
