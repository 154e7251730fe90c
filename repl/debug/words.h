// The words of the debugger (debugger.def), and what they share. Private to debug.
#ifndef DBX_DEBUG_WORDS_H
#define DBX_DEBUG_WORDS_H

#include "debug/debugger.h"
#include "viz/report/report.h"

// What each word does with the text behind it; on failure a diagnostic is pending. Something is
// debugged.
#define D(name, brief, arguments, fn, help) dbx_status debug_do_##fn(const char *rest);
#include "debug/debugger.def"
#undef D

void debug_print(dbx_buf *b);       // shows and frees a text
void debug_say(const char *text);   // the same with one that stays the caller's
void debug_go(uint32_t moment);     // is looked at from now on; nothing is shown
void debug_show(void);              // the moment, with its source if that was not shown last
dbx_report_style debug_style(void); // of reports about the moment
// A number, 1 if there is no text. Fails with E208.
dbx_status debug_count_of(const char *rest, uint32_t *ret);

#endif
