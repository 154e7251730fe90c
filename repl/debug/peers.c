// The features of peers.def, found in Jaxprs and texts (see peers.h).
#include "debug/peers.h"

#include "ir/primitive.h"
#include "ir/target.h"
#include "ir/var.h"
#include "prim/prim.h"
#include "trace/nested.h"

#include <string.h>

enum { OLD = 1, NEW = 2, BOTH = OLD | NEW };

typedef enum feature {
#define PEER(id, releases, what) IS_##id,
#include "debug/peers.def"
#undef PEER
} feature;

static const struct row {
  int releases;
  const char *what;
} rows[] = {
#define PEER(id, releases, what) {releases, what},
#include "debug/peers.def"
#undef PEER
};

typedef struct view {
  uint32_t *found;
  const dbx_jaxpr *j;
  bool body;         // of a loop or a branch
  uint32_t n_consts; // its first inputs, which come from outside
} view;

static void add(const view *v, feature f) { *v->found |= 1u << f; }

static const dbx_aval_info *type_of(dbx_atom a) { return dbx_aval_at(dbx_atom_aval(a)); }

static bool is_array(dbx_atom a) { return type_of(a)->dynamic; } // of traced length

static bool has_array(const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++)
    if (is_array(e->in[i])) return true;
  for (uint32_t i = 0; i < e->n_out; i++)
    if (is_array(e->out[i] & DBX_HANDLE)) return true;
  return false;
}

// ---- one equation ----

static void see_broadcast(const view *v, const dbx_eqn *e) {
  const dbx_aval_info *in = type_of(e->in[0]), *out = type_of(e->out[0] & DBX_HANDLE);
  if (in->rank && in->dynamic && out->rank > in->rank) add(v, IS_spread);
}

static bool is_written(const dbx_eqn *e, const char *part) {
  size_t n, m = strlen(part), k = e->span.end - e->span.begin;
  const char *text = dbx_source_text(e->span.file, &n);
  return text && e->span.end <= n && memmem(text + e->span.begin, k, part, m);
}

static void see_iota(const view *v, const dbx_eqn *e) {
  const dbx_aval_info *out = type_of(e->out[0] & DBX_HANDLE);
  if (out->rank > 1) add(v, IS_spread);
  else if (out->dynamic && is_written(e, "linspace(")) add(v, IS_spaced);
}

static bool is_clamped(const dbx_jaxpr *j, dbx_atom length) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    bool clamp = e->prim->id == DBX_PRIM_max || e->prim->id == DBX_PRIM_min;
    if (clamp && (e->out[0] & DBX_HANDLE) == length) return true;
  }
  return false;
}

// x[1:], whose length is computed; that of lax.dynamic_slice is given, and no longer than x. Parts
// of other, known lengths are not there either.
static void see_part(const view *v, const dbx_eqn *e) {
  const dbx_aval_info *in = type_of(e->in[0]), *out = type_of(e->out[0] & DBX_HANDLE);
  for (uint32_t i = 1 + in->rank; i < e->n_in; i++)
    if (is_clamped(v->j, e->in[i])) add(v, IS_rearranged);
  for (uint32_t i = 0; i < out->rank; i++)
    if (in->dynamic && out->dims[i] != in->dims[i] && !dbx_dim_is_var(out->dims[i]))
      add(v, IS_rearranged);
}

static void see_concatenate(const view *v, const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_dimension);
  const dbx_aval_info *out = type_of(e->out[0] & DBX_HANDLE);
  if (p && out->dynamic && dbx_dim_is_var(out->dims[p->i])) add(v, IS_joined);
}

static void see_elementwise(const view *v, const dbx_eqn *e) {
  if (e->n_in < 2 || !is_array(e->out[0] & DBX_HANDLE)) return;
  uint32_t rank = type_of(e->out[0] & DBX_HANDLE)->rank;
  for (uint32_t i = 0; i < e->n_in; i++)
    if (!type_of(e->in[i])->rank && rank) add(v, IS_numbers);
}

static void see_product(const view *v, const dbx_eqn *e) {
  if (type_of(e->in[0])->dtype != type_of(e->in[1])->dtype) add(v, IS_products);
}

// A length that is neither a number nor that of an operand.
static bool is_new(const dbx_jaxpr *j, dbx_dim d) {
  if (!dbx_dim_is_var(d)) return false;
  for (uint32_t i = 0; i < j->n_in; i++)
    if ((j->invars[i] & DBX_HANDLE) == (dbx_var)dbx_dim_value(d)) return false;
  for (uint32_t i = 0; i < j->n_const; i++)
    if (j->constvars[i] == (dbx_var)dbx_dim_value(d)) return false;
  return true;
}

static bool binds_new_length(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++) {
      const dbx_aval_info *t = type_of(j->eqns[i].out[k] & DBX_HANDLE);
      for (uint32_t d = 0; d < t->rank; d++)
        if (is_new(j, t->dims[d])) return true;
    }
  return false;
}

