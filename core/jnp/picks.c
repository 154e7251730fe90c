// Draws of integers, truth values and elements, as jax makes them of uniform bits.
// Source: Jaxprs of jax 0.4.23 (tests/conformance2/random).
#include "jnp/draws.h"

#include <math.h>
#include <string.h>

// ---- randint ----

static dbx_scalar extreme(dbx_dtype t, bool largest) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  if (dbx_is_unsigned(t)) return (dbx_scalar){.u = largest ? UINT64_MAX >> (64 - bits) : 0};
  int64_t most = INT64_MAX >> (64 - bits);
  return dbx_scalar_int(largest ? most : -most - 1);
}

// The larger or smaller one of the same extremes of two dtypes, as a number of dtype t.
static V inner(V like, dbx_dtype t, bool largest) {
  dbx_dtype own = jn_dtype(like);
  dbx_scalar x = extreme(t, largest), y = extreme(own, largest);
  bool of_t = largest ? x.u < y.u : (dbx_is_unsigned(t) || (!dbx_is_unsigned(own) && x.i > y.i));
  dbx_scalar r = of_t ? x : y;
  if (jn_weak(like) && !jn_rank(like) && own == DBX_I64) return jn_int(r.i);
  return jn_scalar(own, r);
}

static V clipped(V x, dbx_dtype t) {
  if (bad(x)) return x;
  V low = inner(x, t, false), high = inner(x, t, true);
  V r = jnp_fn_clip((V[]){x, low, high, dbx_val_none()});
  return lax_convert_strong(r, t);
}

static V integers(V x) {
  x = lax_asarray(x);
  return bad(x) || dbx_is_integer(jn_dtype(x)) ? x : lax_convert_strong(x, DBX_I64);
}

// Two draws of bits, as the high and the low half of a number, modulo the span.
static V offset(V high, V low, V span, unsigned bits) {
  dbx_dtype u = jn_dtype(span);
  V by = REM(jn_scalar(u, (dbx_scalar){.u = 1ull << bits / 2}), span);
  by = REM(MUL(by, by), span);
  V first = REM(high, span);
  first = MUL(first, by);
  V both = ADD(first, REM(low, span));
  return REM(both, span);
}

static V randint_body(const V *a, uint32_t n, const void *statics) { // key, low, high
  static const dbx_dtype words[] = {[1] = DBX_U8, [2] = DBX_U16, [4] = DBX_U32, [8] = DBX_U64};
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V low = integers(a[1]), high = integers(a[2]), k[2];
  if (bad(low) || bad(high)) return FAILED;
  unsigned bytes = dbx_dtype_bytes(w->t);
  V most = clipped(jn_scalar(w->t, extreme(w->t, true)), jn_dtype(high));
  V beyond = GT(high, most); // also of an array: lax.gt takes a scalar beside it
  low = clipped(low, w->t), high = clipped(high, w->t);
  low = jn_draw_raised(low, s.n), high = jn_draw_raised(high, s.n);
  if (bad(high) || jn_split_key(a[0], 2, k) != DBX_OK) return FAILED;
  V bits = jn_random_bits(k[0], 8 * bytes, s), more = jn_random_bits(k[1], 8 * bytes, s);
  V span = lax_convert_strong(jnp_subtract(high, low), words[bytes]);
  V empty = jnp_fn_less_equal((V[]){high, low});
  if (bad(span) || bad(empty)) return FAILED;
  V one = lax_full_like(span, jn_int(1), DBX_NO_DTYPE, NULL);
  span = lax_select(empty, one, span);
  V filled = jnp_fn_greater((V[]){high, low});
  V wider = jnp_fn_bitwise_and((V[]){beyond, filled});
  V next = ADD(span, lax_const_like(span, jn_int(1)));
  span = lax_select(wider, next, span);
  V r = bad(span) ? FAILED : offset(bits, more, span, 8 * bytes);
  return ADD(low, lax_convert_strong(r, w->t));
}

V jn_randint(V key, S shape, V low, V high, dbx_dtype t) {
  return jn_draw_call("_randint", randint_body, (V[]){key, low, high}, 3, shape, t);
}

