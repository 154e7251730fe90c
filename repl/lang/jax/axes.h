// abstracted_axes: which axes of the arguments are dynamic (docs/semantics.md, Arguments of
// functions).
#ifndef DBX_LANG_AXES_H
#define DBX_LANG_AXES_H

#include "lang/jax/jax.h"

// The axis names of every leaf of the arguments (a tuple), in the order of tree_flatten:
// names[leaf] is NULL or has one id per axis, 0 for a static axis; equal names have equal ids.
// Scratch memory. The specification is a pytree prefix of the arguments. Fails with E510.
dbx_status axes_names(pv spec, pv args, const dbx_aval *avals, uint32_t n, const uint64_t ***ret);

#endif
