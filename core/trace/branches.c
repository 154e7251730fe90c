// cond: every branch is traced, then evaluated once more for the common dtypes (see nested.h;
// docs/semantics.md, Layout of equations, Branches).
#include "ir/structure.h"
#include "trace/assume.h"
#include "trace/steps.h"

#include <string.h>

static dbx_status convert(dbx_frame *f, dbx_dtype to, dbx_atom *a) {
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(to)}, {DBX_S_weak_type, dbx_p_bool(false)}};
  dbx_atom in = *a;
  if (!dbx_is_literal(in)) DBX_TRY(dbx_lift(f, in, &in));
  return dbx_bind_plain(f, dbx_primitive_of(DBX_PRIM_convert_element_type), &in, 1, kv, 2, NULL, a,
                        1);
}

// The constants; in a circuit the register too, which is an argument there.
static const dbx_capture *retrace_inputs(const dbx_part *p, dbx_part *r, uint32_t *n) {
  *n = p->n_constants;
  if (!p->body_inputs.n) return p->constants;
  dbx_capture *all = DBX_NEWN(dbx_trace_arena(), dbx_capture, *n + 1);
  if (*n) memcpy(all, p->constants, *n * sizeof *all);
  r->in_type = p->in_type;
  r->body_inputs = dbx_list_new(dbx_trace_arena(), 1);
  r->body_inputs.at[0] = dbx_new_arg(r->frame, dbx_atom_aval(p->body_inputs.at[0]));
  all[(*n)++] = (dbx_capture){.outer = r->body_inputs.at[0]};
  return all;
}

static dbx_status retrace_part(dbx_bind *b, dbx_part *p, const dbx_dtype *want) {
  dbx_part *r = p->retrace = DBX_NEW(dbx_trace_arena(), dbx_part);
  p->retraced = DBX_NEW(dbx_trace_arena(), dbx_map);
  r->name = p->name;
  r->out_tree = p->out_tree;
  r->frame = dbx_frame_open(DBX_FRAME_NESTED, p->frame->name);
  dbx_atom *outs = DBX_TMP(dbx_atom, p->jaxpr->n_out + 1);
  uint32_t n;
  const dbx_capture *inputs = retrace_inputs(p, r, &n);
  DBX_TRY(dbx_eval_in_frame(r->frame, p->jaxpr, inputs, n, outs, p->retraced));
  for (uint32_t i = p->n_implicit_out; i < p->jaxpr->n_out; i++)
    if (dbx_aval_at(dbx_atom_aval(outs[i]))->dtype != want[i])
      DBX_TRY(convert(r->frame, want[i], &outs[i]));
  r->collapsed_outputs = dbx_list_new(dbx_trace_arena(), p->collapsed_outputs.n);
  for (uint32_t i = 0; i < p->collapsed_outputs.n; i++)
    DBX_TRY(dbx_lift_result(r->frame, p->constants, p->n_constants, outs[p->n_implicit_out + i],
                            &r->collapsed_outputs.at[i]));
  dbx_complete_part(b, r);
  return DBX_OK;
}

static dbx_status retrace(dbx_bind *b, dbx_part *p, const dbx_dtype *want) {
  b->frame->trace->part = (uint32_t)(p - b->parts);
  dbx_status st = retrace_part(b, p, want);
  dbx_frame_close(p->retrace->frame);
  return st;
}

void dbx_note_result(const dbx_part *p, uint32_t i, uint32_t branch) {
  dbx_buf path = {0};
  dbx_put_leaf_path(&path, dbx_sym_text(p->out_tree), i);
  dbx_note_atom(p->collapsed_outputs.at[i], "result %u of branch %u%s%s", i, branch,
                path.n ? " at " : "", dbx_text(&path));
  dbx_buf_free(&path);
}

static void note_results(const dbx_part *p, uint32_t branch) {
  for (uint32_t i = 0; i < p->collapsed_outputs.n; i++) dbx_note_result(p, i, branch);
}

