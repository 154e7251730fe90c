// The table of targets, and which of them the session at work mirrors (see target.h).
#include "ir/target.h"

#include <string.h>

static const dbx_target rows[] = {
#define TARGET(id, text, ...) [DBX_TARGET_##id] = {.name = text, __VA_ARGS__},
#include "ir/targets.def"
#undef TARGET
};

const dbx_target *dbx_target_row(dbx_target_id id) { return &rows[id]; }

bool dbx_target_by_name(const char *name, dbx_target_id *ret) {
  for (int i = 0; i < DBX_TARGETS; i++)
    if (!strcmp(rows[i].name, name)) return *ret = (dbx_target_id)i, true;
  return false;
}

void dbx_target_use(dbx_target_id id) { ir_now->target = (int)id; }
dbx_target_id dbx_target_in_use(void) { return (dbx_target_id)ir_now->target; }
const dbx_target *dbx_target_now(void) { return &rows[ir_now->target]; }
