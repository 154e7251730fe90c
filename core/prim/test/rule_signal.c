// Windows, Fourier transforms, greatest elements: types in, types or failures out.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define MOVED(kind)                                                                                \
  "reduce_window_" kind "[base_dilation=(1,) padding=((0, 1),) window_dilation=(1,) "              \
  "window_dimensions=(2,) window_strides=(2,)] x"
#define CONV(groups)                                                                               \
  "conv_general_dilated[batch_group_count=1 dimension_numbers=ConvDimensionNumbers(lhs_spec=(0, "  \
  "1, 2), rhs_spec=(0, 1, 2), out_spec=(0, 1, 2)) feature_group_count=" groups                     \
  " lhs_dilation=(1,) padding=((1, 1),) precision=None preferred_element_type=None "               \
  "rhs_dilation=(1,) window_strides=(2,)] x y"
#define FFT(kind, n) "fft[fft_lengths=(" n ",) fft_type=FftType." kind "] x"

static const rule_fact facts[] = {
    {"x:f64[7]", MOVED("sum"), "f64[4]"},
    {"x:f64[n]", MOVED("sum"), "E218"},
    {"x:f64[2,7]", MOVED("sum"), "E314"},
    {"x:i32[7]", MOVED("max"), "i32[4]"},
    {"x:c128[7]", MOVED("max"), "E310"},
    {"x:i32[7]", MOVED("min"), "i32[4]"},
    {"x:bool[7]", MOVED("min"), "E310"},
    {"x:f64[n,2,7] y:f64[4,2,3]", CONV("1"), "f64[n,4,4]"},
    {"x:f64[n,4,7] y:f64[4,2,3]", CONV("2"), "f64[n,4,4]"},
    {"x:f64[n,3,7] y:f64[4,2,3]", CONV("1"), "E310"},
    {"x:f64[1,2,n] y:f64[4,2,3]", CONV("1"), "E218"},
    {"x:f64[n,5]", "top_k[k=2] x", "f64[n,2] i32[n,2]"},
    {"x:f64[5]", "top_k[k=6] x", "E310"},
    {"x:f64[n]", "top_k[k=2] x", "E218"},
    {"x:c128[2,5]", FFT("FFT", "5"), "c128[2,5]"},
    {"x:f64[5]", FFT("RFFT", "5"), "c128[3]"},
    {"x:c64[3]", FFT("IRFFT", "5"), "f32[5]"},
    {"x:f64[5]", FFT("FFT", "5"), "E310"},
    {"x:c128[n]", FFT("FFT", "5"), "E310"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_signal, facts) { rule_facts(facts, FACTS); }

Test(rule_signal, every_rule_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_conv, true);
  rule_facts_cover(facts, FACTS, dbx_rule_reduce_window, true);
  rule_facts_cover(facts, FACTS, dbx_rule_fft, true);
  rule_facts_cover(facts, FACTS, dbx_rule_top_k, true);
}
