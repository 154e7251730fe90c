// Functions of StableHLO: calls, arguments and results of the whole.
#include "hlo/read.h"

#include <string.h>

// A function's equations in the place of its call.
dbx_status hlo_read_call(hlo_reader *r, const mlir_op *op) {
  const mlir_function *f = op->callee ? hlo_function(r, op->callee) : NULL;
  uint32_t n;
  dbx_atom *outs, *in = DBX_NEWN(r->arena, dbx_atom, op->n_in + 1);
  if (!f || f->declared)
    return dbx_fail(DBX_E602, op->span, "the function %s is not defined",
                    op->callee ? dbx_sym_text(op->callee) : "of the call");
  if (f->body.n_args != op->n_in) return hlo_misread(r, "another number of arguments");
  for (uint32_t i = 0; i < op->n_in; i++) DBX_TRY(hlo_get(r, i, &in[i]));
  dbx_map values = r->body->values, vectors = r->body->vectors; // names begin anew
  r->body->values = r->body->vectors = (dbx_map){0};
  hlo_body *outer = r->body->outer;
  for (uint32_t i = 0; i < op->n_in; i++) hlo_set_named(r, f->body.args[i].name, in[i]);
  dbx_status st = hlo_read_block(r, r->body, &f->body, &n, &outs);
  r->body->outer = outer;
  dbx_map_free(&r->body->values), dbx_map_free(&r->body->vectors);
  r->body->values = values, r->body->vectors = vectors;
  if (st == DBX_OK && n != op->n_out) st = hlo_misread(r, "another number of results");
  for (uint32_t k = 0; st == DBX_OK && k < n; k++) hlo_set(r, k, outs[k]);
  return st;
}

// Arguments whose lengths a guard says to be equal share the first one: the argument and axis of a
// size that the text names.
typedef struct named_size {
  dbx_sym name;
  uint32_t arg, axis;
} named_size;

typedef dbx_vec(named_size) named_sizes;

static void find_sizes(const mlir_block *b, dbx_arena *arena, named_sizes *ret) {
  for (uint32_t i = 0; i < b->n_ops; i++) {
    const mlir_op *op = &b->ops[i];
    if (op->n_in != 1 || op->n_out != 1) continue;
    bool size = !strcmp(op->name, "stablehlo.get_dimension_size");
    const mlir_text *axis = size ? mlir_attr_of(op, "dim") : NULL;
    const int64_t *n;
    for (uint32_t k = 0; axis && k < b->n_args; k++)
      if (b->args[k].name == op->in[0] && mlir_numbers(*axis, arena, &n) && n[0] >= 0 &&
          n[0] < b->args[k].type.rank)
        dbx_push(ret, ((named_size){op->out[0], k, (uint32_t)n[0]}));
    uint32_t known = ret->n;
    for (uint32_t k = 0; !strcmp(op->name, "stablehlo.convert") && k < known; k++)
      if (ret->at[k].name == op->in[0])
        dbx_push(ret, ((named_size){op->out[0], ret->at[k].arg, ret->at[k].axis}));
  }
}

static const mlir_op *defining(const mlir_block *b, dbx_sym name) {
  for (uint32_t i = 0; i < b->n_ops; i++)
    if (b->ops[i].n_out && b->ops[i].out[0] == name) return &b->ops[i];
  return NULL;
}

static const named_size *size_of(const named_sizes *s, dbx_sym name) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->at[i].name == name) return &s->at[i];
  return NULL;
}

// Joins lengths[arg][axis], the numbers of what they are.
static void join_equal(const mlir_block *b, const named_sizes *sizes, uint32_t *const *lengths) {
  for (uint32_t i = 0; i < b->n_ops; i++) {
    const mlir_op *op = &b->ops[i];
    bool guard = op->callee && !op->n_out && op->n_in &&
                 !strcmp(dbx_sym_text(op->callee), "@shape_assertion");
    const mlir_op *test = guard ? defining(b, op->in[0]) : NULL;
    if (!test || test->n_in != 2 || !mlir_has_word(test, "EQ")) continue;
    const named_size *x = size_of(sizes, test->in[0]), *y = size_of(sizes, test->in[1]);
    if (!x || !y) continue;
    uint32_t a = lengths[x->arg][x->axis], c = lengths[y->arg][y->axis];
    for (uint32_t k = 0; k < b->n_args; k++)
      for (uint32_t m = 0; m < b->args[k].type.rank; m++)
        if (lengths[k][m] == (a > c ? a : c)) lengths[k][m] = a < c ? a : c;
  }
}

