// Sizes that must not wrap (prim/exact.h): beside the number of every variable that may be needed
// as a size there are the equations that may have wrapped on the way to it, each with a flag that
// holds if it did. Nothing is emitted for other arithmetic, and no flag is looked at before it is
// needed.
#include "lower/emit/emit.h"

// One equation that may have wrapped, and the next.
typedef struct wrapping {
  MlirValue flag; // i1
  const dbx_eqn *eqn;
  MlirValue in[2]; // its operands, i64
  const struct wrapping *next;
} wrapping;

static const wrapping *wrapping_of(const emitter *e, dbx_atom a) {
  uint64_t *w = dbx_is_literal(a) ? NULL : dbx_map_find(&e->wrapped, a & DBX_HANDLE);
  return w ? (const wrapping *)(uintptr_t)*w : NULL;
}

static void set_wrapping(emitter *e, dbx_atom a, const wrapping *w) {
  if (dbx_exact_has(&e->exact, a)) dbx_map_put(&e->wrapped, a & DBX_HANDLE, (uintptr_t)w);
}

static const wrapping *joined(emitter *e, const wrapping *a, wrapping w) {
  for (const wrapping *x = a; x; x = x->next)
    if (x->eqn == w.eqn && mlirValueEqual(x->flag, w.flag)) return a;
  wrapping *n = DBX_NEW(&e->arena, wrapping);
  *n = w;
  n->next = a;
  return n;
}

static void guard(emitter *e, const wrapping *w) {
  const dbx_eqn *around = e->eqn;
  for (; w; w = w->next) {
    e->eqn = w->eqn;
    ml_guard(e, w->flag, LOWER_SIZE, w->in[0], w->in[1], (MlirValue){0});
  }
  e->eqn = around;
}

// A size is read as an int64.
static void guard_unsigned(emitter *e, const value *v) {
  if (!v || v->t != DBX_U64) return;
  MlirValue n = dim_i64(e, dim_of(v)), bad = ml_cmpi(e, I_SLT, n, ml_int(e, e->i64, 0));
  ml_guard(e, bad, LOWER_SIZE, n, (MlirValue){0}, (MlirValue){0});
}

// ---- arithmetic with its flag ----

static MlirValue widened(emitter *e, dbx_dtype t, MlirValue x) {
  return ml_unary(e, dbx_is_unsigned(t) ? "arith.extui" : "arith.extsi", e->i128, x);
}

// Does the number, which 128 bits hold, differ from what is left of it in t?
static MlirValue cut(emitter *e, dbx_dtype t, MlirValue wide, MlirValue *narrow) {
  *narrow = ml_unary(e, "arith.trunci", ml_scalar(e, t), wide);
  return ml_cmpi(e, I_NE, wide, widened(e, t, *narrow));
}

static MlirValue product(emitter *e, dbx_dtype t, MlirValue x, MlirValue y, MlirValue *ret) {
  return cut(e, t, ml_binary(e, "arith.muli", widened(e, t, x), widened(e, t, y)), ret);
}

static MlirValue power(emitter *e, dbx_dtype t, MlirValue x, int64_t y) {
  MlirValue flag = ml_int(e, e->i1, 0), r = ml_int(e, ml_scalar(e, t), 1);
  for (; y > 0; y >>= 1) {
    if (y & 1) flag = ml_binary(e, "arith.ori", flag, product(e, t, r, x, &r));
    if (y > 1) flag = ml_binary(e, "arith.ori", flag, product(e, t, x, x, &x));
  }
  return flag;
}

static MlirValue lowest(emitter *e, dbx_dtype t, MlirValue x) {
  if (dbx_is_unsigned(t)) return ml_int(e, e->i1, 0);
  unsigned bits = 8 * dbx_dtype_bytes(t);
  return ml_cmpi(e, I_EQ, x, ml_int(e, ml_scalar(e, t), INT64_MIN >> (64 - bits)));
}

static MlirValue flag_of(emitter *e, const dbx_eqn *q, value *const *in) {
  dbx_dtype t = in[0]->t;
  MlirValue x = in[0]->scalar, y = q->n_in > 1 ? in[1]->scalar : x, narrow;
  switch (q->prim->id) {
  case DBX_PRIM_integer_pow: return power(e, t, x, dbx_eqn_int(q, DBX_S_y));
  case DBX_PRIM_abs: return lowest(e, t, x);
  case DBX_PRIM_square:
  case DBX_PRIM_mul: return product(e, t, x, y, &narrow);
  case DBX_PRIM_div:
    return ml_binary(e, "arith.andi", lowest(e, t, x),
                     ml_cmpi(e, I_EQ, y, ml_int(e, ml_scalar(e, t), -1)));
  case DBX_PRIM_add:
    return cut(e, t, ml_binary(e, "arith.addi", widened(e, t, x), widened(e, t, y)), &narrow);
  case DBX_PRIM_sub:
    return cut(e, t, ml_binary(e, "arith.subi", widened(e, t, x), widened(e, t, y)), &narrow);
  case DBX_PRIM_neg:
    return cut(e, t, ml_binary(e, "arith.subi", ml_int(e, e->i128, 0), widened(e, t, x)), &narrow);
  default: return cut(e, dbx_aval_at(dbx_var_aval(q->out[0]))->dtype, widened(e, t, x), &narrow);
  }
}

