// Operations of elements, reductions and what acts on matrices, as equations.
#include "hlo/read.h"

#include "base/poll.h"
#include "prim/poly.h"

#include <string.h>

static dbx_dtype typed(const mlir_op *op, uint32_t i) {
  if (!op->n_in_types) return DBX_NO_DTYPE;
  return op->in_types[i < op->n_in_types ? i : op->n_in_types - 1].t;
}

static dbx_dtype result_dtype(const mlir_op *op) {
  return op->n_out_types ? op->out_types[0].t : DBX_NO_DTYPE;
}

static dbx_status get(hlo_reader *r, uint32_t i, dbx_atom *ret) {
  return hlo_get_as(r, i, typed(r->op, i), ret);
}

// Two arrays of equal lengths.
static dbx_status get_pair(hlo_reader *r, dbx_atom *x, dbx_atom *y) {
  DBX_TRY(get(r, 0, x));
  DBX_TRY(get(r, 1, y));
  if (hlo_info(*x)->rank != hlo_info(*y)->rank) return hlo_misread(r, "arrays of different ranks");
  return hlo_bind_as(r, *y, hlo_info(*x)->dims, y);
}

// ---- plain operations ----

static const hlo_fn plain[] = {hlo_emit_unary,         hlo_emit_absolute, hlo_emit_chlo,
                               hlo_emit_sign,          hlo_emit_cbrt,     hlo_emit_binary,
                               hlo_emit_trigonometric, hlo_emit_sub,      hlo_emit_division,
                               hlo_emit_extreme,       hlo_emit_nextafter};

static dbx_prim plain_prim(const char *name) {
  dbx_buf chlo = {0}; // stablehlo.tan
  dbx_prim p = DBX_PRIM_COUNT;
  if (!strncmp(name, "stablehlo.", 10)) dbx_printf(&chlo, "chlo.%s", name + 10);
  for (size_t i = 0; p == DBX_PRIM_COUNT && i < sizeof plain / sizeof *plain; i++) {
    p = hlo_prim_of(plain[i], name);
    if (p == DBX_PRIM_COUNT && chlo.n) p = hlo_prim_of(plain[i], dbx_text(&chlo));
  }
  dbx_buf_free(&chlo);
  return p;
}

// Rows of integers stay known element by element where sizes are computed.
static dbx_status of_vectors(hlo_reader *r, dbx_prim p) {
  hlo_vector_of x, y;
  const mlir_type *t = r->op->n_out_types ? r->op->out_types : NULL;
  bool row = t && t->rank == 1 && t->dims[0] >= 0 && t->dims[0] <= HLO_LONGEST_ROW &&
             (t->t == DBX_I64 || t->t == DBX_I32),
       sizes = p == DBX_PRIM_add || p == DBX_PRIM_sub || p == DBX_PRIM_mul || p == DBX_PRIM_max ||
               p == DBX_PRIM_min;
  if (!row || !sizes || r->op->n_out != 1) return DBX_OK;
  DBX_TRY(hlo_get_vector(r, 0, &x));
  DBX_TRY(hlo_get_vector(r, 1, &y));
  if (x.n != y.n) return DBX_OK;
  dbx_atom *at = DBX_NEWN(r->arena, dbx_atom, x.n + 1);
  for (uint32_t i = 0; i < x.n; i++) {
    dbx_atom a, b;
    DBX_TRY(hlo_bind_convert(r, x.at[i], DBX_I64, &a));
    DBX_TRY(hlo_bind_convert(r, y.at[i], DBX_I64, &b));
    DBX_TRY(hlo_size_op(r, p, a, b, &at[i]));
  }
  return hlo_set_vector(r, r->op->out[0], &(hlo_vector_of){x.n, at}), DBX_OK;
}

static dbx_status read_plain(hlo_reader *r, const mlir_op *op, dbx_prim p) {
  dbx_atom x, y;
  if (p == DBX_PRIM_COUNT || op->n_regions)
    return dbx_fail(DBX_E804, op->span, "%s: the operation is not read", op->name);
  if (op->n_in == 1) {
    DBX_TRY(get(r, 0, &x));
    dbx_kv kv[] = {{DBX_S_input_dtype, dbx_p_dtype(hlo_info(x)->dtype)}};
    return hlo_give(r, hlo_bind_eqn(r, p, 1, &x, p == DBX_PRIM_conj, kv, &y), &y);
  }
  if (op->n_in != 2) return hlo_misread(r, "%u operands", op->n_in);
  DBX_TRY(get_pair(r, &x, &y));
  DBX_TRY(hlo_bind2(r, p, x, y, &x));
  hlo_set(r, 0, x);
  return of_vectors(r, p);
}

