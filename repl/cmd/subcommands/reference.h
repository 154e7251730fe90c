// The pages of the documentation's site that are made from the tables: every command, option,
// setting, diagnostic, primitive and function.
#ifndef DBX_CMD_REFERENCE_H
#define DBX_CMD_REFERENCE_H

#include "learn/site.h"

// Adds them, with an entry of the search for each row. Examples of functions are run.
void reference_add(site *s);

#endif
