// Operations that make, move and cut arrays, as equations. Rows of sizes are known element by
// element.
#include "hlo/read.h"

#include "base/poll.h"
#include "prim/poly.h"

#include <string.h>

// What a guard has looked at is the length itself: an equation says so of a negative one.
static dbx_atom unguarded(const hlo_reader *r, dbx_atom size) {
  const dbx_eqn *max = hlo_defined(size, DBX_PRIM_max);
  bool zero = max && dbx_is_literal(max->in[1]) && !dbx_literal_at(max->in[1])->value.i;
  bool guarded = zero && !dbx_is_literal(max->in[0]) && dbx_set_has(&r->natural, max->in[0]);
  return guarded ? max->in[0] : size;
}

// Lengths of the result: numbers of its type, else the elements of operand i. NULL if it fails.
static dbx_status lengths(hlo_reader *r, uint32_t i, dbx_dim **ret) {
  hlo_vector_of v;
  const mlir_type *t;
  *ret = NULL;
  DBX_TRY(hlo_result_type(r, &t));
  DBX_TRY(hlo_get_vector(r, i, &v));
  if (v.n != t->rank) return hlo_misread(r, "a shape of another rank than the result");
  *ret = DBX_NEWN(r->arena, dbx_dim, v.n + 1);
  for (uint32_t k = 0; k < v.n; k++) {
    (*ret)[k] = t->dims[k] >= 0 ? dbx_dim_int(t->dims[k]) : dbx_dim_of_atom(unguarded(r, v.at[k]));
    if (dbx_dim_kind_of((*ret)[k]) == DBX_DIM_UNKNOWN) return hlo_misread(r, "a negative length");
  }
  return DBX_OK;
}

static dbx_status static_lengths(hlo_reader *r, dbx_dim **ret) {
  const mlir_type *t;
  *ret = NULL;
  DBX_TRY(hlo_result_type(r, &t));
  *ret = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
  for (uint32_t k = 0; k < t->rank; k++) {
    if (t->dims[k] < 0) return hlo_misread(r, "a result of a traced length");
    (*ret)[k] = dbx_dim_int(t->dims[k]);
  }
  return DBX_OK;
}

// ---- guards ----

static void note_natural(hlo_reader *r, dbx_atom ok) {
  const dbx_eqn *e = hlo_defined(ok, DBX_PRIM_ge);
  bool zero = e && dbx_is_literal(e->in[1]) && !dbx_literal_at(e->in[1])->value.i;
  if (zero && !dbx_is_literal(e->in[0]) && dbx_aval_is_int_scalar(dbx_atom_aval(e->in[0])))
    dbx_set_add(&r->natural, e->in[0]);
}

dbx_status hlo_read_guard(hlo_reader *r) {
  dbx_atom ok;
  if (!r->op->n_in) return DBX_OK;
  DBX_TRY(hlo_get(r, 0, &ok));
  note_natural(r, ok);
  return DBX_OK;
}

// ---- sizes ----

static dbx_atom size_atom(dbx_dim d) {
  return dbx_dim_is_int(d) ? dbx_literal_of(DBX_I64, false, dbx_scalar_int(dbx_dim_value(d)))
                           : dbx_atom_of_dim(d);
}

dbx_status hlo_read_size(hlo_reader *r, const mlir_op *op) {
  const int64_t *axis;
  dbx_atom x;
  DBX_TRY(hlo_get(r, 0, &x));
  uint32_t n = hlo_ints(r, "dim", "dimension", &axis);
  (void)op;
  if (n < 1 || axis[0] < 0 || axis[0] >= hlo_info(x)->rank) return hlo_misread(r, "no such axis");
  hlo_set(r, 0, size_atom(hlo_info(x)->dims[axis[0]]));
  return DBX_OK;
}

static dbx_status iota(hlo_reader *r, const dbx_dim *dims) {
  const int64_t *axis;
  const mlir_type *t = &r->op->out_types[0];
  uint32_t n = hlo_ints(r, "dim", "iota_dimension", &axis), n_in = 0;
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, t->rank + 1), x;
  if (n < 1) return hlo_misread(r, "its axis is missing");
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(axis[0])},
                 {DBX_S_dtype, dbx_p_dtype(t->t)},
                 {DBX_S_shape, hlo_shape_param(r, t->rank, dims, in, &n_in)}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_iota, n_in, in, 3, kv, &x), &x);
}

