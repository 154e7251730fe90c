// Normal and exponential numbers of a stream (see stream.h).
#include "random/stream.h"
#include "random/ziggurat.h"

#include <math.h>

// Beyond the edge: Marsaglia, "Generating a variable from the tail of the normal distribution"
// (1964).
static double normal_tail(dbx_stream *s, bool negative) {
  for (;;) {
    double x = -log1p(-dbx_next_double(s)) * (1 / dbx_normal_edge), y = -log1p(-dbx_next_double(s));
    if (y + y > x * x) return negative ? -(dbx_normal_edge + x) : dbx_normal_edge + x;
  }
}

double dbx_next_normal(dbx_stream *s) {
  for (;;) {
    uint64_t r = dbx_next64(s);
    unsigned i = r & 0xFF;
    bool negative = r >> 8 & 1;
    uint64_t size = r >> 9 & 0xFFFFFFFFFFFFFu;
    double x = (double)size * dbx_normal_layers[i].width;
    if (negative) x = -x;
    if (size < dbx_normal_layers[i].below) return x;
    if (!i) return normal_tail(s, size >> 8 & 1);
    double low = dbx_normal_layers[i].f, high = dbx_normal_layers[i - 1].f;
    if ((high - low) * dbx_next_double(s) + low < exp(-0.5 * x * x)) return x;
  }
}

double dbx_next_exponential(dbx_stream *s) {
  for (;;) {
    uint64_t r = dbx_next64(s) >> 3;
    unsigned i = r & 0xFF;
    r >>= 8;
    double x = (double)r * dbx_exponential_layers[i].width;
    if (r < dbx_exponential_layers[i].below) return x;
    if (!i) return dbx_exponential_edge - log1p(-dbx_next_double(s));
    double low = dbx_exponential_layers[i].f, high = dbx_exponential_layers[i - 1].f;
    if ((high - low) * dbx_next_double(s) + low < exp(-x)) return x;
  }
}

double dbx_next_polar(dbx_stream *s) {
  if (s->has_next) return s->has_next = false, s->next;
  double x, y, r;
  do {
    x = 2 * dbx_next_double(s) - 1;
    y = 2 * dbx_next_double(s) - 1;
    r = x * x + y * y;
  } while (r >= 1 || r == 0);
  double f = sqrt(-2 * log(r) / r);
  s->has_next = true;
  s->next = f * x;
  return f * y;
}
