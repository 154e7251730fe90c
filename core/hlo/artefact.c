// The artefact of jax.export: a flatbuffer with the text for XLA, and the types that jax checks
// calls against. Numbers of fields and of dtypes are those of jax/_src/export/serialization.fbs.
#include "hlo/emit.h"
#include "hlo/flat.h"

#include "prim/poly.h"

#include <string.h>

enum { TREE_LEAF = 0, TREE_TUPLE = 2, TREE_DICT = 4, IN_DEVICE_MEMORY = 1 };

typedef struct type { // of an argument or result
  dbx_dtype t;
  uint32_t rank;
  const char **dims; // "d0", "2*d0 + 1"
} type;

typedef struct artefact {
  hlo_emitter e; // its arena
  const dbx_jaxpr *j;
  const char *name;
  hlo_sizes sizes;
  dbx_buf module, *out;
  dbx_var *v; // inputs
  dbx_hlo_slot *in, *slots;
  type *types; // arguments, then results
  uint32_t n_in, n_out, n_inputs;
} artefact;

static uint32_t dtype_number(dbx_dtype t) {
  switch (t) {
  case DBX_BOOL: return 0;
  case DBX_F16: return 9;
  case DBX_F32: return 10;
  case DBX_F64: return 11;
  case DBX_C64: return 12;
  case DBX_C128: return 13;
  case DBX_BF16: return 14;
  default: return dbx_is_unsigned(t) ? 5 + (t - DBX_U8) : 1 + (t - DBX_I8);
  }
}

// ---- lengths as symbols ----

static bool is_symbol(const artefact *a, uint32_t i) {
  return a->in[i].left_out || (i < 64 && a->sizes.carriers >> i & 1);
}

static bool put_symbol(const void *ctx, dbx_buf *b, dbx_var v) {
  const artefact *a = ctx;
  for (uint32_t i = 0; i < a->n_inputs; i++)
    if (dbx_tracer_of(a->v[i]) == dbx_tracer_of(v) && is_symbol(a, i))
      return dbx_printf(b, "d%u", i), true;
  return false;
}

static dbx_status put_length(artefact *a, dbx_dim d, const char **ret) {
  dbx_u32s unnamed = {0};
  dbx_buf text = {0};
  dbx_poly_namer by = {put_symbol, a};
  bool ok = dbx_put_poly_jax(&text, dbx_poly_of_dim(d), &by);
  bool negative = ok && strchr(dbx_text(&text), '-'); // a guard says so; jax wants a length
  if (!ok) {
    dbx_clear(&text);
    dbx_put_poly(&text, dbx_poly_of_dim(d), &unnamed, &by);
  }
  *ret = hlo_printf(&a->e, negative ? "max(%s, 0)" : "%s", dbx_text(&text));
  dbx_buf_free(&text);
  dbx_vec_free(&unnamed);
  if (ok) return DBX_OK;
  return dbx_fail(DBX_E804, (dbx_span){0},
                  "the length %s of a result is not decided by the shapes of arguments, as XLA "
                  "wants it; IREE does not",
                  *ret);
}

static dbx_status find_type(artefact *a, dbx_aval of, type *ret) {
  const dbx_aval_info *t = dbx_aval_at(of);
  *ret = (type){t->dtype, t->rank, DBX_NEWN(&a->e.arena, const char *, t->rank + 1)};
  for (uint32_t i = 0; i < t->rank; i++) DBX_TRY(put_length(a, t->dims[i], &ret->dims[i]));
  return DBX_OK;
}

