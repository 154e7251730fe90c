// What a failing operation worked on: its operands with their places in the source, types, and
// where their lengths come from, for the diagnostic (core/trace/origin.c). The innermost expression
// that is known counts; only errors about shapes, dtypes and nested binds have operands.
#include "lang/run/blame.h"
#include "lang/object/above.h"
#include "lang/run/witness.h"

#include "trace/nested.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 }; // operands of one diagnostic

static dbx_diag *concerned(void) {
  dbx_diag *d = dbx_diag_pending();
  if (d && !d->frame && dbx_trace_frame()) d->frame = dbx_trace_frame()->id;
  return d && d->code >= DBX_E301 && d->code < DBX_E601 ? d : NULL;
}

void blame_frame(void) { (void)concerned(); }

// What the library's own text asks for is no loop or choice of the program's.
static void advise_numbers(dbx_diag *d) {
  dbx_diag_drop_notes(d);
  dbx_diag_note("this function computes in Python with a length or a value that is traced here; "
                "numbers can be given to it");
}

void blame_line(dbx_span of) {
  dbx_diag *d = dbx_diag_pending();
  if (!d || !lang_now->library.n || lang_in_library(of)) return;
  uint32_t n = 0;
  if (lang_in_library(d->span)) {
    d->span = of;
    if (d->code == DBX_E402 || d->code == DBX_E403) advise_numbers(d);
  }
  for (uint32_t i = 0; i < d->frames_n; i++)
    if (lang_in_library(d->frames[i].span)) d->frames[i].span = of;
  for (uint32_t i = 0; i < d->n_labels; i++)
    if (lang_in_library(d->labels[i].span)) free(d->labels[i].text);
    else d->labels[n++] = d->labels[i];
  d->n_labels = n;
  dbx_diag_drop_operands(d, lang_in_library); // the line has its own
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
  if (!known) witness_value(n, v, role);
  lang_unpin(pins);
  dbx_scratch_release(m);
}

void blame_two(const dbx_node *a, const dbx_node *b, pv x, pv y) {
  const dbx_diag *d = concerned();
  if (witness_wanted(a->span, b->span) && !dbx_diag_pending()->n_operands) {
    witness_operand(a, x, "left operand");
    witness_operand(b, y, "right operand");
  }
  if (!d || d->n_operands) return;
  add(a, x, "left operand");
  add(b, y, "right operand");
}

void blame_one(const dbx_node *n, pv v, const char *role) {
  const dbx_diag *d = concerned();
  if (witness_wanted(n->span, n->span) && !dbx_diag_pending()->n_operands)
    witness_operand(n, v, role);
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

// What the function returns, if one return statement says so.
static const dbx_node *result_node(pv fn) {
  const o_function *f = is_obj(fn, T_FUNCTION) ? (o_function *)fn.o : NULL;
  const dbx_node *found = NULL;
  if (!f || f->node->kind == DBX_N_Lambda) return f ? f->node->b : NULL;
  for (uint32_t k = 0; k < f->node->l.n; k++)
    if (f->node->l.at[k]->kind == DBX_N_Return && f->node->l.at[k]->a) found = f->node->l.at[k]->a;
  return found;
}

static bool has_starred(const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!l->at[i] || l->at[i]->kind == DBX_N_Starred) return true;
  return false;
}

// The value of a dictionary that is written out, by its key as repr writes it.
static const dbx_node *value_of(const dbx_node *dict, const char *key, size_t n) {
  for (uint32_t i = 0; i < dict->l.n; i++) {
    const dbx_node *k = dict->l.at[i];
    size_t length;
    const char *text = k ? dbx_source_text(k->span.file, &length) : NULL;
    if (!text || k->kind != DBX_N_Constant || k->span.end - k->span.begin != n || n < 3) continue;
    if (!memcmp(text + k->span.begin + 1, key + 1, n - 2)) return dict->more->m.at[i];
  }
  return NULL;
}

// One step of a place like "[0]['pos']" into what is written out; NULL: it is not.
static const dbx_node *step_into(const dbx_node *n, const char *step, const char *end) {
  bool sequence = n->kind == DBX_N_Tuple || n->kind == DBX_N_List;
  if (n->kind == DBX_N_Dict) return value_of(n, step + 1, (size_t)(end - step - 1));
  if (!sequence || has_starred(&n->l)) return NULL;
  unsigned long i = strtoul(step + 1, NULL, 10);
  return i < n->l.n ? n->l.at[i] : NULL;
}

