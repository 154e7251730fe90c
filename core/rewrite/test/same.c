// Equations that are computed twice, and those that nothing uses.
#include "cases.h"

#include <criterion/criterion.h>

#define ONES(v, n)                                                                                 \
  v ":f64[" n "] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 " n " "

static const rewrite_case rows[] = {
    {"n:i64[]",
     "a:i64[] = add n 1 b:i64[] = add n 1 " ONES("x", "a") ONES("y", "b") "in (a, b, x, y)", "cse",
     NULL, "a:i64[] = add n 1 " ONES("x", "a") "in (a, a, x, x)"},
    {"n:i64[]",
     "a:i64[] = add n 1 b:i64[] = add 1 n " ONES("x", "a") ONES("y", "b") "in (a, b, x, y)", "cse",
     "in another order", NULL},
    {"x:f64[3]", "a:f64[3] = sin x b:f64[3] = sin x c:f64[3] = add a b in (c,)", "cse", NULL,
     "a:f64[3] = sin x c:f64[3] = add a a in (c,)"},
    {"x:f64[3]", "a:f64[3] = sin x b:f64[3] = cos a in (x,)", "dead", NULL, "in (x,)"},
    {"a:i64[] b:i64[] x:f64[a]",
     "c:f64[b] = reshape[dimensions=None new_sizes=(None,)] x b in (x,)", "dead",
     "a size may not fit", NULL},
    {"a:i64[]", ONES("x", "a") "in (a,)", "dead", "a size may not fit", NULL},
    {"x:f64[]",
     "c:f64[] = while_loop[body_jaxpr={ lambda ; q:f64[]. let in (q,) } body_nconsts=0 "
     "cond_jaxpr={ "
     "lambda ; p:f64[]. let in (True,) } cond_nconsts=0 nimplicit=0 preserve_dimensions=True] x in "
     "(x,)",
     "dead", "it may not end", NULL},
};
Test(rewrite_same, rows) { REWRITE_CASES(rows, "broadcast_noop"); } // not even of what nothing uses
