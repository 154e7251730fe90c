// What a failing operation worked on: its operands with their places in the source, types, and
// where their lengths come from, for the diagnostic (core/trace/origin.c). The innermost expression
// that is known counts; only errors about shapes, dtypes and nested binds have operands.
#include "lang/run/blame.h"
#include "lang/object/above.h"

#include "trace/nested.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 8 }; // operands of one diagnostic

static dbx_diag *concerned(void) {
  dbx_diag *d = dbx_diag_pending();
  if (d && !d->frame && dbx_trace_frame()) d->frame = dbx_trace_frame()->id;
  return d && d->code >= DBX_E301 && d->code < DBX_E601 ? d : NULL;
}

void blame_frame(void) { (void)concerned(); }

static bool in_library(dbx_span s) {
  return s.file && dbx_map_find(&lang_now->library, s.file) != NULL;
}

void blame_line(dbx_span of) {
  dbx_diag *d = dbx_diag_pending();
  if (!d || !lang_now->library.n || in_library(of)) return;
  uint32_t n = 0;
  if (in_library(d->span)) d->span = of;
  for (uint32_t i = 0; i < d->frames_n; i++)
    if (in_library(d->frames[i].span)) d->frames[i].span = of;
  for (uint32_t i = 0; i < d->n_labels; i++)
    if (in_library(d->labels[i].span)) free(d->labels[i].text);
    else d->labels[n++] = d->labels[i];
  d->n_labels = n;
}

void blame_caller(const o_function *f, dbx_span site) {
  if (f->scope->module->library) blame_line(site);
  else dbx_diag_call(site, dbx_sym_text(f->name));
}

static void add(const dbx_node *n, pv v, const char *role) {
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t pins = lang_pins();
  dbx_diag *d = dbx_diag_take(); // a conversion that fails says nothing
  dbx_val x;
  bool known = above()->to_val(v, &x) == DBX_OK;
  if (!known) dbx_diag_forget();
  dbx_diag_put(d);
  if (known && d->n_operands < MOST) dbx_note_operand(role, n->span, &x);
  lang_unpin(pins);
  dbx_scratch_release(m);
}

void blame_two(const dbx_node *a, const dbx_node *b, pv x, pv y) {
  const dbx_diag *d = concerned();
  if (!d || d->n_operands) return;
  add(a, x, "left operand");
  add(b, y, "right operand");
}

void blame_one(const dbx_node *n, pv v, const char *role) {
  const dbx_diag *d = concerned();
  if (d && !d->n_operands) add(n, v, role);
}

// The elements of a list that is written out are operands of their own.
static void add_argument(const dbx_node *n, pv v, const char *role) {
  bool display = (n->kind == DBX_N_List || n->kind == DBX_N_Tuple) && is_seq(v);
  if (n->kind == DBX_N_Constant) return;
  if (!display || SEQ(v)->n != n->l.n) {
    add(n, v, role);
    return;
  }
  for (uint32_t i = 0; i < n->l.n; i++) {
    char text[64];
    snprintf(text, sizeof text, "%s, element %u", role, i);
    if (n->l.at[i]->kind != DBX_N_Constant) add(n->l.at[i], SEQ(v)->at[i], text);
  }
}

static bool plain(const dbx_node *call, const call_args *c) {
  for (uint32_t i = 0; i < call->l.n; i++)
    if (call->l.at[i]->kind == DBX_N_Starred) return false;
  return c->n == call->l.n;
}

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

// What the function returns, if one return statement says so: the i-th of several values.
static const dbx_node *returned(const dbx_nodes *body, uint32_t i, uint32_t n) {
  const dbx_node *found = NULL;
  for (uint32_t k = 0; k < body->n; k++)
    if (body->at[k]->kind == DBX_N_Return && body->at[k]->a) found = body->at[k]->a;
  bool several = found && (found->kind == DBX_N_Tuple || found->kind == DBX_N_List);
  if (several) return i < found->l.n ? found->l.at[i] : NULL;
  return n == 1 || i == 0 ? found : NULL;
}

static const dbx_node *result_node(pv fn, uint32_t i, uint32_t n) {
  const o_function *f = is_obj(fn, T_FUNCTION) ? (o_function *)fn.o : NULL;
  if (!f) return NULL;
  return f->node->kind == DBX_N_Lambda ? f->node->b : returned(&f->node->l, i, n);
}

