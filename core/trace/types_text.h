// InputTypes and OutputTypes as text, read back: what the prompt, the reports of binds, the bind
// log and jax itself print, and what a person types.
//
//     0 i64[] implicit  1 f64[DBIdx(0)] explicit      tables, also with the words behind each line
//     (i64[] implicit, f64[DBIdx(0)])                 explicit where nothing is said
//     [["i64[]", false], ["f64[DBIdx(val=0)]", true]]
//     ((ShapedArray(int64[]), False), (DShapedArray(shape=[DBIdx(0)], dtype=float), True))
//     n:i64[] implicit, f64[n]                        a name stands for the position of its entry
#ifndef DBX_TRACE_TYPES_TEXT_H
#define DBX_TRACE_TYPES_TEXT_H

#include "trace/trace.h"

typedef enum dbx_sig_kind {
  DBX_SIG_EITHER, // an OutputType if it has an InDBIdx or OutDBIdx
  DBX_SIG_INPUT,
  DBX_SIG_OUTPUT,
} dbx_sig_kind;

typedef struct dbx_sig_text {
  dbx_sig sig;
  dbx_span *span;    // of each entry
  dbx_sym *name;     // written before it ("n:i64[]"), or 0
  dbx_sig_kind kind; // INPUT or OUTPUT
  dbx_span whole;
} dbx_sig_text;

// What a name in a shape stands for, if it is not that of an entry to the left; 0: nothing.
typedef struct dbx_sig_names {
  dbx_var (*find)(void *ctx, const char *name);
  void *ctx;
} dbx_sig_names;

// Reads the text in `span`, all of it; what it gives lives in the arena. `names` may be NULL. Fails
// with E601 (no type), E607 (an unknown name, or one of something that is no integer scalar).
dbx_status dbx_read_sig(dbx_arena *a, dbx_span span, dbx_sig_kind kind, const dbx_sig_names *names,
                        dbx_sig_text *ret);
// Does every DBIdx, InDBIdx and OutDBIdx refer to an integer scalar that it may refer to? DBIdx:
// an entry of the same InputType, to the left; OutDBIdx: another entry of the same OutputType;
// InDBIdx: one of the n inputs [*constants, *expanded inputs] (NULL: they are not known). Fails
// with E607. Source: docs/semantics.md, Types of inputs and outputs.
dbx_status dbx_check_sig(const dbx_sig_text *s, const dbx_sig *inputs);
// Are the types the same? Weakness, which is never printed, does not count; lengths that are
// variables are the same if dbx_dim_identical says so. Otherwise *differs is the first entry that
// does; the number of entries if one of them has more.
bool dbx_sig_same(const dbx_sig *x, const dbx_sig *y, uint32_t *differs);

#endif