// "'small'", or "branch 1" where a function has no name of its own.
static void put_branch(dbx_buf *b, const dbx_bind *of, const dbx_part *p) {
  const char *name = dbx_sym_text(p->frame->name);
  bool named = *name != '<';
  for (uint32_t i = 0; i < of->n_parts; i++)
    named &= &of->parts[i] == p || of->parts[i].frame->name != p->frame->name;
  if (named) dbx_printf(b, "'%s'", name);
  else dbx_printf(b, "branch %u", (uint32_t)(p - of->parts));
}

void dbx_put_results(dbx_buf *b, const dbx_bind *of, const dbx_part *p) {
  put_branch(b, of, p);
  dbx_put(b, " returns ");
  dbx_put_structure(b, dbx_sym_text(p->out_tree));
}

void dbx_note_structures(const dbx_bind *b, const dbx_part *x, const dbx_part *y) {
  dbx_buf path = {0}, in_x = {0}, in_y = {0}, at_x = {0}, at_y = {0};
  bool differ = dbx_structures_differ(dbx_sym_text(x->out_tree), dbx_sym_text(y->out_tree), &path,
                                      &in_x, &in_y);
  put_branch(&at_x, b, x), put_branch(&at_y, b, y);
  if (differ && path.n)
    dbx_diag_note("they differ at %s of the results: %s in %s, %s in %s", dbx_text(&path),
                  dbx_text(&in_x), dbx_text(&at_x), dbx_text(&in_y), dbx_text(&at_y));
  dbx_buf_free(&path), dbx_buf_free(&in_x), dbx_buf_free(&in_y);
  dbx_buf_free(&at_x), dbx_buf_free(&at_y);
}

