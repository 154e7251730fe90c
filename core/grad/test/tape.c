// Linear equations go backwards in jax's order.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"x:f64[]", "jnp.sin(x) * x ** 2",
     "sin cos integer_pow integer_pow mul mul convert_element_type mul mul mul mul "
     "add_any -> f64[]"},
};
Test(grad_tape, rows) { DERIVED_ROWS(rows); }
