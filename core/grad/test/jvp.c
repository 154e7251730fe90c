// Equations on values with tangents.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"x:f64[3]", "jnp.sin(x)",
     "convert_element_type broadcast_in_dim convert_element_type broadcast_in_dim add sin cos mul "
     "-> f64[3]"},
    {"1.0;2.0", "y * 2.0", "zero"},
    {"3", "x", "E204 TypeError"},
};
Test(grad_jvp, rows) { MOVED_ROWS(rows); }
