// Values of StableHLO text: operands, lengths, guards, other types.
#include "hlo/emit.h"

#include <inttypes.h>
#include <string.h>

hlo *hlo_new(hlo_emitter *e, const char *name, dbx_dtype t, uint32_t rank, const hlo_dim *dims) {
  hlo *v = DBX_NEW(&e->arena, hlo);
  *v = (hlo){.name = name, .t = t, .rank = rank};
  v->dims = dbx_arena_copy(&e->arena, dims, rank * sizeof *dims);
  return v;
}

hlo *hlo_literal(hlo_emitter *e, dbx_dtype t, dbx_scalar x) {
  hlo *v = hlo_new(e, NULL, t, 0, NULL);
  v->x = x;
  v->counted = true;
  return v;
}

// IREE takes no complex constant for a result.
static const char *complex_constant(hlo_emitter *e, const hlo *v) {
  const char *part[2];
  for (int i = 0; i < 2; i++)
    part[i] = hlo_name(e, hlo_literal(e, dbx_real_of(v->t), dbx_scalar_f(v->x.c[i])));
  return hlo_constant(e, "stablehlo.complex %s, %s : %s", part[0], part[1], hlo_type(e, v));
}

const char *hlo_name(hlo_emitter *e, const hlo *v) {
  if (v->name) return v->name;
  if (e->target == DBX_HLO_IREE && dbx_is_complex(v->t)) return complex_constant(e, v);
  dbx_buf b = {0};
  hlo_put_element(&b, v->t, v->x);
  const char *name =
      hlo_constant(e, "stablehlo.constant dense<%s> : %s", dbx_text(&b), hlo_type(e, v));
  dbx_buf_free(&b);
  return name;
}

const hlo *hlo_find(const hlo_scope *s, dbx_var v) {
  for (; s; s = s->outer) {
    uint64_t *at = dbx_map_find(&s->values, v & DBX_HANDLE);
    if (at) return (const hlo *)(uintptr_t)*at;
  }
  return NULL;
}

void hlo_bind(hlo_scope *s, dbx_var v, const hlo *x) {
  dbx_map_put(&s->values, v & DBX_HANDLE, (uint64_t)(uintptr_t)x);
}

const hlo *hlo_operand(hlo_emitter *e, const hlo_scope *s, dbx_atom a) {
  if (!dbx_is_literal(a)) return hlo_find(s, a);
  const dbx_literal *l = dbx_literal_at(a);
  return hlo_literal(e, dbx_aval_at(l->aval)->dtype, l->value);
}