static bool is_used_as_array(const dbx_jaxpr *j, dbx_var out) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++)
      if (j->eqns[i].in[k] == out) return true;
  return false;
}

static void see_call(const view *v, const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_jaxpr);
  if (v->body && has_array(e)) add(v, IS_call_in_body);
  for (uint32_t i = 0; i < e->n_out; i++)
    if (is_array(e->out[i] & DBX_HANDLE) &&
        (v->body || is_used_as_array(v->j, e->out[i] & DBX_HANDLE)))
      add(v, IS_call_result);
  if (p && p->jaxpr && binds_new_length(p->jaxpr)) add(v, IS_new_length);
}

// ---- loops and conditionals ----

static bool comes_from_outside(const view *v, dbx_atom a) {
  for (uint32_t i = 0; i < v->n_consts && i < v->j->n_in; i++)
    if ((v->j->invars[i] & DBX_HANDLE) == a) return true;
  return false;
}

// A captured array of a body that an inner one captures beside another array of its length.
static void see_captures(const view *v, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (!is_array(e->in[i]) || !comes_from_outside(v, e->in[i])) continue;
    for (uint32_t k = 0; k < e->n_in; k++)
      if (k != i && is_array(e->in[k]) && type_of(e->in[k])->dims[0] == type_of(e->in[i])->dims[0])
        add(v, IS_twice);
  }
}

// Which of the constants that the branch uses the length is; -1: none.
static int64_t place_of(const dbx_jaxpr *j, dbx_dim d) {
  int64_t n = 0, place = -1;
  dbx_set used = {0};
  dbx_jaxpr_used(j, false, &used);
  for (uint32_t i = 0; i < j->n_in; i++) {
    dbx_var v = j->invars[i] & DBX_HANDLE;
    if (v == (dbx_var)dbx_dim_value(d)) place = n;
    n += dbx_set_has(&used, v);
  }
  dbx_set_free(&used);
  return place;
}

typedef struct branches {
  const view *v;
  const dbx_jaxpr *first;
} branches;

static void see_branch(void *ctx, dbx_jaxpr *j) {
  branches *b = ctx;
  if (!b->first) b->first = j;
  for (uint32_t i = 0; i < j->n_out && i < b->first->n_out; i++) {
    const dbx_aval_info *x = type_of(b->first->outs[i]), *y = type_of(j->outs[i]);
    for (uint32_t k = 0; k < x->rank && k < y->rank; k++)
      if (dbx_dim_is_var(x->dims[k]) && dbx_dim_is_var(y->dims[k]) &&
          place_of(b->first, x->dims[k]) != place_of(j, y->dims[k]))
        add(b->v, IS_kinds);
  }
}

// ---- all of them ----

static void see_equations(const view *v);

static void see_nested(void *ctx, dbx_jaxpr *j) {
  view v = *(const view *)ctx;
  v.j = j;
  see_equations(&v);
}

static void see(const view *v, const dbx_eqn *e) {
  switch (e->prim->id) {
  case DBX_PRIM_broadcast_in_dim: see_broadcast(v, e); break;
  case DBX_PRIM_iota: see_iota(v, e); break;
  case DBX_PRIM_scatter:
  case DBX_PRIM_scatter_add:
    if (e->n_in > 2 && is_array(e->in[2])) add(v, IS_rearranged);
    break;
  case DBX_PRIM_reshape:
  case DBX_PRIM_squeeze:
  case DBX_PRIM_rev:
  case DBX_PRIM_pad:
  case DBX_PRIM_slice:
  case DBX_PRIM_split:
  case DBX_PRIM_dynamic_update_slice: add(v, IS_rearranged); break;
  case DBX_PRIM_reduce_and:
  case DBX_PRIM_reduce_or:
  case DBX_PRIM_reduce_max:
  case DBX_PRIM_reduce_min:
  case DBX_PRIM_argmax:
  case DBX_PRIM_argmin:
  case DBX_PRIM_sort:
  case DBX_PRIM_cumsum:
  case DBX_PRIM_cumprod:
  case DBX_PRIM_cummax:
  case DBX_PRIM_cummin: add(v, IS_found); break;
  case DBX_PRIM_dot_general: see_product(v, e); break;
  case DBX_PRIM_concatenate: see_concatenate(v, e); break;
  case DBX_PRIM_dynamic_slice: see_part(v, e); break;
  case DBX_PRIM_scan:
  case DBX_PRIM_while:
  case DBX_PRIM_switch: add(v, IS_lax); break;
  case DBX_PRIM_pjit: see_call(v, e); break;
  case DBX_PRIM_add:
  case DBX_PRIM_sub:
  case DBX_PRIM_mul:
  case DBX_PRIM_div:
  case DBX_PRIM_pow:
  case DBX_PRIM_max:
  case DBX_PRIM_min: see_elementwise(v, e); break;
  default: break;
  }
}

