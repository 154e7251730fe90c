// The Jaxpr type checker (docs/semantics.md, Checking a Jaxpr).
//
// An equation of a plain primitive must have the types that its rule gives. A nested equation must
// pass operands of the types that the nested Jaxpr's inputs have after substitution, and its
// binders must have the nested results' dtypes, ranks and static dims; which variable names a
// dynamic result dim is the tracer's choice, and checked at run time against the value.
#include "base/poll.h"
#include "ir/scan.h"
#include "prim/prim.h"
#include "read/check_params.h"
#include "read/read.h"

#include <string.h>

typedef struct checker {
  dbx_map defined; // variables in scope of the Jaxpr being checked
  int depth;
} checker;

static dbx_status check(const dbx_jaxpr *j, int depth);

static bool in_scope(const checker *c, dbx_var v) {
  return dbx_map_find(&c->defined, v & DBX_HANDLE) != NULL;
}

static dbx_status check_dims(const checker *c, dbx_aval a, dbx_span at) {
  const dbx_aval_info *v = dbx_aval_at(a);
  for (uint32_t i = 0; i < v->rank; i++) {
    dbx_dim d = v->dims[i];
    if (dbx_dim_is_int(d)) continue;
    if (!dbx_dim_is_var(d) || !in_scope(c, (dbx_var)dbx_dim_value(d)))
      return dbx_fail(DBX_E607, at, "unbound axis size in the type of a variable");
    if (!dbx_aval_is_size(dbx_var_aval((dbx_var)dbx_dim_value(d))))
      return dbx_fail(DBX_E607, at, "an axis size is not an integer scalar");
  }
  return DBX_OK;
}

static dbx_status define(checker *c, const dbx_var *v, uint32_t n, dbx_span at) {
  for (uint32_t i = 0; i < n; i++) {
    if (in_scope(c, v[i])) return dbx_fail(DBX_E603, at, "a variable is bound twice");
    dbx_map_put(&c->defined, v[i] & DBX_HANDLE, 1);
  }
  for (uint32_t i = 0; i < n; i++) DBX_TRY(check_dims(c, dbx_var_aval(v[i]), at));
  return DBX_OK;
}

// ---- plain equations ----

static bool same_type(dbx_aval binder, dbx_aval want) {
  const dbx_aval_info *b = dbx_aval_at(binder), *w = dbx_aval_at(want);
  if (b->dtype != w->dtype || b->rank != w->rank) return false;
  for (uint32_t i = 0; i < b->rank; i++)
    if (dbx_dim_kind_of(w->dims[i]) == DBX_DIM_UNKNOWN ? dbx_dim_is_int(b->dims[i])
                                                       : !dbx_dim_equal(b->dims[i], w->dims[i]))
      return false;
  return true;
}

// Equations that were read have no event; their text begins with the binders.
static dbx_span binder_span(const dbx_eqn *e, uint32_t i) {
  return e->event || !e->span.file ? e->span : dbx_scan_binder(e->span, i);
}

static dbx_status mismatch(const dbx_eqn *e, uint32_t i, dbx_aval want) {
  dbx_buf b = {0}, w = {0};
  dbx_put_aval(&b, dbx_var_aval(e->out[i]), NULL);
  dbx_put_aval(&w, want, NULL);
  dbx_status st =
      dbx_fail(DBX_E604, binder_span(e, i),
               "Value for result %u of %s inconsistently typed as %s for let-binder of type %s", i,
               e->prim->name, dbx_text(&w), dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&w);
  return st;
}

static uint32_t least_operands(const dbx_primitive *p) {
  uint32_t n = 0;
  for (const char *s = p->operands; *s;) {
    const char *end = strchr(s, ' ');
    size_t len = end ? (size_t)(end - s) : strlen(s);
    n += len < 3 || memcmp(s + len - 3, "...", 3) != 0;
    s += len + (end != NULL);
  }
  return n;
}