static void refuse_structure(const dbx_bind *b, const dbx_part *first, const dbx_part *p) {
  bool unwritten = b->unwritten && p == &b->parts[b->n_parts - 1];
  dbx_buf x = {0}, y = {0};
  dbx_put_results(&x, b, first), dbx_put_results(&y, b, p);
  dbx_fail_(DBX_E506, b->span,
            "Conditional requires a consistent return structure across all branches! %s, %s",
            dbx_text(&x),
            unwritten ? "and without an otherwise branch there is None" : dbx_text(&y));
  dbx_note_structures(b, first, p);
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// Branch results agree in structure, rank, static dims, and in which axes are dynamic.
static dbx_status check_branches(const dbx_bind *b) {
  const dbx_part *first = &b->parts[0];
  for (uint32_t i = 1; i < b->n_parts; i++) {
    const dbx_part *p = &b->parts[i];
    if (p->out_tree != first->out_tree || p->collapsed_outputs.n != first->collapsed_outputs.n) {
      refuse_structure(b, first, p);
      note_results(first, 0);
      return note_results(p, i), DBX_FAIL;
    }
    for (uint32_t k = 0; k < p->collapsed_outputs.n; k++) {
      const dbx_aval_info *x = dbx_aval_at(dbx_out_aval(first, k)),
                          *y = dbx_aval_at(dbx_out_aval(p, k));
      bool same = x->rank == y->rank;
      for (uint32_t d = 0; same && d < x->rank; d++)
        same = dbx_dim_is_int(x->dims[d]) ? x->dims[d] == y->dims[d] : !dbx_dim_is_int(y->dims[d]);
      if (same) continue;
      dbx_fail_(DBX_E507, b->span,
                "Conditional requires a consistent array shape per result across all branches! "
                "Got %s for result #%u but expected %s.",
                dbx_aval_text(dbx_out_aval(p, k)), k, dbx_aval_text(dbx_out_aval(first, k)));
      for (uint32_t d = 0; d < x->rank && x->rank == y->rank; d++)
        if (x->dims[d] != y->dims[d] && (dbx_dim_is_int(x->dims[d]) || dbx_dim_is_int(y->dims[d])))
          dbx_note_dims(x->dims[d], y->dims[d]);
      dbx_note_result(first, k, 0), dbx_note_result(p, k, i);
      return DBX_FAIL;
    }
  }
  return DBX_OK;
}

static void promoted_dtypes(const dbx_bind *b, dbx_dtype *want) {
  for (uint32_t i = 0; i < b->parts[0].expanded_outputs.n; i++) {
    dbx_type t = {dbx_aval_at(dbx_atom_aval(b->parts[0].expanded_outputs.at[i]))->dtype, false};
    for (uint32_t k = 1; dbx_is_numeric(t.dtype) && k < b->n_parts; k++)
      t = dbx_promote(
          t,
          (dbx_type){dbx_aval_at(dbx_atom_aval(b->parts[k].expanded_outputs.at[i]))->dtype, false});
    want[i] = t.dtype;
  }
}

// What the equation has of a branch: Catalyst's are evaluated twice.
static const dbx_part *evaluated(const dbx_bind *b, uint32_t i) {
  return b->parts[i].retrace ? b->parts[i].retrace : &b->parts[i];
}

// Constants of another branch, as new variables.
static void push_foreign(const dbx_part *p, dbx_atoms *in) {
  dbx_map renamed = {0};
  for (uint32_t k = 0; k < p->n_constants; k++) {
    dbx_var v = p->constants[k].inner;
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
    dbx_dim *dims = DBX_TMP(dbx_dim, t->rank);
    for (uint32_t d = 0; d < t->rank; d++) {
      uint64_t *r = dbx_dim_is_var(t->dims[d])
                        ? dbx_map_find(&renamed, (uint64_t)dbx_dim_value(t->dims[d]))
                        : NULL;
      dims[d] = r ? dbx_dim_var((dbx_var)*r) : t->dims[d];
    }
    dbx_var w =
        dbx_var_new(dbx_aval_of(t->dtype, t->weak, t->rank, dims), DBX_VAR_CONST, p->frame->id);
    dbx_var_at(w)->suffix = true;
    dbx_var_at(w)->referent = p->constants[k].outer;
    dbx_map_put(&renamed, v, w);
    dbx_push(in, w);
  }
  dbx_map_free(&renamed);
}

dbx_jaxpr *dbx_pad_constants(const dbx_bind *b, uint32_t own) {
  const dbx_part *mine = evaluated(b, own);
  dbx_jaxpr *j = dbx_arena_copy(dbx_trace_arena(), mine->jaxpr, sizeof *j);
  dbx_atoms in = {0};
  for (uint32_t i = 0; i < b->n_parts; i++) {
    if (i != own) push_foreign(evaluated(b, i), &in);
    for (uint32_t k = 0; i == own && k < mine->n_constants; k++)
      dbx_push(&in, mine->constants[k].inner);
  }
  for (uint32_t k = mine->n_constants; k < mine->jaxpr->n_in; k++)
    dbx_push(&in, mine->jaxpr->invars[k]);
  dbx_list l = dbx_list_copy(dbx_trace_arena(), in.at, in.n);
  dbx_vec_free(&in);
  j->invars = l.at;
  j->n_in = l.n;
  return j;
}

static dbx_dim branch_dim(const dbx_bind *b, uint32_t branch, uint32_t out, uint32_t axis) {
  const dbx_part *p = evaluated(b, branch);
  dbx_dim d = dbx_aval_at(dbx_out_aval(p, out))->dims[axis];
  if (!dbx_dim_is_var(d)) return d;
  dbx_atom a = dbx_frame_subst(p->frame, (dbx_atom)dbx_dim_value(d));
  return dbx_dim_of_atom(a);
}

// InDBIdx(1 + position in K0) if every branch returns that captured dim.
static bool captured_everywhere(const dbx_bind *b, uint32_t out, uint32_t axis, dbx_dim *ret) {
  dbx_dim d0 = branch_dim(b, 0, out, axis);
  const dbx_part *p0 = evaluated(b, 0);
  for (uint32_t i = 0; i < b->n_parts; i++) {
    dbx_dim d = branch_dim(b, i, out, axis);
    if (!dbx_dim_is_var(d) || dbx_var_at((dbx_var)dbx_dim_value(d))->kind != DBX_VAR_CONST ||
        !dbx_dim_equal(d, d0))
      return false;
  }
  for (uint32_t k = 0; k < p0->n_constants; k++)
    if (dbx_dim_var(p0->constants[k].inner) == d0) {
      *ret = dbx_dim_make(DBX_DIM_INDB, 1 + k);
      return true;
    }
  return false;
}

// OutDBIdx of the last result to the left that holds the dim in every branch.
static dbx_dim result_to_the_left(const dbx_bind *b, uint32_t out, uint32_t axis) {
  uint32_t n_implicit = evaluated(b, 0)->n_implicit_out;
  for (uint32_t pos = n_implicit + out; pos-- > 0;) {
    bool everywhere = true;
    for (uint32_t i = 0; everywhere && i < b->n_parts; i++) {
      const dbx_part *p = evaluated(b, i);
      dbx_atom a = dbx_frame_subst(p->frame, p->expanded_outputs.at[pos]);
      everywhere = !dbx_is_literal(a) && dbx_dim_equal(dbx_dim_var(a), branch_dim(b, i, out, axis));
    }
    if (everywhere) return dbx_dim_make(DBX_DIM_OUTDB, pos);
  }
  return dbx_dim_make(DBX_DIM_OUTDB, 0);
}

// want: the common dtypes, which branches that are not evaluated twice yet do not have.
static dbx_sig cond_result_type(const dbx_bind *b, const dbx_dtype *want) {
  const dbx_part *p = evaluated(b, 0);
  dbx_sig s = dbx_sig_new(dbx_trace_arena(), p->expanded_outputs.n);
  for (uint32_t i = 0; i < s.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_jaxpr_aval(p->jaxpr, p->expanded_outputs.at[i]));
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t d = 0; d < v->rank; d++) {
      dims[d] = v->dims[d];
      if (dbx_dim_is_var(dims[d]) && !captured_everywhere(b, i - p->n_implicit_out, d, &dims[d]))
        dims[d] = result_to_the_left(b, i - p->n_implicit_out, d);
    }
    s.aval[i] = dbx_aval_of(want[i], v->weak && want[i] == v->dtype, v->rank, dims);
    s.expl[i] = i >= p->n_implicit_out;
  }
  return s;
}