dbx_status hlo_read_plain(hlo_reader *r, const mlir_op *op) {
  return read_plain(r, op, plain_prim(op->name));
}

// An operation by its name, with a function of what it is made of.
dbx_status hlo_read_composite(hlo_reader *r, const mlir_op *op) {
  const mlir_text *made = mlir_attr_of(op, "decomposition");
  dbx_prim p = op->n_words ? plain_prim(dbx_sym_text(op->words[0])) : DBX_PRIM_COUNT;
  if (p != DBX_PRIM_COUNT) return read_plain(r, op, p);
  mlir_op call = *op;
  call.callee = made ? dbx_intern_n(made->at, made->n) : 0;
  return hlo_read_call(r, &call);
}

dbx_status hlo_read_square(hlo_reader *r, const mlir_op *op) {
  dbx_atom x;
  (void)op;
  DBX_TRY(get(r, 0, &x));
  return hlo_give(r, hlo_bind1(r, DBX_PRIM_square, x, &x), &x);
}

dbx_status hlo_read_alias(hlo_reader *r, const mlir_op *op) {
  for (uint32_t i = 0; i < op->n_in; i++) {
    dbx_atom x;
    DBX_TRY(get(r, i, &x));
    hlo_set(r, i, x);
  }
  return DBX_OK;
}

dbx_status hlo_read_convert(hlo_reader *r, const mlir_op *op) {
  dbx_atom x;
  hlo_vector_of v;
  DBX_TRY(hlo_get(r, 0, &x)); // a length has 64 bits here, whatever the text says
  if (result_dtype(op) == DBX_NO_DTYPE) return hlo_misread(r, "a result of another type");
  bool sizes = hlo_is_row(hlo_info(x)) && dbx_is_integer(result_dtype(op));
  if (sizes && op->n_out == 1) {
    DBX_TRY(hlo_get_vector(r, 0, &v));
    hlo_set_vector(r, op->out[0], &v);
  }
  return hlo_give(r, hlo_bind_convert(r, x, result_dtype(op), &x), &x);
}

dbx_status hlo_read_bitcast(hlo_reader *r, const mlir_op *op) {
  dbx_atom x;
  DBX_TRY(get(r, 0, &x));
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(result_dtype(op))}};
  if (result_dtype(op) == DBX_NO_DTYPE) return hlo_misread(r, "a result of another type");
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_bitcast_convert_type, 1, &x, 1, kv, &x), &x);
}

dbx_status hlo_read_reduce_precision(hlo_reader *r, const mlir_op *op) {
  const int64_t *bits;
  const mlir_text *format = mlir_attr_of(op, "format");
  dbx_atom x;
  int64_t parts[2] = {0};
  uint32_t n = 0;
  DBX_TRY(get(r, 0, &x));
  for (uint32_t i = 0; format && i < format->n && n < 2; i++) // e5m10
    if (format->at[i] == 'e' || format->at[i] == 'm') {
      mlir_text rest = {format->at + i + 1, format->n - i - 1};
      if (mlir_numbers(rest, r->arena, &bits)) parts[n++] = bits[0];
    }
  if (n != 2) return hlo_misread(r, "the format is missing");
  dbx_kv kv[] = {{DBX_S_exponent_bits, dbx_p_int(parts[0])},
                 {DBX_S_mantissa_bits, dbx_p_int(parts[1])}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_reduce_precision, 1, &x, 2, kv, &x), &x);
}

static dbx_status round_by(hlo_reader *r, int method) {
  dbx_atom x;
  dbx_kv kv[] = {{DBX_S_rounding_method, dbx_p_int(method)}};
  DBX_TRY(get(r, 0, &x));
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_round, 1, &x, 1, kv, &x), &x);
}

dbx_status hlo_read_round_even(hlo_reader *r, const mlir_op *op) {
  return (void)op, round_by(r, 1);
}

dbx_status hlo_read_round_away(hlo_reader *r, const mlir_op *op) {
  return (void)op, round_by(r, 0);
}