static dbx_status check_plain(const dbx_eqn *e) {
  bool variadic = strstr(e->prim->operands, "...") != NULL;
  dbx_site s = {e->prim, e->in, e->params, e->n_in, e->n_params};
  uint32_t least = least_operands(e->prim), results = dbx_primitive_results(&s);
  if (e->n_in < least || (!variadic && e->n_in != least) || (variadic && !e->n_in && least))
    return dbx_fail(DBX_E605, e->span, "%s takes %u operands, not %u", e->prim->name, least,
                    e->n_in);
  if (e->n_out != results)
    return dbx_fail(DBX_E605, e->span, "%s gives %u results, not %u", e->prim->name, results,
                    e->n_out);
  dbx_aval *want = DBX_TMP(dbx_aval, results + 1);
  if (e->prim->rule(&s, want) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    dbx_status st = dbx_fail(DBX_E605, e->span, "%s", d->message);
    dbx_diag_free(d);
    return st;
  }
  for (uint32_t i = 0; i < results; i++)
    if (!same_type(dbx_var_aval(e->out[i]), want[i])) return mismatch(e, i, want[i]);
  return DBX_OK;
}

// ---- nested equations ----

static dbx_status misfit(const dbx_eqn *e, const char *what) {
  return dbx_fail(DBX_E606, e->span, "%s: %s", e->prim->name, what);
}

// One nested Jaxpr of an equation, and which operand each of its inputs gets.
typedef struct call {
  const dbx_jaxpr *j;
  const uint32_t *operand;
  uint32_t rows; // the first input that gets a row of its operand; n_in: none does
} call;

static dbx_dim substituted(const dbx_eqn *e, const call *c, dbx_dim d) {
  if (!dbx_dim_is_var(d)) return d;
  for (uint32_t i = 0; i < c->j->n_in; i++) {
    if (c->j->invars[i] != (dbx_var)dbx_dim_value(d)) continue;
    dbx_atom a = e->in[c->operand[i]];
    return dbx_dim_of_atom(a);
  }
  return d;
}

static dbx_status check_call(const dbx_eqn *e, const call *c) {
  for (uint32_t i = 0; i < c->j->n_in; i++) {
    const dbx_aval_info *want = dbx_aval_at(dbx_var_aval(c->j->invars[i])),
                        *have = dbx_aval_at(dbx_atom_aval(e->in[c->operand[i]]));
    uint32_t cut = i >= c->rows;
    bool ok = want->dtype == have->dtype && want->rank + cut == have->rank;
    for (uint32_t k = 0; ok && k < want->rank; k++)
      ok = dbx_dim_equal(substituted(e, c, want->dims[k]), have->dims[k + cut]);
    if (!ok)
      return dbx_fail(DBX_E606, e->span, "%s passes operand %u to a Jaxpr expecting another type",
                      e->prim->name, c->operand[i]);
  }
  return DBX_OK;
}

// The binders against the nested Jaxpr's results; from `rows` on they hold rows of these.
static dbx_status check_rows(const dbx_eqn *e, const dbx_jaxpr *j, uint32_t rows) {
  if (j->n_out != e->n_out)
    return misfit(e, "the number of results differs from the nested Jaxpr's");
  for (uint32_t i = 0; i < e->n_out; i++) {
    const dbx_aval_info *b = dbx_aval_at(dbx_var_aval(e->out[i])),
                        *v = dbx_aval_at(dbx_atom_aval(j->outs[i]));
    uint32_t more = i >= rows;
    bool ok = b->dtype == v->dtype && b->rank == v->rank + more;
    for (uint32_t k = 0; ok && k < v->rank; k++)
      ok = dbx_dim_is_int(v->dims[k]) ? b->dims[k + more] == v->dims[k]
                                      : !dbx_dim_is_int(b->dims[k + more]);
    if (!ok) return mismatch(e, i, dbx_atom_aval(j->outs[i]));
  }
  return DBX_OK;
}