static dbx_status raise_predicates(dbx_bind *b, const dbx_cond_spec *s) {
  b->preds = dbx_list_new(dbx_trace_arena(), s->n_branches - 1);
  for (uint32_t i = 0; i + 1 < s->n_branches; i++) {
    const dbx_val *v = &s->preds[i];
    const dbx_aval_info *t = dbx_is_arraylike(v) ? dbx_aval_at(dbx_val_aval(v)) : NULL;
    if (!t || t->rank || t->dtype != DBX_BOOL)
      return dbx_fail(DBX_E505, b->span, "predicate %u of the cond is not a boolean scalar but %s",
                      i, t ? dbx_aval_text(dbx_val_aval(v)) : dbx_val_type_name(v));
  }
  return DBX_OK;
}

static dbx_status lift_predicates(dbx_bind *b, const dbx_cond_spec *s) {
  for (uint32_t i = 0; i < b->preds.n; i++)
    DBX_TRY(dbx_frame_atom(b->frame, &s->preds[i], &b->preds.at[i]));
  return DBX_OK;
}

static dbx_status cond_operands(dbx_bind *b) {
  dbx_atoms ops = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; i < b->preds.n; i++) dbx_push(&ops, b->preds.at[i]);
  for (uint32_t i = 0; st == DBX_OK && i < b->n_parts; i++)
    st = dbx_push_constants(b, b->parts[i].retrace, &ops);
  if (b->finish) dbx_push(&ops, b->parts[0].collapsed_inputs.at[0]); // the register
  dbx_set_operands(b, &ops);
  return st;
}

