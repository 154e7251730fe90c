// The tape of a circuit, between its two passes: its operations with the classical results that the
// first pass cached for them, what transformations and the expansion made of each, and the
// equations of the second pass; qubits that are lifted out of the register and inserted again are
// shown as captures are.
#ifndef DBX_VIZ_TAPE_H
#define DBX_VIZ_TAPE_H

#include "quantum/tape.h"
#include "viz/names/style.h"

// The names that views of a circuit use.
typedef struct dbx_tape_names {
  const dbx_trace *trace;
  dbx_naming *names;
  dbx_map source; // variable -> the first name that the program binds to it
} dbx_tape_names;
dbx_tape_names dbx_tape_names_open(const dbx_trace *t, const dbx_report_style *style);
void dbx_tape_names_close(dbx_tape_names *n);

// "y = j", "0.5", "f64[3]": a value of an operation. typed: "y = j:f64[]".
void dbx_put_tape_value(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v, bool typed);
// A wire: "0", "i", or a letter.
void dbx_put_tape_wire(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v);

// All of it (`:tape`).
void dbx_put_tape(dbx_buf *b, const dbx_trace *t, const dbx_circuit *c,
                  const dbx_report_style *style);
// Its expanded operations, one to a line: what two tapes are compared by. Tracers are shown by
// what the program calls them, or by their types.
void dbx_put_tape_lines(dbx_buf *b, const dbx_trace *t, const dbx_circuit *c);

#endif
