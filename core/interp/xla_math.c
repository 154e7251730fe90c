#include "interp/xla_math.h"

#include <math.h>
#include <stdbool.h>

const double dbx_log1p_above[DBX_LOG1P_TERMS] = {
    4.5270000862445199635215e-5, 4.9854102823193375972212e-1, 6.5787325942061044846969,
    2.9911919328553073277375e1,  6.0949667980987787057556e1,  5.7112963590585538103336e1,
    2.0039553499201281259648e1};
const double dbx_log1p_below[DBX_LOG1P_TERMS] = {1,
                                                 1.5062909083469192043167e1,
                                                 8.3047565967967209469434e1,
                                                 2.2176239823732856465394e2,
                                                 3.0909872225312059774938e2,
                                                 2.1642788614495947685003e2,
                                                 6.0118660497603843919306e1};

const float dbx_erf_above[DBX_ERF_ABOVE] = {
    -2.72614225801306e-10F, 2.77068142495902e-08F,  -2.10102402082508e-06F, -5.69250639462346e-05F,
    -7.34990630326855e-04F, -2.95459980854025e-03F, -1.60960333262415e-02F};
const float dbx_erf_below[DBX_ERF_BELOW] = {-1.45660718464996e-05F, -2.13374055278905e-04F,
                                            -1.68282697438203e-03F, -7.37332916720468e-03F,
                                            -1.42647390514189e-02F};

DBX_FUSED double dbx_log1p(double x) {
  if (!(fabs(x) < DBX_LOG1P_NEAR)) return log(1 + x);
  double above = 0, below = 0, square = x * x;
  for (int i = 0; i < DBX_LOG1P_TERMS; i++) {
    above = fma(above, x, dbx_log1p_above[i]);
    below = fma(below, x, dbx_log1p_below[i]);
  }
  return x + fma(x * square, above / below, -0.5 * square);
}

// The logarithm of a normal number, as XLA has it in vectors of float32 (Cephes' logf): x = m * 2^e
// with m within sqrt(1/2) and sqrt(2), a polynomial in m - 1, and e times the logarithm of 2 in two
// parts.
DBX_FUSED static float xla_logf(float x) {
  if (!(x > 0) || isinf(x)) return logf(x);
  int e;
  float m = frexpf(x, &e);
  bool below = m < 0.707106781186547524F;
  m = below ? m - 1 + m : m - 1;
  float n = (float)(e - below), square = m * m, cube = square * m;
  float a = fmaf(fmaf(m, 7.0376836292e-2F, -1.1514610310e-1F), m, 1.1676998740e-1F),
        b = fmaf(fmaf(m, -1.2420140846e-1F, 1.4249322787e-1F), m, -1.6668057665e-1F),
        c = fmaf(fmaf(m, 2.0000714765e-1F, -2.4999993993e-1F), m, 3.3333331174e-1F);
  float y = fmaf(n, -2.12194440e-4F, fmaf(fmaf(a, cube, b), cube, c) * cube);
  return fmaf(0.693359375F, n, fmaf(square, -0.5F, m) + y);
}

DBX_FUSED float dbx_log1pf(float x) {
  if (!(fabsf(x) < (float)DBX_LOG1P_NEAR)) return xla_logf(1 + x);
  float above = 0, below = 0, square = x * x;
  for (int i = 0; i < DBX_LOG1P_TERMS; i++) {
    above = fmaf(above, x, (float)dbx_log1p_above[i]);
    below = fmaf(below, x, (float)dbx_log1p_below[i]);
  }
  return x + fmaf(x * square, above / below, -0.5F * square);
}

static float within(float x, float end) { return x < -end ? -end : x > end ? end : x; }

DBX_FUSED float dbx_erff(float x) {
  x = within(x, DBX_ERF_END);
  float square = x * x, above = 0, below = 0;
  for (int i = 0; i < DBX_ERF_ABOVE; i++) above = fmaf(above, square, dbx_erf_above[i]);
  for (int i = 0; i < DBX_ERF_BELOW; i++) below = fmaf(below, square, dbx_erf_below[i]);
  return within(x * above / below, 1);
}
