// The table of interned parameter values (see param.h).
#include "ir/param.h"

#include "ir/state.h"
#include <string.h>

static uint64_t hash(const dbx_param *p) {
  uint64_t h = dbx_mix((uint64_t)p->kind, (uint64_t)p->dtype);
  h = dbx_mix(dbx_mix(h, p->text), p->n);
  h = dbx_mix(dbx_mix(h, (uint64_t)p->i), (uint64_t)(uintptr_t)p->jaxpr);
  h = dbx_hash(&p->scalar, sizeof p->scalar, dbx_mix(h, p->aval));
  h = dbx_hash(p->item, p->n * sizeof *p->item, h);
  return (p->keys ? dbx_hash(p->keys, p->n * sizeof *p->keys, h) : h) | 1;
}

static bool equal(const dbx_param *a, const dbx_param *b) {
  return a->kind == b->kind && a->dtype == b->dtype && a->text == b->text && a->n == b->n &&
         a->i == b->i && a->aval == b->aval && a->jaxpr == b->jaxpr &&
         // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) nan is nan, and -0 is not 0
         !memcmp(&a->scalar, &b->scalar, sizeof a->scalar) &&
         (!a->n || (!memcmp(a->item, b->item, a->n * sizeof *a->item) &&
                    (!a->keys || !memcmp(a->keys, b->keys, a->n * sizeof *a->keys))));
}

static const dbx_param *intern(dbx_param p) {
  uint64_t h = hash(&p);
  uint64_t *first = dbx_map_find(&ir_now->params.by_hash, h);
  if (!ir_now->params.at.n) dbx_push(&ir_now->params.at, NULL), dbx_push(&ir_now->params.next, 0);
  uint32_t head = first ? (uint32_t)*first : 0;
  for (uint32_t i = head; i; i = ir_now->params.next.at[i])
    if (equal(ir_now->params.at.at[i], &p)) return ir_now->params.at.at[i];
  if (p.n) {
    p.item = dbx_arena_copy(&ir_now->params.arena, p.item, p.n * sizeof *p.item);
    if (p.keys) p.keys = dbx_arena_copy(&ir_now->params.arena, p.keys, p.n * sizeof *p.keys);
  } else {
    p.item = NULL, p.keys = NULL; // the caller's
  }
  dbx_push(&ir_now->params.at, dbx_arena_copy(&ir_now->params.arena, &p, sizeof p));
  dbx_push(&ir_now->params.next, head);
  dbx_map_put(&ir_now->params.by_hash, h, ir_now->params.at.n - 1);
  return ir_now->params.at.at[ir_now->params.at.n - 1];
}

const dbx_param *dbx_p_none(void) { return intern((dbx_param){.kind = DBX_P_NONE}); }
const dbx_param *dbx_p_bool(bool b) { return intern((dbx_param){.kind = DBX_P_BOOL, .i = b}); }
const dbx_param *dbx_p_int(int64_t i) { return intern((dbx_param){.kind = DBX_P_INT, .i = i}); }
const dbx_param *dbx_p_scalar(dbx_dtype t, dbx_scalar x) {
  return intern((dbx_param){.kind = DBX_P_SCALAR, .dtype = t, .scalar = x});
}
const dbx_param *dbx_p_dtype(dbx_dtype t) {
  return intern((dbx_param){.kind = DBX_P_DTYPE, .dtype = t});
}
const dbx_param *dbx_p_sym(dbx_sym s) { return intern((dbx_param){.kind = DBX_P_TEXT, .text = s}); }
const dbx_param *dbx_p_text(const char *s) { return dbx_p_sym(dbx_intern(s)); }
const dbx_param *dbx_p_tuple(const dbx_param *const *item, uint32_t n) {
  return intern((dbx_param){.kind = DBX_P_TUPLE, .item = item, .n = n});
}
const dbx_param *dbx_p_list(const dbx_param *const *item, uint32_t n) {
  return intern((dbx_param){.kind = DBX_P_LIST, .item = item, .n = n});
}
const dbx_param *dbx_p_record(const char *name, const dbx_sym *keys, const dbx_param *const *item,
                              uint32_t n) {
  return intern((dbx_param){
      .kind = DBX_P_RECORD, .text = dbx_intern(name), .keys = keys, .item = item, .n = n});
}
const dbx_param *dbx_p_jaxpr(struct dbx_jaxpr *j) {
  return intern((dbx_param){.kind = DBX_P_JAXPR, .jaxpr = j});
}

const dbx_param *dbx_p_aval(dbx_aval a) {
  return intern((dbx_param){.kind = DBX_P_AVAL, .aval = a});
}
const dbx_param *dbx_p_host(const char *kind, int64_t number) {
  return intern((dbx_param){.kind = DBX_P_HOST, .text = dbx_intern(kind), .i = number});
}

const dbx_param *dbx_p_ints(const int64_t *i, uint32_t n) {
  dbx_scratch_mark m = dbx_scratch_here();
  const dbx_param **item = DBX_TMP(const dbx_param *, n);
  for (uint32_t k = 0; k < n; k++) item[k] = dbx_p_int(i[k]);
  const dbx_param *p = dbx_p_tuple(item, n);
  dbx_scratch_release(m);
  return p;
}

const dbx_param *dbx_p_all_false(uint32_t n) {
  dbx_scratch_mark m = dbx_scratch_here();
  const dbx_param **item = DBX_TMP(const dbx_param *, n);
  for (uint32_t k = 0; k < n; k++) item[k] = dbx_p_bool(false);
  const dbx_param *p = dbx_p_tuple(item, n);
  dbx_scratch_release(m);
  return p;
}

const dbx_param *dbx_param_find(const dbx_kv *kv, uint32_t n, dbx_sym key) {
  for (uint32_t i = 0; i < n; i++)
    if (kv[i].key == key) return kv[i].val;
  return NULL;
}

const dbx_param *dbx_param_field(const dbx_param *r, dbx_sym key) {
  for (uint32_t i = 0; r->kind == DBX_P_RECORD && i < r->n; i++)
    if (r->keys[i] == key) return r->item[i];
  return NULL;
}
