// Windows, Fourier transforms, greatest elements: types in, types or failures out.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define MOVED                                                                                      \
  "reduce_window_sum[base_dilation=(1,) padding=((0, 1),) window_dilation=(1,) "                   \
  "window_dimensions=(2,) window_strides=(2,)] x"
#define FFT(kind, n) "fft[fft_lengths=(" n ",) fft_type=FftType." kind "] x"

static const rule_fact facts[] = {
    {"x:f64[7]", MOVED, "f64[4]"},
    {"x:f64[n]", MOVED, "E218"},
    {"x:f64[2,7]", MOVED, "E314"},
    {"x:c128[2,5]", FFT("FFT", "5"), "c128[2,5]"},
    {"x:f64[5]", FFT("RFFT", "5"), "c128[3]"},
    {"x:c64[3]", FFT("IRFFT", "5"), "f32[5]"},
    {"x:f64[5]", FFT("FFT", "5"), "E310"},
    {"x:c128[n]", FFT("FFT", "5"), "E310"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_signal, facts) { rule_facts(facts, FACTS); }
