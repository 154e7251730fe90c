// Numbers in the place of constants, and what leaves a loop.
#include "cases.h"

#include <criterion/criterion.h>

#define FOR(k, body)                                                                               \
  "for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; " body " } body_nconsts=" k        \
  " nimplicit=0 preserve_dimensions=True] "

static const rewrite_case rows[] = {
    {"x:f64[]",
     "c:f64[] = " FOR(
         "1", "k:f64[] i:i64[] p:f64[]. let r:f64[] = add p k in (r,)") "2.0 0 9 1 0 x in (c,)",
     "unlift_constant", NULL,
     "c:f64[] = " FOR("0", "i:i64[] p:f64[]. let r:f64[] = add p 2.0 in (r,)") "0 9 1 0 x in (c,)"},
    {"x:f64[] y:f64[]",
     "c:f64[] = " FOR("1",
                      "k:f64[] i:i64[] p:f64[]. let r:f64[] = neg p in (r,)") "y 0 9 1 0 x in (c,)",
     "unlift_constant", NULL,
     "c:f64[] = " FOR("0", "i:i64[] p:f64[]. let r:f64[] = neg p in (r,)") "0 9 1 0 x in (c,)"},
    {"p:bool[] x:f64[]",
     "c:f64[] = cond[branch_jaxprs=[{ lambda ; u:f64[] v:f64[]. let w:f64[] = add u v in (w,) }, { "
     "lambda ; "
     "u:f64[] v:f64[]. let in (u,) }] nimplicit_outputs=0] p x 2.0 in (c,)",
     "unlift_constant", NULL,
     "c:f64[] = cond[branch_jaxprs=[{ lambda ; u:f64[]. let w:f64[] = add u 2.0 in (w,) }, { "
     "lambda ; "
     "u:f64[]. let in (u,) }] nimplicit_outputs=0] p x in (c,)"},
    {"x:f64[] y:f64[]",
     "c:f64[] = " FOR(
         "1", "k:f64[] i:i64[] p:f64[]. let s:f64[] = sin k r:f64[] = add p s in (r,)") "y 0 9 1 0 "
                                                                                        "x in (c,)",
     "loop_motion", NULL,
     "s:f64[] = sin y c:f64[] = " FOR(
         "2",
         "k:f64[] s:f64[] i:i64[] p:f64[]. let r:f64[] = add p s in (r,)") "y s 0 9 1 0 x in (c,)"},
    {"x:f64[] n:i64[]",
     "c:f64[] = " FOR("1", "n:i64[] i:i64[] p:f64[]. let s:f64[n] = "
                           "broadcast_in_dim[broadcast_dimensions=() "
                           "shape=(None,)] 1.0 n t:f64[] = reduce_sum[axes=(0,)] s r:f64[] = add p "
                           "t in (r,)") "n 0 9 1 0 x in (c,)",
     "loop_motion", "stays in the loop: a size may not fit", NULL},
};
Test(rewrite_constants, rows) { REWRITE_CASES(rows, ""); }
