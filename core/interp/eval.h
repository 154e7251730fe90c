// What the interpreter's evaluation of Jaxprs (eval.c) and of the loops and conditionals in them
// (eval_nested.c) know of each other. Private to interp.
#ifndef DBX_INTERP_EVAL_H
#define DBX_INTERP_EVAL_H

#include "interp/interp.h"

typedef struct eval_machine eval_machine; // what a run keeps

// Runs j on args: references of the caller's; those from `given` on become the runner's, also where
// it fails, so that what dies in j may be overwritten. out receives a reference each. giver: the
// loop or conditional whose results j gives, NULL if it gives none.
typedef dbx_status (*eval_runner)(eval_machine *m, const dbx_jaxpr *j, const dbx_eqn *giver,
                                  dbx_array *const *args, uint32_t given, dbx_array **out);
#define EVAL_NONE_GIVEN UINT32_MAX
// What evaluates the Jaxprs of a loop or conditional: handed on, as the two would call each other.
typedef struct eval_caller {
  eval_machine *m;
  eval_runner run;
} eval_caller;
// A loop or conditional: no call.
dbx_status eval_nested(const eval_caller *eval, const dbx_eqn *e, dbx_array *const *in,
                       dbx_array **out);
// Gives back n references, NULL among them too.
static inline void eval_release(dbx_array **a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) a[i] = dbx_array_unref(a[i]);
}
// An integer scalar of any dtype.
static inline int64_t eval_int(const dbx_array *a) {
  return dbx_scalar_convert(dbx_array_at(a, 0), a->dtype, DBX_I64).i;
}

#endif
