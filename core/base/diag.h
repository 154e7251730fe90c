// Diagnostics are data: a code, the Python exception class, a message, a primary span, labelled
// secondary spans, notes and fixes. Nothing here prints; a renderer (viz/) or a JSON writer does.
//
// A function that fails pushes one diagnostic and returns DBX_FAIL:
//     return dbx_fail(DBX_E306, span, "axis %d is out of bounds for rank %d", axis, rank);
// The caller either passes DBX_FAIL on, or takes the diagnostic (dbx_diag_take) and goes on.
#ifndef DBX_BASE_DIAG_H
#define DBX_BASE_DIAG_H

#include "base/source.h"
#include "base/status.h"
#include "base/sym.h"
#include <stdbool.h>

typedef enum dbx_code {
#define D(code, cls, title) DBX_##code,
#include "base/diag_codes.def"
#undef D
  DBX_CODE_COUNT
} dbx_code;

// By diag_codes.def; the texts live as long as the process.
const char *dbx_code_name(dbx_code c);               // "E301"
bool dbx_code_is_of(dbx_code c, const char *family); // "E3" or "E30"
const char *dbx_code_title(dbx_code c);              // one line
dbx_sym dbx_code_class(dbx_code c);                  // DBX_S_ValueError

typedef struct dbx_label {
  dbx_span span;
  char *text;
} dbx_label;

// What a note says. The core's own text, or a way out in the user interface: a view has the words.
typedef enum dbx_note_kind {
  DBX_NOTE_TEXT,       // subject: the text
  DBX_NOTE_MEMORY,     // a larger budget can be had; no subject
  DBX_NOTE_STRATEGIES, // the strategies of a loop can be compared; no subject
  DBX_NOTE_SYMBOLIC,   // lengths are equal as polynomials; subject: the polynomial
  DBX_NOTE_NEAREST,    // a name that is known, like the one that is not; subject: the name
  DBX_NOTE_IMPORT,     // the unknown name is that of a module; subject: the module
} dbx_note_kind;
typedef struct dbx_note {
  dbx_note_kind kind;
  char *subject; // "" if there is none
} dbx_note;

typedef struct dbx_fix {
  char *text;    // what to do
  char *outcome; // what tracing the edited program gave; "" if it was not tried
  dbx_span edit; // what to replace, and by what; file 0: not an edit of the text
  char *replacement;
} dbx_fix;

// Something that the failing operation worked on, at its own place in the source.
typedef struct dbx_involved {
  dbx_span span;
  char *role;      // "left operand", "argument 2"
  char *type;      // with lengths as the source names them: "f64[n]"
  uint32_t tracer; // a dbx_var, 0: no tracer
  char *words;     // its type with formulas of lengths: "f64[n + 1]"; NULL: as `type`
  char *variable;  // its name in the Jaxpr; NULL: none, or not named yet
  char *typed;     // its type there: "f64[a]"; NULL likewise
} dbx_involved;

// Where a length comes from.
typedef struct dbx_birth {
  char *length;    // as the source names it
  uint32_t tracer; // a dbx_var, 0: a number
  char *variable;  // its name in the Jaxpr; NULL: none, or not named yet
  char *text;
  dbx_span span; // file 0: no place in a text
  bool twofold;  // the program has a name like `variable` for something else
} dbx_birth;

typedef struct dbx_diag {
  dbx_code code;
  dbx_sym cls;   // Python exception class; not always that of the code (raise, retyped errors)
  char *message; // first line; owned, as every text here
  dbx_span span;
  dbx_label *labels;
  dbx_note *notes;
  dbx_fix *fixes;
  dbx_involved *operands;
  dbx_birth *births;
  uint32_t n_labels, n_notes, n_fixes, n_operands, n_births;
  uint32_t frame;     // id of the innermost traced frame when it was raised, 0 if there was none
  uint32_t event;     // the related event of the trace's log, 0 if none
  uint64_t companion; // number of what the raiser keeps beside it, 0: nothing
  uint32_t frames_n;
  struct dbx_call {
    dbx_span span;
    char *name;
  } *frames;             // calls of the user's functions that led here, innermost first
  struct dbx_diag *next; // a further, independent error of the same text
} dbx_diag;

// Pushes a diagnostic and returns DBX_FAIL. A span without a file means dbx_here.
#define dbx_fail(...) (dbx_fail_(__VA_ARGS__), DBX_FAIL)
// The same with another exception class than the code's.
#define dbx_fail_as(...) (dbx_fail_as_(__VA_ARGS__), DBX_FAIL)
void dbx_fail_(dbx_code code, dbx_span span, const char *fmt, ...) DBX_PRINTF(3, 4);
void dbx_fail_as_(dbx_code code, dbx_sym cls, dbx_span span, const char *fmt, ...) DBX_PRINTF(4, 5);
// The pending diagnostic, NULL if there is none; to add to it.
dbx_diag *dbx_diag_pending(void);
void dbx_diag_label(dbx_span span, const char *fmt, ...) DBX_PRINTF(2, 3);
void dbx_diag_note(const char *fmt, ...) DBX_PRINTF(1, 2);
void dbx_diag_advise(dbx_note_kind kind, const char *subject);
void dbx_diag_fix(const char *text, const char *outcome);
void dbx_diag_call(dbx_span span, const char *name);
void dbx_diag_operand(dbx_span span, const char *role, const char *type, uint32_t tracer);
// Without the operands that stand where `there` says; without births, if none is left.
void dbx_diag_drop_operands(dbx_diag *d, bool (*there)(dbx_span));
void dbx_diag_drop_notes(dbx_diag *d);
// One entry for each tracer, and for each text.
void dbx_diag_birth(const char *length, uint32_t tracer, dbx_span span, const char *text);
// An edit of the source that was tried.
void dbx_diag_edit(dbx_diag *d, const char *text, const char *outcome, dbx_span edit,
                   const char *replacement);
// Moves the pending diagnostic to the caller, who frees it; NULL if there is none.
dbx_diag *dbx_diag_take(void);
void dbx_diag_put(dbx_diag *d);       // makes it pending again (a re-raise); takes ownership
dbx_diag *dbx_diag_free(dbx_diag *d); // takes NULL; returns NULL
dbx_diag *dbx_diag_new(dbx_code code, dbx_span span, const char *message);

// Warnings go to the sink of the session (base_now->warn_sink).
void dbx_warn(dbx_code code, dbx_span span, const char *fmt, ...) DBX_PRINTF(3, 4);
void dbx_warn_as(dbx_code code, dbx_sym cls, dbx_span span, const char *fmt, ...) DBX_PRINTF(4, 5);

#endif
