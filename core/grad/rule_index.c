// Derivatives of slices, joined arrays, gathers and scatters.
#include "grad/rule.h"
#include "jnp/index.h"

static const int64_t *numbers(const dbx_eqn *e, dbx_sym key, uint32_t *n) {
  return dbx_param_ints(dbx_eqn_param(e, key), n);
}

static bool is_static(S s) { return jn_static(s); }

static V *zero_starts(uint32_t n) {
  V *at = DBX_TMP(V, n + 1);
  for (uint32_t i = 0; i < n; i++) at[i] = jn_int(0);
  return at;
}

static V zeros_of(dbx_aval a) { return grad_zeros(a); }

// ---- slices ----

static bool steps(const int64_t *stride, uint32_t n) {
  bool any = false;
  for (uint32_t i = 0; i < n; i++) any |= stride[i] != 1;
  return any;
}

// ct, which belongs to the part of operand 0 from there on, as the cotangent of all of it.
static V put_back(const transpose_site *s, const V *at) {
  V sum = grad_sum_of(s, 0), part = s->ct[0];
  if (is_zero(sum)) sum = zeros_of(s->type[0]);
  else part = grad_add(lax_dynamic_slice(sum, at, jn_shape(part)), part);
  return bad(sum) || bad(part) ? FAILED : lax_dynamic_update_slice(sum, part, at);
}

dbx_status dbx_transpose_slice(const transpose_site *s) {
  uint32_t n, n_stride;
  const int64_t *start = numbers(s->e, DBX_S_start_indices, &n),
                *limit = numbers(s->e, DBX_S_limit_indices, &n),
                *stride = numbers(s->e, DBX_S_strides, &n_stride);
  S own = grad_shape(s->type[0]), rows_of = jn_shape_seen(s->ct[0]);
  if (!is_static(own) || !is_static(rows_of)) {
    if (steps(stride, n_stride)) return dbx_transpose_none(s);
    V *at = zero_starts(n);
    for (uint32_t i = 0; i < n; i++) at[i] = jn_int(start[i]);
    return transpose_one(s, 0, put_back(s, at));
  }
  jn_padding *config = DBX_TMP(jn_padding, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    int64_t step = n_stride ? stride[i] : 1, rows = dbx_dim_value(rows_of.d[i]);
    int64_t end =
        steps(stride, n_stride) ? start[i] + (rows ? 1 + (rows - 1) * step : 0) : limit[i];
    config[i][0] = start[i];
    config[i][1] = dbx_dim_value(own.d[i]) - end;
    config[i][2] = step - 1;
  }
  V zero = lax_const_like(s->ct[0], jn_float(0));
  return transpose_one(s, 0, lax_pad(s->ct[0], zero, (const jn_padding *)config));
}

static V sum_of_all(V x) {
  uint32_t n = jn_rank(x);
  int64_t *axes = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) axes[i] = i;
  return lax_reduce(DBX_PRIM_reduce_sum, x, axes, n);
}

static V unpadded(const transpose_site *s) {
  const dbx_param *p = dbx_eqn_param(s->e, DBX_S_padding_config);
  V ct = s->ct[0];
  jn_padding *config = DBX_TMP(jn_padding, p->n + 1);
  int64_t *start = DBX_TMP(int64_t, p->n + 1), *limit = DBX_TMP(int64_t, p->n + 1),
          *stride = DBX_TMP(int64_t, p->n + 1);
  bool inside = false;
  for (uint32_t i = 0; i < p->n; i++) {
    config[i][0] = -p->item[i]->item[0]->i, config[i][1] = -p->item[i]->item[1]->i;
    config[i][2] = 0;
    start[i] = 0, stride[i] = p->item[i]->item[2]->i + 1;
    inside |= stride[i] != 1;
  }
  S own = grad_shape(s->type[0]);
  if (!inside && !is_static(own)) {
    V *at = zero_starts(p->n);
    for (uint32_t i = 0; i < p->n; i++) at[i] = jn_int(-config[i][0]);
    return lax_dynamic_slice(ct, at, own);
  }
  V v = lax_pad(ct, jn_scalar(jn_dtype(ct), (dbx_scalar){0}), (const jn_padding *)config);
  if (bad(v) || !is_static(jn_shape_seen(v))) return v;
  for (uint32_t i = 0; i < p->n; i++) limit[i] = dbx_dim_value(jn_info(v)->dims[i]);
  return lax_slice(v, start, limit, stride);
}

dbx_status dbx_transpose_pad(const transpose_site *s) {
  V inner = is_linear(s, 0) ? unpadded(s) : dbx_val_none();
  if (is_linear(s, 0)) DBX_TRY(transpose_one(s, 0, inner));
  if (!is_linear(s, 1)) return DBX_OK;
  if (is_zero(inner)) inner = unpadded(s);
  return transpose_one(s, 1, SUB(sum_of_all(s->ct[0]), sum_of_all(inner)));
}

