// The words of the debugger (debugger.def), and what they share. Private to debug.
#ifndef DBX_DEBUG_WORDS_H
#define DBX_DEBUG_WORDS_H

#include "debug/debugger.h"
#include "debug/scope.h"
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
// A tracer of the moment, "g:f64[d]".
void debug_put_tracer(dbx_buf *b, const debug_scope *s, dbx_var v);
// `NAME = EXPR`: the value is evaluated at the moment, and the name is the debugger's. is_word: of
// its words, too.
dbx_status debug_assign(const char *name, const char *text, bool is_word);
// Parts of what `list`, `where` and `diff` show. Source: of the moment, so many lines around it;
// false if it has none. Changes: the names that meant something else at another moment.
bool debug_put_source(dbx_buf *b, uint32_t around);
void debug_put_calls(dbx_buf *b);
void debug_put_changes(dbx_buf *b, uint32_t since);
// A number, 1 if there is no text. Fails with E208.
dbx_status debug_count_of(const char *rest, uint32_t *ret);

// What a line is that begins with no word.
typedef enum debug_typed {
  DEBUG_EXPRESSION,
  DEBUG_COMPARISON,
  DEBUG_ASSIGNMENT,
  DEBUG_STATEMENT
} debug_typed;
// COMPARISON: the two sides of `A == B` or `A != B`; ASSIGNMENT: the name and the value. Allocated.
typedef struct debug_sides {
  char *left, *right;
} debug_sides;
// Fills ret, which debug_sides_free empties. Wrong text is an expression, which then says what is
// wrong.
debug_typed debug_type_of(const char *text, debug_sides *ret);
void debug_sides_free(debug_sides *s);

#endif
