// Cells of types.def that this room has: of tracers, jax arrays, loops, branches, compiled
// functions and what belongs to them.
#ifndef DBX_LANG_JAX_TYPES_H
#define DBX_LANG_JAX_TYPES_H

#include "lang/jax/jax.h"
#include "lang/value/type.h"

void at_visit(obj *o, void (*child)(obj *o)), loop_visit(obj *o, void (*child)(obj *o)),
    cond_visit(obj *o, void (*child)(obj *o)), decorator_visit(obj *o, void (*child)(obj *o)),
    qjit_visit(obj *o, void (*child)(obj *o)), jaxpr_visit(obj *o, void (*child)(obj *o)),
    block_visit(obj *o, void (*child)(obj *o));
int64_t array_held(const obj *o);
void array_release(obj *o), qjit_release(obj *o);

void qjit_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j)),
    jaxpr_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j));

const char *dtype_name(pv v);

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)
TEXT(tracer);
TEXT(array);
TEXT(dtype);
TEXT(at);
TEXT(shaped);
TEXT(jaxpr);
TEXT(qjit);
#undef TEXT

dbx_status shaped_equal(pv x, pv y, bool *ret);
dbx_status tracer_hash(pv v, uint64_t *ret), dtype_hash(pv v, uint64_t *ret);

dbx_status array_iter(pv v, pv *ret); // of tracers and concrete arrays of either kind
dbx_status at_item(pv x, pv i, pv *ret);

#define ATTR(type) dbx_status type##_attr(pv x, dbx_sym name, pv *ret)
ATTR(shaped);
ATTR(dtype);
ATTR(at);
ATTR(cond);
#undef ATTR

bool dtype_callable(pv v);

#define TO_VAL(type) dbx_status type##_to_val(pv v, int depth, dbx_val *ret)
TO_VAL(none);
TO_VAL(ellipsis);
TO_VAL(bool);
TO_VAL(int);
TO_VAL(float);
TO_VAL(tracer);
TO_VAL(str);
TO_VAL(bigint);
TO_VAL(complex);
TO_VAL(tuple);
TO_VAL(list);
TO_VAL(slice);
TO_VAL(dict);
TO_VAL(range);
TO_VAL(long_range);
TO_VAL(array);
TO_VAL(numpy);
TO_VAL(dtype);
#undef TO_VAL

#endif