dbx_status hlo_fail(dbx_code code, dbx_span at, const char *of, const char *fmt, va_list ap) {
  dbx_buf b = {0};
  dbx_vprintf(&b, fmt, ap);
  dbx_fail_(code, at, "%s: %s", of, dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

dbx_status hlo_refuse(const hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_span at = e->eqn ? e->eqn->span : (dbx_span){0};
  dbx_status st = hlo_fail(DBX_E804, at, e->eqn ? e->eqn->prim->name : "Jaxpr", fmt, ap);
  va_end(ap);
  return st;
}

// ---- lengths ----

hlo_dim hlo_number(int64_t n) { return (hlo_dim){true, true, n >= 0, n, NULL, 0}; }

hlo_dim hlo_dim_of(hlo_emitter *e, const hlo *scalar) {
  if (!scalar->name) return hlo_number(scalar->x.i);
  return (hlo_dim){false, scalar->counted, scalar->natural, 0, hlo_as_i64(e, scalar), scalar->from};
}

bool hlo_dim_same(hlo_dim a, hlo_dim b) {
  if (a.known != b.known) return false;
  return a.known ? a.n == b.n : !strcmp(a.name, b.name);
}

bool hlo_static(uint32_t rank, const hlo_dim *dims) {
  for (uint32_t i = 0; i < rank; i++)
    if (!dims[i].known) return false;
  return true;
}

bool hlo_dims(hlo_emitter *e, const hlo_scope *s, dbx_aval a, const hlo_dim *like, hlo_dim *ret) {
  const dbx_aval_info *v = dbx_aval_at(a);
  for (uint32_t i = 0; i < v->rank; i++) {
    bool is_var = dbx_dim_is_var(v->dims[i]);
    const hlo *x = is_var ? hlo_find(s, (dbx_var)dbx_dim_value(v->dims[i])) : NULL;
    if (dbx_dim_is_int(v->dims[i])) ret[i] = hlo_number(dbx_dim_value(v->dims[i]));
    else if (x) ret[i] = hlo_dim_of(e, x);
    else if (like) ret[i] = like[i];
    else return false;
  }
  return true;
}

const char *hlo_int(hlo_emitter *e, int64_t n) {
  return hlo_constant(e, "stablehlo.constant dense<%" PRId64 "> : tensor<i64>", n);
}

const char *hlo_i64_of(hlo_emitter *e, hlo_dim d) { return d.known ? hlo_int(e, d.n) : d.name; }

const char *hlo_as_i64(hlo_emitter *e, const hlo *scalar) {
  if (!scalar->name) return hlo_int(e, scalar->x.i);
  if (scalar->t == DBX_I64) return scalar->name;
  return hlo_shared(e, "stablehlo.convert %s : (%s) -> tensor<i64>", scalar->name,
                    hlo_type(e, scalar));
}

const char *hlo_index(hlo_emitter *e, hlo_dim d) {
  if (d.known) return hlo_constant(e, "arith.constant %" PRId64 " : index", d.n);
  const char *i = hlo_shared(e, "tensor.extract %s[] : tensor<i64>", d.name);
  return hlo_shared(e, "arith.index_cast %s : i64 to index", i);
}

const char *hlo_vector(hlo_emitter *e, uint32_t n, const char *const *i64) {
  const char **one = DBX_NEWN(&e->arena, const char *, n + 1);
  dbx_buf types = {0};
  for (uint32_t i = 0; i < n; i++) {
    one[i] = hlo_shared(e, "stablehlo.reshape %s : (tensor<i64>) -> tensor<1xi64>", i64[i]);
    dbx_printf(&types, "%stensor<1xi64>", i ? ", " : "");
  }
  if (n == 1) return dbx_buf_free(&types), one[0];
  const char *r = hlo_shared(e, "stablehlo.concatenate %s, dim = 0 : (%s) -> tensor<%uxi64>",
                             hlo_list(e, n, one), dbx_text(&types), n);
  dbx_buf_free(&types);
  return r;
}

static const char *numbers(hlo_emitter *e, uint32_t n, const hlo_dim *dims) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n; i++) dbx_printf(&b, "%s%" PRId64, i ? ", " : "", dims[i].n);
  const char *r = hlo_constant(e, "stablehlo.constant dense<%s%s%s> : tensor<%uxi64>", n ? "[" : "",
                               dbx_text(&b), n ? "]" : "", n);
  dbx_buf_free(&b);
  return r;
}

void hlo_unsized(hlo_emitter *e, const char *why) {
  if (!e->sizes->other) e->sizes->other = e->eqn, e->sizes->why = why;
}

const char *hlo_shape(hlo_emitter *e, uint32_t rank, const hlo_dim *dims) {
  if (hlo_static(rank, dims)) return numbers(e, rank, dims);
  const char **names = DBX_NEWN(&e->arena, const char *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    names[i] = hlo_i64_of(e, dims[i]);
    e->sizes->found |= dims[i].from;
    if (!dims[i].counted)
      hlo_unsized(e, "its sizes are not decided by the shapes of arguments, as XLA wants it");
  }
  return hlo_vector(e, rank, names);
}

const char *hlo_int_op(hlo_emitter *e, const char *op, const char *a, const char *b) {
  return hlo_shared(e, "stablehlo.%s %s, %s : tensor<i64>", op, a, b);
}