V random_fn_randint(const V *a) { // key, shape, minval, maxval, dtype
  V k = jn_one_key("randint", a[0]), bound[2];
  S s;
  dbx_dtype t;
  for (int i = 0; i < 2; i++) bound[i] = jn_check_arraylike("randint", a[2 + i], 2 + i);
  if (bad(k) || bad(bound[0]) || bad(bound[1]) ||
      jn_draw_shape_arg("randint", a[1], &s) != DBX_OK || dbx_dtype_of(&a[4], &t) != DBX_OK)
    return FAILED;
  if (!dbx_is_integer(t))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "randint only accepts integer dtypes, got %s",
                      dbx_dtype_name(t));
  if (jn_check_draw("randint", s, bound, 2) != DBX_OK) return FAILED;
  return jn_randint(k, s, bound[0], bound[1], t);
}

// ---- truth values and signs ----

static V bernoulli_body(const V *a, uint32_t n, const void *statics) { // key, p
  const jn_draw *w = statics;
  V u = jn_uniform(a[0], jn_draw_shape(w, a, n), w->t, jn_float(0), jn_float(1));
  return jnp_less(u, a[1]);
}

static V bernoulli(V key, V p, S s) {
  if (bad(p)) return p;
  return jn_draw_call("_bernoulli", bernoulli_body, (V[]){key, p}, 2, s, jn_dtype(p));
}

V random_fn_bernoulli(const V *a) { // key, p, shape
  V k = jn_one_key("bernoulli", a[0]), p = a[1];
  S s;
  if (bad(k)) return k;
  if (is_none(p)) p = jn_scalar(DBX_F32, dbx_scalar_f(0.5));
  if (jn_draw_shape_of("bernoulli", a[2], &p, 1, &s) != DBX_OK) return FAILED;
  if (!dbx_is_float(jn_dtype(p)))
    return jn_fail_as(DBX_E401, DBX_S_TypeError,
                      "bernoulli probability `p` must have a floating dtype, got %s.",
                      dbx_dtype_name(jn_dtype(p)));
  return bernoulli(k, lax_convert_strong(p, jn_dtype(p)), s);
}

static V rademacher_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  V half = lax_convert_strong(jn_float(0.5), DBX_F64);
  V b = bernoulli(a[0], half, jn_draw_shape(w, a, n));
  V twice = jnp_multiply(jn_int(2), lax_convert_strong(b, w->t));
  return lax_convert_strong(jnp_subtract(twice, jn_int(1)), w->t);
}

V random_fn_rademacher(const V *a) { // key, shape, dtype
  V k = jn_one_key("rademacher", a[0]);
  S s;
  dbx_dtype t;
  if (bad(k) || jn_draw_shape_arg("rademacher", a[1], &s) != DBX_OK ||
      dbx_dtype_of(&a[2], &t) != DBX_OK)
    return FAILED;
  return jn_draw_call("_rademacher", rademacher_body, &k, 1, s, t);
}

static V signed_maxwell_body(const V *a, uint32_t n, const void *statics) { // key, loc, scale
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V k[2];
  if (jn_split_key(a[0], 2, k) != DBX_OK) return FAILED;
  V size = jn_maxwell(k[0], s, w->t);
  V sign = jn_draw_call("_rademacher", rademacher_body, &k[1], 1, s, w->t);
  V r = jnp_multiply(sign, size);
  return jnp_add(jnp_multiply(r, a[2]), a[1]);
}

