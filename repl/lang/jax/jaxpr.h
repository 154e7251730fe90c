// Jaxprs as values of the language (see jaxpr.c).
#ifndef DBX_LANG_JAXPR_H
#define DBX_LANG_JAXPR_H

#include "lang/jax/jax.h"

struct dbx_primitive;

typedef struct o_eqn {
  obj h;
  pv owner; // the Jaxpr that it is part of
  const dbx_eqn *eqn;
} o_eqn;
typedef struct o_atom { // a variable or a literal
  obj h;
  pv owner;
  dbx_atom atom;
} o_atom;
typedef struct o_primitive {
  obj h;
  const struct dbx_primitive *p;
} o_primitive;
typedef struct o_param { // a parameter that is no value of Python: an enum member, dimension
                         // numbers
  obj h;
  const dbx_param *param;
} o_param;

// owner: what keeps the Jaxpr's trace alive, a compiled function or another Jaxpr of it. open: as
// jax.core.Jaxpr, without its constants.
pv jaxpr_new(pv owner, const dbx_jaxpr *j, bool open);
pv shaped_new(dbx_aval a); // a ShapedArray
pv primitive_new(const struct dbx_primitive *p);
// f of an equation's primitive, the types of its operands and its parameters; None for Jaxprs.
dbx_status eqn_ask(pv f, const dbx_eqn *e, pv *ret);
// A parameter as Python writes it. E204 for what cannot be one.
dbx_status param_of_value(pv v, const dbx_param **ret);

// _host.abstract(f, static_argnums=, abstracted_axes=): f as something that is only traced.
dbx_status lang_abstract(const call_args *c, pv *ret);
// _host.once(f): f as catalyst.qjit makes it, for one call that is not compiled.
dbx_status lang_once(const call_args *c, pv *ret);
// _host.traced(f, args, keywords), f of _host.abstract: its Jaxpr for these arguments, or for the
// types that stand for them, and ShapedArrays in the structure of its results.
dbx_status lang_traced(const call_args *c, pv *ret);
// _host.bind_again(equation, values): the equation's primitive bound to other values, as a list.
dbx_status lang_bind_again(const call_args *c, pv *ret);
// _host.primitive(name): the primitive of a row. _host.axis_size(name): how many examples the named
// axis has, a number or a tracer; NameError (E201) if no axis that is bound has the name.
dbx_status lang_primitive(const call_args *c, pv *ret);
dbx_status lang_axis_size(const call_args *c, pv *ret);

#endif
