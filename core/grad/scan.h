// The parts of a scan. Private to core/grad.
#ifndef DBX_GRAD_SCAN_H
#define DBX_GRAD_SCAN_H

#include "grad/rule.h"

typedef struct scan {
  const dbx_eqn *e;
  const dbx_jaxpr *body;
  uint32_t n_consts, n_carries, n_xs, n_ys;
} scan;

// Those of e.
static inline scan scan_of(const dbx_eqn *e) {
  scan s = {.e = e, .body = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr};
  s.n_consts = (uint32_t)dbx_eqn_int(e, DBX_S_num_consts);
  s.n_carries = (uint32_t)dbx_eqn_int(e, DBX_S_num_carry);
  s.n_xs = s.body->n_in - s.n_consts - s.n_carries;
  s.n_ys = s.body->n_out - s.n_carries;
  return s;
}

// Parameters of a scan with another Jaxpr: `linear` marks its operands.
static inline const dbx_kv *scan_params(const scan *s, dbx_jaxpr *body, uint32_t n_consts,
                                        uint32_t n_carries, const bool *linear, uint32_t n) {
  dbx_kv *kv = DBX_TMP(dbx_kv, s->e->n_params + 1);
  const dbx_param **marks = DBX_TMP(const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++) marks[i] = dbx_p_bool(linear[i]);
  for (uint32_t i = 0; i < s->e->n_params; i++) {
    kv[i] = s->e->params[i];
    if (kv[i].key == DBX_S_jaxpr) kv[i].val = dbx_p_jaxpr(body);
    if (kv[i].key == DBX_S_num_consts) kv[i].val = dbx_p_int(n_consts);
    if (kv[i].key == DBX_S_num_carry) kv[i].val = dbx_p_int(n_carries);
    if (kv[i].key == DBX_S_linear) kv[i].val = dbx_p_tuple(marks, n);
  }
  return kv;
}

// Which inputs of the body are unknown, by the operands.
static inline dbx_status scan_unknown(const scan *c, const V *in, bool *unknown) {
  for (uint32_t i = 0; i < c->body->n_in; i++) unknown[i] = is_zero(in[i]);
  return grad_unknown_carries_of(c->body, unknown, c->n_consts, c->n_carries);
}

#endif