// A bound of a for_loop in its decorator.
static const dbx_node *bound_node(pv body, const char *role) {
  static const char *const names[] = {"lower bound", "upper bound", "step"};
  const o_function *f = is_obj(body, T_FUNCTION) ? (o_function *)body.o : NULL;
  for (uint32_t i = 0; f && f->node->kind == DBX_N_FunctionDef && i < f->node->more->m.n; i++)
    for (uint32_t k = 0; f->node->more->m.at[i]->kind == DBX_N_Call && k < 3; k++)
      if (!strcmp(role, names[k]) && k < f->node->more->m.at[i]->l.n)
        return f->node->more->m.at[i]->l.at[k];
  return NULL;
}

// Carries and results of nested binds: the tracer knows them, the source their places.
static const dbx_node *place_of(const dbx_node *call, const call_args *c, const dbx_involved *o) {
  const o_loop *l = is_obj(c->fn, T_LOOP) ? (o_loop *)c->fn.o : NULL;
  const o_cond *b = is_obj(c->fn, T_COND) ? (o_cond *)c->fn.o : NULL;
  unsigned i = 0, branch = 0;
  if (l && l->is_for && o->span.file == 0 && bound_node(l->body, o->role))
    return bound_node(l->body, o->role);
  bool before = starts(o->role, "carry") && strstr(o->role, "before");
  // NOLINTNEXTLINE(cert-err34-c,bugprone-*) roles are written by core/trace
  if (l && sscanf(o->role, "carry %u", &i) == 1)
    return !before                      ? result_node(l->body, i, c->n)
           : plain(call, c) && i < c->n ? call->l.at[i]
                                        : NULL;
  if (l && starts(o->role, "result of the condition")) return result_node(l->cond, 0, 1);
  // NOLINTNEXTLINE(cert-err34-c,bugprone-*)
  if (!b || sscanf(o->role, "result %u of branch %u", &i, &branch) != 2) return NULL;
  bool last = branch >= b->branches->n;
  return result_node(last ? b->otherwise : b->branches->at[branch], i, 2);
}

static void place_operands(const dbx_node *call, const call_args *c, dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const dbx_node *n = place_of(call, c, &d->operands[i]);
    if (n) d->operands[i].span = n->span;
  }
}

void blame_index(const dbx_node *n, pv x, pv index) {
  const dbx_diag *d = concerned();
  if (!d || d->n_operands) return;
  add(n->a, x, "indexed array");
  if (n->b->kind != DBX_N_Slice || !is_obj(index, T_SLICE))
    return add_argument(n->b, index, "index");
  const dbx_node *parts[] = {n->b->a, n->b->b, n->b->more->c};
  for (int i = 0; i < 3; i++)
    if (parts[i]) add_argument(parts[i], ((o_slice *)index.o)->part[i], "bound of the slice");
}

// The predicate in the decorator of its branch.
static const dbx_node *predicate_node(const dbx_node *call, pv branch) {
  const o_function *f = is_obj(branch, T_FUNCTION) ? (o_function *)branch.o : NULL;
  for (uint32_t i = 0; f && f->node->kind == DBX_N_FunctionDef && i < f->node->more->m.n; i++)
    if (f->node->more->m.at[i]->kind == DBX_N_Call && f->node->more->m.at[i]->l.n == 1)
      return f->node->more->m.at[i]->l.at[0];
  return call;
}

void blame_call(const dbx_node *call, const call_args *c) {
  dbx_diag *d = concerned();
  bool nested = is_obj(c->fn, T_LOOP) || is_obj(c->fn, T_COND);
  if (d && d->n_operands && nested) return place_operands(call, c, d);
  if (!d || d->n_operands || !c->fn.tag) return;
  if (call->a->kind == DBX_N_Attribute && is_native(c->fn))
    add(call->a->a, ((o_native *)c->fn.o)->self, "array");
  const o_cond *b = is_obj(c->fn, T_COND) ? (o_cond *)c->fn.o : NULL;
  for (uint32_t i = 0; b && i < b->preds->n; i++) {
    char role[64];
    snprintf(role, sizeof role, "predicate %u", i);
    add(predicate_node(call, b->branches->at[i]), b->preds->at[i], role);
  }
  for (uint32_t i = 0; plain(call, c) && i < c->n; i++) {
    char role[64];
    snprintf(role, sizeof role, "argument %u", i);
    add_argument(call->l.at[i], c->at[i], role);
  }
  for (uint32_t i = 0; i < call->more->m.n && i < c->n_kw; i++)
    if (call->more->m.at[i]->name)
      add_argument(call->more->m.at[i]->a, c->kw_at[i], dbx_sym_text(call->more->m.at[i]->name));
}
