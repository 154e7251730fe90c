// Windows that move over an array, and what acts on matrices and last axes as a whole.
#include "hlo/emit.h"

#include <inttypes.h>
#include <string.h>

static const char *list(hlo_emitter *e, const int64_t *x, uint32_t n) {
  const char **s = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t i = 0; i < n; i++) s[i] = hlo_printf(e, "%" PRId64, x[i]);
  return hlo_list(e, n, s);
}

static const char *numbers(hlo_emitter *e, const dbx_eqn *q, dbx_sym key) {
  uint32_t n;
  const int64_t *x = dbx_param_ints(dbx_eqn_param(q, key), &n);
  return list(e, x, n);
}

// "[[1, 2], [0, 0]]"
static const char *paddings(hlo_emitter *e, const dbx_param *p) {
  const char **s = DBX_NEWN(&e->arena, const char *, p->n + 1);
  for (uint32_t i = 0; i < p->n; i++)
    s[i] =
        hlo_printf(e, "[%" PRId64 ", %" PRId64 "]", p->item[i]->item[0]->i, p->item[i]->item[1]->i);
  return hlo_list(e, p->n, s);
}

static dbx_prim fold_of(const dbx_eqn *q) {
  switch (q->prim->id) {
  case DBX_PRIM_reduce_window_max: return DBX_PRIM_max;
  case DBX_PRIM_reduce_window_min: return DBX_PRIM_min;
  default: return DBX_PRIM_add;
  }
}

dbx_status hlo_emit_reduce_window(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                  hlo *out) {
  const hlo *x = in[0], *init = hlo_literal(e, x->t, hlo_identity(fold_of(q), x->t));
  if (!x->rank) return hlo_refuse(e, "an operand without axes");
  const char *from = hlo_name(e, x), *first = hlo_name(e, init), *name = hlo_fresh(e),
             *a = hlo_fresh(e), *b = hlo_fresh(e), *t = hlo_type(e, init);
  hlo_region region;
  hlo_line(e,
           "%s = \"stablehlo.reduce_window\"(%s, %s) <{window_dimensions = array<i64: %s>, "
           "window_strides = array<i64: %s>, base_dilations = array<i64: %s>, window_dilations = "
           "array<i64: %s>, padding = dense<[%s]> : tensor<%ux2xi64>}> ({",
           name, from, first, numbers(e, q, DBX_S_window_dimensions),
           numbers(e, q, DBX_S_window_strides), numbers(e, q, DBX_S_base_dilation),
           numbers(e, q, DBX_S_window_dilation), paddings(e, dbx_eqn_param(q, DBX_S_padding)),
           x->rank);
  hlo_line(e, "^bb0(%s: %s, %s: %s):", a, t, b, t);
  hlo_open(e, &region);
  hlo_line(e, "stablehlo.return %s : %s", hlo_op(e, "%s %s, %s : %s", e->op, a, b, t), t);
  hlo_shut(e, &region);
  hlo_close(e, "}) : (%s, %s) -> %s", hlo_type(e, x), t, hlo_type(e, out));
  return out->name = name, DBX_OK;
}

// ---- matrices ----

static dbx_status for_xla(const hlo_emitter *e) {
  if (e->target == DBX_HLO_XLA) return DBX_OK;
  return hlo_refuse(e, "IREE does not have it");
}

dbx_status hlo_emit_cholesky(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  (void)q;
  DBX_TRY(for_xla(e));
  out->name = hlo_op(e, "%s %s, lower = true : %s", e->op, hlo_name(e, in[0]), hlo_type(e, out));
  return DBX_OK;
}

static const char *flag(const dbx_eqn *q, dbx_sym key) {
  return dbx_eqn_int(q, key) ? "true" : "false";
}

dbx_status hlo_emit_triangular_solve(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                     hlo *out) {
  bool transposed = dbx_eqn_int(q, DBX_S_transpose_a),
       conjugate = dbx_eqn_int(q, DBX_S_conjugate_a);
  DBX_TRY(for_xla(e));
  if (conjugate && !transposed) return hlo_refuse(e, "a conjugate that is not transposed");
  const char *how = conjugate ? "ADJOINT" : transposed ? "TRANSPOSE" : "NO_TRANSPOSE";
  out->name = hlo_op(e,
                     "\"%s\"(%s, %s) <{left_side = %s, lower = %s, unit_diagonal = %s, transpose_a "
                     "= #stablehlo<transpose %s>}> : (%s, %s) -> %s",
                     e->op, hlo_name(e, in[0]), hlo_name(e, in[1]), flag(q, DBX_S_left_side),
                     flag(q, DBX_S_lower), flag(q, DBX_S_unit_diagonal), how, hlo_type(e, in[0]),
                     hlo_type(e, in[1]), hlo_type(e, out));
  return DBX_OK;
}

dbx_status hlo_emit_fft(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const char *type = dbx_sym_text(dbx_eqn_param(q, DBX_S_fft_type)->text),
             *dot = strrchr(type, '.');
  DBX_TRY(for_xla(e));
  out->name = hlo_op(e, "%s %s, type = %s, length = [%s] : (%s) -> %s", e->op, hlo_name(e, in[0]),
                     dot ? dot + 1 : type, numbers(e, q, DBX_S_fft_lengths), hlo_type(e, in[0]),
                     hlo_type(e, out));
  return DBX_OK;
}