V random_fn_double_sided_maxwell(const V *a) { // key, loc, scale, shape, dtype
  V in[] = {jn_one_key("double_sided_maxwell", a[0]), a[1], a[2]};
  S own, s;
  dbx_dtype t;
  if (bad(in[0]) || jn_draw_dtype("double_sided_maxwell", a[4], "f", &t) != DBX_OK ||
      jn_draw_shape_of("double_sided_maxwell", dbx_val_none(), in + 1, 2, &own) != DBX_OK ||
      jn_draw_shape_arg("double_sided_maxwell", a[3], &s) != DBX_OK)
    return FAILED;
  S all = {s.n + own.n, DBX_TMP(dbx_dim, s.n + 2 * own.n)};
  if (!s.n) s = own, all.n = 2 * own.n; // as jax has it
  if (s.n) memcpy(all.d, s.d, s.n * sizeof *s.d);
  if (own.n) memcpy(all.d + s.n, own.d, own.n * sizeof *own.d);
  return jn_draw_call("_double_sided_maxwell", signed_maxwell_body, in, 3, all, t);
}

// ---- permutations ----

// Sorting by random words; enough rounds that equal words hardly matter.
static V shuffle_body(const V *a, uint32_t n, const void *statics) { // key, x
  const int64_t *axis = statics;
  V key = a[0], x = lax_asarray(a[1]);
  if (bad(x)) return x;
  S s = jn_shape(x);
  double size = 1;
  for (uint32_t i = 0; i < s.n; i++) size *= (double)dbx_dim_value(s.d[i]);
  int rounds = (int)ceil(3 * log(size > 1 ? size : 1) / log(UINT32_MAX));
  for (int i = 0; i < rounds; i++) {
    V k[2], out[2];
    if (jn_split_key(key, 2, k) != DBX_OK) return FAILED;
    key = k[0];
    V in[] = {jn_random_bits(k[1], 32, s), x};
    if (bad(in[0]) || lax_sort(in, 2, *axis, 1, out) != DBX_OK) return FAILED;
    x = out[1];
  }
  return (void)n, x;
}

static V shuffled(V key, V x, int64_t axis) {
  if (bad(x)) return x;
  if (!jn_static(jn_shape_seen(x)))
    return jn_fail(DBX_E403, "how often a permutation sorts depends on the number of elements, "
                             "which is traced: draw keys with jax.random.uniform and use argsort");
  return jn_call("_shuffle", shuffle_body, (V[]){key, x}, 2, &axis, sizeof axis);
}

static V range(V n) {
  return jnp_fn_arange((V[]){n, dbx_val_none(), dbx_val_none(), dbx_val_none()});
}

static V taken(V x, V index, int64_t axis, bool unique) {
  V in[] = {x,
            index,
            jn_int(axis),
            dbx_val_none(),
            dbx_val_none(),
            dbx_val_bool(unique),
            dbx_val_bool(false),
            dbx_val_none()};
  return bad(index) ? index : jnp_fn_take(in);
}

static V permuted(V key, V x, int64_t axis, bool independent) {
  if (independent || jn_rank(x) == 1) return shuffled(key, x, axis);
  V order = range(jn_dim_value(jn_info(x)->dims[axis]));
  return taken(x, shuffled(key, order, 0), axis, true);
}

static V permuted_range(V key, V n) {
  int64_t len;
  if (!dbx_is_integer(jn_dtype(n)))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "x must be an integer or at least 1-dimensional");
  return jn_int_arg(n, "length of a permutation", &len) == DBX_OK
             ? shuffled(key, range(jn_int(len)), 0)
             : FAILED;
}

V random_fn_permutation(const V *a) { // key, x, axis, independent
  V k = jn_one_key("permutation", a[0]), x = jn_check_arraylike("permutation", a[1], 1);
  int64_t axis;
  if (bad(k) || bad(x) || jn_axis(a[2], jn_rank(x) ? jn_rank(x) : 1, &axis) != DBX_OK)
    return FAILED;
  return jn_rank(x) ? permuted(k, x, axis, jn_bool_arg(a[3])) : permuted_range(k, x);
}

V random_fn_shuffle(const V *a) { // key, x, axis
  V k = jn_one_key("shuffle", a[0]), x = jn_check_arraylike("shuffle", a[1], 1);
  int64_t axis;
  if (bad(k) || bad(x) || jn_axis(a[2], jn_rank(x), &axis) != DBX_OK) return FAILED;
  return shuffled(k, lax_asarray(x), axis);
}

// ---- choice ----

