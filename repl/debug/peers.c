// The features of peers.def, found in Jaxprs and texts (see peers.h).
#include "debug/peers.h"

#include "ir/primitive.h"
#include "ir/target.h"
#include "ir/var.h"
#include "prim/prim.h"
#include "trace/nested.h"

#include <ctype.h>
#include <string.h>

enum { OLD = 1, NEW = 2, BOTH = OLD | NEW };

static const struct row {
  int releases;
  const char *what, *instead;
} rows[] = {
#define PEER(id, releases, what, instead) {releases, what, instead},
#include "debug/peers.def"
#undef PEER
};

_Static_assert(PEERS <= 32, "a bit of peers_found each");

typedef struct view {
  peers_found *found;
  dbx_span at; // of the equation, or of the one that it is in
  const dbx_jaxpr *j;
  bool body, call;   // of a loop or a branch, or called there; of a call
  uint32_t n_consts; // its first inputs, which come from outside
} view;

static void find(peers_found *found, int feature, dbx_span at) {
  if (!(found->bits >> feature & 1)) found->at[feature] = at;
  found->bits |= 1u << feature;
}

static void add(const view *v, int feature) { find(v->found, feature, v->at); }

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

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The text of the expression that the equation is of, n bytes; nothing if it is not known.
static const char *written(const dbx_eqn *e, size_t *n) {
  const char *text = dbx_source_text(e->span.file, n);
  bool known = text && e->span.end <= *n;
  *n = known ? e->span.end - e->span.begin : 0;
  return known ? text + e->span.begin : "";
}

// Of a call of that function of a module what is behind "("; NULL: it is none.
static const char *arguments_of(const dbx_eqn *e, const char *name) {
  size_t n, m = strlen(name);
  const char *text = written(e, &n);
  for (size_t i = 1; i + m < n; i++)
    if (text[i - 1] == '.' && !memcmp(text + i, name, m) && text[i + m] == '(')
      return text + i + m + 1;
  return NULL;
}

static bool is_index(const dbx_eqn *e) { // x[...]
  size_t n;
  const char *text = written(e, &n);
  return n && text[n - 1] == ']';
}

static bool adds_axis(const dbx_eqn *e) { // x[:, None]
  size_t n;
  const char *text = written(e, &n);
  return memmem(text, n, "None", 4) || memmem(text, n, "newaxis", 7);
}

static const dbx_eqn *maker_of(const dbx_jaxpr *j, dbx_atom a) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++)
      if ((j->eqns[i].out[k] & DBX_HANDLE) == a) return &j->eqns[i];
  return NULL;
}

// An array of one number is folded by the compiler of the newer release.
static bool is_filled(const dbx_jaxpr *j, dbx_atom a) {
  const dbx_eqn *made = maker_of(j, a);
  return made && made->prim->id == DBX_PRIM_broadcast_in_dim && !type_of(made->in[0])->rank;
}

static void see_broadcast(const view *v, const dbx_eqn *e) {
  const dbx_aval_info *in = type_of(e->in[0]), *out = type_of(e->out[0] & DBX_HANDLE);
  if (!in->rank || !in->dynamic || out->rank <= in->rank) return;
  if (is_index(e) && !adds_axis(e)) return add(v, PEER_rearranged);
  add(v, is_filled(v->j, e->in[0]) && !is_index(e) ? PEER_spread_filled : PEER_spread);
}

// Behind "f(": has the call a second argument that is not named?
static bool has_second(const char *at) {
  int depth = 0;
  while (*at && *at != ')' && (depth || *at != ',')) {
    size_t inner = strspn(at, "([{");
    at += inner ? inner : 1;
    depth += (int)inner;
    for (; depth && *at && strchr(")]}", *at); at++) depth--;
  }
  if (*at != ',') return false;
  at += 1 + strspn(at + 1, " \n");
  const char *end = at;
  while (is_word(*end)) end++;
  return *at != ')' && (*end != '=' || end[1] == '=');
}

