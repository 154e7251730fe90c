// Operations with an order: argmin, argmax, sort. Their regions have to be those of our own text,
// or of jax's.
#include "hlo/read.h"

#include "base/poll.h"

#include <string.h>

// Operations and where their operands come from, in one line.
static void put_shape(dbx_buf *b, const mlir_block *block) {
  for (uint32_t i = 0; i < block->n_ops; i++) {
    const mlir_op *op = &block->ops[i];
    dbx_printf(b, "%s", op->name);
    for (uint32_t k = 0; k < op->n_words; k++)
      if (strcmp(dbx_sym_text(op->words[k]), "SIGNED"))
        dbx_printf(b, " %s", dbx_sym_text(op->words[k]));
    for (uint32_t k = 0; k < op->n_in; k++) {
      int32_t at = -1;
      for (uint32_t m = 0; m < block->n_args; m++)
        if (block->args[m].name == op->in[k]) at = (int32_t)m;
      for (uint32_t m = 0; m < i; m++)
        if (block->ops[m].n_out && block->ops[m].out[0] == op->in[k])
          at = (int32_t)(block->n_args + m);
      dbx_printf(b, " %d", at);
    }
    dbx_putc(b, ';');
  }
}

static const mlir_op *find_op(const mlir_block *b, const char *name) {
  for (uint32_t i = 0; i < b->n_ops; i++)
    if (!strcmp(b->ops[i].name, name)) return &b->ops[i];
  return NULL;
}

// Is the region the one that the text of the last equation has?
static bool region_is_ours(hlo_reader *r, const mlir_op *op) {
  const dbx_eqn *e = &r->body->eqns.at[r->body->eqns.n - 1];
  dbx_buf text = {0}, own = {0}, given = {0};
  dbx_arena arena = {0};
  mlir_module m;
  dbx_jaxpr j = {.n_in = e->n_in, .eqns = DBX_NEWN(&arena, dbx_eqn, 1), .n_eqns = 1};
  dbx_atom *in = DBX_NEWN(&arena, dbx_atom, e->n_in + 1);
  dbx_aval *types = DBX_NEWN(&arena, dbx_aval, e->n_in + 1);
  j.invars = DBX_NEWN(&arena, dbx_var, e->n_in + 1);
  for (uint32_t i = 0; i < e->n_in; i++) { // the same without lengths that are traced
    const dbx_aval_info *t = hlo_info(e->in[i]);
    dbx_dim *dims = DBX_NEWN(&arena, dbx_dim, t->rank + 1);
    for (uint32_t k = 0; k < t->rank; k++) dims[k] = dbx_dim_int(2);
    types[i] = dbx_aval_of(t->dtype, false, t->rank, dims);
    in[i] = j.invars[i] = dbx_var_new(types[i], DBX_VAR_ARG, 0);
  }
  j.eqns[0] = *e;
  j.eqns[0].in = in;
  dbx_var *out = DBX_NEWN(&arena, dbx_var, e->n_out + 1);
  for (uint32_t k = 0; k < e->n_out; k++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[k]));
    dbx_dim *dims = DBX_NEWN(&arena, dbx_dim, t->rank + 1);
    for (uint32_t i = 0; i < t->rank; i++) dims[i] = dbx_dim_int(2);
    out[k] = dbx_var_new(dbx_aval_of(t->dtype, false, t->rank, dims), DBX_VAR_RESULT, 0);
  }
  j.eqns[0].out = out;
  bool same = dbx_hlo_text(&j, DBX_HLO_XLA, &text) == DBX_OK;
  uint32_t file = same ? dbx_source_add("region.mlir", dbx_text(&text), text.n) : 0;
  same = same && mlir_parse(file, &arena, &m) == DBX_OK;
  const mlir_op *ours = same ? find_op(&m.functions[0].body, op->name) : NULL;
  if (ours && ours->n_regions == 1) {
    put_shape(&own, &ours->regions[0]);
    put_shape(&given, &op->regions[0]);
  }
  same = own.n && own.n == given.n && !memcmp(own.at, given.at, own.n);
  dbx_diag_forget();
  if (file) dbx_source_forget(file);
  dbx_buf_free(&text), dbx_buf_free(&own), dbx_buf_free(&given);
  dbx_arena_free(&arena);
  return same;
}