// Follows the place from n on as far as it is written out; *place: what is left of it.
static const dbx_node *follow(const dbx_node *n, const char **place) {
  const char *end;
  while (n && **place == '[' && (end = strchr(*place, ']'))) {
    const dbx_node *next = step_into(n, *place, end);
    if (!next) break;
    n = next, *place = end + 1;
  }
  return n;
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

// Carries and results of nested binds: the tracer knows them, the source their places. *place: what
// is left of where the operand stands, behind the node.
static const dbx_node *place_of(const dbx_node *call, const call_args *c, const dbx_involved *o,
                                const char **place) {
  const o_loop *l = is_obj(c->fn, T_LOOP) ? (o_loop *)c->fn.o : NULL;
  const o_cond *b = is_obj(c->fn, T_COND) ? (o_cond *)c->fn.o : NULL;
  unsigned i = 0, branch = 0;
  const char *at = strstr(o->role, " at [");
  *place = at ? at + strlen(" at ") : "";
  if (l && l->is_for && o->span.file == 0 && bound_node(l->body, o->role))
    return bound_node(l->body, o->role);
  if (l && starts(o->role, "carry") && strstr(o->role, "after"))
    return follow(result_node(l->body), place);
  if (l && starts(o->role, "carry") && at) {
    i = (unsigned)strtoul(*place + 1, (char **)place, 10), ++*place;
    return plain(call, c) && i < c->n ? follow(call->l.at[i], place) : NULL;
  }
  if (l && starts(o->role, "result of the condition")) return result_node(l->cond);
  // NOLINTNEXTLINE(cert-err34-c,bugprone-*) roles are written by core/trace
  if (!b || sscanf(o->role, "result %u of branch %u", &i, &branch) != 2) return NULL;
  return follow(result_node(branch < b->branches->n ? b->branches->at[branch] : b->otherwise),
                place);
}

// Where an operand is a part of what is written there, its role says which: "state['pos']".
static void name_part(dbx_involved *o, dbx_span of, const char *place) {
  size_t n;
  const char *text = dbx_source_text(of.file, &n) + of.begin;
  dbx_buf role = {0};
  n = of.end - of.begin;
  if (n > 40 || memchr(text, '\n', n)) return;
  bool before = strstr(o->role, "before") != NULL, carried = starts(o->role, "carry");
  dbx_putn(&role, text, n);
  dbx_printf(&role, "%s%s", place, !carried ? "" : before ? " before the body" : " after the body");
  free(o->role);
  o->role = dbx_strdup(dbx_text(&role)), o->span = (dbx_span){0};
  dbx_buf_free(&role);
}

static void place_operands(const dbx_node *call, const call_args *c, dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const char *place;
    const dbx_node *n = place_of(call, c, &d->operands[i], &place);
    if (n && *place) name_part(&d->operands[i], n->span, place);
    else if (n) d->operands[i].span = n->span;
  }
}

// The condition of a loop that gives what is no scalar has no operands, but a place.
static void point_at_condition(const call_args *c, const dbx_diag *d) {
  const o_loop *l = is_obj(c->fn, T_LOOP) ? (o_loop *)c->fn.o : NULL;
  const dbx_node *n = l && !l->is_for ? result_node(l->cond) : NULL;
  if (n && d->code == DBX_E505) dbx_diag_label(n->span, "the condition");
}

void blame_index(const dbx_node *n, pv x, pv index) {
  const dbx_diag *d = concerned();
  witness_index(n, x, index);
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

// Wrong arguments are no operands; of one that is no array its elements are.
static bool is_refused_argument(const dbx_diag *d) {
  return d->code == DBX_E202 || d->code == DBX_E406;
}

static void blame_native(const dbx_node *call, const call_args *c) {
  if (dbx_diag_pending()->n_operands || is_refused_argument(dbx_diag_pending())) return;
  if (call->a->kind == DBX_N_Attribute)
    witness_operand(call->a->a, ((o_native *)c->fn.o)->self, "object");
  for (uint32_t i = 0; plain(call, c) && i < c->n && i < MOST; i++) {
    char role[64];
    snprintf(role, sizeof role, "argument %u", i);
    witness_operand(call->l.at[i], c->at[i], role);
  }
}

void blame_call(const dbx_node *call, const call_args *c) {
  dbx_diag *d = concerned();
  witness_call(call, c), witness_library(call, c);
  if (is_native(c->fn) && witness_wanted(call->a->span, call->span)) blame_native(call, c);
  bool nested = is_obj(c->fn, T_LOOP) || is_obj(c->fn, T_COND);
  if (d && d->n_operands && nested) return place_operands(call, c, d);
  if (d && nested && !d->n_labels) point_at_condition(c, d);
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