static void see_iota(const view *v, const dbx_eqn *e) {
  const dbx_aval_info *out = type_of(e->out[0] & DBX_HANDLE);
  const char *arange = arguments_of(e, "arange");
  if (out->rank > 1) add(v, PEER_iota);
  else if (out->dynamic && arguments_of(e, "linspace")) add(v, PEER_spaced);
  else if (out->dynamic && arange && has_second(arange)) add(v, PEER_start);
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
    if (is_clamped(v->j, e->in[i])) add(v, PEER_rearranged);
  for (uint32_t i = 0; i < out->rank; i++)
    if (dbx_dim_is_var(in->dims[i]) && !dbx_dim_is_var(out->dims[i])) add(v, PEER_rearranged);
}

// m[:, 0]: an axis of traced length that the index does not name, or names by a slice.
static void see_gather(const view *v, const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_slice_sizes);
  for (uint32_t i = 0; p && i < p->n; i++)
    if (p->item[i]->kind == DBX_P_NONE) add(v, PEER_whole_axis);
}

static void see_reshape(const view *v, const dbx_eqn *e) {
  bool flat = type_of(e->in[0])->rank == 1 && type_of(e->out[0] & DBX_HANDLE)->rank == 1;
  add(v, flat ? PEER_reshaped : PEER_rearranged);
}

// max and min begin with `initial` where there is one.
static bool has_initial(const dbx_jaxpr *j, const dbx_eqn *e) {
  for (const dbx_eqn *use = e + 1; use < j->eqns + j->n_eqns; use++) {
    bool extreme = use->prim->id == DBX_PRIM_max || use->prim->id == DBX_PRIM_min;
    for (uint32_t i = 0; extreme && i < 2; i++)
      if (use->in[i] == (e->out[0] & DBX_HANDLE) && !type_of(use->in[1 - i])->rank) return true;
  }
  return false;
}

// lax.reduce; an initial value that changes something is brought in by an equation of its own.
static void see_lax_reduce(const view *v, const dbx_eqn *e) {
  if (e + 1 < v->j->eqns + v->j->n_eqns && dbx_same_span(e[1].span, e->span)) add(v, PEER_initial);
}

static void see_reduction(const view *v, const dbx_eqn *e) {
  const dbx_param *axes = dbx_eqn_param(e, DBX_S_axes);
  const dbx_aval_info *in = type_of(e->in[0]);
  bool extreme = e->prim->id == DBX_PRIM_reduce_max || e->prim->id == DBX_PRIM_reduce_min;
  if (arguments_of(e, "reduce")) return see_lax_reduce(v, e);
  if (!extreme || arguments_of(e, "reduce_max") || arguments_of(e, "reduce_min")) return; // of lax
  for (uint32_t i = 0; axes && i < axes->n; i++)
    if (dbx_dim_is_var(in->dims[axes->item[i]->i]) && !has_initial(v->j, e)) add(v, PEER_extremes);
}

static void see_concatenate(const view *v, const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_dimension);
  const dbx_aval_info *out = type_of(e->out[0] & DBX_HANDLE);
  if (p && out->dynamic && dbx_dim_is_var(out->dims[p->i])) add(v, PEER_joined);
}

static void see_elementwise(const view *v, const dbx_eqn *e) {
  dbx_rule rule = e->prim->rule;
  if (rule != dbx_rule_nary && rule != dbx_rule_pow && rule != dbx_rule_clamp) return;
  if (e->n_in < 2 || !is_array(e->out[0] & DBX_HANDLE)) return;
  uint32_t rank = type_of(e->out[0] & DBX_HANDLE)->rank;
  for (uint32_t i = 0; i < e->n_in; i++)
    if (!type_of(e->in[i])->rank && rank) add(v, PEER_numbers);
}

static void see_product(const view *v, const dbx_eqn *e) {
  if (type_of(e->in[0])->dtype != type_of(e->in[1])->dtype) add(v, PEER_products);
}

