// Keys of random numbers: making, splitting, folding in; old-style ones (words of uint32) and
// new-style ones (dtype key<fry>). Source: Jaxprs of jax 0.4.23, tests/conformance2/random.
#include "jnp/draws.h"

#include <string.h>

static V with_impl(dbx_prim p, V x) {
  dbx_kv kv[] = {{DBX_S_impl, dbx_p_text("fry")}};
  return lax_bind(p, &x, 1, kv, 1);
}

static V unwrapped(V k) { return lax1(DBX_PRIM_random_unwrap, k); }

static bool is_key(V k) { return dbx_is_arraylike(&k) && jn_dtype(k) == DBX_KEY; }

V jn_wrapped_key(V k) {
  if (bad(k) || is_key(k)) return k;
  if (!dbx_is_arraylike(&k))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "unexpected PRNG key type %s",
                      dbx_val_type_name(&k));
  if (!dbx_is_key_data(dbx_val_aval(&k)))
    return jn_fail_as(
        DBX_E401, DBX_S_TypeError,
        "invalid PRNG key: jax.random.PRNGKey(SEED) gives one, words of uint32 with a "
        "last axis of length 2, got %s",
        dbx_aval_text(dbx_val_aval(&k)));
  return with_impl(DBX_PRIM_random_wrap, k);
}

V jn_one_key(const char *fn, V k) {
  k = jn_wrapped_key(k);
  if (bad(k) || !jn_rank(k)) return k;
  return jn_fail_as(DBX_E401, DBX_S_TypeError,
                    "%s accepts a single key, but was given a key array of rank %u: use jax.vmap "
                    "for batching",
                    fn, jn_rank(k));
}

// The result for a key that was given as its words is words too.
static V as_given(V given, V keys) { return bad(keys) || is_key(given) ? keys : unwrapped(keys); }

// ---- seeds ----

static dbx_status check_impl(V impl) {
  if (is_none(impl)) return DBX_OK;
  if (impl.kind == DBX_V_STR && !strcmp(dbx_sym_text(impl.str), "threefry2x32")) return DBX_OK;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "keys are threefry2x32 here, which is jax's default: leave impl out");
}

static V seeded(const char *fn, V seed, V impl) {
  if (check_impl(impl) != DBX_OK) return FAILED;
  if (is_key(seed))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "%s accepts a scalar seed, but was given a key",
                      fn);
  if (seed.kind == DBX_V_BIGINT)
    return jn_fail(DBX_E211, "Python int too large to convert to C long");
  if (dbx_is_seq(&seed) || (dbx_is_arraylike(&seed) && jn_rank(seed)))
    return jn_fail_as(DBX_E401, DBX_S_TypeError,
                      "%s accepts a scalar seed, but was given an array: use jax.vmap for batching",
                      fn);
  if (seed.kind == DBX_V_BOOL) seed = jn_int(seed.i);
  if (!dbx_is_arraylike(&seed) || !dbx_is_integer(jn_dtype(seed)))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "PRNG key seed must be an integer; got %s",
                      dbx_val_type_name(&seed));
  return with_impl(DBX_PRIM_random_seed, seed);
}

V random_fn_key(const V *a) { return seeded("key", a[0], a[1]); } // seed, impl
V random_fn_PRNGKey(const V *a) {
  V k = seeded("PRNGKey", a[0], a[1]);
  return bad(k) ? k : unwrapped(k);
}
V random_fn_key_data(const V *a) {
  V k = jn_wrapped_key(a[0]);
  return bad(k) ? k : unwrapped(k);
}
V random_fn_wrap_key_data(const V *a) { // key_bits_array, impl
  if (check_impl(a[1]) != DBX_OK) return FAILED;
  V x = jn_check_arraylike("wrap_key_data", a[0], 0);
  return bad(x) ? x : with_impl(DBX_PRIM_random_wrap, x);
}

// ---- keys of keys ----

static const dbx_param *size_param(S s, V *ops, uint32_t *n) { // traced lengths follow the keys
  const dbx_param **item = DBX_TMP(const dbx_param *, s.n);
  for (uint32_t i = 0; i < s.n; i++) {
    bool known = dbx_dim_is_int(s.d[i]);
    item[i] = known ? dbx_p_int(dbx_dim_value(s.d[i])) : dbx_p_none();
    if (!known) ops[(*n)++] = jn_dim_value(s.d[i]);
  }
  return dbx_p_tuple(item, s.n);
}

static V split_into(V k, S shape) {
  if (bad(k)) return k;
  V *ops = DBX_TMP(V, shape.n + 1);
  uint32_t n = 1;
  ops[0] = k;
  dbx_kv kv[] = {{DBX_S_shape, size_param(shape, ops, &n)}};
  return lax_bind(DBX_PRIM_random_split, ops, n, kv, 1);
}

dbx_status jn_split_key(V k, uint32_t n, V *ret) {
  int64_t len = n;
  V all = split_into(k, jn_shape_of_ints(&len, 1));
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(ret[i] = lax_row(all, i)));
  return DBX_OK;
}

V random_fn_split(const V *a) { // key, num
  S shape;
  V k = jn_one_key("split", a[0]);
  if (bad(k) || jn_shape_arg(a[1], &shape) != DBX_OK) return FAILED;
  return as_given(a[0], split_into(k, shape));
}

V random_fn_fold_in(const V *a) { // key, data
  V k = jn_one_key("fold_in", a[0]), data = a[1];
  if (bad(k)) return k;
  if (!dbx_is_arraylike(&data) || jn_rank(data))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "fold_in accepts a scalar, got %s",
                      dbx_val_type_name(&data));
  data = jnp_array(data, DBX_U32, false);
  return bad(data) ? data : as_given(a[0], lax2(DBX_PRIM_random_fold_in, k, data));
}

V jn_random_bits(V key, unsigned width, S shape) {
  if (bad(key)) return key;
  V *ops = DBX_TMP(V, shape.n + 1);
  uint32_t n = 1;
  ops[0] = key;
  const dbx_param *sizes = size_param(shape, ops, &n);
  dbx_kv kv[] = {{DBX_S_bit_width, dbx_p_int(width)}, {DBX_S_shape, sizes}};
  return lax_bind(DBX_PRIM_random_bits, ops, n, kv, 2);
}

V random_fn_bits(const V *a) { // key, shape, dtype
  dbx_dtype t = DBX_U64;
  S shape;
  V k = jn_one_key("bits", a[0]);
  if (bad(k) || jn_draw_shape_arg("bits", a[1], &shape) != DBX_OK ||
      (!is_none(a[2]) && jn_draw_dtype("bits", a[2], "u", &t) != DBX_OK))
    return FAILED;
  return jn_random_bits(k, 8 * dbx_dtype_bytes(t), shape);
}
