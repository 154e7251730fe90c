// The table of kinds.def. It lies above the evaluator: its files find a row by a node (lang_value).
#include "lang/run/kinds.h"
#include "lang/run/parts.h"

#define STATEMENT(kind, r) [DBX_N_##kind] = {.run = (r)},
#define EXPRESSION(kind, v) [DBX_N_##kind] = {.value = (v), .store = store_nowhere},
#define TARGET(kind, v, s, d) [DBX_N_##kind] = {.value = (v), .store = (s), .delete = (d)},
#define LINK(kind, v, f) [DBX_N_##kind] = {.value = (v), .finish = (f), .store = store_nowhere},
#define LINK_TARGET(kind, v, f, s, d)                                                              \
  [DBX_N_##kind] = {.value = (v), .finish = (f), .store = (s), .delete = (d)},
const lang_kind lang_kinds[DBX_N_COUNT] = {
#include "lang/run/kinds.def"
};