dbx_status hlo_read_iota(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  (void)op;
  DBX_TRY(static_lengths(r, &dims));
  return iota(r, dims);
}

dbx_status hlo_read_dynamic_iota(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  (void)op;
  DBX_TRY(lengths(r, 0, &dims));
  return iota(r, dims);
}

// ---- shapes ----

static dbx_status reshape(hlo_reader *r, dbx_atom x, uint32_t rank, const dbx_dim *dims) {
  const dbx_aval_info *t = hlo_info(x);
  bool same = t->rank == rank;
  for (uint32_t i = 0; same && i < rank; i++) same = dbx_dim_equal(t->dims[i], dims[i]);
  if (same) return hlo_set(r, 0, x), DBX_OK;
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, rank + 1);
  uint32_t n = 1;
  in[0] = x;
  dbx_kv kv[] = {{DBX_S_dimensions, dbx_p_none()},
                 {DBX_S_new_sizes, hlo_shape_param(r, rank, dims, in, &n)}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_reshape, n, in, 2, kv, &x), &x);
}

// A number as a row, a row of one as a number, rows of several as a matrix of them.
static void keep_shape(hlo_reader *r, const mlir_op *op, dbx_atom x, const mlir_type *t) {
  hlo_vector_of v;
  const dbx_aval_info *from = hlo_info(x);
  if (!dbx_is_integer(from->dtype) || op->n_out != 1) return;
  if (!from->rank && t->rank == 1)
    return hlo_set_vector(r, op->out[0],
                          &(hlo_vector_of){1, dbx_arena_copy(r->arena, &x, sizeof x)});
  if (!hlo_is_row(from) || hlo_get_vector(r, 0, &v) != DBX_OK) return dbx_diag_forget();
  if (t->rank) hlo_set_vector(r, op->out[0], &v);
}

dbx_status hlo_read_reshape(hlo_reader *r, const mlir_op *op) {
  const mlir_type *t;
  dbx_dim *dims;
  dbx_atom x;
  DBX_TRY(hlo_result_type(r, &t));
  DBX_TRY(static_lengths(r, &dims));
  DBX_TRY(hlo_get(r, 0, &x));
  keep_shape(r, op, x, t);
  return reshape(r, x, t->rank, dims);
}

dbx_status hlo_read_dynamic_reshape(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  dbx_atom x;
  DBX_TRY(lengths(r, 1, &dims));
  DBX_TRY(hlo_get(r, 0, &x));
  return reshape(r, x, op->out_types[0].rank, dims);
}

static dbx_status broadcast(hlo_reader *r, uint32_t rank, dbx_dim *dims) {
  const int64_t *axes;
  dbx_atom x;
  DBX_TRY(hlo_get(r, 0, &x));
  uint32_t n = hlo_ints(r, "dims", "broadcast_dimensions", &axes);
  const dbx_aval_info *t = hlo_info(x);
  if (n != t->rank) return hlo_misread(r, "an axis of the result for each axis is wanted");
  dbx_dim *own = DBX_NEWN(r->arena, dbx_dim, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (axes[i] < 0 || axes[i] >= rank) return hlo_misread(r, "no such axis");
    own[i] = t->dims[i] == dbx_dim_int(1) ? t->dims[i] : dims[axes[i]];
  }
  DBX_TRY(hlo_bind_as(r, x, own, &x));
  return hlo_give(r, hlo_bind_broadcast(r, x, axes, rank, dims, &x), &x);
}

dbx_status hlo_read_broadcast(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  DBX_TRY(static_lengths(r, &dims));
  return broadcast(r, op->out_types[0].rank, dims);
}

dbx_status hlo_read_dynamic_broadcast(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  DBX_TRY(lengths(r, 1, &dims));
  return broadcast(r, op->out_types[0].rank, dims);
}

static dbx_status by_axes(hlo_reader *r, dbx_prim p, dbx_sym key, const char *attr) {
  const int64_t *axes;
  dbx_atom x;
  uint32_t n = hlo_ints(r, "dims", attr, &axes);
  DBX_TRY(hlo_get(r, 0, &x));
  dbx_kv kv[] = {{key, dbx_p_ints(axes, n)}};
  return hlo_give(r, hlo_bind_eqn(r, p, 1, &x, 1, kv, &x), &x);
}

