// The C texts of a library that is built from a Jaxpr: a header for those who call it, and the
// source that joins the object file of the back end with the archive of lower/built.
#ifndef DBX_LOWER_LIBRARY_H
#define DBX_LOWER_LIBRARY_H

#include "lower/lower.h"

// An argument or result as callers see it.
typedef struct library_value {
  dbx_aval aval;
  char *name, *type; // an identifier of C; "f64[a,3]"
  bool given;        // by callers; else it is a length that arguments have
  uint32_t at;       // given: its number among those
  uint32_t from;     // the number of the given argument that has the length, on `axis`
  uint32_t axis;
} library_value;

typedef struct library {
  const dbx_jaxpr *jaxpr;
  char *name; // of the function, an identifier of C; all names of the header begin with it
  dbx_vec(library_value) args, results;
  uint32_t n_given;
  bool lends; // results may be arguments, constants or earlier results; else they are copied
} library;

// Names the values: arguments as `names` has them (NULL: by letters). Fails with E801 for values
// that C has no type for.
dbx_status library_begin(library *l, const dbx_jaxpr *j, const char *name, const dbx_names *names);
void library_end(library *l);

// What is given and got, in a line: "f(x: f64[a]) -> (f64[a], i64[])".
void library_put_signature(dbx_buf *b, const library *l);
// about: "f of p.py".
void library_put_header(dbx_buf *b, const library *l, const char *about);
// header: its name, as the source includes it. constants: the path of the file that
// library_put_data fills, as the source names it.
void library_put_source(dbx_buf *b, const library *l, const lower_built *made, unsigned threads,
                        const char *header, const char *constants);
void library_put_data(dbx_buf *b, const lower_built *made);
void library_put_exports(dbx_buf *b, const library *l); // the linker's version script

extern const char library_entry[]; // the name that the object file's entry must have
// Argument k of the compiled program: constants that the caller passes come first.
dbx_var library_argument(const dbx_jaxpr *j, uint32_t k);
uint32_t library_argument_count(const dbx_jaxpr *j);

#endif
