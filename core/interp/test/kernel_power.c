// integer_pow: negative exponents divide, integers wrap. The facts are jax's.
#include "rows.h"

#include <criterion/criterion.h>

static const kernel_row rows[] = {
    {"integer_pow[y=3] a", "i8[2] 5 6", "i8[2] 125 -40"},
    {"integer_pow[y=-1] a", "f64[2] 4 -0.0", "f64[2] 0.25 -inf"},
    {"integer_pow[y=0] a", "f64[1] nan", "f64[1] 1.0"},
};

Test(kernel_power, rows) { KERNEL_ROWS(rows); }