dbx_status hlo_read_transpose(hlo_reader *r, const mlir_op *op) {
  return (void)op, by_axes(r, DBX_PRIM_transpose, DBX_S_permutation, "permutation");
}

dbx_status hlo_read_reverse(hlo_reader *r, const mlir_op *op) {
  return (void)op, by_axes(r, DBX_PRIM_rev, DBX_S_dimensions, "dimensions");
}

// ---- concatenate, pad ----

// The first scalar of this body that is the same polynomial: the program's own sum.
static dbx_atom first_equal(const hlo_reader *r, dbx_atom size) {
  dbx_poly p = dbx_poly_of(size);
  for (uint32_t i = 0; i < r->body->eqns.n; i++) {
    const dbx_eqn *e = &r->body->eqns.at[i];
    bool scalar =
        e->n_out == 1 && hlo_info(e->out[0])->dtype == DBX_I64 && !hlo_info(e->out[0])->rank;
    if (scalar && dbx_poly_of(e->out[0]) == p) return e->out[0];
  }
  return size;
}

static dbx_status sum(hlo_reader *r, dbx_dim a, int64_t more, dbx_dim b, dbx_dim *ret) {
  dbx_atom s, x = size_atom(a),
              y = more ? size_atom(dbx_dim_int(more < 0 ? -more : more)) : size_atom(b);
  if (dbx_dim_is_int(a) && !more && dbx_dim_is_int(b))
    return *ret = dbx_dim_int(dbx_dim_value(a) + dbx_dim_value(b)), DBX_OK;
  if (!more && b == dbx_dim_int(0)) return *ret = a, DBX_OK;
  DBX_TRY(hlo_bind_convert(r, x, DBX_I64, &x));
  DBX_TRY(hlo_bind_convert(r, y, DBX_I64, &y));
  DBX_TRY(hlo_size_op(r, more < 0 ? DBX_PRIM_sub : DBX_PRIM_add, x, y, &s));
  return *ret = dbx_dim_of_atom(first_equal(r, s)), DBX_OK;
}

// An equation whose rule cannot say lengths that the text computes.
static void bind_with(hlo_reader *r, dbx_prim p, uint32_t n, const dbx_atom *in, dbx_kv kv,
                      dbx_aval type) {
  dbx_var v = hlo_result(type);
  hlo_push_eqn(r, p, n, in, 1, &kv, 1, &v);
  hlo_set(r, 0, v);
}

static void keep_rows(hlo_reader *r, const mlir_op *op) {
  dbx_vec(dbx_atom) all = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < op->n_in; i++) {
    hlo_vector_of v;
    st = hlo_get_vector(r, i, &v);
    for (uint32_t k = 0; st == DBX_OK && k < v.n; k++) dbx_push(&all, v.at[k]);
  }
  const dbx_atom *at = dbx_arena_copy(r->arena, all.at, all.n * sizeof *all.at);
  if (st == DBX_OK && all.n <= HLO_LONGEST_ROW)
    hlo_set_vector(r, op->out[0], &(hlo_vector_of){all.n, at});
  if (st != DBX_OK) dbx_diag_forget();
  dbx_vec_free(&all);
}

