// See rewritten.h.
#include "cmd/host/rewritten.h"

#include "cmd/host/state.h"
#include "rewrite/rewrite.h"

typedef struct kept {
  dbx_rewrite by; // has the memory
  const dbx_jaxpr *to;
} kept;

bool host_rewrites(void) { return host_now->rewrites; }
void host_set_rewrites(bool on) { host_now->rewrites = on; }

static kept *find(const dbx_jaxpr *j) {
  const uint64_t *k = dbx_map_find(&host_now->rewritten, (uint64_t)(uintptr_t)j);
  return k ? (kept *)(uintptr_t)*k : NULL;
}

const dbx_jaxpr *host_known_rewritten(const dbx_jaxpr *j) {
  const kept *k = find(j);
  return k && host_now->rewrites ? k->to : j;
}

dbx_status host_rewritten(const dbx_jaxpr *j, const dbx_jaxpr **ret) {
  *ret = host_known_rewritten(j);
  if (!host_now->rewrites || find(j)) return DBX_OK;
  kept *k = dbx_alloc(sizeof *k);
  dbx_status st = dbx_rewrite_jaxpr(&k->by, j, &k->to);
  if (st != DBX_OK) return dbx_rewrite_free(&k->by), free(k), st;
  dbx_map_put(&host_now->rewritten, (uint64_t)(uintptr_t)j, (uint64_t)(uintptr_t)k);
  return *ret = k->to, DBX_OK;
}

void host_forget_rewritten(const dbx_jaxpr *j, void (*forget)(const dbx_jaxpr *to)) {
  kept *k = find(j);
  if (!k) return;
  if (k->to != j) forget(k->to);
  dbx_rewrite_free(&k->by);
  free(k);
  dbx_map_put(&host_now->rewritten, (uint64_t)(uintptr_t)j, 0);
}

void host_end_rewritten(void) {
  for (uint32_t i = 0; i < host_now->rewritten.cap; i++) {
    kept *k = (kept *)(uintptr_t)host_now->rewritten.slot[i].val;
    if (k) dbx_rewrite_free(&k->by);
    free(k);
  }
  dbx_map_free(&host_now->rewritten);
}
