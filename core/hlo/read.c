// StableHLO as Jaxprs: values, equations, blocks. Every operation becomes equations; what nothing
// uses, as the rows of sizes that operations of traced lengths take, is left out again.
#include "hlo/read.h"

#include "base/poll.h"
#include "ir/definition.h"
#include "prim/poly.h"

#include <string.h>

enum { DEEPEST = 200 };

dbx_status hlo_misread(const hlo_reader *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_span at = r->op ? r->op->span : (dbx_span){0};
  dbx_status st = hlo_fail(DBX_E605, at, r->op ? r->op->name : "module", fmt, ap);
  va_end(ap);
  return st;
}

// ---- rows ----

dbx_prim hlo_prim_of(hlo_fn emit, const char *op) {
  for (int p = 0; p < DBX_PRIM_COUNT; p++) {
    const hlo_row *row = hlo_row_of(p);
    if (row->emit && (!emit || row->emit == emit) && !strcmp(row->op, op)) return (dbx_prim)p;
  }
  return DBX_PRIM_COUNT;
}

// ---- captures ----

static dbx_dim capture_dim(hlo_reader *r, hlo_body *b, dbx_dim d) {
  return dbx_dim_is_var(d) ? dbx_dim_of_atom(hlo_capture(r, b, (dbx_var)dbx_dim_value(d))) : d;
}

dbx_aval hlo_capture_type(hlo_reader *r, hlo_body *b, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  if (!t->dynamic) return a;
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank + 1);
  for (uint32_t i = 0; i < t->rank; i++) dims[i] = capture_dim(r, b, t->dims[i]);
  return dbx_aval_with_dims(a, dims);
}

dbx_atom hlo_capture(hlo_reader *r, hlo_body *b, dbx_atom outer) {
  if (!b->outer || dbx_is_literal(outer)) return outer;
  uint64_t *known = dbx_map_find(&b->inner, outer);
  if (known) return (dbx_atom)*known;
  dbx_aval type = hlo_capture_type(r, b, dbx_atom_aval(outer));
  dbx_var v = dbx_var_new(type, DBX_VAR_CONST, 0);
  dbx_var_at(v)->referent = outer;
  dbx_map_put(&b->inner, outer, v);
  dbx_push(&b->captured, outer);
  dbx_push(&b->inputs, v);
  return v;
}

// ---- values ----

static bool find(hlo_reader *r, hlo_body *b, dbx_sym name, dbx_atom *ret) {
  uint64_t *at = dbx_map_find(&b->values, name);
  if (at) return *ret = (dbx_atom)*at, true;
  dbx_atom outer;
  if (!b->outer || !find(r, b->outer, name, &outer)) return false;
  *ret = hlo_capture(r, b, outer);
  dbx_map_put(&b->values, name, *ret);
  return true;
}

dbx_status hlo_get_named(hlo_reader *r, dbx_sym name, dbx_atom *ret) {
  if (find(r, r->body, name, ret)) return DBX_OK;
  dbx_buf first = {0}; // %3 is %3#0 of an operation with several results
  dbx_printf(&first, "%s#0", dbx_sym_text(name));
  bool found = find(r, r->body, dbx_intern(dbx_text(&first)), ret);
  dbx_buf_free(&first);
  if (found) return DBX_OK;
  return dbx_fail(DBX_E602, r->op->span, "the value %s is not defined", dbx_sym_text(name));
}

dbx_status hlo_get(hlo_reader *r, uint32_t i, dbx_atom *ret) {
  if (i >= r->op->n_in) return hlo_misread(r, "operand %u is missing", i);
  return hlo_get_named(r, r->op->in[i], ret);
}

dbx_status hlo_get_as(hlo_reader *r, uint32_t i, dbx_dtype t, dbx_atom *ret) {
  DBX_TRY(hlo_get(r, i, ret));
  return t == DBX_NO_DTYPE ? DBX_OK : hlo_bind_convert(r, *ret, t, ret);
}

void hlo_set_named(hlo_reader *r, dbx_sym name, dbx_atom a) {
  dbx_map_put(&r->body->values, name, a);
}

void hlo_set(hlo_reader *r, uint32_t k, dbx_atom a) {
  if (k < r->op->n_out) hlo_set_named(r, r->op->out[k], a);
}

dbx_status hlo_give(hlo_reader *r, dbx_status st, const dbx_atom *a) {
  if (st == DBX_OK) hlo_set(r, 0, *a);
  return st;
}