dbx_status hlo_read_concatenate(hlo_reader *r, const mlir_op *op) {
  const int64_t *axis;
  const mlir_type *t;
  uint32_t n = hlo_ints(r, "dim", "dimension", &axis);
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, op->n_in + 1), x;
  DBX_TRY(hlo_result_type(r, &t));
  if (n < 1 || !op->n_in || op->n_out != 1) return hlo_misread(r, "its axis is missing");
  for (uint32_t i = 0; i < op->n_in; i++) {
    DBX_TRY(hlo_get(r, i, &in[i]));
    const dbx_aval_info *have = hlo_info(in[i]), *first = hlo_info(in[0]);
    if (have->rank != first->rank || axis[0] < 0 || axis[0] >= have->rank)
      return hlo_misread(r, "no such axis, or arrays of different ranks");
    dbx_dim *dims = dbx_arena_copy(r->arena, first->dims, first->rank * sizeof *dims);
    dims[axis[0]] = have->dims[axis[0]];
    DBX_TRY(hlo_bind_as(r, in[i], dims, &in[i]));
  }
  bool rows = t->rank == 1 || (t->rank == 2 && t->dims[1] == 2 && axis[0] == 0); // of padding
  if (rows && dbx_is_integer(t->t) && t->dims[0] >= 0 && t->dims[0] <= HLO_LONGEST_ROW)
    keep_rows(r, op);
  dbx_dim all = hlo_info(in[0])->dims[axis[0]];
  for (uint32_t i = 1; i < op->n_in; i++)
    DBX_TRY(sum(r, all, 0, hlo_info(in[i])->dims[axis[0]], &all));
  dbx_kv kv = {DBX_S_dimension, dbx_p_int(axis[0])};
  if (dbx_dim_is_int(all) || op->n_in == 1)
    return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_concatenate, op->n_in, in, 1, &kv, &x), &x);
  dbx_dim *dims = dbx_arena_copy(r->arena, hlo_info(in[0])->dims, t->rank * sizeof *dims);
  dims[axis[0]] = all;
  bind_with(r, DBX_PRIM_concatenate, op->n_in, in, kv, dbx_aval_of(t->t, false, t->rank, dims));
  return DBX_OK;
}

dbx_status hlo_read_pad(hlo_reader *r, const mlir_op *op) {
  const char *names[][2] = {
      {"low", "edge_padding_low"}, {"high", "edge_padding_high"}, {"interior", "interior_padding"}};
  const int64_t *part[3];
  dbx_atom in[2], x;
  (void)op;
  for (uint32_t i = 0; i < 2; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  const dbx_aval_info *t = hlo_info(in[0]);
  const dbx_param **config = DBX_NEWN(r->arena, const dbx_param *, t->rank + 1);
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
  bool traced = false;
  for (int k = 0; k < 3; k++) {
    uint32_t n = hlo_ints(r, names[k][0], names[k][1], &part[k]);
    if (n != t->rank) return hlo_misread(r, "amounts for each axis are wanted");
  }
  for (uint32_t i = 0; i < t->rank; i++) {
    int64_t c[] = {part[0][i], part[1][i], part[2][i]};
    config[i] = dbx_p_ints(c, 3);
    dims[i] = t->dims[i];
    if (dbx_dim_is_int(dims[i]) || !(c[0] || c[1] || c[2])) continue;
    if (c[2]) return hlo_misread(r, "a traced length with elements between");
    traced = true;
    DBX_TRY(sum(r, dims[i], c[0] + c[1], 0, &dims[i]));
  }
  dbx_kv kv = {DBX_S_padding_config, dbx_p_tuple(config, t->rank)};
  if (!traced) return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_pad, 2, in, 1, &kv, &x), &x);
  for (uint32_t i = 0; i < t->rank; i++) // the others by the rule
    if (dbx_dim_is_int(dims[i]))
      dims[i] =
          dbx_dim_int(dbx_dim_value(dims[i]) + part[0][i] + part[1][i] +
                      (dbx_dim_value(dims[i]) > 0 ? dbx_dim_value(dims[i]) - 1 : 0) * part[2][i]);
  bind_with(r, DBX_PRIM_pad, 2, in, kv, dbx_aval_of(t->dtype, false, t->rank, dims));
  return DBX_OK;
}

// ---- slices ----

dbx_status hlo_read_slice(hlo_reader *r, const mlir_op *op) { // [0:3, 1:9:2]
  const mlir_text *text = mlir_attr_of(op, "");
  const int64_t *x[3];
  dbx_atom a;
  DBX_TRY(hlo_get(r, 0, &a));
  uint32_t rank = hlo_info(a)->rank, n = 0;
  int64_t *parts[3];
  for (int k = 0; k < 3; k++) parts[k] = DBX_NEWN(r->arena, int64_t, rank + 1);
  if (text) {
    const char *s = text->at, *end = text->at + text->n;
    while (s < end && n < rank) {
      const char *stop = memchr(s, ',', (size_t)(end - s));
      uint32_t m =
          mlir_numbers((mlir_text){s, (uint32_t)((stop ? stop : end) - s)}, r->arena, &x[0]);
      if (m < 2) break;
      parts[0][n] = x[0][0], parts[1][n] = x[0][1], parts[2][n++] = m > 2 ? x[0][2] : 1;
      s = stop ? stop + 1 : end;
    }
  } else {
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    for (int k = 0; k < 3; k++) {
      n = hlo_ints(r, names[k], NULL, &x[k]);
      if (n != rank) break;
      if (n) memcpy(parts[k], x[k], n * sizeof *x[k]);
    }
  }
  if (n != rank) return hlo_misread(r, "a start and an end for each axis are wanted");
  bool steps = false;
  for (uint32_t i = 0; i < rank; i++) steps |= parts[2][i] != 1;
  dbx_kv kv[] = {{DBX_S_limit_indices, dbx_p_ints(parts[1], rank)},
                 {DBX_S_start_indices, dbx_p_ints(parts[0], rank)},
                 {DBX_S_strides, steps ? dbx_p_ints(parts[2], rank) : dbx_p_none()}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_slice, 1, &a, 3, kv, &a), &a);
}

