// What is known is bound at once, the rest is kept.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"x:f64[], y:f64[]", "x * jnp.sin(y)", "sin mul convert_element_type mul -> f64[]"},
    {"x:f64[], y:f64[]", "jnp.sin(y)", "sin convert_element_type convert_element_type -> f64[]"},
};
Test(grad_frame, rows) { DERIVED_ROWS(rows); }
