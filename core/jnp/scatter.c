// x.at[index]: scatter, and what stands for it where slices are traced (index.h).
#include "jnp/index.h"

#include "base/nearest.h"

#include <string.h>

// The Jaxpr of the combining operation, as jax keeps it in the equation.
static V combine_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  return lax2(*(const dbx_prim *)statics, a[0], a[1]);
}

static dbx_status update_jaxpr(dbx_prim scatter, dbx_dtype t, const dbx_param **ret) {
  static const struct {
    dbx_prim scatter, op;
  } ops[] = {{DBX_PRIM_scatter_add, DBX_PRIM_add},
             {DBX_PRIM_scatter_mul, DBX_PRIM_mul},
             {DBX_PRIM_scatter_min, DBX_PRIM_min},
             {DBX_PRIM_scatter_max, DBX_PRIM_max}};
  *ret = dbx_p_none();
  for (int i = 0; i < 4; i++)
    if (ops[i].scatter == scatter && jn_tracing()) {
      dbx_prim op = t == DBX_BOOL ? (i == 0   ? DBX_PRIM_or
                                     : i == 1 ? DBX_PRIM_and
                                              : ops[i].op)
                                  : ops[i].op;
      DBX_TRY(jn_call_jaxpr("reduction", combine_body, t, 2, &op, sizeof op, ret));
    }
  return DBX_OK;
}

V lax_scatter(dbx_prim p, V x, V indices, V updates, const dbx_param *dims, bool sorted,
              bool unique, V mode, const dbx_param *apply) {
  if (bad(x) || bad(indices) || bad(updates)) return FAILED;
  const dbx_param *update = apply;
  if (!apply && update_jaxpr(p, jn_dtype(x), &update) != DBX_OK) return FAILED;
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dims},
                 {DBX_S_indices_are_sorted, dbx_p_bool(sorted)},
                 {DBX_S_mode, dbx_p_text(jn_mode_text(mode, true))},
                 {DBX_S_unique_indices, dbx_p_bool(unique)},
                 {DBX_S_update_consts, dbx_p_tuple(NULL, 0)},
                 {DBX_S_update_jaxpr, update}};
  return lax_bind(p, (V[]){x, indices, updates}, 3, kv, 6);
}

// x with a traced slice written: the only kind that scatter's static windows cannot say.
static V put_traced_slice(V x, items *w, V y) {
  S s = jn_shape(x);
  V *start = DBX_TMP(V, s.n);
  S size = jn_shape_copy(s);
  for (uint32_t i = 0; i < s.n; i++) start[i] = jn_int(0);
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    cut c;
    if (it->kind == ITEM_INT) {
      start[it->axis] = jn_normalized(it->v, s.d[it->axis]);
      size.d[it->axis] = dbx_dim_int(1);
      continue;
    }
    if (it->kind != ITEM_SLICE || jn_read_slice(it, s.d[it->axis], &c) != DBX_OK || c.step != 1)
      return dbx_diag_pending()
                 ? FAILED
                 : jn_fail(DBX_E218, "an update of a traced slice together with new axes, "
                                     "index arrays or a step is not supported");
    start[it->axis] = c.start;
    size.d[it->axis] = c.size;
  }
  S kept = {0, DBX_TMP(dbx_dim, s.n)};
  for (uint32_t i = 0; i < w->n; i++)
    if (w->at[i].kind == ITEM_SLICE) kept.d[kept.n++] = size.d[w->at[i].axis];
  y = lax_reshape(jn_broadcast_to(y, kept), size);
  if (jn_promote_dtypes(start, s.n, JN_ANY) != DBX_OK) return FAILED;
  return lax_dynamic_update_slice(x, y, start);
}

