// See witness.h.
#include "lang/run/witness.h"

#include "base/nearest.h"
#include "lang/object/above.h"
#include "prim/prim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 6, SHORT = 40, FEW = 8 };

// ---- is it wanted? ----

static bool is_python(const dbx_diag *d) {
  return (d->code >= DBX_E202 && d->code <= DBX_E211) || d->code == DBX_E406;
}

static bool within(dbx_span inner, dbx_span outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

bool witness_wanted(dbx_span from, dbx_span to) {
  const dbx_diag *d = dbx_diag_pending();
  return d && !lang_now->handlers && is_python(d) && within(from, d->span) && within(to, d->span);
}

// Arrays that are no tracers have no log of where they come from.
static bool is_of_arrays(const dbx_diag *d) {
  bool plain = d->code >= DBX_E301 && d->code < DBX_E501 && d->n_operands > 0;
  for (uint32_t i = 0; i < d->n_operands; i++) plain &= d->operands[i].tracer == 0;
  return plain;
}

// ---- values ----

static bool is_plain(pv v) {
  return v.tag <= PV_FLOAT || (is_str(v) && !v.o->sub && STR(v)->n <= SHORT);
}

static void put_repr(dbx_buf *b, pv v) {
  dbx_diag *d = dbx_diag_take();
  size_t from = b->n;
  if (lang_repr(v, b) != DBX_OK) dbx_diag_forget(), b->n = from;
  if (d) dbx_diag_put(d);
}

static void put_keys(dbx_buf *b, const o_dict *d) {
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(d, &i, &e)) {
    if (n == FEW || !is_plain(e->key)) {
      dbx_put(b, n ? ", ..." : "");
      break;
    }
    dbx_put(b, n++ ? ", " : " with the keys ");
    put_repr(b, e->key);
  }
}

static void put_sequence(dbx_buf *b, pv v) {
  bool plain = SEQ(v)->n <= FEW && !v.o->sub;
  for (uint32_t i = 0; plain && i < SEQ(v)->n; i++) plain = is_plain(SEQ(v)->at[i]);
  dbx_printf(b, "%s of %u element%s", lang_type_name(v), SEQ(v)->n, SEQ(v)->n == 1 ? "" : "s");
  if (plain && SEQ(v)->n) dbx_put(b, " = "), put_repr(b, v);
}

static bool put_array(dbx_buf *b, pv v) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_diag *d = dbx_diag_take(); // a conversion that fails says nothing
  dbx_val x;
  bool known = above()->to_val(v, &x) == DBX_OK && dbx_is_arraylike(&x);
  if (known) dbx_put(b, dbx_aval_text(dbx_val_aval(&x)));
  else dbx_diag_forget();
  if (d) dbx_diag_put(d);
  dbx_scratch_release(m);
  return known;
}

void witness_put(dbx_buf *b, pv v) {
  if (is_none(v)) dbx_put(b, "None");
  else if (is_plain(v)) dbx_printf(b, "%s = ", lang_type_name(v)), put_repr(b, v);
  else if (is_seq(v)) put_sequence(b, v);
  else if (is_obj(v, T_DICT)) dbx_put(b, "dict"), put_keys(b, DICT(v));
  else if (is_instance(v) || is_str(v)) dbx_put(b, lang_type_name(v));
  else if (!put_array(b, v)) dbx_put(b, lang_type_name(v));
}

void witness_operand(const dbx_node *n, pv v, const char *role) {
  dbx_buf b = {0};
  if (n->kind == DBX_N_Constant || v.tag == PV_UNBOUND || !dbx_diag_pending()) return;
  if (is_obj(v, T_MODULE) || is_obj(v, T_CLASS) || is_obj(v, T_TYPE)) return;
  witness_put(&b, v);
  dbx_diag_operand(n->span, role, dbx_text(&b), 0);
  dbx_buf_free(&b);
}

