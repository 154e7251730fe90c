// Literals and referents of operands (see operands.h).
#include "read/operands.h"

#include "base/diag.h"
#include <string.h>

// ---- literals ----

// The text of a literal shows what kind of number it is: 1 is no float, 1.0 is no integer. Only of
// bfloat16, which is no type of numpy, 1 is printed.
static int kind_of(dbx_dtype t) {
  return dbx_is_complex(t) ? 3 : dbx_is_float(t) ? 2 : t == DBX_BOOL ? 0 : 1;
}

static bool same_kind(dbx_dtype from, dbx_dtype to) {
  return kind_of(from) == kind_of(to) || (kind_of(from) == 1 && to == DBX_BF16);
}

dbx_status dbx_retype_literal(dbx_atom *a, dbx_dtype to, dbx_span span) {
  const dbx_literal *l = dbx_literal_at(*a);
  dbx_dtype from = dbx_aval_at(l->aval)->dtype;
  if (from == to) return DBX_OK;
  dbx_scalar x = dbx_scalar_convert(l->value, from, to);
  if (!same_kind(from, to) ||
      (kind_of(to) == 1 && ((from == DBX_U64) != (to == DBX_U64) && x.i < 0)) ||
      (kind_of(to) == 1 && dbx_scalar_convert(x, to, from).i != l->value.i))
    return dbx_fail(DBX_E605, span, "this literal is no %s", dbx_dtype_name(to));
  *a = dbx_literal_of(to, false, x);
  return DBX_OK;
}

typedef struct nested_inputs {
  const dbx_eqn *e;
  dbx_dtype *want; // per operand; DBX_NO_DTYPE: as the text says
} nested_inputs;

static void want_inputs(nested_inputs *w, const dbx_jaxpr *j, uint32_t operand, uint32_t first,
                        uint32_t n) {
  for (uint32_t i = 0; i < n && operand + i < w->e->n_in && first + i < j->n_in; i++)
    w->want[operand + i] = dbx_aval_at(dbx_var_aval(j->invars[first + i]))->dtype;
}

static const dbx_jaxpr *jaxpr_param(const dbx_eqn *e, dbx_sym key) {
  const dbx_param *p = dbx_eqn_param(e, key);
  return p && p->kind == DBX_P_JAXPR ? p->jaxpr : NULL;
}

static uint32_t count_param(const dbx_eqn *e, dbx_sym key) {
  const dbx_param *p = dbx_eqn_param(e, key);
  return p && p->kind == DBX_P_INT && p->i >= 0 && p->i < UINT32_MAX ? (uint32_t)p->i : 0;
}

static void want_of_nested(nested_inputs *w) {
  const dbx_eqn *e = w->e;
  const dbx_jaxpr *j = jaxpr_param(e, DBX_S_jaxpr), *body = jaxpr_param(e, DBX_S_body_jaxpr);
  uint32_t k = count_param(e, DBX_S_body_nconsts);
  const dbx_param *choice = dbx_eqn_param(e, DBX_S_branches);
  if (!j) j = jaxpr_param(e, DBX_S_call_jaxpr);
  if (j) want_inputs(w, j, 0, 0, j->n_in);
  if (choice && choice->n && choice->item[0]->kind == DBX_P_JAXPR)
    want_inputs(w, choice->item[0]->jaxpr, 1, 0, choice->item[0]->jaxpr->n_in);
  if (body && dbx_eqn_param(e, DBX_S_cond_jaxpr)) {
    want_inputs(w, body, count_param(e, DBX_S_cond_nconsts), 0, body->n_in);
  } else if (body) {
    uint32_t d = count_param(e, DBX_S_nimplicit);
    want_inputs(w, body, 0, 0, k + d);
    for (uint32_t i = 0; i < 4; i++) want_inputs(w, body, k + d + i, k + d, 1);
    want_inputs(w, body, k + d + 4, k + d + 1, body->n_in);
  }
}