dbx_status hlo_result_type(hlo_reader *r, const mlir_type **ret) {
  *ret = r->op->out_types;
  if (r->op->n_out_types == 1 && r->op->out_types[0].t != DBX_NO_DTYPE) return DBX_OK;
  return hlo_misread(r, "one result of a tensor's type is wanted");
}

dbx_aval hlo_strong_type(dbx_atom a) {
  const dbx_aval_info *t = hlo_info(a);
  return dbx_aval_of(t->dtype, false, t->rank, t->dims);
}

// ---- equations of the body ----

const dbx_eqn *hlo_defined(dbx_atom a, dbx_prim p) {
  const dbx_eqn *e = dbx_is_literal(a) ? NULL : dbx_definition_of(a);
  return e && e->prim->id == (int)p ? e : NULL;
}

dbx_status hlo_size_op(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom y, dbx_atom *ret) {
  for (uint32_t i = 0; i < r->body->eqns.n; i++) {
    const dbx_eqn *e = &r->body->eqns.at[i];
    if (e->prim->id == (int)p && e->n_in == 2 && e->in[0] == x && e->in[1] == y && !e->n_params)
      return *ret = e->out[0], DBX_OK;
  }
  return hlo_bind2(r, p, x, y, ret);
}

// ---- rows of integers ----

void hlo_set_vector(hlo_reader *r, dbx_sym name, const hlo_vector_of *v) {
  dbx_map_put(&r->body->vectors, name, (uint64_t)(uintptr_t)dbx_arena_copy(r->arena, v, sizeof *v));
}

static bool find_vector(hlo_reader *r, hlo_body *b, dbx_sym name, hlo_vector_of *ret) {
  uint64_t *at = dbx_map_find(&b->vectors, name);
  if (at) return *ret = *(const hlo_vector_of *)(uintptr_t)*at, true;
  if (!b->outer || !find_vector(r, b->outer, name, ret)) return false;
  dbx_atom *own = dbx_arena_copy(r->arena, ret->at, ret->n * sizeof *own);
  for (uint32_t i = 0; i < ret->n; i++) own[i] = hlo_capture(r, b, own[i]);
  ret->at = own;
  return true;
}

// An element of a row that is computed.
static dbx_status element(hlo_reader *r, dbx_atom row, int64_t at, dbx_atom *ret) {
  int64_t limit = at + 1;
  const dbx_param *none = dbx_p_tuple(NULL, 0);
  dbx_kv cut[] = {{DBX_S_limit_indices, dbx_p_ints(&limit, 1)},
                  {DBX_S_start_indices, dbx_p_ints(&at, 1)},
                  {DBX_S_strides, dbx_p_none()}};
  dbx_kv shape[] = {{DBX_S_dimensions, dbx_p_none()}, {DBX_S_new_sizes, none}};
  DBX_TRY(hlo_bind_eqn(r, DBX_PRIM_slice, 1, &row, 3, cut, ret));
  return hlo_bind_eqn(r, DBX_PRIM_reshape, 1, ret, 2, shape, ret);
}

// A length has 64 bits here, whatever its text makes of it in between.
static dbx_atom wide(dbx_atom size) {
  const dbx_eqn *e = hlo_defined(size, DBX_PRIM_convert_element_type);
  bool narrows = e && !dbx_is_literal(e->in[0]) && dbx_is_integer(hlo_info(e->in[0])->dtype);
  return narrows ? e->in[0] : size;
}

bool hlo_is_row(const dbx_aval_info *t) {
  return t->rank == 1 && dbx_is_integer(t->dtype) && dbx_dim_is_int(t->dims[0]) &&
         dbx_dim_value(t->dims[0]) <= HLO_LONGEST_ROW;
}

static dbx_status vector(hlo_reader *r, uint32_t i, hlo_vector_of *ret) {
  dbx_atom row;
  if (i >= r->op->n_in) return hlo_misread(r, "operand %u is missing", i);
  if (find_vector(r, r->body, r->op->in[i], ret)) return DBX_OK;
  DBX_TRY(hlo_get(r, i, &row));
  const dbx_aval_info *t = hlo_info(row);
  if (!hlo_is_row(t)) return hlo_misread(r, "operand %u is not a short row of integers", i);
  dbx_atom *at = DBX_NEWN(r->arena, dbx_atom, dbx_dim_value(t->dims[0]) + 1);
  *ret = (hlo_vector_of){(uint32_t)dbx_dim_value(t->dims[0]), at};
  for (uint32_t k = 0; k < ret->n; k++) DBX_TRY(element(r, row, k, &at[k]));
  return DBX_OK;
}