dbx_status hlo_read_compare(hlo_reader *r, const mlir_op *op) {
  dbx_prim p = DBX_PRIM_COUNT;
  dbx_atom x, y;
  for (uint32_t i = 0; i < op->n_words && p == DBX_PRIM_COUNT; i++)
    p = hlo_prim_of(hlo_emit_compare, dbx_sym_text(op->words[i]));
  const mlir_text *how = mlir_attr_of(op, "comparison_direction");
  for (int k = 0; how && p == DBX_PRIM_COUNT && k < DBX_PRIM_COUNT; k++) {
    const hlo_row *row = hlo_row_of(k);
    if (row->emit == hlo_emit_compare && memmem(how->at, how->n, row->op, 2)) p = (dbx_prim)k;
  }
  if (p == DBX_PRIM_COUNT) return hlo_misread(r, "EQ, NE, LT, LE, GT or GE is missing");
  if (mlir_has_word(op, "TOTALORDER")) return hlo_misread(r, "TOTALORDER outside of a sort");
  DBX_TRY(get_pair(r, &x, &y));
  return hlo_give(r, hlo_bind2(r, p, x, y, &x), &x);
}

dbx_status hlo_read_select(hlo_reader *r, const mlir_op *op) {
  dbx_atom in[3];
  const dbx_dim *dims;
  (void)op;
  DBX_TRY(hlo_get(r, 0, &in[0]));
  DBX_TRY(hlo_get(r, 1, &in[2]));
  DBX_TRY(hlo_get(r, 2, &in[1]));
  dims = hlo_info(in[2])->dims;
  if (hlo_info(in[1])->rank != hlo_info(in[2])->rank)
    return hlo_misread(r, "arrays of different ranks");
  DBX_TRY(hlo_bind_as(r, in[1], dims, &in[1]));
  if (hlo_info(in[0])->rank == hlo_info(in[2])->rank) DBX_TRY(hlo_bind_as(r, in[0], dims, &in[0]));
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_select_n, 3, in, 0, NULL, &in[0]), &in[0]);
}

dbx_status hlo_read_clamp(hlo_reader *r, const mlir_op *op) {
  dbx_atom in[3];
  (void)op;
  for (uint32_t i = 0; i < 3; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  for (uint32_t i = 0; i < 3; i += 2)
    if (hlo_info(in[i])->rank && hlo_info(in[i])->rank == hlo_info(in[1])->rank)
      DBX_TRY(hlo_bind_as(r, in[i], hlo_info(in[1])->dims, &in[i]));
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_clamp, 3, in, 0, NULL, &in[0]), &in[0]);
}

// ---- reductions ----

static bool is_literal_of(dbx_atom a, dbx_scalar x) {
  if (!dbx_is_literal(a)) return false;
  const dbx_literal *l = dbx_literal_at(a);
  dbx_dtype t = dbx_aval_at(l->aval)->dtype;
  return dbx_is_inexact(t) ? l->value.c[0] == x.c[0] && l->value.c[1] == x.c[1] : l->value.i == x.i;
}

// An operand that is the same everywhere, as jax writes its initial values.
static dbx_status and_initial(hlo_reader *r, dbx_prim fold, dbx_atom init, dbx_atom *x) {
  dbx_dtype t = hlo_info(*x)->dtype;
  if (is_literal_of(init, hlo_identity(fold, t))) return DBX_OK;
  const dbx_aval_info *to = hlo_info(*x);
  dbx_atom all;
  DBX_TRY(hlo_bind_broadcast(r, init, NULL, to->rank, to->dims, &all));
  return hlo_bind2(r, fold, *x, all, x);
}

// "applies stablehlo.add", or a region that does nothing else.
static const char *fold_name(const mlir_op *op) {
  for (uint32_t i = 0; i + 1 < op->n_words; i++)
    if (!strcmp(dbx_sym_text(op->words[i]), "applies")) return dbx_sym_text(op->words[i + 1]);
  return op->n_regions == 1 ? hlo_fold_of(&op->regions[0]) : NULL;
}

static dbx_prim truths(const char *name) {
  return !strcmp(name, "stablehlo.and") || !strcmp(name, "stablehlo.minimum") ||
                 !strcmp(name, "stablehlo.multiply")
             ? DBX_PRIM_reduce_and
             : DBX_PRIM_reduce_or;
}

