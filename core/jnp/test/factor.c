// Primitives of factorizations as functions: which results they give.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"lapack.cholesky(jnp.array([[4.0, 0.0], [0.0, 9.0]]))", "f64[2,2] 2.0 0.0 0.0 3.0"},
    {"lapack.cholesky(jnp.array([4.0]))", "E310 ValueError"},
    {"lapack.svd(jnp.array([[-3.0]]), False, False)", "f64[1] 3.0"},
};

Test(factor, computed) { EXPR_ROWS(computed); }