static dbx_status emit_cond(dbx_bind *b) {
  const dbx_param **branch = DBX_TMP(const dbx_param *, b->n_parts);
  for (uint32_t i = 0; i < b->n_parts; i++) branch[i] = dbx_p_jaxpr(dbx_pad_constants(b, i));
  dbx_kv kv[] = {{DBX_S_branch_jaxprs, dbx_p_list(branch, b->n_parts)},
                 {DBX_S_nimplicit_outputs, dbx_p_int(b->n_implicit)}};
  return dbx_emit_jaxpr_line(b, kv, 2);
}

static dbx_status retrace_all(dbx_bind *b, const dbx_dtype *want) {
  for (uint32_t i = 0; i < b->n_parts; i++) DBX_TRY(retrace(b, &b->parts[i], want));
  b->n_implicit = b->parts[0].retrace->n_implicit_out;
  return DBX_OK;
}

static dbx_status finish_cond(dbx_bind *b) {
  dbx_dtype *want = DBX_TMP(dbx_dtype, b->parts[0].expanded_outputs.n + 1);
  promoted_dtypes(b, want);
  DBX_TRY(retrace_all(b, want));
  DBX_TRY(cond_operands(b));
  return emit_cond(b);
}

static dbx_status bind_cond(dbx_bind *b, const dbx_cond_spec *s, dbx_leaves *ret) {
  b->unshare_inputs = true;
  b->unwritten = s->unwritten;
  DBX_TRY(raise_predicates(b, s));
  for (uint32_t i = 0; i < s->n_branches; i++) {
    dbx_part *p = &b->parts[i];
    p->name = i == 0 ? "if" : i + 1 == s->n_branches ? "otherwise" : "else_if";
    b->n_parts = i + 1;
    dbx_deduce_input_type(b, p);
    DBX_TRY(dbx_abstract_eval(b, p, &s->branches[i]));
  }
  DBX_TRY(check_branches(b));
  dbx_dtype *want = DBX_TMP(dbx_dtype, b->parts[0].expanded_outputs.n + 1);
  promoted_dtypes(b, want);
  bool deferred = b->frame->deferral != NULL;
  if (!deferred) DBX_TRY(retrace_all(b, want));
  DBX_TRY(lift_predicates(b, s));
  if (!deferred) DBX_TRY(cond_operands(b));
  b->eqn_out_type = cond_result_type(b, want);
  if (deferred) {
    DBX_TRY(dbx_defer(b, &b->parts[0], 1, finish_cond, ret));
    return ret->tree = b->parts[0].out_tree, DBX_OK;
  }
  dbx_parse_output_type(b, b->operands.at + b->preds.n - 1); // InDBIdx counts one predicate
  DBX_TRY(emit_cond(b));
  dbx_collapse(b, ret);
  ret->tree = b->parts[0].out_tree;
  return DBX_OK;
}

// ---- what a what-if has decided ----

typedef struct decision {
  const dbx_cond_spec *of;
  uint32_t taken;
} decision;

static dbx_status bind_whole(void *ctx, dbx_leaves *ret) {
  const dbx_cond_spec *s = ((const decision *)ctx)->of;
  dbx_bind *b = dbx_open_bind(DBX_PRIM_cond, s->branches[0].name, s->n_branches);
  return dbx_close_bind(b, bind_cond(b, s, ret));
}

static dbx_status bind_taken(void *ctx, dbx_leaves *ret) {
  const decision *d = ctx;
  const dbx_callable *f = &d->of->branches[d->taken];
  return f->call(f->ctx, NULL, 0, ret);
}

// Is it known which branch is taken?
static bool is_decided(decision *d) {
  bool yes;
  for (d->taken = 0; d->taken + 1 < d->of->n_branches; d->taken++) {
    const dbx_val *p = &d->of->preds[d->taken];
    if (p->kind != DBX_V_TRACER || !dbx_decide_truth(p->tracer, false, &yes)) return false;
    if (yes) return true;
  }
  return true;
}

dbx_status dbx_bind_cond(const dbx_cond_spec *s, dbx_leaves *ret) {
  decision d = {s, 0};
  return is_decided(&d) ? dbx_bind_decided(bind_whole, bind_taken, &d, ret) : bind_whole(&d, ret);
}
