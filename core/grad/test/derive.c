// Functions with tangents, and linear functions.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"2.0", "3.0", "f64*[] 0.0"},
    {"2.0", "x", "f64*[] 1.0"},
    {"2", "x", "E204 TypeError"},
    {"2.0;3.0", "x * y", "f64*[] 3.0"},
};
Test(grad_derive, rows) { DERIVED_ROWS(rows); }
