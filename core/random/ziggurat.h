// Tables of the ziggurat method, made at build time by ziggurat.py.
#ifndef DBX_RANDOM_ZIGGURAT_H
#define DBX_RANDOM_ZIGGURAT_H

#include <stdint.h>

typedef struct dbx_layer {
  uint64_t below; // random integers below this lie under the density
  double width;   // what a random integer is multiplied with
  double f;       // the density at the edge
} dbx_layer;
extern const dbx_layer dbx_normal_layers[256], dbx_exponential_layers[256];
extern const double dbx_normal_edge, dbx_exponential_edge; // where the tails begin

#endif
