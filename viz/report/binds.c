// The bind log as JSON (see binds.h). Objects take several lines, lists of names and types one.
// Names are those of the printed Jaxpr; null where a tracer has none.
#include "viz/report/binds.h"

#include "base/json.h"
#include "prim/prim.h"
#include "viz/names/naming.h"
#include <assert.h>
#include <string.h>

enum { INDENT = 1 };

typedef struct log {
  dbx_json json;
  dbx_naming *names;
  uint32_t lists; // open ones: their items stay on one line
  dbx_buf text;
} log;

static void open_list(log *l) {
  dbx_json_open(&l->json, '[');
  if (!l->lists++) l->json.indent = -1;
}

static void close_list(log *l) {
  dbx_json_close(&l->json, ']');
  if (!--l->lists) l->json.indent = INDENT;
}

// ---- names and types ----

static void put_text(log *l, bool known) {
  if (known) dbx_json_str(&l->json, dbx_text(&l->text));
  else dbx_json_null(&l->json);
}

// A literal has a name only if the frame that uses it was printed.
static void name(log *l, const dbx_frame *in, dbx_atom a) {
  dbx_clear(&l->text);
  bool hidden = dbx_is_literal(a) && !dbx_frame_complete(l->names, in);
  put_text(l, !hidden && dbx_put_tracer(&l->text, l->names, in, a));
}

static void captured(log *l, const dbx_frame *caller, const dbx_capture *c) {
  dbx_clear(&l->text);
  put_text(l, dbx_put_captured(&l->text, l->names, caller, c));
}

static void type(log *l, dbx_aval a) {
  dbx_clear(&l->text);
  dbx_put_type(&l->text, l->names, a, "null", true);
  dbx_json_str(&l->json, dbx_text(&l->text));
}

static void names(log *l, const char *key, const dbx_frame *in, const dbx_atom *at, uint32_t n) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = 0; i < n; i++) name(l, in, at[i]);
  close_list(l);
}

static void typed(log *l, const char *key, const dbx_frame *in, const dbx_atom *at, uint32_t n) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = 0; i < n; i++) {
    open_list(l);
    name(l, in, at[i]);
    type(l, dbx_atom_aval(at[i]));
    close_list(l);
  }
  close_list(l);
}

static void signature(log *l, const char *key, const dbx_sig *s) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = 0; i < s->n; i++) {
    open_list(l);
    type(l, s->aval[i]);
    dbx_json_bool(&l->json, s->expl[i]);
    close_list(l);
  }
  close_list(l);
}

static void key_text(log *l, const char *key, const char *text) {
  dbx_json_key(&l->json, key);
  dbx_json_str(&l->json, text);
}

static void key_bool(log *l, const char *key, bool b) {
  dbx_json_key(&l->json, key);
  dbx_json_bool(&l->json, b);
}

static void key_int(log *l, const char *key, int64_t i) {
  dbx_json_key(&l->json, key);
  dbx_json_int(&l->json, i);
}

// ---- parts ----

// Captures [from, to) of a frame as [outer, inner, type]; scalars are literals, not constants.
static void captures(log *l, const char *key, const dbx_frame *caller, const dbx_frame *f,
                     uint32_t from, uint32_t to) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = from; i < to; i++) {
    const dbx_capture *c = &f->consts.at[i];
    if (c->array && !c->array->rank) continue;
    open_list(l);
    captured(l, caller, c);
    name(l, NULL, c->inner);
    type(l, dbx_var_aval(c->inner));
    close_list(l);
  }
  close_list(l);
}

static void constants(log *l, const dbx_frame *caller, const dbx_part *p) {
  dbx_json_key(&l->json, "constants");
  open_list(l);
  for (uint32_t i = 0; i < p->n_constants; i++) captured(l, caller, &p->constants[i]);
  close_list(l);
}

static void outputs(log *l, const dbx_part *p) {
  const dbx_list *c = &p->collapsed_outputs, *x = &p->expanded_outputs;
  typed(l, "collapsed_outputs", p->frame, c->at, c->n);
  typed(l, "expanded_outputs", p->frame, x->at, x->n);
  signature(l, "out_type", &p->out_type);
  key_int(l, "nimplicit_outputs", p->n_implicit_out);
}

static void inputs(log *l, const dbx_bind *b, const dbx_frame *caller, const dbx_part *p) {
  const dbx_list *c = &p->collapsed_inputs, *x = &p->expanded_inputs, *in = &p->body_inputs;
  uint32_t n1 = p->n_constants1 < p->frame->consts.n ? p->n_constants1 : p->frame->consts.n;
  typed(l, "collapsed_inputs", b->frame, c->at, c->n);
  names(l, "expanded_inputs", b->frame, x->at, x->n);
  signature(l, "in_type", &p->in_type);
  captures(l, "constants1", caller, p->frame, 0, n1);
  captures(l, "constants2", caller, p->frame, n1, p->frame->consts.n);
  typed(l, "body_expanded_inputs", p->frame, in->at, in->n);
  names(l, "body_collapsed_inputs", p->frame, in->at + p->n_implicit_in, in->n - p->n_implicit_in);
}