dbx_status dbx_transpose_rev(const transpose_site *s) {
  uint32_t n;
  const int64_t *axes = numbers(s->e, DBX_S_dimensions, &n);
  return transpose_one(s, 0, lax_rev(s->ct[0], axes, n));
}

// ---- joined arrays ----

static V part_of(V ct, dbx_aval own, uint32_t axis, V from) {
  S size = grad_shape(own), all = jn_shape_seen(ct);
  if (is_static(size) && is_static(all) && from.kind == DBX_V_INT) {
    int64_t *start = DBX_TMP(int64_t, all.n), *limit = DBX_TMP(int64_t, all.n);
    for (uint32_t i = 0; i < all.n; i++)
      start[i] = i == axis ? from.i : 0, limit[i] = start[i] + dbx_dim_value(size.d[i]);
    return lax_slice(ct, start, limit, NULL);
  }
  V *at = zero_starts(all.n);
  at[axis] = from;
  return lax_dynamic_slice(ct, at, size);
}

dbx_status dbx_transpose_concatenate(const transpose_site *s) {
  uint32_t axis = (uint32_t)dbx_eqn_int(s->e, DBX_S_dimension);
  V from = jn_int(0);
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    if (is_linear(s, i)) DBX_TRY(transpose_one(s, i, part_of(s->ct[0], s->type[i], axis, from)));
    if (i + 1 == s->e->n_in) break;
    from = jn_size_of(DBX_PRIM_add, from, jn_dim_value(dbx_aval_at(s->type[i])->dims[axis]));
    DBX_TRY(status_of(from));
  }
  return DBX_OK;
}

// ---- slices at computed places ----

static const V *starts_of(const transpose_site *s, uint32_t first) { return s->x + first; }

dbx_status dbx_transpose_dynamic_slice(const transpose_site *s) {
  return transpose_one(s, 0, put_back(s, starts_of(s, 1)));
}

static V term_pair(const jvp_site *s, V x, V y) {
  V *ops = DBX_TMP(V, s->e->n_in);
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = s->x[i];
  uint32_t other = s->e->prim->id == DBX_PRIM_dynamic_update_slice ? 1 : 2;
  ops[0] = x, ops[other] = y;
  return jvp_again(s, ops, s->e->n_in);
}

// Linear in an array and in what is written into it; the others are places.
static dbx_status pair_of(const jvp_site *s, uint32_t other) {
  DBX_TRY(jvp_primal(s));
  V x = grad_or_zeros(s->t[0], dbx_val_aval(&s->x[0]));
  V y = grad_or_zeros(s->t[other], dbx_val_aval(&s->x[other]));
  return s->ty[0] = term_pair(s, x, y), status_of(s->ty[0]);
}
dbx_status dbx_jvp_update(const jvp_site *s) { return pair_of(s, 1); }

dbx_status dbx_transpose_update(const transpose_site *s) {
  if (is_linear(s, 0)) {
    V zeros = zeros_of(is_linear(s, 1) ? s->type[1] : dbx_val_aval(&s->x[1]));
    DBX_TRY(status_of(zeros));
    DBX_TRY(transpose_one(s, 0, lax_dynamic_update_slice(s->ct[0], zeros, starts_of(s, 2))));
  }
  if (!is_linear(s, 1)) return DBX_OK;
  return transpose_one(s, 1, lax_dynamic_slice(s->ct[0], starts_of(s, 2), grad_shape(s->type[1])));
}

// ---- gather and scatter ----

static V term_gather(const jvp_site *s, uint32_t i, V g) {
  dbx_kv *kv = DBX_TMP(dbx_kv, s->e->n_params);
  dbx_eqn e = *s->e;
  V *ops = DBX_TMP(V, e.n_in), out;
  for (uint32_t k = 0; k < e.n_params; k++) {
    kv[k] = e.params[k];
    if (kv[k].key == DBX_S_fill_value &&
        dbx_parse_mode(dbx_eqn_param(&e, DBX_S_mode)) == DBX_MODE_FILL)
      kv[k].val = dbx_p_int(0);
  }
  for (uint32_t k = 0; k < e.n_in; k++) ops[k] = k == i ? g : s->x[k];
  e.params = kv;
  return !bad(g) && dbx_bind_typed(&e, ops, s->type, &out) == DBX_OK ? out : FAILED;
}
dbx_status dbx_jvp_gather(const jvp_site *s) { return jvp_sum(s, term_gather); }

