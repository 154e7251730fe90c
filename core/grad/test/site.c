// Sums of terms, linear primitives, and what has no rule.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"2.0;3.0", "x * y + x", "f64*[] 4.0"},
    {"jnp.array([1.0, 2.0])", "jnp.sum(x)", "f64[] 2.0"},
    {"jnp.array([1.0, 2.0])", "jnp.floor(x)", "zero"},
    {"jnp.array([1.0, 2.0])", "jnp.nextafter(x, x)", "zero"},
};
Test(grad_site, rows) { MOVED_ROWS(rows); }