static bool is_int(dbx_atom a, int64_t *ret) {
  if (!dbx_is_literal(a)) return false;
  return *ret = dbx_literal_at(a)->value.i, true;
}

// The equation of that primitive that computes a in b, or outside of it.
static const dbx_eqn *computes(hlo_body *b, dbx_atom a, dbx_prim p, hlo_body **where) {
  while (b->outer && !dbx_is_literal(a)) {
    uint32_t i = 0;
    while (i < b->inputs.n && b->inputs.at[i] != a) i++;
    if (i == b->inputs.n) break;
    a = b->captured.at[i], b = b->outer;
  }
  *where = b;
  return hlo_defined(a, p);
}

static dbx_atom bring(hlo_reader *r, hlo_body *b, const hlo_body *from, dbx_atom a) {
  return b == from ? a : hlo_capture(r, b, bring(r, b->outer, from, a));
}

// Is `last` what a window of that length leaves of the axis, and no less than 0?
static bool is_room(hlo_body *b, dbx_atom last, dbx_dim axis, dbx_dim window) {
  int64_t n = 0, zero = 1;
  const dbx_eqn *max = computes(b, last, DBX_PRIM_max, &b);
  dbx_atom room = last;
  if (max && is_int(max->in[1], &zero) && !zero) room = max->in[0];
  if (is_int(room, &n))
    return dbx_dim_is_int(axis) && dbx_dim_is_int(window) &&
           n == dbx_dim_value(axis) - dbx_dim_value(window);
  const dbx_eqn *sub = computes(b, room, DBX_PRIM_sub, &b);
  return sub && max && dbx_dim_equal(dbx_dim_of_atom(sub->in[0]), axis) &&
         dbx_dim_equal(dbx_dim_of_atom(sub->in[1]), window);
}

// Starts that the text clamps are clamped by the equation itself.
static dbx_atom unclamped(hlo_reader *r, dbx_atom start, dbx_dim axis, dbx_dim window) {
  hlo_body *at, *from;
  const dbx_eqn *min = computes(r->body, start, DBX_PRIM_min, &at), *max;
  int64_t zero = 1;
  if (!min || !is_room(at, min->in[1], axis, window)) return start;
  max = computes(at, min->in[0], DBX_PRIM_max, &from);
  bool at_least_0 = max && is_int(max->in[1], &zero) && !zero;
  return at_least_0 ? bring(r, r->body, from, max->in[0]) : start;
}

static dbx_status part(hlo_reader *r, dbx_atom x, dbx_atom *start, const dbx_dim *dims) {
  uint32_t rank = hlo_info(x)->rank, n = 1 + rank;
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, 2 * (size_t)rank + 1);
  in[0] = x;
  for (uint32_t i = 0; i < rank; i++)
    in[1 + i] = unclamped(r, start[i], hlo_info(x)->dims[i], dims[i]);
  dbx_kv kv[] = {{DBX_S_slice_sizes, hlo_shape_param(r, rank, dims, in, &n)}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_dynamic_slice, n, in, 1, kv, &x), &x);
}

