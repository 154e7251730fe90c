// Diagnostics as text for people (the source lines with the spans marked below them) and as JSON.
#ifndef DBX_VIZ_DIAGNOSTIC_H
#define DBX_VIZ_DIAGNOSTIC_H

#include "base/buf.h"
#include "base/diag.h"

typedef struct dbx_diag_style {
  bool color;
  int width;        // lines are broken to fit; 0: they are not broken
  const char *more; // a last line, such as ":why 6   :explain E301"; NULL: none
} dbx_diag_style;

// Several lines, the last one ended. Further errors chained to d follow after an empty line.
void dbx_put_diag(dbx_buf *b, const dbx_diag *d, const dbx_diag_style *style);

// One JSON object a line, d first and then those chained to it: severity, code, class, title,
// message, span, labels [{span, text}], operands [{role, span, source, type, variable, typed}],
// births [{length, variable, text, span}], notes, fixes [{text, outcome, edit: null or {span,
// replacement}}], calls [{name, span}] (innermost first), event. A span is {file, line, column,
// end_line, end_column, begin, end}, with lines and columns counted from 1 and begin, end in bytes;
// null if there is no place.
void dbx_put_diag_json(dbx_buf *b, const dbx_diag *d);

#endif
