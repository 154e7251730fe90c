// Loops: trips that are known, carries that are none.
#include "cases.h"

#include <criterion/criterion.h>

#define FOR(k, d, body)                                                                            \
  "for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; " body " } body_nconsts=" k        \
  " nimplicit=" d " preserve_dimensions=True] "
#define WHILE(body, test)                                                                          \
  "while_loop[body_jaxpr={ lambda ; " body " } body_nconsts=0 cond_jaxpr={ lambda ; " test         \
  " } cond_nconsts=0 nimplicit=0 preserve_dimensions=True] "
#define ADD                                                                                        \
  "i:i64[] q:f64[]. let r:f64[] = convert_element_type[new_dtype=float64 weak_type=False] i "      \
  "s:f64[] = add q r in (s,)"

static const rewrite_case rows[] = {
    {"x:f64[]",
     "c:f64[] = " WHILE("q:f64[]. let r:f64[] = neg q in (r,)",
                        "q:f64[]. let in (False,)") "x in (c,)",
     "while_never", NULL, "in (x,)"},
    {"x:f64[]", "c:f64[] = " FOR("0", "0", ADD) "0 0 1 0 x in (c,)", "loop_zero_trips", NULL,
     "in (x,)"},
    {"x:f64[]", "c:f64[] = " FOR("0", "0", ADD) "3 9 -1 3 x in (c,)", "loop_zero_trips", NULL,
     "in (x,)"},
    {"x:f64[]", "c:f64[] = " FOR("0", "0", ADD) "4 5 1 4 x in (c,)", "loop_one_trip", NULL,
     "r:f64[] = convert_element_type[new_dtype=float64 weak_type=False] 4 s:f64[] = add x r in "
     "(s,)"},
    {"x:f64[]", "c:f64[] = " FOR("0", "0", ADD) "4 8 4 4 x in (c,)", "loop_one_trip", NULL,
     "r:f64[] = convert_element_type[new_dtype=float64 weak_type=False] 4 s:f64[] = add x r in "
     "(s,)"},
    {"x:f64[] a:i64[]", "c:f64[] = " FOR("0", "0", ADD) "0 a 1 0 x in (c,)", "loop_zero_trips",
     "b is no number", NULL},
    {"x:f64[] a:i64[]", "c:f64[] = " FOR("0", "0", ADD) "0 a 1 0 x in (c,)", "loop_one_trip",
     "b is no number", NULL},
    {"x:f64[] y:f64[]",
     "c:f64[] d:f64[] = " FOR(
         "0", "0",
         "i:i64[] p:f64[] q:f64[]. let r:f64[] = add p q in (r, q)") "0 9 1 0 x y in (c, d)",
     "carry_invariant", NULL,
     "c:f64[] = " FOR(
         "1", "0",
         "q:f64[] i:i64[] p:f64[]. let r:f64[] = add p q in (r,)") "y 0 9 1 0 x in (c, y)"},
    {"x:f64[] y:f64[]",
     "c:f64[] d:f64[] = " FOR("0", "0",
                              "i:i64[] p:f64[] q:f64[]. let r:f64[] = sin p s:f64[] = add p q in "
                              "(r, s)") "0 9 1 0 x y in (c,)",
     "carry_dead", NULL,
     "c:f64[] = " FOR("0", "0",
                      "i:i64[] p:f64[]. let r:f64[] = sin p in (r,)") "0 9 1 0 x in (c,)"},
};
Test(rewrite_loops, rows) { REWRITE_CASES(rows, ""); }