void witness_value(const dbx_node *n, pv v, const char *role) {
  const dbx_diag *d = dbx_diag_pending();
  if (d && !lang_now->handlers && is_python(d) && !d->n_operands) witness_operand(n, v, role);
}

void witness_library(const dbx_node *call, const call_args *c) {
  const dbx_diag *d = dbx_diag_pending();
  if (!d || lang_now->handlers || d->n_operands || d->code != DBX_E214) return;
  if (!within(call->span, d->span) || !within(d->span, call->span)) return;
  for (uint32_t i = 0; i < call->l.n && i < c->n && call->l.at[i]->kind != DBX_N_Starred; i++)
    witness_operand(call->l.at[i], c->at[i], "argument");
}

// ---- where a name got its value ----

const dbx_node *lang_root_of(uint32_t file) {
  for (uint32_t i = lang_now->modules.n; i-- > 0;)
    if (lang_now->modules.at[i]->file == file) return lang_now->modules.at[i]->root;
  return NULL;
}

static bool has_scope(const dbx_node *n) {
  return n->kind == DBX_N_FunctionDef || n->kind == DBX_N_Lambda || n->kind == DBX_N_ListComp ||
         n->kind == DBX_N_SetComp || n->kind == DBX_N_DictComp || n->kind == DBX_N_GeneratorExp ||
         n->kind == DBX_N_ClassDef;
}

// Whose variables the environment has; of a module its root.
static const dbx_node *owner_of(const o_env *env, const dbx_node *root) {
  const dbx_node *n, *found = env ? NULL : root;
  dbx_walk w = {.next = (dbx_node *)root};
  while (root && !found && (n = dbx_walk_next(&w)))
    if (has_scope(n) && n->more->scope == env->scope) found = n;
  dbx_walk_free(&w);
  return found;
}

static bool gives_value(const dbx_node *n) {
  return n->kind == DBX_N_Assign || n->kind == DBX_N_AugAssign || n->kind == DBX_N_AnnAssign ||
         n->kind == DBX_N_For || n->kind == DBX_N_withitem || n->kind == DBX_N_comprehension ||
         n->kind == DBX_N_NamedExpr || n->kind == DBX_N_arguments;
}

// The last of them above `before` that stores the name in the scope of owner.
static const dbx_node *giver_of(const dbx_node *owner, dbx_sym name, uint32_t before) {
  const dbx_node *n, *within_it = NULL, *found = NULL;
  bool anywhere = has_scope(owner) && owner->kind != DBX_N_FunctionDef;
  dbx_walk w = {.next = (dbx_node *)owner};
  while ((n = dbx_walk_next(&w))) {
    if (n != owner && has_scope(n)) {
      dbx_walk_over(&w);
      continue;
    }
    if (gives_value(n)) within_it = n;
    bool stores = (n->kind == DBX_N_Name && n->ctx == DBX_STORE) || n->kind == DBX_N_arg;
    if (stores && n->name == name && (anywhere || n->span.begin < before)) found = within_it;
  }
  dbx_walk_free(&w);
  return found;
}

static void put_text(dbx_buf *b, dbx_span s) {
  size_t n;
  const char *text = dbx_source_text(s.file, &n) + s.begin;
  const char *newline = memchr(text, '\n', s.end - s.begin);
  n = newline ? (size_t)(newline - text) : s.end - s.begin;
  dbx_putn(b, text, n);
  if (newline) dbx_put(b, " ...");
}

static const dbx_node *value_in(const dbx_node *giver) {
  switch (giver->kind) {
  case DBX_N_Assign: return giver->a;
  case DBX_N_AugAssign: return giver;
  case DBX_N_AnnAssign: return giver->more->c;
  case DBX_N_NamedExpr: return giver->b;
  case DBX_N_withitem: return giver->a;
  case DBX_N_For:
  case DBX_N_comprehension: return giver->b;
  default: return NULL;
  }
}

