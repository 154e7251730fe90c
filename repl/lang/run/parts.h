// How the files of the evaluator of expressions divide the work (private to eval.c, display.c and
// invoke.c).
#ifndef DBX_LANG_PARTS_H
#define DBX_LANG_PARTS_H

#include "lang/run/lang.h"

// display.c
dbx_status eval_sequence(o_env *env, const dbx_node *n, pv *ret);
dbx_status eval_set(o_env *env, const dbx_node *n, pv *ret);
dbx_status eval_dict(o_env *env, const dbx_node *n, pv *ret);
dbx_status eval_slice(o_env *env, const dbx_node *n, pv *ret);
// A slice that is no object of the heap, for what does not keep it; its parts are pinned. False: it
// failed.
bool eval_local_slice(o_env *env, const dbx_node *n, o_slice *ret); // eval.c
dbx_status eval_joined(o_env *env, const dbx_node *n, pv *ret);
dbx_status eval_field(o_env *env, const dbx_node *n, pv *ret); // a FormattedValue by itself
// Evaluates the elements onto the root stack, starred ones spread; they begin at lang_pins() of
// before.
dbx_status push_elements(o_env *env, const dbx_nodes *l);

// The value of n, whose left part has the value x (it is on the root stack). UNBOUND: it failed.
pv finish_binary(o_env *env, const dbx_node *n, pv x);
pv finish_compare(o_env *env, const dbx_node *n, pv x);
pv finish_subscript(o_env *env, const dbx_node *n, pv x);
pv finish_attribute(const dbx_node *n, pv x);
pv finish_call(o_env *env, const dbx_node *n, pv fn, pv self); // invoke.c; self UNBOUND: none
pv eval_call(o_env *env, const dbx_node *n);

#endif
