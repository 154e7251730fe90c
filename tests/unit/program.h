// Programs of the language for tests: run, with what they print.
#ifndef DBX_TESTS_PROGRAM_H
#define DBX_TESTS_PROGRAM_H

#include "lang/run/lang.h"

void program_start(void); // once in a test
void program_fresh(void); // no name is bound any more, and nothing collects by itself
void program_stop(void);
// Runs statements in the session; what they print, or at their failure "CODE Class: message". Valid
// until the next call.
const char *program_run(const char *text);
pv program_value(const char *expression);
void program_collect_always(bool on); // at every safe point

#endif
