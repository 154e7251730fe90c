// Evaluating what failed in a recording (see repeated.h).
#include "cmd/questions/repeated.h"

#include "debug/peers.h"
#include "lang/lang.h"
#include "lang/object/above.h"
#include "lang/run/blame.h"
#include "lang/run/witness.h"
#include "lang/syntax/ast.h"
#include "trace/attempt.h"

#include <string.h>

typedef struct moment {
  dbx_span at;
  const dbx_replay_name *names;
  uint32_t n_names;
  const dbx_module *text;
  dbx_vec(const dbx_node *) around; // the functions that the place is in, outermost first
  const dbx_node *statement;        // that the place is in; NULL: the body of a lambda
  const dbx_node *expression;       // that is the place; NULL: none
  uint32_t n_eqns;                  // of the context when the expression had been evaluated
} moment;

// ---- where it is ----

static bool holds(dbx_span s, dbx_span at) { return s.begin <= at.begin && at.end <= s.end; }

static bool is_statement(const dbx_node *n) { return lang_now->kinds[n->kind].run != NULL; }

static bool is_in_body(const dbx_node *f, dbx_span at) {
  if (f->kind == DBX_N_Lambda) return holds(f->b->span, at);
  return f->kind == DBX_N_FunctionDef && f->l.n && f->l.at[0]->span.begin <= at.begin &&
         at.end <= f->l.at[f->l.n - 1]->span.end;
}

// What is written in a class or a comprehension has names that a call does not have.
static bool has_other_names(const dbx_node *n) {
  return n->kind == DBX_N_ClassDef || n->kind == DBX_N_ListComp || n->kind == DBX_N_SetComp ||
         n->kind == DBX_N_DictComp || n->kind == DBX_N_GeneratorExp;
}

static bool find(moment *m) {
  dbx_walk w = {.next = m->text->root};
  bool found = true;
  for (const dbx_node *n; found && (n = dbx_walk_next(&w));) {
    dbx_span s = {n->span.file, dbx_statement_begin(n), n->span.end};
    if (n == m->text->root || n->kind == DBX_N_arguments) continue;
    if (!holds(s, m->at)) {
      if (is_statement(n)) dbx_walk_over(&w);
      continue;
    }
    bool exact = n->span.begin == m->at.begin && n->span.end == m->at.end;
    if (has_other_names(n) && !exact) found = false;
    if (is_statement(n)) m->statement = n, m->expression = NULL;
    else if (exact && !m->expression) m->expression = n;
    if (is_in_body(n, m->at)) dbx_push(&m->around, n);
    if (n->kind == DBX_N_Lambda && is_in_body(n, m->at)) m->statement = NULL;
  }
  dbx_walk_free(&w);
  return found && (m->statement || m->expression);
}

// ---- what names mean there ----

static const dbx_replay_name *name_of(const moment *m, dbx_sym name) {
  for (uint32_t i = 0; i < m->n_names; i++)
    if (m->names[i].name == name) return &m->names[i];
  return NULL;
}

// Runs a statement whose failure says nothing: what it would have bound is not known then.
static void run_if_it_can(o_env *env, const dbx_node *n) {
  pv ignored;
  dbx_node *one[1] = {(dbx_node *)n};
  if (lang_exec(env, &(dbx_nodes){one, 1}, &ignored) == FLOW_FAIL) dbx_diag_forget();
}

// Functions that a text defines in front of the place, which no value was recorded of.
static void define(const moment *m, o_env *env, const dbx_nodes *body) {
  for (uint32_t i = 0; i < body->n && body->at[i]->span.end <= m->at.begin; i++) {
    const dbx_node *n = body->at[i];
    if (n->kind == DBX_N_FunctionDef && !name_of(m, n->name)) run_if_it_can(env, n);
  }
}

// Does the language have the module that the statement imports? Others would be run.
static bool imports_known(const dbx_node *n) {
  if (n->kind == DBX_N_ImportFrom) return !n->flag && above()->is_module(dbx_sym_text(n->name));
  for (uint32_t i = 0; i < n->l.n; i++)
    if (!above()->is_module(dbx_sym_text(n->l.at[i]->name))) return false;
  return true;
}

static void open_module(const moment *m) {
  const dbx_nodes *body = &m->text->root->l;
  for (uint32_t i = 0; i < body->n; i++) {
    const dbx_node *n = body->at[i];
    bool import = n->kind == DBX_N_Import || n->kind == DBX_N_ImportFrom;
    bool plain = n->kind == DBX_N_FunctionDef && !n->more->m.n;
    if (plain || (import && imports_known(n))) run_if_it_can(NULL, n);
  }
  for (uint32_t i = 0; i < m->n_names; i++) {
    pv v;
    if (lang_from_val(&m->names[i].value, &v) == DBX_OK)
      dict_put_sym(lang_now->globals, m->names[i].name, v);
    else dbx_diag_forget();
  }
}