static dbx_status find_types(artefact *a) {
  a->types = DBX_NEWN(&a->e.arena, type, a->n_inputs + a->j->n_out + 1);
  for (uint32_t i = 0; i < a->n_inputs; i++) {
    type *t = &a->types[a->n_in];
    if (a->in[i].left_out) continue;
    a->n_in++;
    DBX_TRY(find_type(a, dbx_var_aval(a->v[i]), t));
    if (!is_symbol(a, i)) continue;
    *t = (type){DBX_BOOL, 1, DBX_NEWN(&a->e.arena, const char *, 1)};
    DBX_TRY(put_length(a, dbx_dim_var(a->v[i]), &t->dims[0]));
  }
  for (uint32_t i = 0; i < a->j->n_out; i++)
    if (!a->slots[i].left_out)
      DBX_TRY(find_type(a, dbx_atom_aval(a->j->outs[i]), &a->types[a->n_in + a->n_out++]));
  return DBX_OK;
}

// ---- the module ----

static dbx_status depends(const artefact *a) {
  const dbx_eqn *q = a->sizes.other;
  return dbx_fail(DBX_E804, q->span, "%s: %s; IREE does not", q->prim->name, a->sizes.why);
}

// Written twice where integers turn out to be sizes.
static dbx_status make_module(artefact *a) {
  a->sizes.asked = a->sizes.fit = true;
  DBX_TRY(hlo_module(a->j, DBX_HLO_XLA, &a->sizes, &a->module));
  if (a->sizes.other) return depends(a);
  a->sizes.carriers = a->sizes.found;
  a->sizes.asked = false;
  dbx_clear(&a->module);
  DBX_TRY(hlo_module(a->j, DBX_HLO_XLA, &a->sizes, &a->module));
  return a->sizes.other ? depends(a) : DBX_OK;
}

// ---- its parts ----

static void put_leaves(dbx_buf *b, size_t from, uint32_t n) {
  size_t at = flat_references(b, from, n);
  for (uint32_t i = 0; i < n; i++)
    flat_table(b, at + 4 * (size_t)i, (flat_field[]){{0, 1, TREE_LEAF, 0}}, 1);
}

static void put_tuple(dbx_buf *b, size_t from, uint32_t n) {
  flat_field f[] = {{0, 1, TREE_TUPLE, 0}, {1, 0, 0, 0}};
  flat_table(b, from, f, 2);
  put_leaves(b, f[1].at, n);
}

// Positional arguments, and no others.
static void put_arguments(dbx_buf *b, size_t from, uint32_t n) {
  flat_field f[] = {{0, 1, TREE_TUPLE, 0}, {1, 0, 0, 0}},
             none[] = {{0, 1, TREE_DICT, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}};
  flat_table(b, from, f, 2);
  size_t at = flat_references(b, f[1].at, 2);
  put_tuple(b, at, n);
  flat_table(b, at + 4, none, 3);
  (void)flat_references(b, none[1].at, 0);
  (void)flat_references(b, none[2].at, 0);
}

static void put_results(dbx_buf *b, size_t from, uint32_t n) {
  if (n != 1) return put_tuple(b, from, n);
  flat_table(b, from, (flat_field[]){{0, 1, TREE_LEAF, 0}}, 1);
}

static void put_type(dbx_buf *b, size_t from, const type *t) {
  flat_field f[] = {
      {0, 1, 0, 0}, {1, 0, 0, 0}, {2, 1, dtype_number(t->t), 0}, {3, 1, IN_DEVICE_MEMORY, 0}};
  flat_table(b, from, f, 4);
  size_t at = flat_references(b, f[1].at, t->rank);
  for (uint32_t i = 0; i < t->rank; i++)
    flat_text(b, at + 4 * (size_t)i, t->dims[i], strlen(t->dims[i]));
}

static void put_types(const artefact *a, dbx_buf *b, size_t from) {
  uint32_t n = a->n_in + a->n_out;
  size_t at = flat_references(b, from, n);
  for (uint32_t i = 0; i < n; i++) put_type(b, at + 4 * (size_t)i, &a->types[i]);
}

static void put_counted(dbx_buf *b, size_t from, uint32_t bytes, uint32_t first, uint32_t n) {
  uint32_t *x = DBX_TMP(uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) x[i] = first + i;
  flat_numbers(b, from, bytes, x, n);
}

