// dot_general.
#include "hlo/emit.h"

#include <inttypes.h>

typedef struct contraction {
  dbx_dot_dims d;
  const hlo *x, *y;
} contraction;

static const char *list(hlo_emitter *e, const int64_t *i, uint32_t n) {
  const char **s = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t k = 0; k < n; k++) s[k] = hlo_printf(e, "%" PRId64, i[k]);
  return hlo_list(e, n, s);
}

static void product_op(hlo_emitter *e, const contraction *c, hlo *out) {
  const dbx_dot_dims *d = &c->d;
  const char *batch = "";
  if (d->n_batch)
    batch = hlo_printf(e, "batching_dims = [%s] x [%s], ", list(e, d->lhs_batch, d->n_batch),
                       list(e, d->rhs_batch, d->n_batch));
  out->name =
      hlo_op(e, "stablehlo.dot_general %s, %s, %scontracting_dims = [%s] x [%s] : (%s, %s) -> %s",
             hlo_name(e, c->x), hlo_name(e, c->y), batch, list(e, d->lhs_contract, d->n_contract),
             list(e, d->rhs_contract, d->n_contract), hlo_type(e, c->x), hlo_type(e, c->y),
             hlo_type(e, out));
}

static bool listed(const int64_t *a, uint32_t n, int64_t x, uint32_t *at) {
  for (*at = 0; *at < n; ++*at)
    if (a[*at] == x) return true;
  return false;
}

// "(d0, d2)": the loop of each axis of v. Loops: batch axes, the rest of x, the rest of y, then
// those that are contracted.
static const char *loops_of(hlo_emitter *e, const hlo *v, const int64_t *batch,
                            const int64_t *contract, const dbx_dot_dims *d, uint32_t first,
                            uint32_t rank) {
  const char **s = DBX_NEWN(&e->arena, const char *, v->rank + 1);
  for (uint32_t i = 0, k; i < v->rank; i++)
    s[i] = hlo_printf(e, "d%u",
                      listed(batch, d->n_batch, i, &k)         ? k
                      : listed(contract, d->n_contract, i, &k) ? rank + k
                                                               : first++);
  return hlo_printf(e, "(%s)", hlo_list(e, v->rank, s));
}

// IREE takes dot_general of lengths that are no numbers for a few shapes only.
static void product_each(hlo_emitter *e, const contraction *c, hlo *out) {
  const dbx_dot_dims *d = &c->d;
  dbx_dtype t = hlo_signless_type(out->t);
  const hlo *x = hlo_signless(e, hlo_convert(e, c->x, out->t)),
            *y = hlo_signless(e, hlo_convert(e, c->y, out->t)),
            *zero =
                hlo_spread(e, hlo_literal(e, t, (dbx_scalar){.c = {0, 0}}), out->rank, out->dims);
  uint32_t rank = out->rank, all = rank + d->n_contract, nx = x->rank - d->n_contract;
  const char **loops = DBX_NEWN(&e->arena, const char *, all + 1),
             **kinds = DBX_NEWN(&e->arena, const char *, all + 1);
  for (uint32_t i = 0; i < all; i++) {
    loops[i] = hlo_printf(e, "d%u", i);
    kinds[i] = i < rank ? "\"parallel\"" : "\"reduction\"";
  }
  const char *from = hlo_list(e, all, loops), *name = hlo_fresh(e), *el = hlo_element(t),
             *to = hlo_type(e, zero), *a = hlo_fresh(e), *b = hlo_fresh(e), *s = hlo_fresh(e),
             *init = hlo_name(e, zero);
  hlo_line(e,
           "%s = linalg.generic {indexing_maps = [affine_map<(%s) -> %s>, affine_map<(%s) -> %s>, "
           "affine_map<(%s) -> (%s)>], iterator_types = [%s]} ins(%s, %s : %s, %s) outs(%s : %s) {",
           name, from, loops_of(e, x, d->lhs_batch, d->lhs_contract, d, d->n_batch, rank), from,
           loops_of(e, y, d->rhs_batch, d->rhs_contract, d, nx, rank), from,
           hlo_list(e, rank, loops), hlo_list(e, all, kinds), x->name, y->name, hlo_type(e, x),
           hlo_type(e, y), init, to);
  hlo_line(e, "^bb0(%s: %s, %s: %s, %s: %s):", a, el, b, el, s, el);
  e->indent += 2;
  const char *p = hlo_op(e, "%s %s, %s : %s", hlo_arith(DBX_PRIM_mul, out->t), a, b, el),
             *r = hlo_op(e, "%s %s, %s : %s", hlo_arith(DBX_PRIM_add, out->t), s, p, el);
  hlo_line(e, "linalg.yield %s : %s", r, el);
  e->indent -= 2;
  hlo_close(e, "} -> %s", to);
  out->name = hlo_signed_again(e, name, out->t, rank, out->dims);
}

dbx_status hlo_emit_dot_general(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  contraction c = {.x = in[0], .y = in[1]};
  if (!dbx_parse_dot_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &c.d))
    return hlo_refuse(e, "the dimension numbers have no StableHLO");
  hlo_dim *dims = dbx_arena_copy(&e->arena, c.y->dims, c.y->rank * sizeof *dims);
  for (uint32_t i = 0; i < c.d.n_contract; i++) {
    hlo_dim *to = &dims[c.d.rhs_contract[i]], n = c.x->dims[c.d.lhs_contract[i]];
    hlo_guard_equal(e, n, *to, DBX_E706, "contracted axes have different lengths");
    *to = n;
  }
  for (uint32_t i = 0; i < c.d.n_batch; i++) {
    hlo_dim *to = &dims[c.d.rhs_batch[i]], n = c.x->dims[c.d.lhs_batch[i]];
    hlo_guard_equal(e, n, *to, DBX_E706, "batch axes have different lengths");
    *to = n;
  }
  c.y = hlo_fit(e, c.y, dims);
  (e->target == DBX_HLO_IREE ? product_each : product_op)(e, &c, out);
  return DBX_OK;
}