typedef struct choice {
  V key, x; // x: an int or an array
  S shape;
  int64_t axis, n, draws; // of how many, and how many
} choice;

static V cut(V x, int64_t axis, int64_t n) { // the first n along an axis
  V none = dbx_val_none(), whole[3] = {none, none, none}, first[3] = {none, jn_int(n), none};
  if (bad(x)) return x;
  V *index = DBX_TMP(V, axis + 1);
  for (int64_t i = 0; i <= axis; i++)
    index[i] = (V){.kind = DBX_V_SLICE, .item = i == axis ? first : whole, .n = 3};
  return jnp_getitem(x, dbx_val_tuple(index, (uint32_t)axis + 1));
}

// Where each of r lies among the running sums: how many of them are below it.
static V places(V sums, V r) {
  int64_t last = jn_rank(r);
  V wide = lax_expand_dims(r, &last, 1);
  if (bad(wide)) return wide;
  V below = jnp_less(sums, wide);
  return jnp_sum(below, jn_int(last), DBX_I64, false);
}

static V weighted(const choice *c, V p, bool replace) {
  if (jn_promote_dtypes(&p, 1, JN_INEXACT) != DBX_OK) return FAILED;
  dbx_dtype t = jn_dtype(p);
  if (jn_rank(p) != 1 || jn_info(p)->dims[0] != dbx_dim_int(c->n))
    return jn_fail_as(DBX_E208, DBX_S_ValueError, "p must be None or match the shape of a");
  if (!replace) {
    int64_t n = c->n;
    V g = NEG(jn_gumbel(c->key, jn_shape_of_ints(&n, 1), t));
    g = jnp_subtract(g, lax1(DBX_PRIM_log, p));
    V order = bad(g) ? g : jnp_fn_argsort((V[]){g, jn_int(-1), dbx_val_none(), dbx_val_none()});
    return cut(order, 0, c->draws);
  }
  V sums = jnp_fn_cumsum((V[]){p, dbx_val_none(), dbx_val_none(), dbx_val_none()});
  V total = bad(sums) ? sums : jnp_getitem(sums, jn_int(-1));
  V u = jn_uniform(c->key, c->shape, t, jn_float(0), jn_float(1));
  V r = jnp_multiply(total, jnp_subtract(jn_int(1), u));
  return bad(r) ? r : places(sums, r);
}

static V chosen(const choice *c, V p, bool replace) {
  bool array = jn_rank(c->x) != 0;
  V index;
  if (!is_none(p)) index = weighted(c, p, replace);
  else if (replace) index = jn_randint(c->key, c->shape, jn_int(0), jn_int(c->n), DBX_I64);
  else
    return cut(array ? permuted(c->key, c->x, c->axis, false) : permuted_range(c->key, c->x),
               c->axis, c->draws);
  return array ? taken(c->x, index, c->axis, false) : index;
}

static V reshaped(const choice *c, V r) {
  if (bad(r) || !jn_rank(c->x)) return lax_reshape(r, c->shape);
  S own = jn_shape(c->x), s = {own.n - 1 + c->shape.n, DBX_TMP(dbx_dim, own.n + c->shape.n)};
  uint32_t n = 0;
  for (uint32_t i = 0; i < own.n; i++) {
    if (i != c->axis) s.d[n++] = own.d[i];
    else
      for (uint32_t k = 0; k < c->shape.n; k++) s.d[n++] = c->shape.d[k];
  }
  return lax_reshape(r, s);
}

