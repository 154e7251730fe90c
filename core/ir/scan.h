// Tokens of Jaxpr text (private to ir and trace/types_text.c). The scanner keeps one token of
// look-ahead.
#ifndef DBX_IR_SCAN_H
#define DBX_IR_SCAN_H

#include "base/diag.h"
#include "ir/dtype.h"

typedef enum dbx_tok {
  DBX_TOK_END,
  DBX_TOK_NAME, // identifiers, with dots inside (GatherScatterMode.CLIP)
  DBX_TOK_INT,
  DBX_TOK_FLOAT, // also inf, nan after a sign
  DBX_TOK_IMAG,  // 2j
  DBX_TOK_PUNCT, // one character
} dbx_tok;

typedef struct dbx_scan {
  uint32_t file;
  const char *text;
  uint32_t n;
  // the current token
  dbx_tok tok;
  uint32_t begin, end;
  char punct;
  int64_t i;
  double f;
} dbx_scan;

// Begins at a byte of a source, whose text has to stay; the first token is the current one then.
// Both fail with E601 for numbers that are too long or too large.
dbx_status dbx_scan_start(dbx_scan *s, uint32_t file, uint32_t offset);
dbx_status dbx_scan_next(dbx_scan *s); // END again at the end
// What the current token is: that character, that name; its place; or E601, and past it.
bool dbx_scan_is(const dbx_scan *s, char punct);
bool dbx_scan_is_name(const dbx_scan *s, const char *name);
char dbx_scan_after(const dbx_scan *s); // first character after the token and blanks, 0 at the end
dbx_span dbx_scan_span(const dbx_scan *s);
dbx_status dbx_scan_expect(dbx_scan *s, char punct);
// The binder number i of an equation with this span: "b:f64[3]". The whole span if it has none.
dbx_span dbx_scan_binder(dbx_span equation, uint32_t i);
dbx_status dbx_scan_expect_name(dbx_scan *s, const char *name);

#endif