// "computed by: n - 5", "element of sizes", "parameter of 'f'"; NULL: nothing is known.
static const dbx_node *put_origin(dbx_buf *b, const dbx_node *owner, const dbx_node *giver) {
  if (giver->kind == DBX_N_arguments) {
    bool named = owner->kind == DBX_N_FunctionDef;
    dbx_printf(b, "parameter of %s%s%s", named ? "'" : "",
               named ? dbx_sym_text(owner->name) : "a lambda", named ? "'" : "");
    return owner;
  }
  const dbx_node *v = value_in(giver);
  bool element = giver->kind == DBX_N_For || giver->kind == DBX_N_comprehension;
  if (!v) return NULL;
  if (v->kind == DBX_N_Constant && !element) return dbx_put(b, "assigned"), v;
  dbx_put(b, element                          ? "element of: "
             : giver->kind == DBX_N_AugAssign ? "changed by: "
                                              : "computed by: ");
  put_text(b, v->span);
  return v;
}

static const o_env *env_of(const o_env *env, const dbx_node *name) {
  for (uint32_t i = 0; name->where == DBX_OUTER && env && i < name->hops; i++) env = env->outer;
  return name->where == DBX_GLOBAL ? NULL : env;
}

// Does the environment have the name where its node says? Parts of a definition are of another one.
static bool has_name(const o_env *of, const dbx_node *n) {
  if (n->where != DBX_LOCAL && n->where != DBX_OUTER) return n->where == DBX_GLOBAL;
  return of && of->scope && n->slot < of->n && n->slot < of->scope->n_names &&
         of->scope->names[n->slot] == n->name;
}

static bool is_value(pv v) {
  return v.tag != PV_UNBOUND && !is_obj(v, T_MODULE) && !is_obj(v, T_CLASS) && !is_obj(v, T_TYPE) &&
         !is_obj(v, T_FUNCTION) && !is_native(v) && !is_obj(v, T_QJIT);
}

static bool is_noted(const char *length) {
  const dbx_diag *d = dbx_diag_pending();
  for (uint32_t i = 0; i < d->n_births; i++)
    if (!strcmp(d->births[i].length, length)) return true;
  return false;
}

static void names_in(o_env *env, const dbx_node *n, uint32_t before, int depth);

// None of a call of a function of the program that has no other result.
static void note_none(o_env *env, const dbx_node *value) {
  pv f;
  const dbx_node *n;
  bool returns = false;
  if (value->kind != DBX_N_Call || value->a->kind != DBX_N_Name) return;
  if (!has_name(env_of(env, value->a), value->a)) return;
  f = lang_value(env, value->a);
  if (f.tag == PV_UNBOUND) return dbx_diag_forget();
  if (!is_obj(f, T_FUNCTION) || ((o_function *)f.o)->node->kind != DBX_N_FunctionDef) return;
  const o_function *fn = (o_function *)f.o;
  dbx_walk w = {.next = (dbx_node *)fn->node};
  while ((n = dbx_walk_next(&w)))
    if (n != fn->node && has_scope(n)) dbx_walk_over(&w);
    else returns |= n->kind == DBX_N_Return && n->a;
  dbx_walk_free(&w);
  dbx_place p = dbx_source_place(fn->node->span.file, fn->node->span.begin);
  dbx_diag_note(returns ? "'%s' (line %u) gives None where it ends without a return"
                        : "'%s' (line %u) has no return, so that it gives None",
                dbx_sym_text(fn->name), p.line);
}

