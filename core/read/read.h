// Jaxprs as they come from outside: reading their text, checking what was read.
#ifndef DBX_READ_READ_H
#define DBX_READ_READ_H

#include "ir/jaxpr.h"

// Does the text begin as a Jaxpr does? Does it end where one may end (read/recognise.c)?
bool dbx_is_jaxpr_text(const char *text, size_t n);
bool dbx_jaxpr_text_complete(const char *text, size_t n);
// Reads the text that dbx_print_jaxpr or jax prints, in either style; the style is not kept. Fails
// with E601 to E603 or E607 and a span in `file`.
dbx_status dbx_read_jaxpr(uint32_t file, dbx_arena *arena, dbx_jaxpr **ret);
// The same from *offset on, which it moves to what follows the Jaxpr (or to the error).
dbx_status dbx_read_jaxpr_at(uint32_t file, uint32_t *offset, dbx_arena *arena, dbx_jaxpr **ret);

// The type checker (docs/semantics.md, Checking a Jaxpr). Fails with E602 to E607.
dbx_status dbx_check_jaxpr(const dbx_jaxpr *j);
// Equations of it, and of those in its equations, that do not fit their primitives become those of
// primitives that are not known (dbx_primitive_opaque): a recording has the types of their results.
void dbx_make_opaque(dbx_jaxpr *j);

#endif
