// The steps of bindNested in the words of the document.
#ifndef DBX_VIZ_STEPS_H
#define DBX_VIZ_STEPS_H

#include "trace/nested.h"

typedef struct dbx_step_words {
  dbx_step step;
  const char *number, *name, *what; // "3.2", "parseInputType", one line for a newcomer
} dbx_step_words;

const dbx_step_words *dbx_step_words_of(dbx_step step); // NULL for a number that is none

#endif