dbx_status hlo_read_reduce(hlo_reader *r, const mlir_op *op) {
  const int64_t *axes;
  uint32_t n = hlo_ints(r, "dimensions", NULL, &axes);
  dbx_atom x, init;
  if (op->n_in == 4) return hlo_read_best(r, op, axes, n);
  const char *name = op->n_in == 2 ? fold_name(op) : NULL;
  if (!name || !*name) return hlo_misread(r, "a reduction by a function of its own");
  DBX_TRY(get(r, 0, &x));
  DBX_TRY(get(r, 1, &init));
  dbx_prim p = hlo_prim_of(hlo_emit_reduce, name);
  if (p == DBX_PRIM_COUNT) return hlo_misread(r, "a reduction by %s", name);
  if (hlo_info(x)->dtype == DBX_BOOL && p != DBX_PRIM_reduce_xor) p = truths(name);
  dbx_kv kv[] = {{DBX_S_axes, dbx_p_ints(axes, n)}};
  DBX_TRY(hlo_bind_eqn(r, p, 1, &x, 1, kv, &x));
  return hlo_give(r, and_initial(r, dbx_prim_fold(dbx_primitive_of(p)), init, &x), &x);
}

// ---- windows ----

static const int64_t *ones_or(hlo_reader *r, const char *key, uint32_t rank) {
  const int64_t *x;
  if (hlo_ints(r, key, NULL, &x) == rank) return x;
  int64_t *ones = DBX_NEWN(r->arena, int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) ones[i] = 1;
  return ones;
}

static bool all_are(const int64_t *x, uint32_t n, int64_t want) {
  for (uint32_t i = 0; i < n; i++)
    if (x[i] != want) return false;
  return true;
}

typedef struct moving {
  const int64_t *window, *strides, *base, *dilation, *padding; // two of each axis
} moving;

// A window of the whole axis, padded on one side: the axis, or -1.
static int64_t cumulative_axis(const moving *w, const dbx_aval_info *t, bool *reverse) {
  int64_t axis = -1;
  if (!all_are(w->strides, t->rank, 1) || !all_are(w->base, t->rank, 1) ||
      !all_are(w->dilation, t->rank, 1))
    return -1;
  for (uint32_t i = 0; i < t->rank; i++) {
    const int64_t *padding = w->padding + 2 * (size_t)i;
    int64_t n = w->window[i], low = padding[0], high = padding[1];
    if (n == 1 && !low && !high) continue;
    bool whole = dbx_dim_is_int(t->dims[i]) && dbx_dim_value(t->dims[i]) == n;
    if (axis >= 0 || !whole || low + high != n - 1 || (low && high)) return -1;
    axis = i, *reverse = !low;
  }
  return axis;
}

static dbx_status cumulate(hlo_reader *r, const char *fold, dbx_atom x, int64_t axis,
                           bool reverse) {
  dbx_prim p = hlo_prim_of(hlo_emit_cumulative, fold);
  dbx_kv kv[] = {{DBX_S_axis, dbx_p_int(axis)}, {DBX_S_reverse, dbx_p_bool(reverse)}};
  if (p == DBX_PRIM_COUNT) return hlo_misread(r, "a cumulative %s", fold);
  return hlo_give(r, hlo_bind_eqn(r, p, 1, &x, 2, kv, &x), &x);
}

static const dbx_param *pairs(hlo_reader *r, const int64_t *x, uint32_t n) {
  const dbx_param **p = DBX_NEWN(r->arena, const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++) p[i] = dbx_p_ints(x + 2 * (size_t)i, 2);
  return dbx_p_tuple(p, n);
}