static V mode_of(const dbx_eqn *e) {
  switch (dbx_parse_mode(dbx_eqn_param(e, DBX_S_mode))) {
  case DBX_MODE_CLIP: return (V){.kind = DBX_V_STR, .str = dbx_intern("clip")};
  case DBX_MODE_FILL: return (V){.kind = DBX_V_STR, .str = dbx_intern("fill")};
  default: return (V){.kind = DBX_V_STR, .str = dbx_intern("promise_in_bounds")};
  }
}

static const dbx_param *dimension_numbers(const dbx_gather_dims *d, bool scatter) {
  indexer g = {.offset = (int64_t *)(uintptr_t)d->offset_dims,
               .collapsed = (int64_t *)(uintptr_t)d->collapsed_dims,
               .map = (int64_t *)(uintptr_t)d->start_index_map,
               .n_offset = d->n_offset,
               .n_collapsed = d->n_collapsed,
               .n_map = d->n_index};
  return jn_dimension_numbers(&g, scatter);
}

dbx_status dbx_transpose_gather(const transpose_site *s) {
  dbx_gather_dims d;
  if (!dbx_parse_gather_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d))
    return dbx_transpose_none(s);
  V sum = grad_sum_of(s, 0);
  if (is_zero(sum)) sum = zeros_of(s->type[0]);
  V v = lax_scatter(DBX_PRIM_scatter_add, sum, s->x[1], s->ct[0], dimension_numbers(&d, true),
                    dbx_eqn_int(s->e, DBX_S_indices_are_sorted),
                    dbx_eqn_int(s->e, DBX_S_unique_indices), mode_of(s->e), NULL);
  return transpose_one(s, 0, v);
}

// What was written, back from where it went.
static V written(const transpose_site *s, const dbx_gather_dims *d, V ct) {
  S updates = grad_shape(s->type[2]), all = jn_shape_seen(ct), sizes = jn_shape_copy(all);
  for (uint32_t i = 0, at = 0; i < all.n; i++) {
    bool inserted = false;
    for (uint32_t k = 0; k < d->n_collapsed; k++) inserted |= d->collapsed_dims[k] == i;
    sizes.d[i] = inserted ? dbx_dim_int(1) : updates.d[d->offset_dims[at++]];
  }
  V *ops = DBX_TMP(V, sizes.n + 2);
  uint32_t n = 2;
  ops[0] = ct, ops[1] = s->x[1];
  const dbx_param *shape = jn_shape_param(sizes, ops, &n);
  bool fill = dbx_parse_mode(dbx_eqn_param(s->e, DBX_S_mode)) == DBX_MODE_FILL;
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dimension_numbers(d, false)},
                 {DBX_S_fill_value, fill ? dbx_p_int(0) : dbx_p_none()},
                 {DBX_S_indices_are_sorted, dbx_p_bool(false)},
                 {DBX_S_mode, dbx_eqn_param(s->e, DBX_S_mode)},
                 {DBX_S_slice_sizes, shape},
                 {DBX_S_unique_indices, dbx_p_bool(false)}};
  return lax_bind(DBX_PRIM_gather, ops, n, kv, 6);
}

dbx_status dbx_jvp_scatter_add(const jvp_site *s) { return pair_of(s, 2); }

dbx_status dbx_transpose_scatter_add(const transpose_site *s) {
  dbx_gather_dims d;
  if (!dbx_parse_scatter_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d))
    return dbx_transpose_none(s);
  if (is_linear(s, 0)) DBX_TRY(transpose_one(s, 0, s->ct[0]));
  return is_linear(s, 2) ? transpose_one(s, 2, written(s, &d, s->ct[0])) : DBX_OK;
}

// Of a place that several elements are written to, the one that stays has its cotangent.
static V of_last(const transpose_site *s, const dbx_gather_dims *d, V v) {
  S shape = grad_shape(s->type[2]);
  V count = jn_product(shape.d, shape.n);
  if (bad(v) || bad(count)) return FAILED;
  S flat = {1, (dbx_dim[]){count.kind == DBX_V_TRACER ? dbx_dim_var(count.tracer)
                                                      : dbx_dim_int(count.i)}};
  V id = lax_reshape(lax_iota(DBX_I64, flat, 0), shape);
  V none = lax_full(jn_shape(s->ct[0]), jn_int(-1), DBX_I64);
  V last =
      lax_scatter(DBX_PRIM_scatter, none, s->x[1], id, dbx_eqn_param(s->e, DBX_S_dimension_numbers),
                  dbx_eqn_int(s->e, DBX_S_indices_are_sorted), false, mode_of(s->e), NULL);
  return lax_select(EQ(written(s, d, last), id), v, grad_zeros(s->type[2]));
}

