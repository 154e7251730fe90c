// Binds in two passes (see deferred.h).
#include "quantum/deferred.h"

#include "trace/abstract.h"
#include "trace/steps.h"

#include <string.h>

// ---- the second pass ----

static void append(dbx_list *l, dbx_atom a) {
  dbx_list n = dbx_list_new(dbx_trace_arena(), l->n + 1);
  if (l->n) memcpy(n.at, l->at, l->n * sizeof *n.at);
  n.at[l->n] = a;
  *l = n;
}

static void append_register(dbx_sig *s) {
  dbx_sig n = dbx_sig_new(dbx_trace_arena(), s->n + 1);
  for (uint32_t i = 0; i < s->n; i++) n.aval[i] = s->aval[i], n.expl[i] = s->expl[i];
  n.aval[s->n] = dbx_aval_scalar(DBX_QREG, false);
  n.expl[s->n] = true;
  *s = n;
}

// What was under way is remembered in b while it is finished.
static void work_on(dbx_bind *b, uint32_t part) {
  dbx_trace *t = b->frame->trace;
  t->bind = b->id + 1, t->part = part;
}
static void work_is_over(const dbx_bind *b) {
  dbx_trace *t = b->frame->trace;
  t->bind = (uint32_t)(b->parent + 1), t->part = b->parent_part;
}

void dbx_deferred_visit(dbx_bind *b, uint32_t part) {
  work_on(b, part);
  dbx_here = b->span;
  dbx_frame_enter(b->parts[part].frame);
}

void dbx_deferred_leave(dbx_bind *b, uint32_t part) {
  dbx_here = b->span;
  dbx_frame_leave(b->parts[part].frame);
  work_is_over(b);
}

void dbx_deferred_reopen(dbx_bind *b, uint32_t part, dbx_atom outer, dbx_var *ret) {
  dbx_part *p = &b->parts[part];
  bool one = p->collapsed_inputs.at == p->expanded_inputs.at;
  dbx_deferred_visit(b, part);
  *ret = dbx_new_arg(p->frame, dbx_aval_scalar(DBX_QREG, false));
  append(&p->body_inputs, *ret);
  append(&p->collapsed_inputs, outer);
  if (one) p->expanded_inputs = p->collapsed_inputs;
  else append(&p->expanded_inputs, outer);
  append_register(&p->in_type);
}

void dbx_deferred_close(dbx_bind *b, uint32_t part, dbx_atom out) {
  dbx_part *p = &b->parts[part];
  if (out) append(&p->collapsed_outputs, out);
  dbx_complete_part(b, p);
  dbx_frame_close(p->frame);
  work_is_over(b);
}

dbx_status dbx_deferred_bind(dbx_bind *b, dbx_var *ret) {
  dbx_span here = dbx_here;
  dbx_here = b->span;
  work_on(b, 0);
  *ret = dbx_var_new(dbx_aval_scalar(DBX_QREG, false), DBX_VAR_RESULT, b->frame->id);
  append(&b->results, *ret);
  append_register(&b->eqn_out_type);
  dbx_status st = b->finish(b);
  work_is_over(b);
  dbx_here = here;
  return st;
}

// ---- adjoint ----

// The operands: constants, arguments, the register. What the block gives is dropped here.
static dbx_status finish_adjoint(dbx_bind *b) {
  const dbx_part *p = &b->parts[0];
  dbx_atoms ops = {0};
  dbx_status st = dbx_push_constants(b, p, &ops);
  for (uint32_t i = 0; i < p->expanded_inputs.n; i++) dbx_push(&ops, p->expanded_inputs.at[i]);
  dbx_set_operands(b, &ops);
  DBX_TRY(st);
  dbx_buf tree = {0};
  dbx_put(&tree, "PyTreeDef(([");
  for (uint32_t i = 0; i < p->n_constants; i++) dbx_put(&tree, i ? ", *" : "*");
  dbx_printf(&tree, "], %s, [*]))", dbx_sym_text(b->args_tree));
  dbx_kv kv[] = {{DBX_S_args_tree, dbx_p_text(dbx_text(&tree))},
                 {DBX_S_jaxpr, dbx_p_jaxpr(p->jaxpr)}};
  dbx_buf_free(&tree);
  return dbx_emit_jaxpr_line(b, kv, 2);
}

static dbx_status bind_adjoint(dbx_bind *b, const dbx_callable *f, const dbx_val *args,
                               uint32_t n) {
  dbx_leaves none;
  dbx_part *p = &b->parts[0];
  p->name = "block";
  b->n_parts = 1;
  DBX_TRY(dbx_raise_inputs(b, p, 0, args, n));
  dbx_deduce_input_type(b, p);
  DBX_TRY(dbx_abstract_eval(b, p, f));
  return dbx_defer(b, p, 0, finish_adjoint, &none);
}

dbx_status dbx_bind_adjoint(const dbx_callable *f, const dbx_val *args, uint32_t n,
                            const char *args_tree) {
  dbx_bind *b = dbx_open_bind(DBX_PRIM_adjoint, f->name, 1);
  b->args_tree = dbx_intern(args_tree);
  return dbx_close_bind(b, bind_adjoint(b, f, args, n));
}
