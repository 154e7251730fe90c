// What lower/run asks of core, as a built library has it: memory of the system without a budget, no
// guard pages, nothing that is refused for a test.
#include "base/budget.h"
#include "base/guard.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

void *dbx_alloc(size_t bytes) { return calloc(1, bytes); }

void *dbx_try_alloc(size_t bytes) { return malloc(bytes); }

size_t dbx_budget(void) { return SIZE_MAX; }

void dbx_budget_lift(void) {}

void dbx_budget_hold(void) {}

bool dbx_budget_has(double bytes) { return (void)bytes, true; }

bool dbx_guards(void) { return false; }

void *dbx_guard_new(size_t bytes) { return (void)bytes, NULL; }

void dbx_guard_free(void *at, size_t bytes) { (void)at, (void)bytes; }

void dbx_map_put(dbx_map *m, uint64_t key, uint64_t val) { (void)m, (void)key, (void)val; }
