// Random numbers of jax: keys, and the calls that draw from one. Private to jnp.
#ifndef DBX_JNP_DRAWS_H
#define DBX_JNP_DRAWS_H

#include "jnp/table.h"

// A key as an array of keys, wrapped if it is given by its words. TypeError (E401) if it is none.
V jn_wrapped_key(V k);
V jn_one_key(const char *fn, V k);                // the same of a single key
dbx_status jn_split_key(V k, uint32_t n, V *ret); // n new keys of a single one

// What the calls of one function differ in beside their arguments; a traced length is one of the
// last arguments.
typedef struct jn_draw {
  dbx_dtype t;
  uint32_t rank;
  int64_t dim[]; // -1: traced
} jn_draw;
// The named function `name` on args, a key first, with a shape and a dtype.
V jn_draw_call(const char *name, jn_fn body, const V *args, uint32_t n, S shape, dbx_dtype t);
S jn_draw_shape(const jn_draw *w, const V *args, uint32_t n);
V jn_draw_raised(V x, uint32_t rank); // with new axes of length 1 in front

V jn_random_bits(V key, unsigned width, S shape); // unsigned integers of a wrapped key
// jax.random.uniform, gumbel, maxwell and randint of a wrapped key.
V jn_uniform(V key, S shape, dbx_dtype t, V low, V high);
V jn_gumbel(V key, S shape, dbx_dtype t);
V jn_maxwell(V key, S shape, dbx_dtype t);
V jn_randint(V key, S shape, V low, V high, dbx_dtype t);

// Arguments: a dtype of some kinds ("f", "fc", "iu"; ValueError), a shape that is a sequence.
dbx_status jn_draw_dtype(const char *fn, V arg, const char *kinds, dbx_dtype *ret);
dbx_status jn_draw_shape_arg(const char *fn, V arg, S *ret);
// The shapes of parameters, broadcast together, have to be `shape` or broadcast to it (E301).
dbx_status jn_check_draw(const char *fn, S shape, const V *params, uint32_t n);
// The shape argument, or, if it is None, what the parameters broadcast to.
dbx_status jn_draw_shape_of(const char *fn, V arg, const V *params, uint32_t n, S *ret);

#endif
