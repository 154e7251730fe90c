// A scan in two: rows that are known, and what is linear.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:f64[]. let b:f64[] c:f64[3] = scan[\n"
    " jaxpr={ lambda ; d:f64[]. let e:f64[] = sin d in (e, d) }\n"
    " length=3 linear=(False,) num_carry=1 num_consts=0 reverse=False unroll=1 ] a in (b,) }";
Test(grad_split_scan, backwards) { derived_jaxpr(text, "scan scan -> f64[]"); }