// Is it one of the first n inputs?
static bool is_among(const dbx_jaxpr *j, uint32_t n, dbx_atom a) {
  for (uint32_t i = 0; i < n && i < j->n_in; i++)
    if ((j->invars[i] & DBX_HANDLE) == a) return true;
  return false;
}

static bool is_input(const dbx_jaxpr *j, dbx_atom a) { return is_among(j, j->n_in, a); }

// A length that is neither a number nor that of an operand.
static bool is_new(const dbx_jaxpr *j, dbx_dim d) {
  if (!dbx_dim_is_var(d) || is_input(j, (dbx_var)dbx_dim_value(d))) return false;
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

// But by a reduction that the same function makes.
static bool is_used_as_array(const dbx_jaxpr *j, const dbx_eqn *maker, dbx_var out) {
  for (const dbx_eqn *e = maker + 1; e < j->eqns + j->n_eqns; e++) {
    bool own = e->prim->rule == dbx_rule_reduce && dbx_same_span(e->span, maker->span);
    for (uint32_t k = 0; k < e->n_in && !own; k++)
      if (e->in[k] == out) return true;
  }
  return false;
}

static bool is_returned(const dbx_jaxpr *j, dbx_var out) {
  for (uint32_t i = 0; i < j->n_out; i++)
    if (j->outs[i] == out) return true;
  return false;
}

static bool comes_from_outside(const view *v, dbx_atom a) { return is_among(v->j, v->n_consts, a); }

static bool has_length_from_outside(const view *v, dbx_atom a) {
  const dbx_aval_info *t = type_of(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && comes_from_outside(v, (dbx_var)dbx_dim_value(t->dims[i])))
      return true;
  return false;
}

// The newer release loses the length of an array that a call returns: a loop can still carry it
// on if the length comes from outside, and nothing else can use it.
static bool is_lost(const view *v, const dbx_eqn *e, dbx_var out) {
  bool branch = v->n_consts == UINT32_MAX;
  if (is_used_as_array(v->j, e, out)) return true;
  return v->body && !v->call && is_returned(v->j, out) &&
         (branch || !has_length_from_outside(v, out));
}

static void see_call(const view *v, const dbx_eqn *e) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_jaxpr);
  for (uint32_t i = 0; i < e->n_out; i++) {
    dbx_var out = e->out[i] & DBX_HANDLE;
    if (!is_array(out)) continue;
    if (v->body && has_length_from_outside(v, out)) add(v, PEER_call_in_body);
    if (is_lost(v, e, out)) add(v, PEER_call_result);
  }
  if (p && p->jaxpr && binds_new_length(p->jaxpr)) add(v, PEER_new_length);
}

// ---- loops and conditionals ----

// A captured array of a body that an inner one captures beside another array of its length.
static void see_captures(const view *v, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (!is_array(e->in[i]) || !comes_from_outside(v, e->in[i])) continue;
    for (uint32_t k = 0; k < e->n_in; k++)
      if (e->in[k] != e->in[i] && is_array(e->in[k]) &&
          type_of(e->in[k])->dims[0] == type_of(e->in[i])->dims[0])
        add(v, PEER_twice);
  }
}

static bool is_loop(const dbx_eqn *e) {
  return e->prim->id == DBX_PRIM_for_loop || e->prim->id == DBX_PRIM_while_loop;
}

static bool is_branch(const dbx_eqn *e) { return e->prim->id == DBX_PRIM_cond; }

// What the bodies of a loop use from outside: its first inputs.
static uint32_t constants_of(const dbx_eqn *loop) {
  const dbx_param *body = dbx_eqn_param(loop, DBX_S_body_nconsts),
                  *test = dbx_eqn_param(loop, DBX_S_cond_nconsts);
  return (uint32_t)(body->i + (test ? test->i : 0));
}

// What a branch captures, in the order in which Catalyst meets it, up to a length: the lengths of
// a call's arrays, then its operands; the bounds of a loop and what it begins with, then what its
// bodies use; the conditions of a conditional, then what its branches use.
typedef struct order {
  const dbx_jaxpr *j;
  dbx_var length;
  bool met;
  dbx_set seen;
  uint32_t n;
} order;

