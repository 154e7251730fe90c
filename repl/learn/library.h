// Functions of the library that are not rows of the array API, with an example each: those that are
// written in Python, host numpy, circuits, transformations (library*.def).
#ifndef DBX_LEARN_LIBRARY_H
#define DBX_LEARN_LIBRARY_H

#include "learn/example.h"

typedef struct library_row {
  const char *module, *name; // "jax.numpy", "ptp"
  example_program example;
} library_row;

// In the order of the tables, those of a module behind each other but for those of other tables.
extern const library_row library_rows[];
extern const uint32_t library_count;
// The signature that a row has for what is written in C; NULL: the function itself tells it.
const char *library_signature(const library_row *row);

#endif