// What jax writes for argmax and argmin of floats, and of integers.
static bool region_is_jaxs(const mlir_op *op, const char *how, bool real) {
  dbx_buf want = {0}, given = {0};
  put_shape(&given, &op->regions[0]);
  if (real)
    dbx_printf(
        &want,
        "stablehlo.compare %s FLOAT 0 2;stablehlo.compare NE FLOAT 0 0;stablehlo.or 4 5;"
        "stablehlo.compare EQ FLOAT 0 2;stablehlo.compare LT 1 3;stablehlo.and 7 8;"
        "stablehlo.or 6 9;stablehlo.select 6 0 2;stablehlo.select 10 1 3;stablehlo.return 11 "
        "12;",
        how);
  else
    dbx_printf(&want,
               "stablehlo.compare %s 0 2;stablehlo.compare EQ 0 2;stablehlo.compare LT 1 3;"
               "stablehlo.and 5 6;stablehlo.or 4 7;stablehlo.select 4 0 2;stablehlo.select 8 1 3;"
               "stablehlo.return 9 10;",
               how);
  bool same = want.n == given.n && (!want.n || !memcmp(want.at, given.at, want.n));
  dbx_buf_free(&want), dbx_buf_free(&given);
  return same;
}

dbx_status hlo_read_best(hlo_reader *r, const mlir_op *op, const int64_t *axes, uint32_t n) {
  dbx_atom x, best;
  DBX_TRY(hlo_get(r, 0, &x));
  if (n != 1 || op->n_out_types < 2 || op->n_regions != 1)
    return hlo_misread(r, "a reduction of several arrays that is not argmin or argmax");
  dbx_kv kv[] = {{DBX_S_axes, dbx_p_ints(axes, n)},
                 {DBX_S_index_dtype, dbx_p_dtype(op->out_types[1].t)}};
  static const dbx_prim prims[] = {DBX_PRIM_argmax, DBX_PRIM_argmin};
  for (int i = 0; i < 2; i++) {
    DBX_TRY(hlo_bind_eqn(r, prims[i], 1, &x, 2, kv, &best));
    bool same = region_is_ours(r, op) ||
                region_is_jaxs(op, hlo_row_of(prims[i])->op, dbx_is_float(hlo_info(x)->dtype));
    if (same) return hlo_set(r, 1, best), DBX_OK;
    r->body->eqns.n--;
  }
  return hlo_misread(r, "a reduction of several arrays that is not argmin or argmax");
}

// A sort by its first keys: as many as the region compares.
dbx_status hlo_read_sort(hlo_reader *r, const mlir_op *op) {
  const int64_t *axis;
  bool stable = true;
  const mlir_text *is_stable = mlir_attr_of(op, "is_stable");
  if (is_stable) stable = memmem(is_stable->at, is_stable->n, "true", 4) != NULL;
  if (hlo_ints(r, "dimension", NULL, &axis) < 1 || op->n_regions != 1 || !op->n_in)
    return hlo_misread(r, "the axis or the region is missing");
  dbx_atom *in = DBX_NEWN(r->arena, dbx_atom, op->n_in);
  dbx_var *out = DBX_NEWN(r->arena, dbx_var, op->n_in);
  for (uint32_t i = 0; i < op->n_in; i++) {
    DBX_TRY(hlo_get(r, i, &in[i]));
    if (hlo_info(in[i])->rank != hlo_info(in[0])->rank)
      return hlo_misread(r, "arrays of different ranks");
    DBX_TRY(hlo_bind_as(r, in[i], hlo_info(in[0])->dims, &in[i]));
    out[i] = hlo_result(dbx_atom_aval(in[i]));
  }
  if (axis[0] < 0 || axis[0] >= hlo_info(in[0])->rank) return hlo_misread(r, "no such axis");
  for (uint32_t keys = 1; keys <= op->n_in; keys++) {
    dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(axis[0])},
                   {DBX_S_is_stable, dbx_p_bool(stable)},
                   {DBX_S_num_keys, dbx_p_int(keys)}};
    hlo_push_eqn(r, DBX_PRIM_sort, op->n_in, in, 3, kv, op->n_in, out);
    if (region_is_ours(r, op)) {
      for (uint32_t i = 0; i < op->n_in; i++) hlo_set(r, i, out[i]);
      return DBX_OK;
    }
    r->body->eqns.n--;
  }
  return hlo_misread(r, "a sort by an order of its own");
}