dbx_status hlo_read_dynamic_slice(hlo_reader *r, const mlir_op *op) {
  dbx_dim *dims;
  dbx_atom x;
  DBX_TRY(static_lengths(r, &dims));
  DBX_TRY(hlo_get(r, 0, &x));
  uint32_t rank = hlo_info(x)->rank;
  dbx_atom *start = DBX_NEWN(r->arena, dbx_atom, rank + 1);
  if (op->n_in != rank + 1 || op->out_types[0].rank != rank)
    return hlo_misread(r, "a start for each axis is wanted");
  for (uint32_t i = 0; i < rank; i++) DBX_TRY(hlo_get(r, 1 + i, &start[i]));
  return part(r, x, start, dims);
}

// Where a part that begins at `start` ends: its length.
static dbx_status length_to(hlo_reader *r, dbx_atom start, dbx_atom limit, dbx_dim *ret) {
  const dbx_eqn *add = hlo_defined(limit, DBX_PRIM_add);
  int64_t a, b;
  dbx_atom n;
  if (is_int(start, &a) && is_int(limit, &b)) return *ret = dbx_dim_int(b - a), DBX_OK;
  if (add && add->in[0] == start) return *ret = dbx_dim_of_atom(add->in[1]), DBX_OK;
  if (is_int(start, &a) && !a) return *ret = dbx_dim_of_atom(limit), DBX_OK;
  DBX_TRY(hlo_size_op(r, DBX_PRIM_sub, limit, start, &n));
  return *ret = dbx_dim_of_atom(n), DBX_OK;
}

dbx_status hlo_read_real_dynamic_slice(hlo_reader *r, const mlir_op *op) {
  hlo_vector_of v[3];
  const mlir_type *t;
  dbx_atom x;
  int64_t step;
  (void)op;
  DBX_TRY(hlo_result_type(r, &t));
  DBX_TRY(hlo_get(r, 0, &x));
  for (uint32_t i = 0; i < 3; i++) {
    DBX_TRY(hlo_get_vector(r, 1 + i, &v[i]));
    if (v[i].n != hlo_info(x)->rank) return hlo_misread(r, "numbers for each axis are wanted");
  }
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, v[0].n + 1);
  dbx_atom *start = dbx_arena_copy(r->arena, v[0].at, v[0].n * sizeof *start);
  for (uint32_t i = 0; i < v[0].n; i++) {
    if (!is_int(v[2].at[i], &step) || step != 1) return hlo_misread(r, "steps other than 1");
    if (i < t->rank && t->dims[i] >= 0) dims[i] = dbx_dim_int(t->dims[i]);
    else DBX_TRY(length_to(r, start[i], v[1].at[i], &dims[i]));
    if (dbx_dim_is_var(dims[i])) dims[i] = dbx_dim_of_atom(unguarded(r, dbx_atom_of_dim(dims[i])));
  }
  return part(r, x, start, dims);
}

dbx_status hlo_read_dynamic_update_slice(hlo_reader *r, const mlir_op *op) {
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, op->n_in + 1), x;
  for (uint32_t i = 0; i < op->n_in; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  if (op->n_in < 2 || op->n_in != hlo_info(in[0])->rank + 2 ||
      hlo_info(in[1])->rank != hlo_info(in[0])->rank)
    return hlo_misread(r, "a start for each axis is wanted");
  for (uint32_t i = 2; i < op->n_in; i++)
    in[i] = unclamped(r, in[i], hlo_info(in[0])->dims[i - 2], hlo_info(in[1])->dims[i - 2]);
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_dynamic_update_slice, op->n_in, in, 0, NULL, &x), &x);
}

// ---- gather, scatter ----

static const dbx_param *dimension_numbers(hlo_reader *r, const char *attr, const char *record,
                                          const char *const *names, const dbx_sym *keys,
                                          int64_t indices_rank) {
  const mlir_text *t = mlir_attr_of(r->op, attr);
  const dbx_param *p[3];
  const int64_t *x;
  if (!t) return NULL;
  for (int i = 0; i < 3; i++) {
    mlir_text field = mlir_field(*t, names[i]);
    uint32_t n = mlir_numbers(field, r->arena, &x);
    p[i] = dbx_p_ints(x, n);
  }
  static const char *const batching[] = {"operand_batching_dims", "input_batching_dims"};
  for (int i = 0; i < 2; i++)
    if (mlir_numbers(mlir_field(*t, batching[i]), r->arena, &x)) return NULL;
  uint32_t n = mlir_numbers(mlir_field(*t, "index_vector_dim"), r->arena, &x);
  if ((n ? x[0] : 0) != indices_rank - 1) return NULL;
  return dbx_p_record(record, keys, p, 3);
}