// What was there is gone.
dbx_status dbx_transpose_scatter(const transpose_site *s) {
  dbx_gather_dims d;
  if (!dbx_parse_scatter_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d))
    return dbx_transpose_none(s);
  if (is_linear(s, 0)) {
    V zeros = zeros_of(is_linear(s, 2) ? s->type[2] : dbx_val_aval(&s->x[2]));
    DBX_TRY(transpose_one(s, 0,
                          lax_scatter(DBX_PRIM_scatter, s->ct[0], s->x[1], zeros,
                                      dbx_eqn_param(s->e, DBX_S_dimension_numbers),
                                      dbx_eqn_int(s->e, DBX_S_indices_are_sorted), true,
                                      mode_of(s->e), NULL)));
  }
  if (!is_linear(s, 2)) return DBX_OK;
  V back = written(s, &d, s->ct[0]);
  return transpose_one(s, 2, dbx_eqn_int(s->e, DBX_S_unique_indices) ? back : of_last(s, &d, back));
}

// ---- scatters that multiply or choose ----

// Elements are multiplied in one by one: with two factors for a place the rule of a product is not
// that of each.
static V term_scatter_mul(const jvp_site *s, uint32_t i, V g) {
  V ops[] = {g, s->x[1], s->x[2]};
  if (i == 0) return jvp_again(s, ops, 3);
  if (!dbx_eqn_int(s->e, DBX_S_unique_indices))
    return jn_fail_as(DBX_E218, DBX_S_NotImplementedError,
                      "scatter_mul gradients are only implemented if `unique_indices=True`");
  V moved = lax_scatter(DBX_PRIM_scatter_add, grad_zeros(dbx_val_aval(&s->x[0])), s->x[1], g,
                        dbx_eqn_param(s->e, DBX_S_dimension_numbers),
                        dbx_eqn_int(s->e, DBX_S_indices_are_sorted), true, mode_of(s->e), NULL);
  return MUL(s->x[0], moved);
}
dbx_status dbx_jvp_scatter_mul(const jvp_site *s) { return jvp_sum(s, term_scatter_mul); }

dbx_status dbx_transpose_scatter_mul(const transpose_site *s) {
  if (is_linear(s, 2)) return dbx_transpose_none(s);
  V ops[] = {s->ct[0], s->x[1], s->x[2]};
  return transpose_one(s, 0,
                       lax_bind((dbx_prim)s->e->prim->id, ops, 3, s->e->params, s->e->n_params));
}

typedef struct choosing {
  const jvp_site *s;
  dbx_gather_dims d;
} choosing;

static V scattered(const choosing *c, V into, V v) {
  return lax_scatter(DBX_PRIM_scatter_add, into, c->s->x[1], v,
                     dbx_eqn_param(c->s->e, DBX_S_dimension_numbers),
                     dbx_eqn_int(c->s->e, DBX_S_indices_are_sorted),
                     dbx_eqn_int(c->s->e, DBX_S_unique_indices), mode_of(c->s->e), NULL);
}

// What there is in x at the places of the updates.
static V gathered(const choosing *c, V x) {
  const transpose_site at = {.e = c->s->e,
                             .x = c->s->x,
                             .type =
                                 (dbx_aval[]){dbx_val_aval(&c->s->x[0]), dbx_val_aval(&c->s->x[1]),
                                              dbx_val_aval(&c->s->x[2])}};
  return written(&at, &c->d, x);
}

// A place has the mean of the tangents of those that are equal there: of updates, and of what was
// there before.
dbx_status dbx_jvp_scatter_extreme(const jvp_site *s) {
  choosing c = {.s = s};
  if (!dbx_parse_scatter_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &c.d))
    return dbx_jvp_none(s);
  DBX_TRY(jvp_primal(s));
  V x = s->x[0], updates = s->x[2], place = zeros_of(dbx_val_aval(&x)),
    none = zeros_of(dbx_val_aval(&updates)),
    one = lax_full_like(updates, jn_int(1), DBX_NO_DTYPE, NULL);
  V t = grad_or_zeros(s->t[0], dbx_val_aval(&x)),
    moved = grad_or_zeros(s->t[2], dbx_val_aval(&updates));
  V before = gathered(&c, x), after = gathered(&c, s->y[0]);
  V chosen = EQ(updates, after), stays = EQ(before, after);
  V equal = gathered(&c, scattered(&c, place, lax_select(chosen, one, none)));
  V all = gathered(&c, scattered(&c, place, one)), part = DIV(one, ADD(equal, one));
  V of_update = lax_select(chosen, lax_select(stays, part, DIV(one, equal)), none);
  V of_place = DIV(SUB(lax_select(stays, part, none), one), all);
  V change = ADD(MUL(gathered(&c, t), of_place), MUL(moved, of_update));
  s->ty[0] = scattered(&c, t, change);
  return status_of(s->ty[0]);
}
