// Calls and conditionals.
#include "cases.h"

#include <criterion/criterion.h>

#define SQ "pjit[name=sq jaxpr={ lambda ; p:f64[]. let q:f64[] = mul p p in (q,) }] "
#define NEG "{ lambda ; p:f64[] q:f64[]. let r:f64[] = neg p in (r,) }"
#define SIN "{ lambda ; p:f64[] q:f64[]. let r:f64[] = sin q in (r,) }"
#define REMAT(differentiated, prevent)                                                             \
  "remat2[differentiated=" #differentiated                                                         \
  " jaxpr={ lambda ; p:f64[]. let q:f64[] = sin p in (q,) } policy=None prevent_cse=" #prevent     \
  "] "
#define COND(a, b) "cond[branch_jaxprs=[" a ", " b "] nimplicit_outputs=0] "

static const rewrite_case rows[] = {
    {"x:f64[] y:f64[]", "b:f64[] = " SQ "x c:f64[] = " SQ "y d:f64[] = add b c in (d,)", "inline",
     NULL, "b:f64[] = mul x x c:f64[] = mul y y d:f64[] = add b c in (d,)"},
    {"x:f64[] y:f64[]",
     "b:f64[] c:f64[] d:f64[] = pjit[name=f jaxpr={ lambda ; p:f64[] q:f64[]. let r:f64[] = add p "
     "q in "
     "(p, q, r) }] x y in (b,)",
     "inline", NULL, "in (x,)"},
    {"x:f64[] y:f64[]", "c:f64[] = " COND(NEG, SIN) "True x y in (c,)", "cond_constant", NULL,
     "c:f64[] = neg x in (c,)"},
    {"x:f64[] y:f64[]", "c:f64[] = " COND(NEG, SIN) "False x y in (c,)", "cond_constant", NULL,
     "c:f64[] = sin y in (c,)"},
    {"p:bool[] x:f64[]",
     "c:f64[] = " COND(NEG,
                       "{ lambda ; p:f64[] q:f64[]. let r:f64[] = neg q in (r,) }") "p x x in (c,)",
     "cond_same", NULL, "c:f64[] = neg x in (c,)"},
    {"p:bool[] x:f64[] n:i64[]",
     "d:i64[] c:f64[] = cond[branch_jaxprs=[{ lambda ; p:f64[] q:i64[]. let r:f64[] = neg p in (q, "
     "r) }, { "
     "lambda ; p:f64[] q:i64[]. let r:f64[] = sin p in (q, r) }] nimplicit_outputs=1] p x n in "
     "(c,)",
     "result_dead", NULL,
     "c:f64[] = cond[branch_jaxprs=[{ lambda ; p:f64[] q:i64[]. let r:f64[] = neg p in (r,) }, { "
     "lambda ; p:f64[] q:i64[]. let r:f64[] = sin p in (r,) }] nimplicit_outputs=0] p x n in (c,)"},
    {"n:i64[] x:f64[]",
     "c:f64[] = pjit[name=f jaxpr={ lambda ; m:i64[] p:f64[]. let r:f64[m] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] p m s:f64[] = reduce_sum[axes=(0,)] "
     "r in "
     "(s,) }] 3 x in (c,)",
     "inline", "a length of it would become a number", NULL},
    {"x:f64[]", "b:f64[] = sin x c:f64[] = " REMAT(True, True) "x in (b, c)", "inline",
     "jax.checkpoint keeps its values apart, so that they are computed again", NULL},
    {"x:f64[]", "b:f64[] = sin x c:f64[] = " REMAT(False, False) "x in (b, c)", "inline",
     "jax.checkpoint keeps its values apart, so that they are computed again", NULL},
    {"x:f64[]", "b:f64[] = sin x c:f64[] = " REMAT(True, False) "x in (b, c)", "inline", NULL,
     "b:f64[] = sin x c:f64[] = sin x in (b, c)"},
};
Test(rewrite_choices, rows) { REWRITE_CASES(rows, "dead"); }