static dbx_status gather(hlo_reader *r, const dbx_dim *sizes, uint32_t rank) {
  static const char *const names[] = {"offset_dims", "collapsed_slice_dims", "start_index_map"};
  dbx_sym keys[] = {DBX_S_offset_dims, DBX_S_collapsed_slice_dims, DBX_S_start_index_map};
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, rank + 3), x;
  uint32_t n = 2;
  for (uint32_t i = 0; i < 2; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  const dbx_param *numbers = dimension_numbers(r, "dimension_numbers", "GatherDimensionNumbers",
                                               names, keys, hlo_info(in[1])->rank);
  if (!numbers || rank != hlo_info(in[0])->rank)
    return hlo_misread(r, "dimension numbers that are not read");
  dbx_kv kv[] = {{DBX_S_dimension_numbers, numbers},
                 {DBX_S_fill_value, dbx_p_none()},
                 {DBX_S_indices_are_sorted, dbx_p_bool(false)},
                 {DBX_S_mode, dbx_p_text("GatherScatterMode.CLIP")},
                 {DBX_S_slice_sizes, hlo_shape_param(r, rank, sizes, in, &n)},
                 {DBX_S_unique_indices, dbx_p_bool(false)}};
  return hlo_give(r, hlo_bind_eqn(r, DBX_PRIM_gather, n, in, 6, kv, &x), &x);
}

dbx_status hlo_read_gather(hlo_reader *r, const mlir_op *op) {
  const int64_t *size;
  uint32_t n = hlo_ints(r, "slice_sizes", NULL, &size);
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, n + 1);
  (void)op;
  for (uint32_t i = 0; i < n; i++) dims[i] = dbx_dim_int(size[i]);
  return gather(r, dims, n);
}

dbx_status hlo_read_dynamic_gather(hlo_reader *r, const mlir_op *op) {
  hlo_vector_of v;
  (void)op;
  DBX_TRY(hlo_get_vector(r, 2, &v));
  dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, v.n + 1);
  for (uint32_t i = 0; i < v.n; i++) dims[i] = dbx_dim_of_atom(v.at[i]);
  return gather(r, dims, v.n);
}

dbx_status hlo_read_scatter(hlo_reader *r, const mlir_op *op) {
  static const char *const names[] = {"update_window_dims", "inserted_window_dims",
                                      "scatter_dims_to_operand_dims"};
  dbx_sym keys[] = {DBX_S_update_window_dims, DBX_S_inserted_window_dims,
                    DBX_S_scatter_dims_to_operand_dims};
  dbx_atom in[3], x;
  if (op->n_in != 3 || op->n_regions != 1) return hlo_misread(r, "several arrays");
  for (uint32_t i = 0; i < 3; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  const char *fold = hlo_fold_of(&op->regions[0]);
  if (fold && hlo_info(in[0])->dtype == DBX_BOOL)
    fold = !strcmp(fold, "stablehlo.or")    ? "stablehlo.maximum"
           : !strcmp(fold, "stablehlo.and") ? "stablehlo.minimum"
                                            : fold;
  dbx_prim p = fold ? hlo_prim_of(hlo_emit_scatter, fold) : DBX_PRIM_COUNT;
  if (p == DBX_PRIM_COUNT) return hlo_misread(r, "an update by a function of its own");
  const dbx_param *numbers =
      dimension_numbers(r, "scatter_dimension_numbers", "ScatterDimensionNumbers", names, keys,
                        hlo_info(in[1])->rank);
  if (!numbers) return hlo_misread(r, "dimension numbers that are not read");
  dbx_kv kv[] = {{DBX_S_dimension_numbers, numbers},
                 {DBX_S_indices_are_sorted, dbx_p_bool(false)},
                 {DBX_S_mode, dbx_p_text("GatherScatterMode.FILL_OR_DROP")},
                 {DBX_S_unique_indices, dbx_p_bool(false)},
                 {DBX_S_update_consts, dbx_p_tuple(NULL, 0)},
                 {DBX_S_update_jaxpr, dbx_p_none()}};
  return hlo_give(r, hlo_bind_eqn(r, p, 3, in, 6, kv, &x), &x);
}
