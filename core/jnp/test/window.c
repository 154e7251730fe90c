// Windows and transforms as functions: how their arguments are read.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"window.reduce(jnp.array([1, 2, 3]), 'sum', (2,), (1,), ((0, 0),), (1,), (1,))", "i64[2] 3 5"},
    {"window.reduce(jnp.array([1, 2, 3]), 'max', (2,), (2,), ((0, 1),), (1,), (1,))", "i64[2] 2 3"},
    {"window.fft(jnp.array([3.0, 1.0]), 'FftType.FFT', (2,))", "E310 TypeError"},
};

Test(window, computed) { EXPR_ROWS(computed); }
