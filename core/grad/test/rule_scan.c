// A scan goes backwards by what its trips began with.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:f64[]. let b:f64[] = scan[\n"
    " jaxpr={ lambda ; c:f64[]. let d:f64[] = mul c c in (d,) }\n"
    " length=3 linear=(False,) num_carry=1 num_consts=0 reverse=False unroll=1 ] a in (b,) }";
Test(grad_rule_scan, backwards) { derived_jaxpr(text, "scan scan -> f64[]"); }