// ---- steps ----

static const wrapping *passed(emitter *e, const dbx_eqn *q) {
  const wrapping *w = NULL;
  for (uint32_t i = 0; i < q->n_in; i++)
    for (const wrapping *x = wrapping_of(e, q->in[i]); x; x = x->next) w = joined(e, w, *x);
  return w;
}

static const wrapping *computed(emitter *e, const dbx_eqn *q, value *const *in) {
  const wrapping *w = passed(e, q);
  bool known = true;
  dbx_scalar x[2] = {{0}, {0}};
  wrapping own = {.eqn = q, .in = {ml_int(e, e->i64, 0), ml_int(e, e->i64, 0)}};
  for (uint32_t i = 0; i < q->n_in && i < 2; i++) {
    known &= in[i]->known;
    x[i].i = in[i]->n;
  }
  if (known && !dbx_exact_wraps(q, x)) return w;
  for (uint32_t i = 0; i < q->n_in && i < 2; i++) own.in[i] = dim_i64(e, dim_of(in[i]));
  own.flag = flag_of(e, q, in);
  return joined(e, w, own);
}

// The case of select_n with number k is chosen.
static MlirValue is_chosen(emitter *e, const value *which, uint32_t k, uint32_t last) {
  if (which->t == DBX_BOOL)
    return k ? which->scalar : ml_binary(e, "arith.xori", which->scalar, ml_int(e, e->i1, 1));
  MlirValue n = dim_i64(e, dim_of(which)), number = ml_int(e, e->i64, k);
  return ml_cmpi(e, !k ? I_SLE : k == last ? I_SGE : I_EQ, n, number);
}

static const wrapping *chosen(emitter *e, const dbx_eqn *q, value *const *in) {
  const wrapping *w = NULL;
  for (uint32_t k = 0; k + 1 < q->n_in; k++) {
    const wrapping *x = wrapping_of(e, q->in[k + 1]);
    if (!x) continue;
    MlirValue here = is_chosen(e, in[0], k, q->n_in - 2);
    for (; x; x = x->next) {
      wrapping own = *x;
      own.flag = ml_binary(e, "arith.andi", x->flag, here);
      w = joined(e, w, own);
    }
  }
  return w;
}

void exact_follow(emitter *e, const dbx_eqn *q, value *const *in) {
  if (!e->exact.n || q->prim->nested) return;
  for (uint32_t i = 0; i < q->n_out; i++) {
    const wrapping *w = NULL;
    if (!dbx_exact_has(&e->exact, q->out[i])) continue;
    switch (dbx_exact_step_of(q)) {
    case DBX_EXACT_CUT: break;
    case DBX_EXACT_PASS: w = passed(e, q); break;
    case DBX_EXACT_CHOOSE: w = chosen(e, q, in); break;
    case DBX_EXACT_COMPUTE: w = computed(e, q, in); break;
    }
    set_wrapping(e, q->out[i], w);
  }
}

void exact_guard(emitter *e, const scope *s, const dbx_eqn *q) {
  dbx_u32s needs = {0};
  dbx_exact_needs(&e->exact, q, &needs);
  for (uint32_t i = 0; i < needs.n; i++) {
    guard(e, wrapping_of(e, needs.at[i]));
    guard_unsigned(e, scope_find(s, needs.at[i]));
    set_wrapping(e, needs.at[i], NULL); // from here on it is exact
  }
  dbx_vec_free(&needs);
}

void exact_results(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j) {
  if (!q || dbx_is_call(q->prim) || j->n_out != q->n_out) return;
  for (uint32_t i = 0; i < j->n_out; i++)
    if (dbx_exact_has(&e->exact, q->out[i])) guard(e, wrapping_of(e, j->outs[i]));
}

void exact_call(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j) {
  for (uint32_t i = 0; e->exact.n && i < j->n_in; i++)
    set_wrapping(e, j->invars[i], wrapping_of(e, q->in[i]));
}

void exact_return(emitter *e, const dbx_eqn *q, const dbx_jaxpr *j) {
  for (uint32_t i = 0; e->exact.n && i < j->n_out; i++)
    set_wrapping(e, q->out[i], wrapping_of(e, j->outs[i]));
}