static dbx_status check_results(const dbx_eqn *e, const dbx_jaxpr *j) {
  return check_rows(e, j, j->n_out);
}

// Result i of a loop's body has to fit the input that gets it in the next trip. Which variable
// names a traced length is compared at run time: Catalyst prints unsound ones
// (conformance/divergent/while_capture_shifts_dims.out), and with lengths as polynomials a body
// computes one that is what it was.
static dbx_status check_carry(const dbx_eqn *e, const dbx_jaxpr *body, uint32_t i, uint32_t at) {
  const dbx_aval_info *in = dbx_aval_at(dbx_var_aval(body->invars[at])),
                      *out = dbx_aval_at(dbx_atom_aval(body->outs[i]));
  bool ok = in->dtype == out->dtype && in->rank == out->rank;
  for (uint32_t k = 0; ok && k < in->rank; k++) {
    bool number = dbx_dim_is_int(in->dims[k]) || dbx_dim_is_int(out->dims[k]);
    ok = !number || in->dims[k] == out->dims[k];
  }
  if (ok) return DBX_OK;
  return dbx_fail(DBX_E606, e->span,
                  "%s: result %u of the body has another type than what it is in the next "
                  "iteration",
                  e->prim->name, i);
}

// Result i feeds input `first` + i, or for i >= n_implicit one further to the right by `skip` (a
// loop index).
static dbx_status check_carries(const dbx_eqn *e, const dbx_jaxpr *body, uint32_t first,
                                uint32_t n_implicit, uint32_t skip) {
  if (body->n_in < first + skip || body->n_out != body->n_in - first - skip ||
      n_implicit > body->n_out)
    return misfit(e, "the number of results of the body differs from what the loop carries");
  for (uint32_t i = 0; i < body->n_out; i++)
    DBX_TRY(check_carry(e, body, i, first + i + (i < n_implicit ? 0 : skip)));
  return DBX_OK;
}

static const dbx_jaxpr *jaxpr_param(const dbx_eqn *e, dbx_sym key) {
  const dbx_param *p = dbx_eqn_param(e, key);
  return p && p->kind == DBX_P_JAXPR ? p->jaxpr : NULL;
}

static bool count_param(const dbx_eqn *e, dbx_sym key, uint32_t *n) {
  const dbx_param *p = dbx_eqn_param(e, key);
  if (!p || p->kind != DBX_P_INT || p->i < 0 || p->i > e->n_in) return false;
  *n = (uint32_t)p->i;
  return true;
}

static bool is_bool_scalar(dbx_aval a) {
  return dbx_aval_at(a)->rank == 0 && dbx_aval_at(a)->dtype == DBX_BOOL;
}

static dbx_status check_for(const dbx_eqn *e) {
  const dbx_jaxpr *body = jaxpr_param(e, DBX_S_body_jaxpr);
  uint32_t k, d;
  if (!body || !count_param(e, DBX_S_body_nconsts, &k) || !count_param(e, DBX_S_nimplicit, &d))
    return misfit(e, "a parameter is missing");
  if (k + d + 4 > e->n_in || body->n_in != e->n_in - 3)
    return misfit(e, "the number of operands differs from the body's inputs");
  uint32_t *operand = DBX_TMP(uint32_t, body->n_in);
  for (uint32_t i = 0; i < body->n_in; i++) operand[i] = i < k + d ? i : i + 3;
  for (uint32_t i = k + d; i < k + d + 4; i++)
    if (!dbx_aval_is_int_scalar(dbx_atom_aval(e->in[i])))
      return misfit(e, "bounds must be integer scalars");
  DBX_TRY(check_call(e, &(call){body, operand, body->n_in}));
  DBX_TRY(check_carries(e, body, k, d, 1));
  return check_results(e, body);
}

