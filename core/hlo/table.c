// The rows of rules.def by primitive.
#include "hlo/emit.h"

static const hlo_row rows[DBX_PRIM_COUNT] = {
#define HLO(id, emitter, op) [DBX_PRIM_##id] = {hlo_emit_##emitter, op},
#define HLO_NONE(id, reason) [DBX_PRIM_##id] = {NULL, reason},
#include "hlo/rules.def"
#undef HLO
#undef HLO_NONE
};

const hlo_row *hlo_row_of(int prim) { return &rows[prim]; }

const char *dbx_hlo_reason(int prim) { return rows[prim].emit ? NULL : rows[prim].op; }