// The variables of a function, with its names; on the root stack.
static o_env *open_function(const moment *m, const dbx_node *f, o_env *outer) {
  o_env *env = lang_new_env(f->more->scope, outer);
  lang_pin(pv_obj(env));
  for (uint32_t i = 0; i < env->scope->n_names; i++) {
    const dbx_replay_name *name = name_of(m, env->scope->names[i]);
    pv v = PV(PV_UNBOUND);
    if (name && lang_from_val(&name->value, &v) != DBX_OK) dbx_diag_forget();
    env->slot[i] = v;
  }
  if (f->kind == DBX_N_FunctionDef) define(m, env, &f->l);
  return env;
}

// ---- doing it again ----

static dbx_status evaluate(const moment *m, o_env *env, const dbx_node *n, bool test) {
  pv v;
  bool ignored;
  uint32_t mark = lang_pins();
  dbx_here = n->span;
  dbx_status st = lang_eval(env, n, &v);
  if (st == DBX_OK && test) st = lang_test(n, v, &ignored);
  if (st != DBX_OK) {
    if (m->statement) witness_names(env, m->statement);
    blame_line(m->statement ? m->statement->span : n->span);
  }
  return lang_unpin(mark), st;
}

static bool has_test(const dbx_node *s) {
  return s && (s->kind == DBX_N_If || s->kind == DBX_N_While || s->kind == DBX_N_Assert);
}

// Is it a statement that does nothing but what the place is a part of?
static bool is_simple(const dbx_node *s) {
  switch (s ? s->kind : DBX_N_COUNT) {
  case DBX_N_Return:
  case DBX_N_Assign:
  case DBX_N_AugAssign:
  case DBX_N_AnnAssign:
  case DBX_N_Expr:
  case DBX_N_FunctionDef: return true;
  default: return false;
  }
}

static bool is_target(const dbx_node *n) {
  bool may = n->kind == DBX_N_Name || n->kind == DBX_N_Attribute || n->kind == DBX_N_Subscript ||
             n->kind == DBX_N_Tuple || n->kind == DBX_N_List;
  return may && n->ctx != DBX_LOAD;
}

static dbx_status again(moment *m, o_env *env) {
  const dbx_node *e = m->expression, *s = m->statement;
  pv ignored;
  if (e && !is_target(e)) DBX_TRY(evaluate(m, env, e, has_test(s) && s->a == e));
  m->n_eqns = dbx_trace_frame()->eqns.n;
  if (has_test(s) && s->a != e) return evaluate(m, env, s->a, true);
  dbx_node *one[1] = {(dbx_node *)s};
  if (!is_simple(s)) return DBX_OK;
  return lang_exec(env, &(dbx_nodes){one, 1}, &ignored) == FLOW_FAIL ? DBX_FAIL : DBX_OK;
}

static dbx_status at_moment(moment *m) {
  o_env *env = NULL;
  uint32_t mark = lang_pins();
  open_module(m);
  for (uint32_t i = 0; i < m->around.n; i++) env = open_function(m, m->around.at[i], env);
  dbx_status st = again(m, env);
  return lang_unpin(mark), st;
}

// Tracers of the attempt are none of the trace.
static void forget_tracers(uint32_t first, uint32_t frame) {
  dbx_diag *d = dbx_diag_pending();
  d->frame = frame;
  for (uint32_t i = 0; i < d->n_operands; i++)
    if (d->operands[i].tracer >= first) d->operands[i].tracer = 0;
  for (uint32_t i = 0; i < d->n_births; i++)
    if (d->births[i].tracer >= first) d->births[i].tracer = 0;
}

// Of the expression, else of the rest of its statement.
static const char *refused_of(const moment *m, uint32_t first) {
  const dbx_frame *f = dbx_trace_frame();
  peers_found expression = {0}, all = {0};
  peers_see_frame(&expression, f, first, m->n_eqns);
  peers_see_frame(&all, f, first, f->eqns.n);
  const char *refused = peers_refused(&expression);
  return refused ? refused : peers_refused(&all);
}

static dbx_status attempt(moment *m, const char **refused) {
  uint32_t first = dbx_var_count(), frame = dbx_trace_frame()->id, n = dbx_trace_frame()->eqns.n;
  dbx_span here = dbx_here;
  dbx_attempt *a = dbx_attempt_begin();
  dbx_status st = at_moment(m);
  if (st != DBX_OK) forget_tracers(first, frame);
  else *refused = refused_of(m, n);
  dbx_attempt_undo(a);
  return dbx_here = here, st;
}

dbx_status repeated_here(dbx_span at, const dbx_replay_name *names, uint32_t n,
                         const char **refused) {
  dbx_module *text;
  moment m = {.at = at, .names = names, .n_names = n};
  if (!dbx_trace_frame()) return DBX_OK;
  if (lang_load(at.file, &text, NULL) != DBX_OK) return dbx_diag_forget(), DBX_OK;
  m.text = text;
  dbx_status st = find(&m) ? attempt(&m, refused) : DBX_OK;
  dbx_vec_free(&m.around);
  return st;
}