// jax.vmap gives a while a condition for each example, whose axes all carries begin with.
static dbx_status check_examples(const dbx_eqn *e, const dbx_aval_info *go) {
  if (go->rank && e->prim->id != DBX_PRIM_while)
    return misfit(e, "the condition must give one boolean scalar");
  for (uint32_t i = 0; i < e->n_out; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[i]));
    bool fits = t->rank >= go->rank;
    for (uint32_t k = 0; fits && k < go->rank; k++)
      fits = !dbx_dim_is_int(go->dims[k]) || go->dims[k] == t->dims[k];
    if (!fits) return misfit(e, "a carry has other examples than the condition");
  }
  return DBX_OK;
}

static dbx_status check_while(const dbx_eqn *e) {
  const dbx_jaxpr *body = jaxpr_param(e, DBX_S_body_jaxpr),
                  *test = jaxpr_param(e, DBX_S_cond_jaxpr);
  uint32_t kc, kb;
  if (!body || !test || !count_param(e, DBX_S_cond_nconsts, &kc) ||
      !count_param(e, DBX_S_body_nconsts, &kb))
    return misfit(e, "a parameter is missing");
  if (kc + kb > e->n_in || body->n_in != e->n_in - kc || test->n_in != e->n_in - kb)
    return misfit(e, "the number of operands differs from the inputs of body or condition");
  uint32_t *operand = DBX_TMP(uint32_t, e->n_in);
  for (uint32_t i = 0; i < test->n_in; i++) operand[i] = i < kc ? i : i + kb;
  DBX_TRY(check_call(e, &(call){test, operand, test->n_in}));
  for (uint32_t i = 0; i < body->n_in; i++) operand[i] = i + kc;
  DBX_TRY(check_call(e, &(call){body, operand, body->n_in}));
  if (test->n_out != 1 || dbx_aval_at(dbx_atom_aval(test->outs[0]))->dtype != DBX_BOOL)
    return misfit(e, "the condition must give one boolean scalar");
  DBX_TRY(check_examples(e, dbx_aval_at(dbx_atom_aval(test->outs[0]))));
  DBX_TRY(check_carries(e, body, kb, 0, 0));
  return check_results(e, body);
}

// The number of trips of a scan, and that arrays have as many rows.
static dbx_status check_length(const dbx_eqn *e, uint32_t rows, uint32_t carries) {
  const dbx_param *length = dbx_eqn_param(e, DBX_S_length);
  bool known = length && length->kind == DBX_P_INT;
  uint32_t n = e->n_in - !known;
  if (!length || (!known && length->kind != DBX_P_NONE))
    return misfit(e, "the parameter length is missing");
  if (!known && !dbx_aval_is_int_scalar(dbx_atom_aval(e->in[n])))
    return misfit(e, "the length must be an integer scalar");
  dbx_dim d = known ? dbx_dim_int(length->i) : dbx_dim_of_atom(e->in[n]);
  for (uint32_t i = rows; i < n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(e->in[i]));
    if (!t->rank || !dbx_dim_equal(t->dims[0], d))
      return misfit(e, "an array has another number of rows than there are trips");
  }
  for (uint32_t i = carries; i < e->n_out; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(e->out[i]));
    if (!t->rank || !dbx_dim_equal(t->dims[0], d))
      return misfit(e, "a result has another number of rows than there are trips");
  }
  return DBX_OK;
}