static void put_zeros(dbx_buf *b, size_t from, uint32_t n) {
  flat_numbers(b, from, 4, DBX_TMP(uint32_t, n + 1), n);
}

// jax looks at guards only where it refines shapes.
static bool has_symbols(artefact *a) {
  if (strstr(dbx_text(&a->module), "@shape_assertion")) return true;
  for (uint32_t i = 0; i < a->n_in; i++)
    for (uint32_t k = 0; k < a->types[i].rank; k++)
      if (strspn(a->types[i].dims[k], "0123456789") != strlen(a->types[i].dims[k])) return true;
  return false;
}

enum { VERSION = 12, CALLING_CONVENTION = 10 };

static void put_exported(artefact *a, dbx_buf *b) {
  flat_field f[] = {{0, 2, VERSION, 0}, {1, 0, 0, 0},
                    {2, 0, 0, 0},       {4, 0, 0, 0},
                    {9, 0, 0, 0},       {10, 0, 0, 0},
                    {11, 0, 0, 0},      {12, 0, 0, 0},
                    {13, 0, 0, 0},      {14, 2, CALLING_CONVENTION, 0},
                    {15, 0, 0, 0},      {16, 1, has_symbols(a), 0},
                    {18, 4, 1, 0},      {19, 0, 0, 0},
                    {20, 0, 0, 0},      {21, 0, 0, 0},
                    {22, 0, 0, 0},      {23, 0, 0, 0},
                    {24, 0, 0, 0},      {25, 0, 0, 0}};
  uint32_t n = sizeof f / sizeof *f;
  flat_begin(b);
  flat_table(b, 0, f, n);
  flat_text(b, f[1].at, a->name, strlen(a->name));
  put_arguments(b, f[2].at, a->n_in);
  put_results(b, f[3].at, a->n_out);
  flat_text(b, flat_references(b, f[4].at, 1), "cpu", 3);
  for (int i = 5; i < 8; i++) (void)flat_references(b, f[i].at, 0); // effects, disabled checks
  flat_bytes(b, f[8].at, dbx_text(&a->module), a->module.n);
  put_counted(b, f[10].at, 2, 0, a->n_in);
  put_types(a, b, f[13].at);
  for (int i = 14; i < 16; i++) (void)flat_references(b, f[i].at, 0); // meshes, shardings
  put_counted(b, f[16].at, 4, 0, a->n_in);
  put_counted(b, f[17].at, 4, a->n_in, a->n_out);
  put_zeros(b, f[18].at, a->n_in);
  put_zeros(b, f[19].at, a->n_out);
  while (b->n % 4) dbx_putc(b, 0);
}

static void find_inputs(artefact *a) {
  const dbx_jaxpr *j = a->j;
  a->v = DBX_NEWN(&a->e.arena, dbx_var, j->n_const + j->n_in + 1);
  a->in = DBX_NEWN(&a->e.arena, dbx_hlo_slot, j->n_const + j->n_in + 1);
  a->slots = DBX_NEWN(&a->e.arena, dbx_hlo_slot, j->n_out + 1);
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i]) a->v[a->n_inputs++] = j->constvars[i];
  for (uint32_t i = 0; i < j->n_in; i++) a->v[a->n_inputs++] = j->invars[i];
  dbx_hlo_signature(j, a->in, a->slots);
}

dbx_status dbx_hlo_artefact(const dbx_jaxpr *j, const char *name, dbx_buf *out) {
  artefact a = {.j = j, .name = name};
  dbx_buf all = {0};
  dbx_scratch_mark m = dbx_scratch_here();
  find_inputs(&a);
  dbx_status st = make_module(&a);
  if (st == DBX_OK) st = find_types(&a);
  if (st == DBX_OK) {
    put_exported(&a, &all);
    dbx_putn(out, all.at, all.n);
  }
  dbx_buf_free(&all);
  dbx_buf_free(&a.module);
  dbx_arena_free(&a.e.arena);
  dbx_scratch_release(m);
  return st;
}