const char *hlo_int_is(hlo_emitter *e, const char *how, const char *a, const char *b) {
  return hlo_shared(e,
                    "stablehlo.compare %s, %s, %s, SIGNED : (tensor<i64>, tensor<i64>) -> "
                    "tensor<i1>",
                    how, a, b);
}

hlo_dim hlo_dim_op(hlo_emitter *e, const char *op, hlo_dim a, hlo_dim b) {
  bool product = !strcmp(op, "multiply"), sum = !strcmp(op, "add");
  if (a.known && b.known) return hlo_number(product ? a.n * b.n : sum ? a.n + b.n : a.n - b.n);
  if (b.known && b.n == (product ? 1 : 0)) return a;
  if (a.known && a.n == (product ? 1 : 0) && (product || sum)) return b;
  const char *name = hlo_int_op(e, op, hlo_i64_of(e, a), hlo_i64_of(e, b));
  bool natural = (product || sum) && a.natural && b.natural;
  return (hlo_dim){false, a.counted && b.counted, natural, 0, name, a.from | b.from};
}

// ---- guards ----

void hlo_guard(hlo_emitter *e, dbx_code code, const char *ok, bool counted, const char *message) {
  if (e->target == DBX_HLO_IREE) {
    const char *bit = hlo_shared(e, "tensor.extract %s[] : tensor<i1>", ok);
    hlo_close(e, "cf.assert %s, \"%s: %s\"", bit, dbx_code_name(code), message);
  } else if (counted) {
    hlo_close(e,
              "stablehlo.custom_call @shape_assertion(%s) {api_version = 2 : i32, error_message = "
              "\"%s: %s\", has_side_effect = true} : (tensor<i1>) -> ()",
              ok, dbx_code_name(code), message);
  }
}

void hlo_guard_equal(hlo_emitter *e, hlo_dim a, hlo_dim b, dbx_code code, const char *what) {
  if (hlo_dim_same(a, b)) return;
  bool counted = a.counted && b.counted;
  const char *x = hlo_i64_of(e, a), *y = hlo_i64_of(e, b);
  if (!strcmp(x, y) || (e->target == DBX_HLO_XLA && !counted)) return;
  const char *ok = hlo_int_is(e, "EQ", x, y);
  hlo_guard(e, code, ok, counted, what);
}

// ---- other types of the same array ----

dbx_dtype hlo_signless_type(dbx_dtype t) {
  return dbx_is_unsigned(t) ? (dbx_dtype)(t - DBX_U8 + DBX_I8) : t;
}

const hlo *hlo_signless(hlo_emitter *e, const hlo *v) {
  dbx_dtype t = hlo_signless_type(v->t);
  if (t == v->t) return v->name ? v : hlo_new(e, hlo_name(e, v), t, v->rank, v->dims);
  const char *name = hlo_shared(e, "stablehlo.bitcast_convert %s : (%s) -> %s", hlo_name(e, v),
                                hlo_type(e, v), hlo_type_of(e, t, v->rank, v->dims));
  return hlo_new(e, name, t, v->rank, v->dims);
}

const char *hlo_signed_again(hlo_emitter *e, const char *name, dbx_dtype t, uint32_t rank,
                             const hlo_dim *dims) {
  dbx_dtype plain = hlo_signless_type(t);
  if (t == plain) return name;
  return hlo_op(e, "stablehlo.bitcast_convert %s : (%s) -> %s", name,
                hlo_type_of(e, plain, rank, dims), hlo_type_of(e, t, rank, dims));
}

static const char *cast(hlo_emitter *e, const hlo *v, const hlo_dim *dims) {
  const char *to = hlo_type_of(e, v->t, v->rank, dims);
  if (e->target == DBX_HLO_XLA)
    return hlo_op(e, "stablehlo.dynamic_reshape %s, %s : (%s, tensor<%uxi64>) -> %s",
                  hlo_name(e, v), hlo_shape(e, v->rank, dims), hlo_type(e, v), v->rank, to);
  const hlo *plain = hlo_signless(e, v);
  const char *name = hlo_op(e, "tensor.cast %s : %s to %s", plain->name, hlo_type(e, plain),
                            hlo_type_of(e, plain->t, v->rank, dims));
  return hlo_signed_again(e, name, v->t, v->rank, dims);
}

