// Functions with the digits of XLA, by which jax.random and its like have jax's last digit: log(1 +
// x), erf in single precision, the inverse of erf. Observed of jax 0.4.23 on a CPU, the order of
// the operations and which of them are fused too: equal to the bit, in float32 but for one of
// 2,000.
//
// log(1 + x): for |x| < sqrt(2) - 1 a rational function, which XLA takes from beyond the range that
// it was made for (off by up to 3e-14 of the value between -0.42 and -0.29), else log of the sum.
// Sources: Moshier, "Methods and Programs for Mathematical Functions" (1989), log1p; the erf of
// Eigen; Giles, "Approximating the erfinv function" (GPU Computing Gems, 2011).
#ifndef DBX_INTERP_XLA_MATH_H
#define DBX_INTERP_XLA_MATH_H

// Fused products and sums as instructions where the machine has them; the numbers are the same.
#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define DBX_FUSED __attribute__((target_clones("fma", "default")))
#else
#define DBX_FUSED
#endif

#define DBX_LOG1P_NEAR 0.41421356237309504880 // below it the rational function is taken
enum { DBX_LOG1P_TERMS = 7, DBX_ERF_ABOVE = 7, DBX_ERF_BELOW = 5, DBX_ERF_END = 4 };

// x + (x * x^2 * above(x) / below(x) - x^2 / 2); coefficients from the highest power on.
extern const double dbx_log1p_above[DBX_LOG1P_TERMS], dbx_log1p_below[DBX_LOG1P_TERMS];
// x * above(x^2) / below(x^2) in single precision, x within DBX_ERF_END, the result within 1.
extern const float dbx_erf_above[DBX_ERF_ABOVE], dbx_erf_below[DBX_ERF_BELOW];

// NaN below -1, -inf at -1.
double dbx_log1p(double x);
float dbx_log1pf(float x);
float dbx_erff(float x);
// Infinite at -1 and 1, NaN beyond (erf_inv.c).
double dbx_erf_inv(double x);
float dbx_erf_invf(float x);

#endif
