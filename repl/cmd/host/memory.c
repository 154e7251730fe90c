// See memory.h.
#include "cmd/host/memory.h"

#include "cmd/host/state.h"
#include "lang/value/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A number and a unit, or false.
static bool read_size(const char *text, double *ret) {
  static const char units[] = "KMGT";
  char *end;
  *ret = strtod(text, &end);
  const char *unit = *end ? strchr(units, *end & ~32) : NULL;
  if (end == text || !unit || !(*ret > 0) || text[strspn(text, "0123456789.")] != *end)
    return false;
  for (const char *u = units; u <= unit; u++) *ret *= 1024;
  end++;
  return !strcmp(end, "") || !strcmp(end, "B") || !strcmp(end, "iB");
}

dbx_status memory_set(const char *size) {
  double bytes = 0;
  bool wants_all = !strcmp(size, "all");
  if (!wants_all && !read_size(size, &bytes))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "memory is a size such as 500M or 2G, or all, not '%s'", size);
  if (!wants_all && (bytes < DBX_BUDGET_LEAST * 1048576.0 || bytes > 0x1p60))
    return dbx_fail(DBX_E208, (dbx_span){0}, "memory has to be %dM at least, not %s",
                    DBX_BUDGET_LEAST, size);
  host_now->all_memory = wants_all;
  dbx_budget_set(host_now->all_memory ? dbx_budget_of_machine() : (size_t)bytes);
  heap_now->budget = dbx_budget();
  return DBX_OK;
}

const char *memory_text(void) {
  snprintf(host_now->memory_text, sizeof host_now->memory_text, "%zuM", dbx_budget() >> 20);
  return host_now->all_memory ? "all" : host_now->memory_text;
}