dbx_status hlo_get_vector(hlo_reader *r, uint32_t i, hlo_vector_of *ret) {
  DBX_TRY(vector(r, i, ret));
  dbx_atom *own = dbx_arena_copy(r->arena, ret->at, ret->n * sizeof *own);
  for (uint32_t k = 0; k < ret->n; k++) own[k] = wide(own[k]);
  return ret->at = own, DBX_OK;
}

// ---- equations ----

static int by_key(const void *x, const void *y) {
  dbx_sym a = ((const dbx_kv *)x)->key, b = ((const dbx_kv *)y)->key;
  return (a > b) - (a < b);
}

void hlo_push_eqn(hlo_reader *r, dbx_prim p, uint32_t n, const dbx_atom *in, uint32_t n_params,
                  const dbx_kv *params, uint32_t n_out, const dbx_var *out) {
  dbx_kv *own = dbx_arena_copy(r->arena, params, n_params * sizeof *own);
  if (n_params) qsort(own, n_params, sizeof *own, by_key);
  dbx_eqn e = {.prim = dbx_primitive_of(p),
               .in = dbx_arena_copy(r->arena, in, n * sizeof *in),
               .out = dbx_arena_copy(r->arena, out, n_out * sizeof *out),
               .params = own,
               .n_in = n,
               .n_out = n_out,
               .n_params = n_params,
               .span = r->op ? r->op->span : (dbx_span){0}};
  dbx_push(&r->body->eqns, e);
  dbx_define(r->arena, &e);
}

dbx_status hlo_bind_eqn(hlo_reader *r, dbx_prim p, uint32_t n, const dbx_atom *in,
                        uint32_t n_params, const dbx_kv *params, dbx_atom *ret) {
  dbx_site site = {dbx_primitive_of(p), in, params, n, n_params};
  dbx_aval type;
  if (site.prim->rule(&site, &type) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    dbx_status st = hlo_misread(r, "%s", d->message);
    dbx_diag_free(d);
    return st;
  }
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_kind_of(t->dims[i]) == DBX_DIM_UNKNOWN)
      return hlo_misread(r, "axis %u of the result has a length that the text does not give", i);
  dbx_var v = hlo_result(type);
  hlo_push_eqn(r, p, n, in, n_params, params, 1, &v);
  return *ret = v, DBX_OK;
}

dbx_status hlo_bind1(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom *ret) {
  return hlo_bind_eqn(r, p, 1, &x, 0, NULL, ret);
}

dbx_status hlo_bind2(hlo_reader *r, dbx_prim p, dbx_atom x, dbx_atom y, dbx_atom *ret) {
  return hlo_bind_eqn(r, p, 2, (dbx_atom[]){x, y}, 0, NULL, ret);
}

dbx_status hlo_bind_convert(hlo_reader *r, dbx_atom x, dbx_dtype t, dbx_atom *ret) {
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(t)}, {DBX_S_weak_type, dbx_p_bool(false)}};
  dbx_dtype from = hlo_info(x)->dtype;
  *ret = x;
  if (from == t) return DBX_OK;
  if (dbx_is_literal(x) && from < DBX_KEY && t < DBX_KEY) {
    *ret = dbx_literal_of(t, false, dbx_scalar_convert(dbx_literal_at(x)->value, from, t));
    return DBX_OK;
  }
  return hlo_bind_eqn(r, DBX_PRIM_convert_element_type, 1, &x, 2, kv, ret);
}

const dbx_param *hlo_shape_param(hlo_reader *r, uint32_t rank, const dbx_dim *dims, dbx_atom *in,
                                 uint32_t *n) {
  const dbx_param **p = DBX_NEWN(r->arena, const dbx_param *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    bool known = dbx_dim_is_int(dims[i]);
    p[i] = known ? dbx_p_int(dbx_dim_value(dims[i])) : dbx_p_none();
    if (!known) in[(*n)++] = dbx_atom_of_dim(dims[i]);
  }
  return dbx_p_tuple(p, rank);
}