static void want_of_operands(const dbx_eqn *e, dbx_dtype *want) {
  dbx_dtype out = e->n_out ? dbx_aval_at(dbx_var_aval(e->out[0]))->dtype : DBX_NO_DTYPE;
  dbx_dtype sibling = DBX_NO_DTYPE;
  for (uint32_t i = 0; i < e->n_in; i++) {
    want[i] = DBX_NO_DTYPE;
    if (!dbx_is_literal(e->in[i])) sibling = dbx_aval_at(dbx_var_aval(e->in[i]))->dtype;
  }
  for (uint32_t i = 0; i < e->n_in; i++) {
    bool size = i && strstr(e->prim->operands, "size...");
    if (e->prim->literals == DBX_LIT_OUT && !size) want[i] = out;
    if (e->prim->literals == DBX_LIT_SIBLING) want[i] = sibling;
    if (e->prim->literals == DBX_LIT_SELECT && i) want[i] = out;
  }
  if (e->prim->literals == DBX_LIT_BODY) want_of_nested(&(nested_inputs){e, want});
}

dbx_status dbx_type_literals(dbx_eqn *e, const dbx_operands *text, dbx_arena *arena) {
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dtype *want = DBX_TMP(dbx_dtype, e->n_in + 1);
  dbx_atom *in = dbx_arena_copy(arena, e->in, e->n_in * sizeof *in);
  dbx_status st = DBX_OK;
  want_of_operands(e, want);
  for (uint32_t i = 0; st == DBX_OK && i < e->n_in; i++)
    if (dbx_is_literal(in[i]) && want[i] != DBX_NO_DTYPE && !text->at[i].typed)
      st = dbx_retype_literal(&in[i], want[i], text->at[i].span);
  e->in = in;
  dbx_scratch_release(m);
  return st;
}

// ---- referents ----

static void refer(const dbx_jaxpr *j, uint32_t first, const dbx_eqn *e, uint32_t operand,
                  uint32_t n) {
  for (uint32_t i = 0; j && i < n && first + i < j->n_in && operand + i < e->n_in; i++) {
    if (dbx_is_literal(e->in[operand + i])) continue;
    dbx_var_at(j->invars[first + i])->referent = e->in[operand + i];
    dbx_var_at(j->invars[first + i])->kind = DBX_VAR_CONST;
  }
}

void dbx_set_referents(const dbx_eqn *e, const dbx_map *reused) {
  const dbx_param *branches = dbx_eqn_param(e, DBX_S_branch_jaxprs);
  const dbx_param *choice = dbx_eqn_param(e, DBX_S_branches);
  uint32_t kc = count_param(e, DBX_S_cond_nconsts), kb = count_param(e, DBX_S_body_nconsts);
  const dbx_jaxpr *called = jaxpr_param(e, DBX_S_jaxpr);
  bool scan = dbx_eqn_param(e, DBX_S_num_carry) != NULL; // only some are constants
  if (called && !dbx_map_find(reused, (uint64_t)(uintptr_t)called))
    refer(called, 0, e, 0, scan ? count_param(e, DBX_S_num_consts) : called->n_in);
  refer(jaxpr_param(e, DBX_S_cond_jaxpr), 0, e, 0, kc);
  refer(jaxpr_param(e, DBX_S_body_jaxpr), 0, e, kc, kb);
  for (uint32_t i = 0; branches && i < branches->n; i++)
    if (branches->item[i]->kind == DBX_P_JAXPR)
      refer(branches->item[i]->jaxpr, 0, e, branches->n - 1, branches->item[i]->jaxpr->n_in);
  for (uint32_t i = 0; choice && i < choice->n; i++)
    if (choice->item[i]->kind == DBX_P_JAXPR)
      refer(choice->item[i]->jaxpr, 0, e, 1, choice->item[i]->jaxpr->n_in);
}