static V put(dbx_prim p, V x, V index, V y, const options *o) {
  items w = {0};
  indexer g;
  x = lax_asarray(x);
  if (bad(x) || bad(y)) return FAILED;
  dbx_dtype t = jn_dtype(x);
  bool weak = jn_weak(x), fits = y.kind == DBX_V_INT && dbx_is_integer(t);
  y = jnp_array(y, fits ? t : DBX_NO_DTYPE, false);
  if (bad(y) || jn_read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
  V v[] = {x, y};
  if (jn_needs_traced_slice(x, &w)) {
    if (p != DBX_PRIM_scatter) { // combine with what is there, then write it
      V old = jnp_getitem(x, index), r = bad(old)                    ? old
                                         : p == DBX_PRIM_scatter_add ? jnp_add(old, y)
                                         : p == DBX_PRIM_scatter_mul ? jnp_multiply(old, y)
                                         : p == DBX_PRIM_scatter_min ? jnp_minimum(old, y)
                                                                     : jnp_maximum(old, y);
      v[1] = r;
    }
    if (jn_promote_seen(&v[0], &v[1]) != DBX_OK) return FAILED;
    return lax_convert_seen(put_traced_slice(v[0], &w, v[1]), t, weak);
  }
  if (jn_make_indexer(jn_shape(x), &w, &g) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < g.slice.n; i++)
    if (g.slice.d[i] == dbx_dim_int(0)) return x;
  if (jn_promote_seen(&v[0], &v[1]) != DBX_OK) return FAILED;
  y = lax_squeeze(jn_broadcast_to(v[1], g.slice), g.new_axes, g.n_new);
  if (g.n_rev) y = lax_rev(y, g.rev, g.n_rev);
  V r = lax_scatter(p, v[0], g.indices, y, jn_dimension_numbers(&g, true), o->sorted || !g.advanced,
                    o->unique || !g.advanced, o->mode, o->apply);
  return lax_convert_seen(r, t, weak);
}

// at[].apply(f): a scatter whose combining Jaxpr is f of the old element; the updates are not used.
static dbx_status first_of_two(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const dbx_callable *f = ctx;
  (void)n;
  return f->call(f->ctx, args, 1, ret);
}

// The scatter without the conversions of what is put: the array keeps its weakness.
static V scatter_as_is(V x, items *w, V y, const options *o) {
  indexer g;
  if (jn_make_indexer(jn_shape(x), w, &g) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < g.slice.n; i++)
    if (g.slice.d[i] == dbx_dim_int(0)) return x;
  if (g.slice.n) y = lax_squeeze(jn_broadcast_to(y, g.slice), g.new_axes, g.n_new);
  return lax_scatter(DBX_PRIM_scatter, x, g.indices, y, jn_dimension_numbers(&g, true),
                     o->sorted || !g.advanced, o->unique || !g.advanced, o->mode, o->apply);
}

static V apply(V x, V index, const dbx_callable *f, options *o) {
  items w = {0};
  if (bad(x = lax_asarray(x)) || jn_read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
  if (jn_tracing() && !jn_needs_traced_slice(x, &w)) {
    dbx_sig in = dbx_sig_new(&dbx_trace_current()->arena, 2);
    dbx_callable c = {first_of_two, (void *)(uintptr_t)f, f->name};
    dbx_call_target t;
    for (int i = 0; i < 2; i++) in.aval[i] = dbx_aval_scalar(jn_dtype(x), false), in.expl[i] = true;
    if (dbx_trace_call(&in, NULL, &c, &t) != DBX_OK) return FAILED;
    bool fits = t.jaxpr->n_out == 1 && dbx_atom_aval(t.jaxpr->outs[0]) == in.aval[0];
    if (fits && !t.n_captures && !t.jaxpr->n_const) {
      o->apply = dbx_p_jaxpr(t.jaxpr);
      V unused = jn_scalar(jn_dtype(x), (dbx_scalar){.c = {0, 0}});
      if (!dbx_target_now()->applies_as_is) return put(DBX_PRIM_scatter, x, index, unused, o);
      return scatter_as_is(x, &w, unused, o);
    }
  }
  V old = jn_take_at(x, index, o); // eager, of a traced slice, or with values of the surroundings
  dbx_leaves out;
  if (bad(old) || f->call(f->ctx, &old, 1, &out) != DBX_OK) return FAILED;
  return out.n == 1 ? put(DBX_PRIM_scatter, x, index, out.at[0], o)
                    : jn_fail(DBX_E512, "the function of at[].apply() must give one array");
}

static dbx_status offer(const char *name, const char *known) {
  dbx_nearest near = dbx_nearest_to(name);
  dbx_nearest_words(&near, known);
  return dbx_nearest_advise(&near, "");
}

static dbx_status read_options(const dbx_keyword *kw, uint32_t n, options *o) {
  *o = (options){.mode = dbx_val_none(), .fill = dbx_val_none()};
  for (uint32_t i = 0; i < n; i++) {
    const char *k = dbx_sym_text(kw[i].name);
    if (!strcmp(k, "mode")) o->mode = kw[i].val;
    else if (!strcmp(k, "fill_value")) o->fill = kw[i].val;
    else if (!strcmp(k, "indices_are_sorted")) o->sorted = jn_bool_arg(kw[i].val);
    else if (!strcmp(k, "unique_indices")) o->unique = jn_bool_arg(kw[i].val);
    else {
      dbx_fail_(DBX_E202, (dbx_span){0}, "got an unexpected keyword argument '%s'", k);
      return offer(k, "mode fill_value indices_are_sorted unique_indices");
    }
  }
  return DBX_OK;
}

static V at_method(V x, V index, const char *m, V y, const options *o) {
  static const struct {
    const char *name;
    dbx_prim p;
  } direct[] = {{"set", DBX_PRIM_scatter},          {"add", DBX_PRIM_scatter_add},
                {"multiply", DBX_PRIM_scatter_mul}, {"mul", DBX_PRIM_scatter_mul},
                {"min", DBX_PRIM_scatter_min},      {"max", DBX_PRIM_scatter_max}};
  for (size_t i = 0; i < sizeof direct / sizeof *direct; i++)
    if (!strcmp(m, direct[i].name)) return put(direct[i].p, x, index, y, o);
  bool divide = !strcmp(m, "divide");
  if (!divide && strcmp(m, "power"))
    return jn_fail_as(DBX_E203, DBX_S_AttributeError,
                      "'_IndexUpdateRef' object has no attribute '%s'", m);
  V ones = lax_full_like(x, jn_int(1), DBX_NO_DTYPE, NULL),
    by = put(DBX_PRIM_scatter_mul, ones, index, y, o);
  return divide ? jnp_true_divide(x, by) : jnp_fn_power((V[]){x, by});
}

dbx_status dbx_at(const dbx_val *x, const dbx_val *index, const char *method, const dbx_val *args,
                  uint32_t n, const dbx_keyword *kw, uint32_t n_kw, dbx_val *ret) {
  options o;
  DBX_TRY(read_options(kw, n_kw, &o));
  V r;
  if (!strcmp(method, "get")) {
    if (n) return dbx_fail(DBX_E202, (dbx_span){0}, "at[].get() takes no positional arguments");
    if (is_none(o.mode) && !is_none(o.fill))
      o.mode = (V){.kind = DBX_V_STR, .str = dbx_intern("fill")};
    r = jn_take_at(*x, *index, &o);
  } else if (!strcmp(method, "apply")) {
    if (n != 1 || args[0].kind != DBX_V_CALL)
      return dbx_fail(DBX_E202, (dbx_span){0}, "at[].apply() takes one function");
    r = apply(*x, *index, args[0].call, &o);
  } else {
    if (n != 1)
      return dbx_fail(DBX_E202, (dbx_span){0}, "at[].%s() takes one value, got %u", method, n);
    r = at_method(*x, *index, method, args[0], &o);
  }
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}