// Of whatever lengths.
static void see_primitive(const view *v, const dbx_eqn *e) {
  switch (e->prim->id) {
  case DBX_PRIM_fft: add(v, IS_fourier); break;
  case DBX_PRIM_scatter:
  case DBX_PRIM_scatter_add:
  case DBX_PRIM_scatter_mul:
  case DBX_PRIM_scatter_min:
  case DBX_PRIM_scatter_max:
    if (type_of(e->in[1])->rank > 1) add(v, IS_places);
    break;
  default: break;
  }
}

static void see_equation(const view *v, const dbx_eqn *e) {
  int id = e->prim->id;
  see_primitive(v, e);
  bool loop = id == DBX_PRIM_for_loop || id == DBX_PRIM_while_loop, branch = id == DBX_PRIM_cond;
  if (has_array(e)) see(v, e);
  if ((loop || branch) && v->body) see_captures(v, e);
  if (branch) dbx_eqn_each_jaxpr(e, see_branch, &(branches){v, NULL});
  view inner = {v->found, NULL, v->body || loop || branch, 0};
  if (loop) inner.n_consts = (uint32_t)dbx_eqn_param(e, DBX_S_body_nconsts)->i;
  if (branch) inner.n_consts = UINT32_MAX;
  dbx_eqn_each_jaxpr(e, see_nested, &inner);
}

static void see_equations(const view *v) {
  for (uint32_t i = 0; i < v->j->n_eqns; i++) see_equation(v, &v->j->eqns[i]);
}

// Catalyst takes any true value for True: an argument for each slot.
static bool differs_from_true(const dbx_bind *b) {
  return b->resizing == DBX_INFER && b->n_groups < b->n_slots;
}

void peers_see_trace(uint32_t *found, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    if (differs_from_true(t->binds.at[i])) *found |= 1u << IS_infer;
  if (t->jaxpr) see_equations(&(view){.found = found, .j = t->jaxpr});
}

// Does it use an array that a call gave?
static bool uses_call(const dbx_jaxpr *j, const dbx_eqn *e) {
  for (const dbx_eqn *call = j->eqns; call < e; call++)
    for (uint32_t i = 0; call->prim->id == DBX_PRIM_pjit && i < call->n_out; i++)
      for (uint32_t k = 0; k < e->n_in; k++)
        if (is_array(e->in[k]) && e->in[k] == (call->out[i] & DBX_HANDLE)) return true;
  return false;
}

void peers_see_frame(uint32_t *found, const dbx_frame *f, uint32_t first, uint32_t end) {
  dbx_jaxpr j = {.eqns = f->eqns.at, .n_eqns = end};
  view v = {.found = found, .j = &j, .body = f->kind == DBX_FRAME_NESTED};
  for (uint32_t i = first; i < j.n_eqns; i++) {
    see_equation(&v, &j.eqns[i]);
    if (uses_call(&j, &j.eqns[i])) add(&v, IS_call_result);
  }
}

// ---- the text ----

static bool is_block(const dbx_node *n) { // with for_loop(...)(x) as (i, x):
  const dbx_node *e = n->kind == DBX_N_With && n->more->m.n ? n->more->m.at[0]->a : NULL;
  return e && e->kind == DBX_N_Call && e->a->kind == DBX_N_Call;
}

void peers_see_text(uint32_t *found, const dbx_node *root) {
  dbx_walk w = {.next = (dbx_node *)root};
  for (const dbx_node *n; (n = dbx_walk_next(&w));)
    if (is_block(n)) *found |= 1u << IS_blocks;
  dbx_walk_free(&w);
}

const char *peers_refused(uint32_t found) {
  int of = dbx_target_now()->refuses_new ? NEW : OLD;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (found >> i & 1 && rows[i].releases & of) return rows[i].what;
  return NULL;
}

void peers_put(dbx_buf *b, uint32_t found) {
  int missing = 0;
  const char *what[3] = {NULL};
  for (size_t i = sizeof rows / sizeof *rows; i-- > 0;)
    if (found >> i & 1) missing |= rows[i].releases, what[rows[i].releases - 1] = rows[i].what;
  const char *old = what[BOTH - 1] ? what[BOTH - 1] : what[OLD - 1],
             *new = what[BOTH - 1] ? what[BOTH - 1] : what[NEW - 1];
  if (missing == BOTH && old == new) dbx_printf(b, "; not in Catalyst: %s", old);
  else if (missing == BOTH) dbx_printf(b, "; not in Catalyst: %s (0.7), %s (0.15)", old, new);
  else if (missing == OLD) dbx_printf(b, "; not in Catalyst 0.7: %s", old);
  else if (missing == NEW) dbx_printf(b, "; not in Catalyst 0.15: %s", new);
}