// By numbers of elements at the ends of axes, which may be negative.
static const char *padded(hlo_emitter *e, const hlo *v, const hlo_dim *more, const hlo_dim *dims) {
  hlo_dim *none = DBX_NEWN(&e->arena, hlo_dim, v->rank + 1);
  for (uint32_t i = 0; i < v->rank; i++) none[i] = hlo_number(0);
  const char *fill = hlo_name(e, hlo_literal(e, v->t, (dbx_scalar){.c = {0, 0}})),
             *zeros = hlo_shape(e, v->rank, none), *high = hlo_shape(e, v->rank, more),
             *row = hlo_printf(e, "tensor<%uxi64>", v->rank);
  return hlo_op(e, "stablehlo.dynamic_pad %s, %s, %s, %s, %s : (%s, %s, %s, %s, %s) -> %s",
                hlo_name(e, v), fill, zeros, high, zeros, hlo_type(e, v),
                hlo_type_of(e, v->t, 0, NULL), row, row, row, hlo_type_of(e, v->t, v->rank, dims));
}

const hlo *hlo_fit(hlo_emitter *e, const hlo *v, const hlo_dim *dims) {
  hlo_dim *more = DBX_NEWN(&e->arena, hlo_dim, v->rank + 1);
  bool same = true;
  for (uint32_t i = 0; i < v->rank; i++) {
    if (!e->sizes->fit || !v->dims[i].counted || !dims[i].counted) return v;
    same &= hlo_dim_same(v->dims[i], dims[i]);
    more[i] = hlo_dim_op(e, "subtract", dims[i], v->dims[i]);
  }
  return same ? v : hlo_new(e, padded(e, v, more, dims), v->t, v->rank, dims);
}

const hlo_dim *hlo_around(hlo_emitter *e, const hlo *v, const hlo_dim *window) {
  hlo_dim *r = DBX_NEWN(&e->arena, hlo_dim, v->rank + 1);
  for (uint32_t i = 0; i < v->rank; i++) {
    hlo_dim a = v->dims[i], b = window[i];
    r[i] = a;
    bool inside = b.known && (a.known ? b.n <= a.n : a.natural && b.n <= 1); // JAX: at least 1
    if (!e->sizes->fit || hlo_dim_same(a, b) || inside) continue;
    const char *most = hlo_int_op(e, "maximum", hlo_i64_of(e, a), hlo_i64_of(e, b));
    r[i] =
        (hlo_dim){false, a.counted && b.counted, a.natural || b.natural, 0, most, a.from | b.from};
  }
  return r;
}

const hlo *hlo_with_dims(hlo_emitter *e, const hlo *v, const hlo_dim *dims) {
  bool same = true, type = true;
  for (uint32_t i = 0; i < v->rank; i++) {
    same &= hlo_dim_same(v->dims[i], dims[i]);
    type &= v->dims[i].known == dims[i].known;
    hlo_guard_equal(e, v->dims[i], dims[i], DBX_E705,
                    hlo_printf(e, "axis %u of a value has another length than its type says", i));
  }
  if (same) return v;
  v = hlo_fit(e, v, dims);
  return hlo_new(e, type ? v->name : cast(e, v, dims), v->t, v->rank, dims);
}

const hlo *hlo_typed(hlo_emitter *e, const hlo_scope *s, const hlo *v, dbx_aval a) {
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, v->rank + 1);
  hlo_dims(e, s, a, v->dims, dims);
  return hlo_with_dims(e, v, dims);
}

