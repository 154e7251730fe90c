// What is known is evaluated again, and cotangents go through the rest.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] = "{ lambda ; a:f64[]. let b:f64[] = sin a; c:f64[] = mul b a in (c,) }";
Test(grad_replay, backwards) { derived_jaxpr(text, "sin cos mul mul mul mul add_any -> f64[]"); }