dbx_status hlo_read_reduce_window(hlo_reader *r, const mlir_op *op) {
  dbx_atom x, init;
  bool reverse = false;
  moving w;
  if (op->n_in != 2 || op->n_regions != 1) return hlo_misread(r, "windows over several arrays");
  const char *fold = hlo_fold_of(&op->regions[0]);
  DBX_TRY(get(r, 0, &x));
  DBX_TRY(get(r, 1, &init));
  uint32_t rank = hlo_info(x)->rank;
  int64_t *zeros = DBX_NEWN(r->arena, int64_t, 2 * (size_t)rank + 1);
  w.window = ones_or(r, "window_dimensions", rank), w.strides = ones_or(r, "window_strides", rank);
  w.base = ones_or(r, "base_dilations", rank), w.dilation = ones_or(r, "window_dilations", rank);
  if (hlo_ints(r, "padding", NULL, &w.padding) != 2 * rank) w.padding = zeros;
  if (!fold || !*fold) return hlo_misread(r, "a window with a function of its own");
  int64_t axis = cumulative_axis(&w, hlo_info(x), &reverse);
  dbx_prim c = hlo_prim_of(hlo_emit_cumulative, fold),
           p = hlo_prim_of(hlo_emit_reduce_window, fold);
  bool plain_start =
      c != DBX_PRIM_COUNT &&
      is_literal_of(init, hlo_identity(dbx_prim_fold(dbx_primitive_of(c)), hlo_info(x)->dtype));
  if (!plain_start) return hlo_misread(r, "a window with an initial value of its own");
  if (axis >= 0) return cumulate(r, fold, x, axis, reverse);
  if (all_are(w.window, rank, 1) && all_are(w.strides, rank, 1) && all_are(w.base, rank, 1) &&
      all_are(w.padding, 2 * rank, 0))
    return hlo_set(r, 0, x), DBX_OK; // each element by itself
  if (p == DBX_PRIM_COUNT) return hlo_misread(r, "a window by %s", fold);
  dbx_kv kv[] = {{DBX_S_base_dilation, dbx_p_ints(w.base, rank)},
                 {DBX_S_padding, pairs(r, w.padding, rank)},
                 {DBX_S_window_dilation, dbx_p_ints(w.dilation, rank)},
                 {DBX_S_window_dimensions, dbx_p_ints(w.window, rank)},
                 {DBX_S_window_strides, dbx_p_ints(w.strides, rank)}};
  return hlo_give(r, hlo_bind_eqn(r, p, 1, &x, 5, kv, &x), &x);
}

// ---- calls of what is no operation ----

static bool is_one(dbx_atom a) { return dbx_is_literal(a) && dbx_literal_at(a)->value.i == 1; }

// What jax and we write for cumulative operations over traced lengths.
static dbx_status dynamic_window(hlo_reader *r, const mlir_op *op) {
  const mlir_text *called = mlir_attr_of(op, "called_computations");
  const char *at = called ? memchr(called->at, '@', called->n) : NULL;
  hlo_vector_of window, padding = {0};
  dbx_atom x;
  int64_t axis = -1;
  uint32_t n = 1;
  if (!at || op->n_in != 7) return hlo_misread(r, "a window without its function");
  while (at + n < called->at + called->n && at[n] != ']' && at[n] != ',') n++;
  const mlir_function *f = hlo_function(r, dbx_intern_n(at, n));
  const char *fold = f && !f->declared ? hlo_fold_of(&f->body) : NULL;
  DBX_TRY(get(r, 0, &x));
  DBX_TRY(hlo_get_vector(r, 2, &window));
  for (uint32_t i = 0; i < window.n; i++)
    if (!is_one(window.at[i])) axis = axis == -1 ? (int64_t)i : -2;
  if (!fold || axis < 0 || window.n != hlo_info(x)->rank)
    return hlo_misread(r, "a window that is not one whole axis");
  if (dbx_poly_of(window.at[axis]) != dbx_poly_of_dim(hlo_info(x)->dims[axis]))
    return hlo_misread(r, "a window that is not one whole axis");
  (void)hlo_get_vector(r, 6, &padding);
  dbx_diag_forget();
  if (padding.n != 2 * window.n) return hlo_misread(r, "padding that is not known");
  bool reverse =
      dbx_is_literal(padding.at[2 * axis]) && !dbx_literal_at(padding.at[2 * axis])->value.i;
  return cumulate(r, fold, x, axis, reverse);
}

dbx_status hlo_read_custom_call(hlo_reader *r, const mlir_op *op) {
  const char *name = op->callee ? dbx_sym_text(op->callee) : "";
  if (!strcmp(name, "@stablehlo.dynamic_reduce_window")) return dynamic_window(r, op);
  if (!op->n_out) return hlo_read_guard(r);
  return dbx_fail(DBX_E804, op->span, "%s: the operation is not read", name);
}

// ---- matrices ----

static const dbx_param *listed(const int64_t *x, uint32_t n) {
  const dbx_param **p = DBX_TMP(const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++) p[i] = dbx_p_int(x[i]);
  return dbx_p_list(p, n);
}

