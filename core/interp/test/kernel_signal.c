// Kernels of windows, Fourier transforms and the greatest elements. The facts are jax's.
#include "rows.h"

#include <criterion/criterion.h>

#define MOVED(kind)                                                                                \
  "reduce_window_" kind "[base_dilation=(1,) padding=((0, 1),) window_dilation=(1,) "              \
  "window_dimensions=(2,) window_strides=(2,)] a"

static const kernel_row rows[] = {
    {MOVED("sum"), "i8[3] 1 2 3", "i8[2] 3 3"},
    {MOVED("max"), "f64[3] 1 nan 3", "f64[2] nan 3.0"},
    {MOVED("min"), "u8[3] 7 2 9", "u8[2] 2 9"},
    {"fft[fft_lengths=(2,) fft_type=FftType.IRFFT] a", "c128[2] 3 1", "f64[2] 2.0 1.0"},
};

Test(kernel_signal, rows) { KERNEL_ROWS(rows); }
