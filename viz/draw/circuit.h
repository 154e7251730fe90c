// The drawing of a circuit: a line for each wire, operations in columns, regions as what is between
// two bars. A traced wire has a line of its own below those of the device: it may be any of them.
#ifndef DBX_VIZ_CIRCUIT_H
#define DBX_VIZ_CIRCUIT_H

#include "viz/draw/tape.h"

typedef enum dbx_item_kind {
  DBX_ITEM_GATE,
  DBX_ITEM_MEASURE,
  DBX_ITEM_OPEN,  // a region begins: its bar is on all lines
  DBX_ITEM_PART,  // its next part
  DBX_ITEM_CLOSE, // it ends
} dbx_item_kind;

typedef struct dbx_item_end { // where an operation meets a line
  uint32_t row;
  bool control, open; // open: a control by the value 0
} dbx_item_end;

typedef struct dbx_circuit_item {
  dbx_item_kind kind;
  char *label;     // of the targets, or of what begins
  uint32_t column; // from 0
  uint32_t depth;  // of regions around
  uint32_t event;  // its equation's, or that of the operation
  dbx_span span;
  dbx_item_end *ends;
  uint32_t n_ends;
} dbx_circuit_item;

typedef struct dbx_circuit_drawing {
  const dbx_trace *trace;
  const dbx_circuit *circuit;
  dbx_vec(char *) rows;            // labels of the lines
  dbx_vec(dbx_circuit_item) items; // in the order of the tape
  uint32_t n_columns, depth;       // depth: most regions inside each other
} dbx_circuit_drawing;

// utf8: labels may have other characters than ASCII. Of a circuit with a tape.
dbx_circuit_drawing *dbx_circuit_draw(const dbx_trace *t, const dbx_circuit *c,
                                      const dbx_report_style *style, bool utf8);
dbx_circuit_drawing *dbx_circuit_drawing_free(dbx_circuit_drawing *d); // takes NULL; returns NULL
static inline bool dbx_is_bar(const dbx_circuit_item *i) { return i->kind >= DBX_ITEM_OPEN; }
// Columns get as wide as what stands above them, from a bar to the next one: `between` is added for
// each column, `unit` is the width of a character.
void dbx_circuit_fit_titles(const dbx_circuit_drawing *d, uint32_t *width, uint32_t between,
                            uint32_t unit);
// What it returns, one to a line: "returns expval(Z(0))".
void dbx_put_circuit_results(dbx_buf *b, const dbx_circuit_drawing *d);

// As text, folded between columns so that no line is longer than `width` where a column fits.
void dbx_put_circuit(dbx_buf *b, const dbx_circuit_drawing *d, uint32_t width, bool utf8);
// An SVG document of its own; what is drawn of an operation has the attribute data-event.
void dbx_put_circuit_svg(dbx_buf *b, const dbx_circuit_drawing *d);

#endif