// "[0] x [1]", or a field of the long form.
static const dbx_param *pair_of(hlo_reader *r, const char *key, const char *left,
                                const char *right) {
  const mlir_text *t = mlir_attr_of(r->op, key),
                  *all = mlir_attr_of(r->op, "dot_dimension_numbers");
  mlir_text part[2] = {{"", 0}, {"", 0}};
  const dbx_param *p[2];
  if (t) {
    const char *close = memchr(t->at, ']', t->n);
    part[0] = (mlir_text){t->at, close ? (uint32_t)(close - t->at) : t->n};
    part[1] = (mlir_text){t->at + part[0].n, t->n - part[0].n};
  } else if (all) {
    part[0] = mlir_field(*all, left), part[1] = mlir_field(*all, right);
  }
  for (int i = 0; i < 2; i++) {
    const int64_t *x;
    uint32_t n = mlir_numbers(part[i], r->arena, &x);
    p[i] = listed(x, n);
  }
  return dbx_p_tuple(p, 2);
}

dbx_status hlo_read_dot_general(hlo_reader *r, const mlir_op *op) {
  dbx_atom in[2];
  const dbx_param *dims[] = {
      pair_of(r, "contracting_dims", "lhs_contracting_dimensions", "rhs_contracting_dimensions"),
      pair_of(r, "batching_dims", "lhs_batching_dimensions", "rhs_batching_dimensions")};
  if (result_dtype(op) == DBX_NO_DTYPE) return hlo_misread(r, "a result of another type");
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dbx_p_tuple(dims, 2)},
                 {DBX_S_preferred_element_type, dbx_p_dtype(result_dtype(op))}};
  for (uint32_t i = 0; i < 2; i++) DBX_TRY(get(r, i, &in[i]));
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_dot_general, 2, in, 2, kv, &in[0]), &in[0]);
}

dbx_status hlo_read_cholesky(hlo_reader *r, const mlir_op *op) {
  const mlir_text *lower = mlir_attr_of(op, "lower");
  dbx_atom x;
  if (!lower || !mlir_text_is(*lower, "true")) return hlo_misread(r, "an upper triangle");
  DBX_TRY(get(r, 0, &x));
  return hlo_give(r, hlo_bind1(r, DBX_PRIM_cholesky, x, &x), &x);
}

static const dbx_param *flag(const mlir_op *op, const char *key) {
  const mlir_text *t = mlir_attr_of(op, key);
  return dbx_p_bool(t && memmem(t->at, t->n, "true", 4));
}

dbx_status hlo_read_triangular_solve(hlo_reader *r, const mlir_op *op) {
  const mlir_text *how = mlir_attr_of(op, "transpose_a");
  bool conjugate = how && memmem(how->at, how->n, "ADJOINT", 7),
       plain_a = !how || memmem(how->at, how->n, "NO_TRANSPOSE", 12);
  dbx_atom in[2];
  dbx_kv kv[] = {{DBX_S_conjugate_a, dbx_p_bool(conjugate)},
                 {DBX_S_left_side, flag(op, "left_side")},
                 {DBX_S_lower, flag(op, "lower")},
                 {DBX_S_transpose_a, dbx_p_bool(!plain_a)},
                 {DBX_S_unit_diagonal, flag(op, "unit_diagonal")}};
  for (uint32_t i = 0; i < 2; i++) DBX_TRY(get(r, i, &in[i]));
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_triangular_solve, 2, in, 5, kv, &in[0]), &in[0]);
}

dbx_status hlo_read_fft(hlo_reader *r, const mlir_op *op) {
  const mlir_text *type = mlir_attr_of(op, "type");
  const int64_t *length;
  uint32_t n = hlo_ints(r, "length", NULL, &length);
  dbx_buf name = {0};
  dbx_atom x;
  DBX_TRY(get(r, 0, &x));
  if (!type) return hlo_misread(r, "its type is missing");
  dbx_printf(&name, "FftType.%.*s", (int)type->n, type->at);
  dbx_kv kv[] = {{DBX_S_fft_lengths, dbx_p_ints(length, n)},
                 {DBX_S_fft_type, dbx_p_text(dbx_text(&name))}};
  dbx_buf_free(&name);
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_fft, 1, &x, 2, kv, &x), &x);
}
