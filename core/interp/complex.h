// Functions of complex numbers that are more than sums and products of their parts, for the
// interpreter's kernels, compiled programs and built libraries. Numbers of single precision are
// taken as such of double precision and the result is rounded, but for quotients.
#ifndef DBX_INTERP_COMPLEX_H
#define DBX_INTERP_COMPLEX_H

#include "prim/prim.h"

#include <complex.h>
#include <stdbool.h>

// Is it one of those below? p is a primitive that elements have.
bool dbx_is_complex_function(dbx_prim p);
// exp, exp2, expm1, log, log1p, sqrt, rsqrt, logistic, sign (x / |x|) and those of trigonometry, as
// in C99; the second operand is not read.
// div; pow, of 0: 1 if the exponent is 0, else 0; atan2, the angle of (x, y): as XLA expands
// it, -i log((y + i x) / sqrt(x^2 + y^2)).
double complex dbx_complex_apply(dbx_prim p, double complex x, double complex y);
// |re + i im|: the root of the sum of squares, in which no square overflows or vanishes; infinite
// if a part is. Parts are multiplied by 2^600 or 2^-600 first where both are below 2^-500 or one is
// above 2^500.
double dbx_complex_abs(double re, double im);
float dbx_complex_absf(float re, float im);
// Quotients are those of single precision.
float complex dbx_complex_apply_f32(dbx_prim p, float complex x, float complex y);

#endif