const char *hlo_tie(hlo_emitter *e, const hlo *v) {
  if (e->target != DBX_HLO_IREE || hlo_static(v->rank, v->dims)) return v->name;
  const hlo *plain = hlo_signless(e, v);
  dbx_buf b = {0};
  for (uint32_t i = 0; i < v->rank; i++)
    if (!v->dims[i].known) dbx_printf(&b, "%s%s", b.n ? ", " : "", hlo_index(e, v->dims[i]));
  const char *name =
      hlo_op(e, "flow.tensor.tie_shape %s : %s{%s}", plain->name, hlo_type(e, plain), dbx_text(&b));
  dbx_buf_free(&b);
  return hlo_signed_again(e, name, v->t, v->rank, v->dims);
}

const char *hlo_apart(hlo_emitter *e, const hlo *v) {
  if (e->target != DBX_HLO_IREE) return hlo_name(e, v);
  const hlo *plain = hlo_signless(e, v);
  const char *name =
      hlo_op(e, "util.optimization_barrier %s : %s", plain->name, hlo_type(e, plain));
  name = hlo_signed_again(e, name, v->t, v->rank, v->dims);
  return hlo_tie(e, hlo_new(e, name, v->t, v->rank, v->dims));
}

// IREE 3.13 gives what is apart the memory of the array it is taken from, and writes into it: a
// choice that it cannot see through, and that is not the one of another copy, computes new
// elements.
const char *hlo_copied(hlo_emitter *e, const hlo *v) {
  if (e->target != DBX_HLO_IREE) return hlo_name(e, v);
  const char *yes = hlo_constant(e, "stablehlo.constant dense<true> : tensor<i1>");
  const char *p = hlo_op(e, "util.optimization_barrier %s : tensor<i1>", yes);
  const hlo *other = hlo_literal(e, v->t, (dbx_scalar){.c = {0, 0}});
  const char *type = hlo_type(e, v);
  const char *name = hlo_op(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", p, hlo_name(e, v),
                            hlo_name(e, hlo_spread(e, other, v->rank, v->dims)), type);
  return hlo_apart(e, hlo_new(e, name, v->t, v->rank, v->dims));
}

// ---- arrays as constants ----

static void put_rows(dbx_buf *b, const dbx_array *a, uint32_t axis, int64_t *at) {
  if (axis == a->rank) return hlo_put_element(b, a->dtype, dbx_array_at(a, (*at)++));
  dbx_putc(b, '[');
  for (int64_t i = 0; i < a->dims[axis]; i++) {
    if (i) dbx_put(b, ", ");
    put_rows(b, a, axis + 1, at);
  }
  dbx_putc(b, ']');
}

static const char *array_constant(hlo_emitter *e, const dbx_array *a, const char *type) {
  dbx_buf b = {0};
  int64_t at = 0;
  if (a->size) put_rows(&b, a, 0, &at);
  const char *name = hlo_constant(e, "stablehlo.constant dense<%s> : %s", dbx_text(&b), type);
  dbx_buf_free(&b);
  return name;
}

// Of both parts, as of scalars.
static const char *complex_array(hlo_emitter *e, const dbx_array *a, const hlo_dim *dims) {
  dbx_dtype t = dbx_real_of(a->dtype);
  const char *part[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++) {
    dbx_array *real;
    if (dbx_array_new(t, a->rank, a->dims, &real) != DBX_OK) return NULL;
    for (int64_t k = 0; k < a->size; k++)
      dbx_array_set(real, k, dbx_scalar_f(dbx_array_at(a, k).c[i]));
    part[i] = array_constant(e, real, hlo_type_of(e, t, a->rank, dims));
    dbx_array_unref(real);
  }
  return hlo_constant(e, "stablehlo.complex %s, %s : %s", part[0], part[1],
                      hlo_type_of(e, a->dtype, a->rank, dims));
}

const char *hlo_put_array(hlo_emitter *e, const dbx_array *a) {
  hlo_dim *dims = DBX_NEWN(&e->arena, hlo_dim, a->rank + 1);
  for (uint32_t i = 0; i < a->rank; i++) dims[i] = hlo_number(a->dims[i]);
  if (e->target == DBX_HLO_IREE && dbx_is_complex(a->dtype)) return complex_array(e, a, dims);
  return array_constant(e, a, hlo_type_of(e, a->dtype, a->rank, dims));
}
