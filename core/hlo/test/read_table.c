// Every row of readers.def is an operation that the parser's names can be.
#include "hlo/read.h"

#include <criterion/criterion.h>
#include <string.h>

Test(hlo_read_table, rows) {
  static const char *const names[] = {
#define HLO_READ(op, reader) op,
#include "hlo/readers.def"
#undef HLO_READ
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (size_t k = 0; k < i; k++) cr_assert_str_neq(names[i], names[k]);
}
