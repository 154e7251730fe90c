// Readers of parameters, and texts of operands (see prim.h).
#include "prim/prim.h"

#include <string.h>

const int64_t *dbx_param_ints(const dbx_param *p, uint32_t *n) {
  *n = p && (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) ? p->n : 0;
  int64_t *i = DBX_TMP(int64_t, *n);
  for (uint32_t k = 0; k < *n; k++) {
    const dbx_param *item = p->item[k];
    i[k] = item->kind == DBX_P_NONE ? -1 : item->kind == DBX_P_SCALAR ? item->scalar.i : item->i;
  }
  return i;
}

int64_t dbx_param_int(const dbx_kv *kv, uint32_t n, dbx_sym key) {
  const dbx_param *p = dbx_param_find(kv, n, key);
  return p ? p->i : 0;
}

static bool is_seq(const dbx_param *p, uint32_t n) {
  return (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) && (n == UINT32_MAX || p->n == n);
}

static bool all_ints(const dbx_param *p) {
  if (!is_seq(p, UINT32_MAX)) return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->item[i]->kind != DBX_P_INT) return false;
  return true;
}

bool dbx_parse_dot_dims(const dbx_param *p, dbx_dot_dims *ret) {
  if (!p || !is_seq(p, 2) || !is_seq(p->item[0], 2) || !is_seq(p->item[1], 2)) return false;
  for (int i = 0; i < 4; i++)
    if (!all_ints(p->item[i / 2]->item[i % 2])) return false;
  uint32_t n;
  ret->lhs_contract = dbx_param_ints(p->item[0]->item[0], &ret->n_contract);
  ret->rhs_contract = dbx_param_ints(p->item[0]->item[1], &n);
  if (n != ret->n_contract) return false;
  ret->lhs_batch = dbx_param_ints(p->item[1]->item[0], &ret->n_batch);
  ret->rhs_batch = dbx_param_ints(p->item[1]->item[1], &n);
  return n == ret->n_batch;
}

static bool index_dims(const dbx_param *p, dbx_sym offset, dbx_sym collapsed, dbx_sym map,
                       dbx_gather_dims *ret) {
  if (!p) return false;
  const dbx_param *o = dbx_param_field(p, offset), *c = dbx_param_field(p, collapsed),
                  *m = dbx_param_field(p, map);
  if (!o || !c || !m || !all_ints(o) || !all_ints(c) || !all_ints(m)) return false;
  ret->offset_dims = dbx_param_ints(o, &ret->n_offset);
  ret->collapsed_dims = dbx_param_ints(c, &ret->n_collapsed);
  ret->start_index_map = dbx_param_ints(m, &ret->n_index);
  return true;
}

bool dbx_parse_gather_dims(const dbx_param *p, dbx_gather_dims *ret) {
  return index_dims(p, DBX_S_offset_dims, DBX_S_collapsed_slice_dims, DBX_S_start_index_map, ret);
}

bool dbx_parse_scatter_dims(const dbx_param *p, dbx_gather_dims *ret) {
  return index_dims(p, DBX_S_update_window_dims, DBX_S_inserted_window_dims,
                    DBX_S_scatter_dims_to_operand_dims, ret);
}

dbx_index_mode dbx_parse_mode(const dbx_param *p) {
  const char *s = p && p->kind == DBX_P_TEXT ? dbx_sym_text(p->text) : "";
  if (strstr(s, "FILL_OR_DROP") || !strcmp(s, "1")) return DBX_MODE_FILL;
  if (strstr(s, "PROMISE")) return DBX_MODE_PROMISE;
  return DBX_MODE_CLIP;
}

const char *dbx_aval_text(dbx_aval a) {
  dbx_buf b = {0};
  dbx_put_aval(&b, a, NULL);
  char *s = DBX_TMP(char, b.n + 1);
  memcpy(s, dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return s;
}