static dbx_status check_scan(const dbx_eqn *e) {
  const dbx_jaxpr *body = jaxpr_param(e, DBX_S_jaxpr);
  const dbx_param *length = dbx_eqn_param(e, DBX_S_length);
  uint32_t k, c, more = length && length->kind == DBX_P_NONE;
  if (!body || !count_param(e, DBX_S_num_consts, &k) || !count_param(e, DBX_S_num_carry, &c))
    return misfit(e, "a parameter is missing");
  if (body->n_in + more != e->n_in || k + c > body->n_in)
    return misfit(e, "the number of operands differs from the body's inputs");
  if (c > body->n_out)
    return misfit(e, "the number of results of the body differs from what the loop carries");
  uint32_t *operand = DBX_TMP(uint32_t, body->n_in);
  for (uint32_t i = 0; i < body->n_in; i++) operand[i] = i;
  DBX_TRY(check_call(e, &(call){body, operand, k + c}));
  for (uint32_t i = 0; i < c; i++) DBX_TRY(check_carry(e, body, i, k + i));
  DBX_TRY(check_rows(e, body, c));
  return check_length(e, k + c, c);
}

static dbx_status check_branches(const dbx_eqn *e, const dbx_param *branches, uint32_t preds) {
  uint32_t *operand = DBX_TMP(uint32_t, e->n_in);
  for (uint32_t i = 0; i + preds < e->n_in; i++) operand[i] = i + preds;
  for (uint32_t i = 0; i < branches->n; i++) {
    if (branches->item[i]->kind != DBX_P_JAXPR) return misfit(e, "a branch is not a Jaxpr");
    const dbx_jaxpr *j = branches->item[i]->jaxpr;
    if (j->n_in != e->n_in - preds) return misfit(e, "a branch takes another number of constants");
    DBX_TRY(check_call(e, &(call){j, operand, j->n_in}));
    DBX_TRY(check_results(e, j));
  }
  return DBX_OK;
}

static dbx_status check_cond(const dbx_eqn *e) {
  const dbx_param *branches = dbx_eqn_param(e, DBX_S_branch_jaxprs),
                  *implicit = dbx_eqn_param(e, DBX_S_nimplicit_outputs);
  if (!branches || !branches->n || branches->n - 1 > e->n_in)
    return misfit(e, "a parameter is missing");
  for (uint32_t i = 0; i + 1 < branches->n; i++)
    if (!is_bool_scalar(dbx_atom_aval(e->in[i])))
      return misfit(e, "a predicate is not a boolean scalar");
  if (implicit && implicit->i > e->n_out) return misfit(e, "nimplicit_outputs is too large");
  return check_branches(e, branches, branches->n - 1);
}

static dbx_status check_switch(const dbx_eqn *e) {
  const dbx_param *branches = dbx_eqn_param(e, DBX_S_branches);
  if (!branches || !branches->n || !e->n_in || !dbx_aval_is_int_scalar(dbx_atom_aval(e->in[0])))
    return misfit(e, "the number of the branch has to be an integer scalar");
  return check_branches(e, branches, 1);
}

static dbx_status check_operands(const dbx_eqn *e, const dbx_jaxpr *j) {
  if (!j) return misfit(e, "the parameter with the Jaxpr is missing");
  if (j->n_in != e->n_in)
    return misfit(e, "the number of operands differs from the Jaxpr's inputs");
  uint32_t *operand = DBX_TMP(uint32_t, e->n_in);
  for (uint32_t i = 0; i < e->n_in; i++) operand[i] = i;
  return check_call(e, &(call){j, operand, j->n_in});
}

static dbx_status check_pjit(const dbx_eqn *e) {
  const dbx_jaxpr *j = jaxpr_param(e, DBX_S_jaxpr);
  DBX_TRY(check_operands(e, j));
  return check_results(e, j);
}

static dbx_status check_func(const dbx_eqn *e) {
  const dbx_jaxpr *j = jaxpr_param(e, DBX_S_call_jaxpr);
  DBX_TRY(check_operands(e, j));
  return check_results(e, j);
}

// What its block gives besides the register is dropped.
static dbx_status check_adjoint(const dbx_eqn *e) {
  const dbx_jaxpr *j = jaxpr_param(e, DBX_S_jaxpr);
  DBX_TRY(check_operands(e, j));
  bool ok = j->n_out && e->n_out == 1 &&
            dbx_aval_at(dbx_atom_aval(j->outs[j->n_out - 1]))->dtype == DBX_QREG &&
            dbx_aval_at(dbx_var_aval(e->out[0]))->dtype == DBX_QREG;
  return ok ? DBX_OK : misfit(e, "the block has to give the register last");
}