static dbx_status arguments(hlo_reader *r, const mlir_function *f, dbx_u32s *in,
                            uint32_t *n_implicit) {
  const mlir_block *b = &f->body;
  uint32_t **lengths = DBX_NEWN(r->arena, uint32_t *, b->n_args + 1), n = 0;
  named_sizes sizes = {0};
  for (uint32_t k = 0; k < b->n_args; k++) {
    if (b->args[k].type.t == DBX_NO_DTYPE)
      return dbx_fail(DBX_E605, f->span, "argument %u is no array that is read: %.*s", k,
                      (int)b->args[k].type.text.n, b->args[k].type.text.at);
    lengths[k] = DBX_NEWN(r->arena, uint32_t, b->args[k].type.rank + 1);
    for (uint32_t i = 0; i < b->args[k].type.rank; i++) lengths[k][i] = n++;
  }
  find_sizes(b, r->arena, &sizes);
  join_equal(b, &sizes, lengths);
  dbx_vec_free(&sizes);
  dbx_var *at = DBX_NEWN(r->arena, dbx_var, n + 1); // of a length
  for (uint32_t k = 0; k < b->n_args; k++)
    for (uint32_t i = 0; i < b->args[k].type.rank; i++) {
      if (b->args[k].type.dims[i] >= 0 || at[lengths[k][i]]) continue;
      at[lengths[k][i]] = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0);
      dbx_push(in, at[lengths[k][i]]);
    }
  *n_implicit = in->n;
  for (uint32_t k = 0; k < b->n_args; k++) {
    const mlir_type *t = &b->args[k].type;
    dbx_dim *dims = DBX_NEWN(r->arena, dbx_dim, t->rank + 1);
    for (uint32_t i = 0; i < t->rank; i++)
      dims[i] = t->dims[i] >= 0 ? dbx_dim_int(t->dims[i]) : dbx_dim_var(at[lengths[k][i]]);
    dbx_push(in, dbx_var_new(dbx_aval_of(t->t, false, t->rank, dims), DBX_VAR_ARG, 0));
    dbx_map_put(&r->body->values, b->args[k].name, in->at[in->n - 1]);
  }
  return DBX_OK;
}

// Lengths that results have, and that are no arguments or results, are results in front of them.
static void results(const dbx_u32s *in, uint32_t n, const dbx_atom *outs, dbx_u32s *ret) {
  for (uint32_t k = 0; k < n; k++) {
    const dbx_aval_info *t = hlo_info(outs[k]);
    for (uint32_t i = 0; i < t->rank; i++) {
      bool known = dbx_dim_is_int(t->dims[i]);
      dbx_atom a = known ? 0 : dbx_atom_of_dim(t->dims[i]);
      for (uint32_t m = 0; m < in->n; m++) known |= in->at[m] == a;
      for (uint32_t m = 0; m < ret->n; m++) known |= ret->at[m] == a;
      for (uint32_t m = 0; m < n; m++) known |= outs[m] == a;
      if (!known) dbx_push(ret, a);
    }
  }
}

static dbx_status read_main(hlo_reader *r, const mlir_function *f, dbx_jaxpr **ret) {
  hlo_body top = {.outer = NULL};
  dbx_u32s in = {0}, outs = {0};
  dbx_atom *given;
  uint32_t n, implicit = 0;
  r->body = &top;
  dbx_status st = arguments(r, f, &in, &implicit);
  if (st == DBX_OK) st = hlo_read_block(r, &top, &f->body, &n, &given);
  if (st == DBX_OK) {
    results(&in, n, given, &outs);
    uint32_t implicit_out = outs.n;
    for (uint32_t i = 0; i < n; i++) dbx_push(&outs, given[i]);
    hlo_drop_unused(&top, outs.n, outs.at, 0, NULL);
    dbx_jaxpr *j = hlo_body_jaxpr(r, &top, in.n, in.at, outs.n, outs.at);
    j->n_implicit_in = implicit, j->n_implicit_out = implicit_out;
    j->n_const = r->constants.n;
    j->constvars =
        dbx_arena_copy(r->arena, r->constants.at, r->constants.n * sizeof *r->constants.at);
    j->consts = dbx_arena_copy(r->arena, r->arrays.at, (r->arrays.n) * sizeof *r->arrays.at);
    *ret = j;
  }
  hlo_body_free(&top);
  dbx_vec_free(&in), dbx_vec_free(&outs);
  return st;
}

dbx_status dbx_hlo_read(uint32_t file, dbx_arena *arena, dbx_jaxpr **ret) {
  mlir_module m;
  hlo_reader r = {.arena = arena, .module = &m, .read_op = hlo_read_op};
  *ret = NULL;
  DBX_TRY(mlir_parse(file, arena, &m));
  const mlir_function *f = hlo_function(&r, dbx_intern("@main"));
  if (!f || f->declared) f = &m.functions[0];
  if (f->declared) return dbx_fail(DBX_E601, f->span, "a function without a body");
  dbx_status st = read_main(&r, f, ret);
  for (uint32_t i = 0; st != DBX_OK && i < r.arrays.n; i++) dbx_array_unref(r.arrays.at[i]);
  dbx_vec_free(&r.constants), dbx_vec_free(&r.arrays);
  dbx_set_free(&r.natural);
  return st;
}

void dbx_hlo_release(dbx_jaxpr *j) {
  for (uint32_t i = 0; j && i < j->n_const; i++) j->consts[i] = dbx_array_unref(j->consts[i]);
}

bool dbx_is_hlo_text(const char *text, size_t n) {
  const char *end = text + n;
  for (const char *s = text; s < end;) {
    const char *line = s, *stop = memchr(s, '\n', (size_t)(end - s));
    s = stop ? stop + 1 : end;
    while (line < end && (*line == ' ' || *line == '\n')) line++;
    if (line == end || *line == '/' || *line == '#') continue;
    return (size_t)(end - line) > 10 &&
           (!memcmp(line, "module", 6) || !memcmp(line, "func.func", 9));
  }
  return false;
}
