// math.gamma and math.lgamma as CPython computes them (Lanczos' approximation with g = 6.0247 and
// 13 terms): the C library's results have other last digits. Poles are the caller's.
#include "lang/value/number.h"

#include <math.h>

static const double g = 6.024680040776729583740234375;
static const double g_minus_half = 5.524680040776729583740234375;
static const double log_pi = 1.144729885849400174143427351353058711647;

// The quotient of two polynomials; for large x in 1/x, which does not overflow.
static double lanczos_sum(double x) {
  enum { TERMS = 13 };
  static const double terms[TERMS][2] = {
      {23531376880.410759688572007674451636754734846804940, 0},
      {42919803642.649098768957899047001988850926355848959, 39916800},
      {35711959237.355668049440185451547166705960488635843, 120543840},
      {17921034426.037209699919755754458931112671403265390, 150917976},
      {6039542586.3520280050642916443072979210699388420708, 105258076},
      {1439720407.3117216736632230727949123939715485786372, 45995730},
      {248874557.86205415651146038641322942321632125127801, 13339535},
      {31426415.585400194380614231628318205362874684987640, 2637558},
      {2876370.6289353724412254090516208496135991145378768, 357423},
      {186056.26539522349504029498971604569928220784236328, 32670},
      {8071.6720023658162106380029022722506138218516325024, 1925},
      {210.82427775157934587250973392071336271166969580291, 66},
      {2.5066282746310002701649081771338373386264310793408, 1}};
  double above = 0, below = 0;
  for (int i = 0; i < TERMS; i++) {
    const double *t = terms[x < 5 ? TERMS - 1 - i : i];
    above = (x < 5 ? above * x : above / x) + t[0];
    below = (x < 5 ? below * x : below / x) + t[1];
  }
  return above / below;
}

static double sin_pi(double x) {
  double y = fmod(fabs(x), 2), r = 0;
  switch ((int)round(2 * y)) {
  case 0: r = sin(M_PI * y); break;
  case 1: r = cos(M_PI * (y - 0.5)); break;
  case 2: r = sin(M_PI * (1 - y)); break;
  case 3: r = -cos(M_PI * (y - 1.5)); break;
  case 4: r = sin(M_PI * (y - 2)); break;
  default: break;
  }
  return copysign(1, x) * r;
}

// y to the power, in two steps where one would overflow.
static double times_power(double r, double y, double power, bool divide, bool twice) {
  double p = pow(y, twice ? power / 2 : power);
  for (int i = 0; i < 1 + twice; i++) r = divide ? r / p : r * p;
  return r;
}

double lang_gamma(double x) {
  enum { EXACT = 23 };
  if (!isfinite(x)) return x == -INFINITY ? NAN : x;
  if (x == floor(x) && x > 0 && x <= EXACT) {
    double r = 1;
    for (int i = 2; i < (int)x; i++) r *= i;
    return r;
  }
  double a = fabs(x);
  if (a < 1e-20) return 1 / x;
  if (a > 200) return x < 0 ? 0.0 / sin_pi(x) : INFINITY;
  double y = a + g_minus_half, // and what its rounding lost
      z = a > g_minus_half ? y - a - g_minus_half : y - g_minus_half - a;
  z = z * g / y;
  double r = x < 0 ? -M_PI / sin_pi(a) / a * exp(y) / lanczos_sum(a) : lanczos_sum(a) / exp(y);
  r = x < 0 ? r - z * r : r + z * r;
  return times_power(r, y, a - 0.5, x < 0, a >= 140);
}

double lang_lgamma(double x) {
  if (!isfinite(x)) return isnan(x) ? x : INFINITY;
  if (x == 1 || x == 2) return 0;
  double a = fabs(x);
  if (a < 1e-20) return -log(a);
  double r = log(lanczos_sum(a)) - g;
  r += (a - 0.5) * (log(a + g - 0.5) - 1);
  return x < 0 ? log_pi - log(fabs(sin_pi(a))) - log(a) - r : r;
}
