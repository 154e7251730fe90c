// Loops go backwards by what their trips began with.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:f64[]. let b:f64[] = for_loop[\n"
    " apply_reverse_transform=False\n"
    " body_jaxpr={ lambda ; c:i64[] d:f64[]. let e:f64[] = mul d d in (e,) }\n"
    " body_nconsts=0 nimplicit=0 preserve_dimensions=True ] 0 3 1 0 a in (b,) }";
Test(grad_back_loop, backwards) {
  derived_jaxpr(text, "sub max sub add div max gt select_n convert_element_type "
                      "broadcast_in_dim for_loop sub max sub add div max for_loop -> f64[]");
}
