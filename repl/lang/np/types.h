// Cells of types.def that this room has: of arrays and scalars of numpy.
#ifndef DBX_LANG_NP_TYPES_H
#define DBX_LANG_NP_TYPES_H

#include "lang/value/type.h"

// Cells as lang/value/type.h says of the columns. A view holds the array that owns the elements;
// only an owner holds bytes and gives them back.
void ndarray_visit(obj *o, void (*child)(obj *o));
int64_t ndarray_held(const obj *o);
void ndarray_release(obj *o);
dbx_status ndarray_text(pv v, bool str, dbx_buf *b),
    generic_text(pv v, bool str, dbx_buf *b); // a scalar's text is that of its number
dbx_status ufunc_text(pv v, bool str, dbx_buf *b),
    ufunc_attr(pv v, dbx_sym name, pv *ret); // <ufunc 'add'>; reduce, accumulate, ...
dbx_status ndarray_contains(pv x, pv item, bool *ret);
const char *ndarray_name(pv v);               // of tensors of pennylane.numpy another one
const char *generic_name(pv v);               // numpy's: "float64"
dbx_status generic_hash(pv v, uint64_t *ret); // as the Python number's that is equal

#endif