static dbx_status check_nested(const dbx_eqn *e) {
  static const struct {
    const char *key; // that only equations of this kind have
    dbx_status (*check)(const dbx_eqn *e);
  } kinds[] = {{"apply_reverse_transform", check_for},
               {"cond_jaxpr", check_while},
               {"branch_jaxprs", check_cond},
               {"branches", check_switch},
               {"num_carry", check_scan},
               {"call_jaxpr", check_func},
               {"args_tree", check_adjoint},
               {"jaxpr", check_pjit}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (dbx_eqn_param(e, dbx_intern(kinds[i].key))) return kinds[i].check(e);
  return misfit(e, "a parameter is missing");
}

static dbx_status check_inside(const dbx_eqn *e, int depth) {
  for (uint32_t i = 0; i < e->n_params; i++) {
    const dbx_param *p = e->params[i].val;
    if (p->kind == DBX_P_JAXPR) DBX_TRY(check(p->jaxpr, depth + 1));
    for (uint32_t k = 0; k < p->n; k++)
      if (p->item[k]->kind == DBX_P_JAXPR) DBX_TRY(check(p->item[k]->jaxpr, depth + 1));
  }
  return DBX_OK;
}

// ---- a Jaxpr ----

static dbx_status check_atom(const checker *c, dbx_atom a, dbx_span at) {
  if (dbx_is_literal(a) || in_scope(c, a)) return DBX_OK;
  return dbx_fail(DBX_E602, at, "an operand is not defined in this Jaxpr");
}

// Operands, parameters and results.
static dbx_status check_types(const dbx_eqn *e) {
  if (dbx_is_opaque(e->prim)) return DBX_OK; // it has the types that it says
  DBX_TRY(dbx_check_params(e));
  return e->prim->nested ? check_nested(e) : check_plain(e);
}

static dbx_status check_eqn(checker *c, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++) DBX_TRY(check_atom(c, e->in[i], e->span));
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = check_types(e);
  if (st == DBX_OK) st = check_inside(e, c->depth);
  dbx_scratch_release(m);
  DBX_TRY(st);
  return define(c, e->out, e->n_out, e->span);
}

static void make_opaque(void *ctx, dbx_jaxpr *j) {
  (void)ctx;
  dbx_make_opaque(j);
}

void dbx_make_opaque(dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_eqn *e = &j->eqns[i];
    dbx_eqn_each_jaxpr(e, make_opaque, NULL);
    dbx_scratch_mark m = dbx_scratch_here();
    if ((e->prim->nested ? dbx_check_params(e) : check_types(e)) != DBX_OK) {
      dbx_diag_forget();
      e->prim = dbx_primitive_opaque(dbx_intern(e->prim->name));
    }
    dbx_scratch_release(m);
  }
}

static dbx_status check_in(checker *c, const dbx_jaxpr *j) {
  dbx_span at = j->n_eqns ? j->eqns[0].span : (dbx_span){0};
  DBX_TRY(define(c, j->constvars, j->n_const, at));
  DBX_TRY(define(c, j->invars, j->n_in, at));
  for (uint32_t i = 0; i < j->n_eqns; i++) DBX_TRY(check_eqn(c, &j->eqns[i]));
  for (uint32_t i = 0; i < j->n_out; i++) DBX_TRY(check_atom(c, j->outs[i], at));
  return DBX_OK;
}

static dbx_status check(const dbx_jaxpr *j, int depth) {
  checker c = {.depth = depth};
  dbx_status st = check_in(&c, j);
  dbx_map_free(&c.defined);
  return st;
}

dbx_status dbx_check_jaxpr(const dbx_jaxpr *j) { return check(j, 0); }