static dbx_status read_choice(const V *a, choice *c) { // key, a, shape
  DBX_TRY(status_of(c->key = jn_one_key("choice", a[0])));
  DBX_TRY(jn_draw_shape_arg("choice", a[2], &c->shape));
  DBX_TRY(status_of(c->x = jn_check_arraylike("choice", a[1], 1)));
  c->axis = 0;
  if (!jn_rank(c->x)) DBX_TRY(jn_int_arg(c->x, "number of elements to choose from", &c->n));
  else {
    DBX_TRY(jn_axis(a[5], jn_rank(c->x), &c->axis));
    dbx_dim d = jn_info(c->x)->dims[c->axis];
    if (!dbx_dim_is_int(d))
      return dbx_fail(DBX_E403, (dbx_span){0},
                      "choice from an axis whose length is traced: draw indices with randint");
    c->n = dbx_dim_value(d);
  }
  c->draws = 1;
  for (uint32_t i = 0; i < c->shape.n; i++) {
    int64_t d = dbx_dim_is_int(c->shape.d[i]) ? dbx_dim_value(c->shape.d[i]) : 1;
    if (__builtin_mul_overflow(c->draws, d, &c->draws))
      return dbx_fail(DBX_E702, (dbx_span){0}, "so many draws do not fit into memory");
  }
  return DBX_OK;
}

V random_fn_choice(const V *a) { // key, a, shape, replace, p, axis
  choice c;
  bool replace = jn_bool_arg(a[3]);
  if (read_choice(a, &c) != DBX_OK) return FAILED;
  if (!c.draws) return lax_full(c.shape, jn_int(0), jn_dtype(c.x));
  if (c.n <= 0)
    return jn_fail_as(DBX_E208, DBX_S_ValueError,
                      "a must be greater than 0 unless no samples are taken");
  if (!replace && !jn_static(c.shape))
    return jn_fail(DBX_E403, "how many are drawn without replacement has to be known");
  if (!replace && c.draws > c.n)
    return jn_fail_as(DBX_E208, DBX_S_ValueError,
                      "Cannot take a larger sample than population when 'replace=False'");
  V p = is_none(a[4]) ? a[4] : jn_check_arraylike("choice", a[4], 4);
  return bad(p) ? p : reshaped(&c, chosen(&c, p, replace));
}

// ---- categorical ----

// The shape of the draws: axes that are only in `shape`, then those of the logits.
static dbx_status drawn_shape(V logits, int64_t axis, V arg, S *all, uint32_t *lead) {
  S own = jn_shape(logits), batch = {own.n - 1, DBX_TMP(dbx_dim, own.n)}, s;
  for (uint32_t i = 0, n = 0; i < own.n; i++)
    if (i != axis) batch.d[n++] = own.d[i];
  s = batch;
  if (!is_none(arg)) {
    S both[2] = {batch}, joined;
    DBX_TRY(jn_shape_arg(arg, &s));
    both[1] = s;
    DBX_TRY(jn_broadcast_shapes(both, 2, &joined));
    if (!jn_same_shape(joined, s))
      return dbx_fail(
          DBX_E301, (dbx_span){0},
          "categorical: the shape of the logits does not broadcast to the shape argument");
  }
  *lead = s.n - batch.n;
  *all = (S){s.n + 1, DBX_TMP(dbx_dim, s.n + 1)};
  for (uint32_t i = 0, n = 0; i < all->n; i++)
    all->d[i] = i == *lead + (uint32_t)axis ? own.d[axis] : s.d[n++];
  return DBX_OK;
}

V random_fn_categorical(const V *a) { // key, logits, axis, shape
  V k = jn_one_key("categorical", a[0]), logits = a[1];
  int64_t axis;
  uint32_t lead;
  S s;
  dbx_dtype t;
  logits = jn_checked("categorical", logits);
  if (bad(k) || bad(logits) || jn_axis(a[2], jn_rank(logits), &axis) != DBX_OK ||
      drawn_shape(logits, axis, a[3], &s, &lead) != DBX_OK ||
      jn_draw_dtype("gumbel", dbx_val_dtype(jn_dtype(logits)), "f", &t) != DBX_OK)
    return FAILED;
  V g = jn_gumbel(k, s, t);
  int64_t *axes = DBX_TMP(int64_t, lead);
  for (uint32_t i = 0; i < lead; i++) axes[i] = i;
  V score = jnp_add(g, lax_expand_dims(logits, axes, lead));
  V in[] = {score, jn_int(axis + lead), dbx_val_none(), dbx_val_bool(false)};
  return bad(score) ? score : jnp_fn_argmax(in);
}
