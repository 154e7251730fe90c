// Laying out formatted values: what format(), "%" and str.format share (private to lang).
#ifndef DBX_LANG_FORMAT_H
#define DBX_LANG_FORMAT_H

#include "lang/object/protocol.h"

typedef struct fmt_spec {
  const char *fill; // one character of fill_n bytes
  uint32_t fill_n;
  char align;        // < > ^ =
  char sign;         // + - or blank
  bool minus_zero;   // z: no negative zero
  bool alternate;    // #
  char group;        // , _ or 0
  int64_t width;     // 0: none
  int64_t precision; // -1: none
  uint32_t type;     // a code point, 0: none
} fmt_spec;

// A number in its pieces: digits may be grouped and padded with zeros on the left.
typedef struct fmt_number {
  bool negative;
  const char *prefix; // "0x"
  const char *digits; // before the point; n_digits of them
  size_t n_digits;
  const char *rest; // what follows: point, exponent, "%", "j"
} fmt_number;

dbx_status lang_format(pv v, const char *spec, size_t n, dbx_buf *b); // format(v, spec)
// The methods "...".format(...) and "...".format_map(...).
dbx_status lang_str_format(const call_args *c, pv *ret);
dbx_status lang_str_format_map(const call_args *c, pv *ret);
// The cell of strings: "..." % args; NOTIMPLEMENTED for other operators.
dbx_status str_binary(dbx_op op, pv x, pv y, pv *ret);

// Append what a specification makes of a text (its precision cuts it), a number in pieces.
dbx_status fmt_put_text(dbx_buf *b, const fmt_spec *s, const char *text, size_t n);
dbx_status fmt_put_number(dbx_buf *b, const fmt_spec *s, const fmt_number *x);
dbx_status fmt_put_float(dbx_buf *b, const fmt_spec *s, double x,
                         const char *suffix);                // type: e f g E F G n % r
dbx_status fmt_put_int(dbx_buf *b, const fmt_spec *s, pv v); // type: b o d x X n
// A character of several bytes; *len: how many.
uint32_t fmt_code_point_(const char *s, size_t n, uint32_t *len);
static inline uint32_t fmt_code_point(const char *s, size_t n, uint32_t *len) { // the first one
  return *s & 0x80 ? fmt_code_point_(s, n, len) : (*len = 1, (unsigned char)*s);
}

#endif