dbx_status hlo_bind_broadcast(hlo_reader *r, dbx_atom x, const int64_t *axes, uint32_t rank,
                              const dbx_dim *dims, dbx_atom *ret) {
  const dbx_aval_info *t = hlo_info(x);
  bool same = t->rank == rank;
  for (uint32_t i = 0; same && i < rank; i++)
    same = axes[i] == i && dbx_dim_identical(t->dims[i], dims[i]);
  *ret = x;
  if (same) return DBX_OK;
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, rank + 1);
  uint32_t n = 1;
  in[0] = x;
  dbx_kv kv[] = {{DBX_S_broadcast_dimensions, dbx_p_ints(axes, t->rank)},
                 {DBX_S_shape, hlo_shape_param(r, rank, dims, in, &n)}};
  return hlo_bind_eqn(r, DBX_PRIM_broadcast_in_dim, n, in, 2, kv, ret);
}

// The text says that lengths agree, and guards see to it: the same elements in that shape.
dbx_status hlo_bind_as(hlo_reader *r, dbx_atom x, const dbx_dim *dims, dbx_atom *ret) {
  const dbx_aval_info *t = hlo_info(x);
  uint32_t n = 1, same = 0;
  *ret = x;
  for (uint32_t i = 0; i < t->rank; i++) same += dbx_dim_equal(t->dims[i], dims[i]);
  if (same == t->rank) return DBX_OK;
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, t->rank + 1);
  in[0] = x;
  dbx_kv kv[] = {{DBX_S_dimensions, dbx_p_none()},
                 {DBX_S_new_sizes, hlo_shape_param(r, t->rank, dims, in, &n)}};
  return hlo_bind_eqn(r, DBX_PRIM_reshape, n, in, 2, kv, ret);
}

uint32_t hlo_ints(hlo_reader *r, const char *key, const char *other, const int64_t **ret) {
  const mlir_text *t = mlir_attr_of(r->op, key);
  if (!t && other) t = mlir_attr_of(r->op, other);
  if (!t) return *ret = NULL, 0;
  mlir_text cut = *t;
  if (cut.n > 5 && !memcmp(cut.at, "dense", 5)) // its type follows
    for (uint32_t i = cut.n; i-- > 1;)
      if (cut.at[i] == ':' && memchr(cut.at, '>', i)) cut.n = i;
  return mlir_numbers(cut, r->arena, ret);
}

bool hlo_is_length(dbx_dim d, dbx_atom scalar) {
  if (!dbx_aval_is_int_scalar(dbx_atom_aval(scalar))) return false;
  dbx_dim own = dbx_dim_of_atom(scalar);
  return dbx_dim_equal(d, own) || dbx_poly_of_dim(d) == dbx_poly_of_dim(own);
}

// ---- what nothing uses ----

static void use_dims(dbx_set *used, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) dbx_set_add(used, (uint32_t)dbx_dim_value(t->dims[i]));
}

static void use(dbx_set *used, dbx_atom a) {
  if (dbx_is_literal(a)) return;
  dbx_set_add(used, a & DBX_HANDLE);
  use_dims(used, dbx_atom_aval(a));
}

void hlo_drop_unused(hlo_body *b, uint32_t n, const dbx_atom *outs, uint32_t n_in,
                     const dbx_var *in) {
  dbx_set used = {0};
  uint32_t kept = b->eqns.n, k = 0;
  for (uint32_t i = 0; i < n; i++) use(&used, outs[i]);
  for (uint32_t i = 0; i < n_in; i++) use_dims(&used, dbx_var_aval(in[i]));
  for (uint32_t i = b->eqns.n; i-- > 0;) {
    dbx_eqn *e = &b->eqns.at[i];
    bool any = false;
    for (uint32_t m = 0; m < e->n_out; m++) any |= dbx_set_has(&used, e->out[m] & DBX_HANDLE);
    if (!any) continue;
    for (uint32_t m = 0; m < e->n_out; m++) {
      use_dims(&used, dbx_var_aval(e->out[m]));
      e->out[m] &= DBX_HANDLE;
    }
    for (uint32_t m = 0; m < e->n_in; m++) use(&used, e->in[m]);
    b->eqns.at[--kept] = *e;
  }
  for (uint32_t i = kept; i < b->eqns.n; i++) b->eqns.at[k++] = b->eqns.at[i];
  b->eqns.n = k;
  for (k = 0; b->inputs.n && k < b->inputs.n;) { // from the last one on: types name earlier ones
    k++;
    uint32_t i = b->inputs.n - k;
    if (dbx_set_has(&used, b->inputs.at[i])) use_dims(&used, dbx_var_aval(b->inputs.at[i]));
  }
  for (uint32_t i = k = 0; i < b->inputs.n; i++) {
    if (!dbx_set_has(&used, b->inputs.at[i])) continue;
    b->inputs.at[k] = b->inputs.at[i], b->captured.at[k++] = b->captured.at[i];
  }
  b->inputs.n = b->captured.n = k;
  dbx_set_free(&used);
}