static void retrace(log *l, const dbx_frame *caller, const dbx_part *r) {
  dbx_json_key(&l->json, "retrace");
  dbx_json_open(&l->json, '{');
  captures(l, "constants2", caller, r->frame, 0, r->frame->consts.n);
  constants(l, caller, r);
  outputs(l, r);
  dbx_json_close(&l->json, '}');
}

static void variables(log *l, const char *key, const dbx_names *names, const dbx_atom *at,
                      uint32_t n) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = 0; i < n; i++) {
    dbx_clear(&l->text);
    const char *s = dbx_name_of(names, at[i]);
    if (s) dbx_put(&l->text, s);
    put_text(l, s || (dbx_is_literal(at[i]) && dbx_put_tracer(&l->text, l->names, NULL, at[i])));
  }
  close_list(l);
}

static const dbx_jaxpr *jaxpr_of_part(const dbx_bind *b, const dbx_eqn *e, uint32_t index) {
  static const dbx_sym key[2] = {DBX_S_cond_jaxpr, DBX_S_body_jaxpr};
  const dbx_param *branches =
      dbx_eqn_param(e, e->prim->id == DBX_PRIM_switch ? DBX_S_branches : DBX_S_branch_jaxprs);
  if (branches) return branches->item[b->reverse ? branches->n - 1 - index : index]->jaxpr;
  const dbx_param *only = dbx_eqn_param(e, DBX_S_jaxpr); // of a scan, of an adjoint
  if (only) return only->jaxpr;
  return dbx_eqn_param(e, key[e->prim->id == DBX_PRIM_for_loop ? 1 : index])->jaxpr;
}

// The inputs and outputs of the nested Jaxpr that the equation holds (of a branch: with the
// constants of the others).
static void jaxpr_ends(log *l, const dbx_bind *b, const dbx_eqn *e, uint32_t index) {
  const dbx_jaxpr *j = jaxpr_of_part(b, e, index);
  const dbx_names *names = dbx_names_inside(l->names, j);
  variables(l, "jaxpr_invars", names, j->invars, j->n_in);
  variables(l, "jaxpr_outvars", names, j->outs, j->n_out);
}

static void nameless(log *l, const char *key, uint32_t n) {
  dbx_json_key(&l->json, key);
  open_list(l);
  for (uint32_t i = 0; i < n; i++) dbx_json_null(&l->json);
  close_list(l);
}

static void part(log *l, const dbx_bind *b, uint32_t index) {
  const dbx_part *p = &b->parts[index];
  const dbx_eqn *e = dbx_emitted_eqn(b);
  const dbx_frame *caller = e ? b->frame : NULL;
  dbx_json_open(&l->json, '{');
  key_text(l, "part", p->name);
  if (!p->jaxpr && b->failed) key_text(l, "failed", dbx_sym_text(b->failed));
  inputs(l, b, caller, p);
  if (p->jaxpr) {
    constants(l, caller, p);
    outputs(l, p);
    key_text(l, "out_tree", dbx_sym_text(p->out_tree));
  }
  if (p->retrace && p->retrace->jaxpr) retrace(l, caller, p->retrace);
  if (e) jaxpr_ends(l, b, e, index);
  if (!e && b->operands.n) { // it failed while it was emitted: nothing was printed, all is nameless
    assert(p->jaxpr);        // operands come after all parts are traced
    nameless(l, "jaxpr_invars", p->jaxpr->n_in);
    nameless(l, "jaxpr_outvars", p->jaxpr->n_out);
  }
  dbx_json_close(&l->json, '}');
}

// ---- binds ----

static void place(log *l, const dbx_bind *b) {
  key_int(l, "id", b->id);
  dbx_json_key(&l->json, "parent");
  b->parent < 0 ? dbx_json_null(&l->json) : dbx_json_int(&l->json, b->parent);
  dbx_json_key(&l->json, "parent_part");
  b->parent < 0 ? dbx_json_null(&l->json) : dbx_json_int(&l->json, b->parent_part);
  key_int(l, "depth", b->depth);
}

static void rounds(log *l, const dbx_bind *b) {
  key_text(l, "allow_array_resizing", "infer");
  key_int(l, "rounds", b->n_rounds);
  key_int(l, "slots", b->n_slots);
  dbx_json_key(&l->json, "widened");
  open_list(l);
  for (uint32_t i = 0; i < b->n_widenings; i++) {
    const dbx_widening *w = &b->widenings[i];
    dbx_json_open(&l->json, '{');
    key_int(l, "round", w->round);
    key_int(l, "carry", w->carry);
    key_int(l, "axis", w->axis);
    key_text(l, "length_after_body", w->length);
    dbx_json_close(&l->json, '}');
  }
  close_list(l);
}