static void one_name(o_env *env, const dbx_node *n, uint32_t before, int depth) {
  if (!has_name(env_of(env, n), n)) return;
  dbx_diag *d = dbx_diag_take();
  pv v = lang_value(env, n); // a name: no code of the program runs
  if (v.tag == PV_UNBOUND) dbx_diag_forget();
  dbx_diag_put(d);
  if (!is_value(v) || d->n_births >= MOST_NAMES || v.tag == PV_TRACER) return;
  if (is_instance(v) && !strcmp(dbx_sym_text(n->name), "self")) return;
  const o_env *of = env_of(env, n);
  const dbx_node *owner = owner_of(of, lang_root_of(n->span.file));
  const dbx_node *giver = owner ? giver_of(owner, n->name, of == env ? before : UINT32_MAX) : NULL;
  if (!giver) return;
  dbx_buf length = {0}, text = {0};
  dbx_put(&length, dbx_sym_text(n->name));
  if (is_none(v)) dbx_put(&length, " = None");
  else if (is_plain(v)) dbx_put(&length, " = "), put_repr(&length, v);
  const dbx_node *from = put_origin(&text, owner, giver);
  bool told = from && (from->kind != DBX_N_Constant) && !is_noted(dbx_text(&length));
  if (from && !is_noted(dbx_text(&length)))
    dbx_diag_birth(dbx_text(&length), 0, from->span, dbx_text(&text));
  dbx_buf_free(&length), dbx_buf_free(&text);
  if (told && giver->kind != DBX_N_arguments && of == env && depth)
    names_in(env, from, giver->span.begin, depth - 1);
  if (told && is_none(v) && giver->kind == DBX_N_Assign) note_none(env, from);
}

static void names_in(o_env *env, const dbx_node *n, uint32_t before, int depth) {
  dbx_walk w = {.next = (dbx_node *)n};
  const dbx_node *x;
  while ((x = dbx_walk_next(&w))) {
    if (x != n && has_scope(x)) dbx_walk_over(&w);
    else if (x->kind == DBX_N_Name && x->ctx == DBX_LOAD) one_name(env, x, before, depth);
  }
  dbx_walk_free(&w);
}

// The innermost node that has the whole place in it; not within a scope of its own.
static const dbx_node *innermost(const dbx_node *root, dbx_span at) {
  const dbx_node *n, *found = root;
  dbx_walk w = {.next = (dbx_node *)root};
  while ((n = dbx_walk_next(&w))) {
    if (n != root && (has_scope(n) || !within(at, n->span))) {
      if (n->span.begin || n->span.end) dbx_walk_over(&w);
      continue;
    }
    found = n;
  }
  dbx_walk_free(&w);
  return found;
}

// What a target with several names takes apart.
static void taken_apart(o_env *env, const dbx_node *n) {
  if (!has_name(env_of(env, n->a), n->a)) return;
  dbx_diag *d = dbx_diag_take();
  pv v = lang_value(env, n->a);
  if (v.tag == PV_UNBOUND) dbx_diag_forget();
  dbx_diag_put(d);
  if (!d->n_operands) witness_operand(n->a, v, "value");
  names_in(env, n->a, n->span.begin, 1);
}

void witness_names(o_env *env, const dbx_node *n) {
  const dbx_diag *d = dbx_diag_pending();
  if (n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef || lang_in_library(n->span)) return;
  if (!d || lang_now->handlers || lang_now->draft.on || !within(d->span, n->span)) return;
  if (!(is_python(d) && !d->n_births) && !is_of_arrays(d)) return;
  if (d->frames_n && is_of_arrays(d)) return;
  bool target = n->kind == DBX_N_Assign && d->span.end <= n->a->span.begin;
  if (target && n->a->kind == DBX_N_Name && d->code == DBX_E208) taken_apart(env, n);
  else names_in(env, target ? n : innermost(n, d->span), d->span.begin, 1);
}

// ---- calls ----