dbx_jaxpr *hlo_body_jaxpr(hlo_reader *r, hlo_body *b, uint32_t n_in, const dbx_var *in, uint32_t n,
                          const dbx_atom *outs) {
  dbx_jaxpr *j = DBX_NEW(r->arena, dbx_jaxpr);
  dbx_set used = {0};
  j->invars = dbx_arena_copy(r->arena, in, n_in * sizeof *in), j->n_in = n_in;
  j->outs = dbx_arena_copy(r->arena, outs, n * sizeof *outs), j->n_out = n;
  j->eqns = dbx_arena_copy(r->arena, b->eqns.at, b->eqns.n * sizeof *b->eqns.at);
  j->n_eqns = b->eqns.n;
  j->constvars = NULL;
  j->consts = DBX_NEWN(r->arena, dbx_array *, 1);
  j->from_text = true;
  dbx_jaxpr_used(j, true, &used);
  dbx_jaxpr_mark_dropped(j, &used, r->arena);
  dbx_set_free(&used);
  return j;
}

void hlo_body_free(hlo_body *b) {
  dbx_vec_free(&b->eqns), dbx_vec_free(&b->captured), dbx_vec_free(&b->inputs);
  dbx_map_free(&b->values), dbx_map_free(&b->vectors), dbx_map_free(&b->inner);
}

// ---- blocks ----

static bool returns(const mlir_op *op) {
  return !strcmp(op->name, "return") || !strcmp(op->name, "stablehlo.return") ||
         !strcmp(op->name, "func.return");
}

static dbx_status read_return(hlo_reader *r, const mlir_op *op, uint32_t *n, dbx_atom **outs) {
  *n = op->n_in;
  *outs = DBX_NEWN(r->arena, dbx_atom, op->n_in + 1);
  for (uint32_t i = 0; i < op->n_in; i++) {
    DBX_TRY(hlo_get(r, i, &(*outs)[i]));
    if (i < op->n_in_types && op->in_types[i].t != DBX_NO_DTYPE)
      DBX_TRY(hlo_bind_convert(r, (*outs)[i], op->in_types[i].t, &(*outs)[i]));
  }
  return DBX_OK;
}

dbx_status hlo_read_block(hlo_reader *r, hlo_body *b, const mlir_block *block, uint32_t *n,
                          dbx_atom **outs) {
  hlo_body *around = r->body;
  const mlir_op *op = r->op;
  dbx_status st = DBX_OK;
  bool ended = false;
  if (r->depth >= DEEPEST) return hlo_misread(r, "regions and calls are nested too deeply");
  r->depth++;
  r->body = b;
  for (uint32_t i = 0; st == DBX_OK && !ended && i < block->n_ops; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    r->op = &block->ops[i];
    ended = returns(r->op);
    st = dbx_poll();
    if (st == DBX_OK) st = ended ? read_return(r, r->op, n, outs) : r->read_op(r, r->op);
    dbx_scratch_release(m);
  }
  r->body = around, r->op = op;
  r->depth--;
  if (st == DBX_OK && !ended) return hlo_misread(r, "a block does not end with a return");
  return st;
}

const char *hlo_fold_of(const mlir_block *b) {
  if (b->n_args != 2 || !b->n_ops || !returns(&b->ops[b->n_ops - 1])) return NULL;
  const mlir_op *end = &b->ops[b->n_ops - 1], *op = b->ops;
  if (end->n_in != 1) return NULL;
  if (b->n_ops == 1) return end->in[0] == b->args[1].name ? "" : NULL;
  if (b->n_ops != 2 || op->n_out != 1 || op->n_in != 2 || op->out[0] != end->in[0]) return NULL;
  bool straight = op->in[0] == b->args[0].name && op->in[1] == b->args[1].name,
       swapped = op->in[1] == b->args[0].name && op->in[0] == b->args[1].name;
  return straight || swapped ? op->name : NULL;
}

const mlir_function *hlo_function(const hlo_reader *r, dbx_sym name) {
  for (uint32_t i = 0; i < r->module->n; i++)
    if (r->module->functions[i].name == name) return &r->module->functions[i];
  return NULL;
}