static void meet(order *o, dbx_atom a) {
  const dbx_aval_info *t = type_of(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) meet(o, (dbx_var)dbx_dim_value(t->dims[i]));
  o->met |= a == o->length;
  if (o->met || !is_input(o->j, a) || dbx_set_has(&o->seen, a)) return;
  dbx_set_add(&o->seen, a);
  o->n++;
}

static void meet_inputs(order *o, const dbx_eqn *e) {
  uint32_t used = 0, lengths = 0; // the lengths of what the loop begins with
  if (is_loop(e)) used = constants_of(e), lengths = (uint32_t)dbx_eqn_param(e, DBX_S_nimplicit)->i;
  for (uint32_t i = used + lengths; i < e->n_in; i++) meet(o, e->in[i]);
  for (uint32_t i = 0; i < used; i++) meet(o, e->in[i]);
}

static bool has_length(dbx_atom a, dbx_var length) {
  const dbx_aval_info *t = type_of(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (t->dims[i] == dbx_dim_var(length)) return true;
  return false;
}

static void meet_lengths(order *o, const dbx_eqn *e) {
  if (is_loop(e) || is_branch(e)) return;
  for (uint32_t i = 0; i < e->n_in; i++) o->met |= has_length(e->in[i], o->length);
  for (uint32_t i = 0; i < e->n_out; i++) o->met |= has_length(e->out[i] & DBX_HANDLE, o->length);
}

// The equations of a call, from e on.
static const dbx_eqn *end_of_call(const dbx_jaxpr *j, const dbx_eqn *e) {
  const dbx_eqn *end = e;
  while (end < j->eqns + j->n_eqns && dbx_same_span(end->span, e->span)) end++;
  return end;
}

// Its place in that order; -1: it is computed in the branch.
static int64_t place_of(const dbx_jaxpr *j, dbx_dim d) {
  order o = {.j = j, .length = (dbx_var)dbx_dim_value(d)};
  if (!is_input(j, o.length)) return -1;
  for (const dbx_eqn *e = j->eqns, *end; !o.met && e < j->eqns + j->n_eqns; e = end) {
    end = end_of_call(j, e);
    for (const dbx_eqn *at = e; at < end; at++) meet_lengths(&o, at);
    for (const dbx_eqn *at = e; at < end; at++) meet_inputs(&o, at);
  }
  for (uint32_t i = 0; i < j->n_out; i++) meet(&o, j->outs[i]);
  dbx_set_free(&o.seen);
  return o.n;
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
        add(b->v, PEER_kinds);
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
    if (e->n_in > 2 && is_array(e->in[2])) add(v, PEER_rearranged);
    break;
  case DBX_PRIM_reshape: see_reshape(v, e); break;
  case DBX_PRIM_gather: see_gather(v, e); break;
  case DBX_PRIM_squeeze:
  case DBX_PRIM_rev:
  case DBX_PRIM_pad:
  case DBX_PRIM_slice:
  case DBX_PRIM_split:
  case DBX_PRIM_dynamic_update_slice: add(v, PEER_rearranged); break;
  case DBX_PRIM_reduce_max:
  case DBX_PRIM_reduce_min:
  case DBX_PRIM_reduce_sum:
  case DBX_PRIM_reduce_prod: see_reduction(v, e); break;
  case DBX_PRIM_eig:
  case DBX_PRIM_eigh:
  case DBX_PRIM_lu:
  case DBX_PRIM_qr:
  case DBX_PRIM_svd: add(v, PEER_factors); break;
  case DBX_PRIM_reduce_precision: add(v, PEER_own_rule); break;
  case DBX_PRIM_reduce_and:
  case DBX_PRIM_reduce_or:
  case DBX_PRIM_argmax:
  case DBX_PRIM_argmin:
  case DBX_PRIM_sort:
  case DBX_PRIM_cumsum:
  case DBX_PRIM_cumprod:
  case DBX_PRIM_cummax:
  case DBX_PRIM_cummin: add(v, PEER_found); break;
  case DBX_PRIM_dot_general: see_product(v, e); break;
  case DBX_PRIM_concatenate: see_concatenate(v, e); break;
  case DBX_PRIM_dynamic_slice: see_part(v, e); break;
  case DBX_PRIM_scan:
  case DBX_PRIM_while:
  case DBX_PRIM_switch: add(v, PEER_lax); break;
  case DBX_PRIM_pjit: see_call(v, e); break;
  default: see_elementwise(v, e); break;
  }
}