static const dbx_node *argument_for(const dbx_node *call, const o_function *f, bool method,
                                    const char *name, size_t length) {
  const dbx_node *a = f->node->a;
  for (uint32_t i = 0; i < call->more->m.n; i++) {
    const dbx_node *k = call->more->m.at[i];
    if (k->name && strlen(dbx_sym_text(k->name)) == length &&
        !memcmp(dbx_sym_text(k->name), name, length))
      return k->a;
  }
  uint32_t n = a->l.n + a->more->m.n;
  for (uint32_t i = 0; i < n; i++) {
    const dbx_node *p = i < a->l.n ? a->l.at[i] : a->more->m.at[i - a->l.n];
    const char *has = dbx_sym_text(p->name);
    if (strlen(has) != length || memcmp(has, name, length) != 0) continue;
    if (method && !i) return NULL;
    return i - method < call->l.n && call->l.at[i - method]->kind != DBX_N_Starred
               ? call->l.at[i - method]
               : NULL;
  }
  return NULL;
}

void witness_call(const dbx_node *call, const call_args *c) {
  dbx_diag *d = dbx_diag_pending();
  if (!d || lang_now->handlers || !d->frames_n || !is_obj(c->fn, T_FUNCTION)) return;
  if (!is_python(d) && !is_of_arrays(d)) return;
  const o_function *f = (o_function *)c->fn.o;
  bool method = c->n > call->l.n && call->a->kind == DBX_N_Attribute;
  dbx_buf of = {0};
  dbx_printf(&of, "parameter of '%s'", dbx_sym_text(f->name));
  for (uint32_t i = 0, n = d->n_births; i < n; i++) {
    dbx_birth *x = &d->births[i];
    if (strcmp(x->text, dbx_text(&of)) != 0 || x->tracer) continue;
    const dbx_node *given = argument_for(call, f, method, x->length, strcspn(x->length, " "));
    if (!given) continue;
    size_t from = of.n;
    dbx_put(&of, ", given as ");
    put_text(&of, given->span);
    free(x->text);
    x->text = dbx_strdup(dbx_text(&of)), x->span = given->span;
    of.n = from, of.at[from] = 0;
    names_in(c->env, given, call->span.begin, 1);
  }
  dbx_buf_free(&of);
}

// ---- subscripts ----

static void note_keys(const o_dict *d, pv key) {
  dbx_buf b = {0};
  put_keys(&b, d);
  if (is_str(key)) {
    dbx_nearest near = dbx_nearest_to(STR(key)->s);
    uint32_t i = 0;
    dict_entry *e;
    while (dict_next(d, &i, &e))
      if (is_str(e->key)) dbx_nearest_try(&near, STR(e->key)->s);
    (void)!dbx_nearest_advise(&near, "");
  }
  if (b.n) dbx_diag_note("the keys are%s", dbx_text(&b) + strlen(" with the keys"));
  else dbx_diag_note("the dict is empty");
  dbx_buf_free(&b);
}

static void note_range(const dbx_node *of, int64_t n, pv index) {
  dbx_buf b = {0};
  put_text(&b, of->span);
  if (!n) dbx_diag_note("%s has no elements", dbx_text(&b));
  else if (n == 1) dbx_diag_note("%s has 1 element: its index is 0", dbx_text(&b));
  else if (index.tag == PV_INT)
    dbx_diag_note("the index is %" PRId64 ", and %s has %" PRId64 " elements: from 0 to %" PRId64
                  ", or -%" PRId64 " to -1 from the end",
                  index.i, dbx_text(&b), n, n - 1, n);
  dbx_buf_free(&b);
}

void witness_index(const dbx_node *n, pv x, pv index) {
  const dbx_diag *d = dbx_diag_pending();
  if (!witness_wanted(n->a->span, n->b->span) || d->n_operands || lang_in_library(n->span)) return;
  witness_operand(n->a, x, "indexed object");
  if (n->b->kind != DBX_N_Slice) witness_operand(n->b, index, "index");
  if (d->code == DBX_E207 && is_obj(x, T_DICT)) note_keys(DICT(x), index);
  if (d->code == DBX_E206 && is_seq(x)) note_range(n->a, SEQ(x)->n, index);
  if (d->code == DBX_E206 && is_str(x)) note_range(n->a, STR(x)->points, index);
}
