// See library.h.
#include "learn/library.h"

#include <string.h>

#define S(module, name, signature)
const library_row library_rows[] = {
#define L(module, name, text) {module, #name, {text, false}},
#define Q(module, name, text) {module, #name, {text, true}},
#include "learn/library.def"
#include "learn/library_numpy.def"
#include "learn/library_quantum.def"
#undef L
#undef Q
};
#undef S
const uint32_t library_count = sizeof library_rows / sizeof *library_rows;

const char *library_signature(const library_row *row) {
  static const struct {
    const char *module, *name, *text;
  } signatures[] = {
#define L(module, name, text)
#define Q(module, name, text)
#define S(module, name, signature) {module, #name, signature},
#include "learn/library.def"
#include "learn/library_numpy.def"
#include "learn/library_quantum.def"
#undef L
#undef Q
#undef S
  };
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
    if (!strcmp(signatures[i].module, row->module) && !strcmp(signatures[i].name, row->name))
      return signatures[i].text;
  return NULL;
}