static void strategy(log *l, const dbx_bind *b) {
  dbx_json_key(&l->json, "strategy");
  dbx_json_open(&l->json, '{');
  key_bool(l, "input_unshare_variables", b->unshare_inputs);
  key_bool(l, "output_force_arg0_outdbidx", b->force_arg0_outdbidx);
  dbx_json_close(&l->json, '}');
  if (b->resizing == DBX_INFER) rounds(l, b);
  else if (b->resizing == DBX_SHARED) key_text(l, "allow_array_resizing", "shared");
  else if (!dbx_is_choice(b->prim)) key_bool(l, "allow_array_resizing", b->unshare_inputs);
  if (b->prim->id == DBX_PRIM_for_loop) key_bool(l, "apply_reverse_transform", b->reverse);
}

static void equation(log *l, const dbx_bind *b) {
  const dbx_eqn *e = dbx_printed_eqn(l->names, b);
  dbx_json_key(&l->json, "eqn");
  if (!e) return dbx_json_null(&l->json);
  dbx_json_open(&l->json, '{');
  names(l, "operands", b->frame, e->in, e->n_in);
  dbx_json_key(&l->json, "outvars");
  open_list(l);
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (e->out[i] & DBX_DROPPED) dbx_json_str(&l->json, "_");
    else name(l, NULL, e->out[i]);
  }
  close_list(l);
  dbx_json_close(&l->json, '}');
}

static void emitted(log *l, const dbx_bind *b) {
  const dbx_list *bounds = &b->bounds, *preds = &b->preds, *ops = &b->operands, *r = &b->results;
  if (b->prim->id == DBX_PRIM_for_loop) names(l, "bounds", b->frame, bounds->at, bounds->n);
  if (dbx_is_choice(b->prim)) names(l, "preds", b->frame, preds->at, preds->n);
  key_int(l, "nimplicit", b->n_implicit);
  names(l, "operands", b->frame, ops->at, ops->n);
  signature(l, "eqn_out_type", &b->eqn_out_type);
  typed(l, "results", b->frame, r->at, r->n);
  dbx_json_key(&l->json, "collapsed_results");
  open_list(l);
  for (uint32_t i = 0; i < r->n; i++)
    if (b->eqn_out_type.expl[i]) name(l, b->frame, r->at[i]);
  close_list(l);
  equation(l, b);
}

static void bind(log *l, const dbx_bind *b) {
  dbx_json_open(&l->json, '{');
  place(l, b);
  key_text(l, "primitive", b->prim->name);
  if (b->failed) key_text(l, "failed", dbx_sym_text(b->failed));
  strategy(l, b);
  dbx_json_key(&l->json, "parts");
  dbx_json_open(&l->json, '[');
  for (uint32_t i = 0; i < b->n_parts; i++)
    if (b->parts[i].frame) part(l, b, i); // a part that never began leaves nothing
  dbx_json_close(&l->json, ']');
  if (dbx_emitted_eqn(b) || b->operands.n) emitted(l, b);
  dbx_json_close(&l->json, '}');
}

// ---- traces ----

static void jaxpr_lines(log *l, const dbx_jaxpr *j) {
  dbx_json_key(&l->json, "jaxpr");
  if (!j) return dbx_json_null(&l->json);
  dbx_clear(&l->text);
  dbx_print_jaxpr(&l->text, j, NULL);
  dbx_json_open(&l->json, '[');
  for (const char *s = dbx_text(&l->text); s;) {
    const char *end = strchr(s, '\n');
    dbx_json_strn(&l->json, s, end ? (size_t)(end - s) : strlen(s));
    s = end ? end + 1 : NULL;
  }
  dbx_json_close(&l->json, ']');
}

static void trace(log *l, const dbx_trace *t) {
  l->names = dbx_naming_new(t, NULL, DBX_NAMING_LETTERS);
  dbx_json_open(&l->json, '{');
  key_text(l, "function", dbx_sym_text(t->function));
  if (t->failed) key_text(l, "failed", dbx_sym_text(t->failed));
  jaxpr_lines(l, t->jaxpr);
  if (t->jaxpr) signature(l, "out_type", &t->out_type);
  dbx_json_key(&l->json, "binds");
  dbx_json_open(&l->json, '[');
  for (uint32_t i = 0; i < t->binds.n; i++) bind(l, t->binds.at[i]);
  dbx_json_close(&l->json, ']');
  dbx_json_close(&l->json, '}');
  l->names = dbx_naming_free(l->names);
}

void dbx_put_binds(dbx_buf *b, dbx_trace *const *traces, uint32_t n) {
  log l = {.json = {.out = b, .indent = INDENT}};
  dbx_json_open(&l.json, '{');
  key_int(&l, "format", 1);
  dbx_json_key(&l.json, "traces");
  dbx_json_open(&l.json, '[');
  for (uint32_t i = 0; i < n; i++) trace(&l, traces[i]);
  dbx_json_close(&l.json, ']');
  dbx_json_close(&l.json, '}');
  dbx_putc(b, '\n');
  dbx_buf_free(&l.text);
}
