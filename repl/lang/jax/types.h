// Cells of types.def that this room has: of tracers, jax arrays, loops, branches, compiled
// functions and what belongs to them.
#ifndef DBX_LANG_JAX_TYPES_H
#define DBX_LANG_JAX_TYPES_H

#include "lang/jax/jax.h"
#include "lang/value/type.h"

// Cells as type.h says of them; those without a word more are the column's (visit, held, release,
// jaxprs, text, equal, hash, getitem, getattr, callable, to_val) for that type.
void at_visit(obj *o, void (*child)(obj *o)), loop_visit(obj *o, void (*child)(obj *o)),
    cond_visit(obj *o, void (*child)(obj *o)), decorator_visit(obj *o, void (*child)(obj *o)),
    qjit_visit(obj *o, void (*child)(obj *o)), jaxpr_visit(obj *o, void (*child)(obj *o)),
    block_visit(obj *o, void (*child)(obj *o)), graph_iterable_visit(obj *o, void (*child)(obj *o)),
    treedef_visit(obj *o, void (*child)(obj *o)), treekey_visit(obj *o, void (*child)(obj *o)),
    eqn_visit(obj *o, void (*child)(obj *o)), atom_visit(obj *o, void (*child)(obj *o));
int64_t array_held(const obj *o);
void array_release(obj *o), qjit_release(obj *o), linear_release(obj *o);

// Cells: what a compiled function has traced so far; the one that a Jaxpr object shows.
void qjit_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j)),
    jaxpr_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j));

// Cell name_of: "dtype", or the class of a dtype that is a class.
const char *dtype_name(pv v);

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)
TEXT(tracer);
TEXT(array);
TEXT(dtype);
TEXT(at);
TEXT(shaped);
TEXT(jaxpr);
TEXT(qjit);
TEXT(treedef);
TEXT(treekey);
TEXT(eqn);
TEXT(atom);
TEXT(primitive);
TEXT(param);
#undef TEXT

// Cells: two abstract values are equal if dtype, shape and weakness are; a tracer's hash is its
// own.
dbx_status shaped_equal(pv x, pv y, bool *ret);
dbx_status tracer_hash(pv v, uint64_t *ret), dtype_hash(pv v, uint64_t *ret);

// Cells: what AutoGraph calls in the place of a function of the program, of a method or partial of
// one, of an instance with __call__, of range and enumerate, of a compiled function.
dbx_status function_graph_callee(pv fn, pv *ret), method_graph_callee(pv fn, pv *ret),
    partial_graph_callee(pv fn, pv *ret), instance_graph_callee(pv fn, pv *ret),
    type_graph_callee(pv fn, pv *ret), qjit_graph_callee(pv fn, pv *ret);

dbx_status graph_iterable_iter(pv v, pv *ret); // E403: a range of a tracer
// Cells of what AutoGraph's functions call range and disable_autograph.
dbx_status graph_range_length(pv v, int64_t *ret);
dbx_status graph_disable_called(const call_args *c, pv *ret);
dbx_status array_iter(pv v, pv *ret); // of tracers and concrete arrays of either kind
// Cells: structures are equal if their nodes and the data of these are, keys of a path if their
// kind and value are; the name of a key's type is jax's ("DictKey").
dbx_status treedef_equal(pv x, pv y, bool *ret), treekey_equal(pv x, pv y, bool *ret);
dbx_status treedef_hash(pv v, uint64_t *ret), treekey_hash(pv v, uint64_t *ret);
const char *treekey_name(pv v);
// Cells: a Jaxpr is closed or open, an atom a variable or a literal; atoms, primitives and
// parameters are equal if they are the same.
const char *jaxpr_name(pv v), *atom_name(pv v);
dbx_status atom_equal(pv x, pv y, bool *ret), primitive_equal(pv x, pv y, bool *ret),
    param_equal(pv x, pv y, bool *ret);
dbx_status atom_hash(pv v, uint64_t *ret), primitive_hash(pv v, uint64_t *ret),
    param_hash(pv v, uint64_t *ret);
extern const native_row primitive_methods[]; // bind

// Cell: x.at[i].
dbx_status at_item(pv x, pv i, pv *ret);

#define ATTR(type) dbx_status type##_attr(pv x, dbx_sym name, pv *ret)
ATTR(shaped);
ATTR(dtype);
ATTR(at);
ATTR(cond);
ATTR(graph_disable);
ATTR(treedef);
ATTR(treekey);
ATTR(jaxpr);
ATTR(eqn);
ATTR(atom);
ATTR(primitive);
#undef ATTR

// Cell: jnp.float32(1) is a call, dtype('float32')(1) is not.
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

// ---- values of derivatives (derive.c) ----

// The list of the values that are pinned from `mark` on.
pv derive_pins(uint32_t mark);
// None is a value that is none: a tangent that is zero. E512, as lang_to_owned_val.
dbx_status derive_val(pv v, dbx_val *ret);
dbx_status derive_pv(const dbx_val *v, pv *ret);
dbx_status derive_pin(const dbx_val *v); // the same, pinned

#endif
