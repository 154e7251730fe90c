// Conditionals go backwards through the branch that was taken.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] = "{ lambda ; a:f64[]. let b:bool[] = lt a 2.0 c:f64[] = cond[\n"
                           " branch_jaxprs=[{ lambda ; d:f64[]. let e:f64[] = mul d d in (e,) },\n"
                           " { lambda ; f:f64[]. let g:f64[] = sin f in (g,) }]\n"
                           " nimplicit_outputs=0 ] b a in (c,) }";
Test(grad_rule_cond, backwards) { derived_jaxpr(text, "lt cond cond -> f64[]"); }