// Functions whose equations do not show why a release fails: it differentiates them by a rule of
// their own, compiles them apart, or makes them of others.
static void see_function(const view *v, const dbx_eqn *e) {
  static const struct {
    const char *name;
    int feature;
  } functions[] = {
      {"relu", PEER_own_rule},      {"softplus", PEER_own_rule}, {"logaddexp", PEER_own_rule},
      {"polyval", PEER_own_rule},   {"vdot", PEER_own_rule},     {"outer", PEER_own_rule},
      {"take", PEER_own_rule},      {"softmax", PEER_old_rule},  {"log_softmax", PEER_old_rule},
      {"logsumexp", PEER_old_rule}, {"arccos", PEER_old_rule},   {"acos", PEER_old_rule},
      {"logistic", PEER_old_rule},  {"sigmoid", PEER_old_rule},  {"silu", PEER_old_rule},
      {"var", PEER_old_rule},       {"std", PEER_old_rule},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (arguments_of(e, functions[i].name)) add(v, functions[i].feature);
}

// Are they axes 0, 1, ...?
static bool are_first(const dbx_param *axes) {
  for (uint32_t i = 0; i < axes->n; i++)
    if (axes->item[i]->i != i) return false;
  return axes->n > 0;
}

static void see_scatter(const view *v, const dbx_eqn *e) {
  const dbx_param *numbers = dbx_eqn_param(e, DBX_S_dimension_numbers),
                  *sorted = dbx_eqn_param(e, DBX_S_indices_are_sorted),
                  *update = dbx_eqn_param(e, DBX_S_update_jaxpr),
                  *inserted = dbx_param_field(numbers, DBX_S_inserted_window_dims),
                  *at = dbx_param_field(numbers, DBX_S_scatter_dims_to_operand_dims);
  bool first = inserted == at && are_first(at), adds = e->prim->id != DBX_PRIM_scatter,
       applies = !adds && update && update->kind == DBX_P_JAXPR;
  if (type_of(e->in[1])->rank > 1 && !sorted->i) add(v, PEER_places);
  if (!adds && !applies && at->n < type_of(e->in[0])->rank && !first) add(v, PEER_columns);
  if (adds && !at->n) add(v, PEER_changed);
}

// Of whatever lengths.
static void see_primitive(const view *v, const dbx_eqn *e) {
  switch (e->prim->id) {
  case DBX_PRIM_fft: add(v, PEER_fourier); break;
  case DBX_PRIM_sort: add(v, PEER_sorted); break;
  case DBX_PRIM_scatter:
  case DBX_PRIM_scatter_add:
  case DBX_PRIM_scatter_mul:
  case DBX_PRIM_scatter_min:
  case DBX_PRIM_scatter_max: see_scatter(v, e); break;
  default: break;
  }
}

static void see_equation(const view *outer, const dbx_eqn *e) {
  view here = *outer, *v = &here;
  int id = e->prim->id;
  if (e->span.file) here.at = e->span;
  see_primitive(v, e);
  bool loop = is_loop(e), branch = is_branch(e);
  if (has_array(e)) see(v, e), see_function(v, e);
  if ((loop || branch) && v->body) see_captures(v, e);
  if (branch) dbx_eqn_each_jaxpr(e, see_branch, &(branches){v, NULL});
  view inner = {v->found, v->at, NULL, v->body || loop || branch, id == DBX_PRIM_pjit, 0};
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

static void see_results(const view *v) {
  for (uint32_t i = 0; i < v->j->n_out; i++) {
    dbx_dtype t = type_of(v->j->outs[i])->dtype;
    if (t == DBX_F16 || t == DBX_BF16) add(v, PEER_halves);
  }
}

void peers_see_trace(peers_found *found, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    if (differs_from_true(t->binds.at[i])) find(found, PEER_infer, t->binds.at[i]->span);
  view v = {.found = found, .at = t->span, .j = t->jaxpr};
  if (v.j) see_equations(&v), see_results(&v);
}

// Does it use an array that a call gave?
static bool uses_call(const dbx_jaxpr *j, const dbx_eqn *e) {
  for (const dbx_eqn *call = j->eqns; call < e; call++)
    for (uint32_t i = 0; call->prim->id == DBX_PRIM_pjit && i < call->n_out; i++)
      for (uint32_t k = 0; k < e->n_in; k++)
        if (is_array(e->in[k]) && e->in[k] == (call->out[i] & DBX_HANDLE)) return true;
  return false;
}

void peers_see_frame(peers_found *found, const dbx_frame *f, uint32_t first, uint32_t end) {
  dbx_jaxpr j = {.eqns = f->eqns.at, .n_eqns = end};
  view v = {.found = found, .at = f->trace->span, .j = &j, .body = f->kind == DBX_FRAME_NESTED};
  for (uint32_t i = first; i < j.n_eqns; i++) {
    see_equation(&v, &j.eqns[i]);
    if (uses_call(&j, &j.eqns[i])) add(&v, PEER_call_result);
  }
}

// ---- the text ----

static bool is_block(const dbx_node *n) { // with for_loop(...)(x) as (i, x):
  const dbx_node *e = n->kind == DBX_N_With && n->more->m.n ? n->more->m.at[0]->a : NULL;
  return e && e->kind == DBX_N_Call && e->a->kind == DBX_N_Call;
}

void peers_see_text(peers_found *found, const dbx_node *root) {
  dbx_walk w = {.next = (dbx_node *)root};
  for (const dbx_node *n; (n = dbx_walk_next(&w));)
    if (is_block(n)) find(found, PEER_blocks, n->span);
  dbx_walk_free(&w);
}

static bool is_refused(const peers_found *found, int feature) {
  int by = dbx_target_now()->refuses_new ? NEW : OLD;
  return found->bits >> feature & 1 && rows[feature].releases & by;
}

const char *peers_refused(const peers_found *found) {
  for (int i = 0; i < PEERS; i++)
    if (is_refused(found, i)) return rows[i].what;
  return NULL;
}

void peers_warn(const peers_found *found) {
  for (int i = 0; i < PEERS; i++)
    if (is_refused(found, i))
      dbx_warn(DBX_W106, found->at[i], "%s refuses this program: it has %s%s%s",
               dbx_target_now()->release, rows[i].what, *rows[i].instead ? "; instead: " : "",
               rows[i].instead);
}

void peers_put(dbx_buf *b, const peers_found *found) {
  int missing = 0;
  const char *what[3] = {NULL};
  for (int i = PEERS; i-- > 0;)
    if (found->bits >> i & 1)
      missing |= rows[i].releases, what[rows[i].releases - 1] = rows[i].what;
  const char *old = what[BOTH - 1] ? what[BOTH - 1] : what[OLD - 1],
             *new = what[BOTH - 1] ? what[BOTH - 1] : what[NEW - 1];
  if (missing == BOTH && old == new) dbx_printf(b, "; not in Catalyst: %s", old);
  else if (missing == BOTH) dbx_printf(b, "; not in Catalyst: %s (0.7), %s (0.15)", old, new);
  else if (missing == OLD) dbx_printf(b, "; not in Catalyst 0.7: %s", old);
  else if (missing == NEW) dbx_printf(b, "; not in Catalyst 0.15: %s", new);
}
