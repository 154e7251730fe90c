// The binds of a recording, a line each (see record.h).
#include "ir/primitive.h"
#include "record/writer.h"

void record_sig(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_sig *s) {
  dbx_json_key(j, key);
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_json_open(j, '[');
    record_put_type(w, j, s->aval[i]);
    dbx_json_bool(j, s->expl[i]);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

static void list(dbx_record_writer *w, dbx_json *j, const char *key, const dbx_list *l) {
  if (l->n) record_atoms(w, j, key, l->at, l->n);
}

static void put_index(dbx_json *j, uint32_t i) {
  i == UINT32_MAX ? dbx_json_null(j) : dbx_json_int(j, i);
}

// ---- parts ----

static void inputs(dbx_record_writer *w, dbx_json *j, const dbx_part *p) {
  list(w, j, "collapsed_inputs", &p->collapsed_inputs);
  list(w, j, "expanded_inputs", &p->expanded_inputs);
  record_sig(w, j, "in_type", &p->in_type);
  list(w, j, "body_inputs", &p->body_inputs);
  record_int(j, "implicit_in", p->n_implicit_in);
  record_int(j, "constants1", p->n_constants1);
  record_captures(w, j, "captures", p->captures, p->n_captures);
  record_captures(w, j, "constants", p->constants, p->n_constants);
}

static void outputs(dbx_record_writer *w, dbx_json *j, const dbx_part *p) {
  list(w, j, "collapsed_outputs", &p->collapsed_outputs);
  list(w, j, "expanded_outputs", &p->expanded_outputs);
  record_sig(w, j, "out_type", &p->out_type);
  record_int(j, "implicit_out", p->n_implicit_out);
  record_sym(j, "tree", p->out_tree);
  if (p->jaxpr) record_int(j, "jaxpr", (int64_t)record_jaxpr(w, p->jaxpr));
}

static void part(dbx_record_writer *w, dbx_json *j, const dbx_part *p) {
  dbx_json_open(j, '{');
  if (p->name) record_text(j, "part", p->name);
  if (p->frame) record_int(j, "frame", (int64_t)record_frame(w, p->frame->id));
  inputs(w, j, p);
  outputs(w, j, p);
  if (p->retrace) {
    dbx_json_key(j, "retrace");
    part(w, j, p->retrace);
  }
  if (p->retraced) record_pairs(w, j, "retraced", p->retraced);
  dbx_json_close(j, '}');
}

static void parts(dbx_record_writer *w, dbx_json *j, const dbx_bind *b) {
  dbx_json_key(j, "parts");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < b->n_parts; i++) part(w, j, &b->parts[i]);
  dbx_json_close(j, ']');
}

// ---- strategies ----

// [carry, axis, start, group]
static void slots(dbx_record_writer *w, dbx_json *j, const dbx_bind *b) {
  dbx_json_key(j, "slots");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < b->n_slots; i++) {
    const dbx_slot *s = &b->slots[i];
    dbx_json_open(j, '[');
    dbx_json_int(j, s->carry), dbx_json_int(j, s->axis);
    record_put_dim(w, j, s->start);
    put_index(j, s->group);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

// [kind, carry, axis, start, step, class, class after a trip, result, node that gives it]
static void nodes(dbx_record_writer *w, dbx_json *j, const dbx_bind *b) {
  dbx_json_key(j, "nodes");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < b->n_nodes; i++) {
    const dbx_carried *n = &b->nodes[i];
    dbx_json_open(j, '[');
    dbx_json_str(j, record_carried.at[n->kind]);
    dbx_json_int(j, n->carry), dbx_json_int(j, n->axis);
    record_put_atom(w, j, n->start), record_put_atom(w, j, n->step);
    dbx_json_int(j, n->cls), dbx_json_int(j, n->step_cls);
    record_put_dim(w, j, n->result);
    put_index(j, n->equal_to);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

// [round, carry, axis, length]
static void widenings(dbx_json *j, const dbx_bind *b) {
  dbx_json_key(j, "widenings");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < b->n_widenings; i++) {
    const dbx_widening *x = &b->widenings[i];
    dbx_json_open(j, '[');
    dbx_json_int(j, x->round), dbx_json_int(j, x->carry), dbx_json_int(j, x->axis);
    dbx_json_str(j, x->length);
    dbx_json_close(j, ']');
  }
  dbx_json_close(j, ']');
}

static void strategy(dbx_record_writer *w, dbx_json *j, const dbx_bind *b) {
  record_text(j, "resizing", record_resizings.at[b->resizing]);
  record_int(j, "first_carry", b->first_carry);
  record_int(j, "carries", b->n_carries);
  record_int(j, "groups", b->n_groups);
  record_int(j, "rounds", b->n_rounds);
  if (b->n_slots) slots(w, j, b);
  if (b->n_nodes) nodes(w, j, b);
  if (b->n_widenings) widenings(j, b);
  record_flag(j, "runs_once", b->runs_once);
  record_flag(j, "unshare_inputs", b->unshare_inputs);
  record_flag(j, "force_arg0_outdbidx", b->force_arg0_outdbidx);
  record_flag(j, "reverse", b->reverse);
}

// ---- binds ----

static void place(dbx_record_writer *w, dbx_json *j, const dbx_bind *b) {
  if (b->parent >= 0) {
    record_int(j, "parent", b->parent);
    record_int(j, "parent_part", b->parent_part);
  }
  record_int(j, "depth", b->depth);
  record_text(j, "prim", b->prim->name);
  record_flag(j, "of_jax", dbx_lists_parameter(b->prim, DBX_S_branches));
  record_sym(j, "name", b->name);
  record_at(w, j, b->span);
  record_int(j, "frame", (int64_t)record_frame(w, b->frame->id));
  record_sym(j, "failed", b->failed);
  record_int(j, "event", b->event);
  record_int(j, "first_event", b->first_event);
  record_int(j, "last_event", b->last_event);
}

void record_bind(dbx_record_writer *w, const dbx_trace *t, const dbx_bind *b) {
  record_line l;
  record_open(&l, "bind");
  record_int(&l.json, "trace", (int64_t)record_trace(w, t));
  place(w, &l.json, b);
  strategy(w, &l.json, b);
  parts(w, &l.json, b);
  list(w, &l.json, "bounds", &b->bounds);
  list(w, &l.json, "preds", &b->preds);
  list(w, &l.json, "operands", &b->operands);
  record_int(&l.json, "implicit", b->n_implicit);
  record_sig(w, &l.json, "type", &b->eqn_out_type);
  list(w, &l.json, "results", &b->results);
  record_close(w, &l);
}
