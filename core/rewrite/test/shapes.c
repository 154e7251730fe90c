// Steps over shapes, and numbers that are computed.
#include "cases.h"

#include <criterion/criterion.h>

#define T(p) "transpose[permutation=(" p ")] "
#define BROADCAST "broadcast_in_dim[broadcast_dimensions=() "

static const rewrite_case rows[] = {
    {"a:i64[] b:i64[] x:f64[a,b]",
     "c:f64[b,a] = " T("1, 0") "x d:f64[a,b] = " T("1, 0") "c in (d,)", "transpose_transpose", NULL,
     "in (x,)"},
    {"a:i64[] b:i64[] c:i64[] x:f64[a,b,c]",
     "y:f64[c,a,b] = " T("2, 0, 1") "x z:f64[c,b,a] = " T("0, 2, 1") "y in (z,)",
     "transpose_transpose", NULL, "z:f64[c,b,a] = " T("2, 1, 0") "x in (z,)"},
    {"a:i64[] x:f64[a]", "b:f64[a] = " T("0,") "x in (b,)", "transpose_noop", NULL, "in (x,)"},
    {"a:i64[] m:i64[] x:f64[]",
     "b:f64[a] = " BROADCAST
     "shape=(None,)] x a c:f64[m,a] = broadcast_in_dim[broadcast_dimensions=(1,) "
     "shape=(None, None)] b m a in (c,)",
     "broadcast_broadcast", NULL, "c:f64[m,a] = " BROADCAST "shape=(None, None)] x m a in (c,)"},
    {"x:i64[]", "b:i64[3] = " BROADCAST "shape=(3,)] x c:i64[] = reduce_sum[axes=(0,)] b in (c,)",
     "sum_of_splat", NULL, "c:i64[] = mul 3 x in (c,)"},
    {"a:i64[] x:i64[]",
     "b:i64[a] = " BROADCAST "shape=(None,)] x a c:i64[] = reduce_sum[axes=(0,)] b in (c,)",
     "sum_of_splat", NULL,
     "_:i64[a] = " BROADCAST
     "shape=(None,)] x a c:i64[] = mul a x in (c,)"}, // a may be negative: b stays
    {"s:f64[]", "b:f64[4] = " BROADCAST "shape=(4,)] s c:f64[] = reduce_max[axes=(0,)] b in (c,)",
     "max_of_splat", NULL, "in (s,)"},
    {"a:i64[] b:i64[] x:i64[a,b]",
     "c:i64[a] = reduce_sum[axes=(1,)] x d:i64[] = reduce_sum[axes=(0,)] c in (d,)", "sum_sum",
     NULL, "d:i64[] = reduce_sum[axes=(0, 1)] x in (d,)"},
    {"x:f64[]", "b:f64[] = mul 3.0 4.0 c:f64[] = sub b 2.0 d:f64[] = add x c in (d,)",
     "eval_constant", NULL, "d:f64[] = add x 10.0 in (d,)"},
    {"x:f64[]", "b:f64[] = sin 1.0 c:f64[] = add x b in (c,)", "eval_constant",
     "machines round sin differently", NULL},
    {"a:i64[] s:f64[] ",
     "b:f64[a] = " BROADCAST "shape=(None,)] s a c:f64[] = reduce_max[axes=(0,)] b in (c,)",
     "max_of_splat", "a may be 0", NULL},
    {"a:i64[] x:f64[]",
     "b:f64[a] = " BROADCAST "shape=(None,)] x a c:f64[] = reduce_sum[axes=(0,)] b in (c,)",
     "sum_of_splat", "f64 is rounded at every addition", NULL},
    {"a:i64[] b:i64[] x:f64[a,b]",
     "c:f64[a] = reduce_sum[axes=(1,)] x d:f64[] = reduce_sum[axes=(0,)] c in (d,)", "sum_sum",
     "f64 is rounded at every addition", NULL},
    {"s:f64[]", "n:i64[] = add 1 2 b:f64[n] = " BROADCAST "shape=(None,)] s n in (b,)",
     "eval_constant", "is a length: it stays a variable", NULL},
};
Test(rewrite_shapes, rows) { REWRITE_CASES(rows, "dead transpose_noop"); }
