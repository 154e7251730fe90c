// Binds of a recording (see reader.h).
#include "prim/prim.h"
#include "record/reader.h"

#include <string.h>

static dbx_status index_of(record_reader *r, const json_t *v, uint32_t *ret) {
  return json_is_null(v) ? (*ret = UINT32_MAX, DBX_OK) : record_u32_of(r, v, ret);
}

// ---- parts ----

static dbx_status part_of(record_reader *r, const json_t *o, dbx_arena *a, uint32_t depth,
                          dbx_part *p);

static dbx_status inputs_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_part *p) {
  DBX_TRY(record_take_atoms(r, o, "collapsed_inputs", a, false, &p->collapsed_inputs));
  DBX_TRY(record_take_atoms(r, o, "expanded_inputs", a, false, &p->expanded_inputs));
  DBX_TRY(record_take_sig(r, o, "in_type", a, &p->in_type));
  DBX_TRY(record_take_atoms(r, o, "body_inputs", a, false, &p->body_inputs));
  DBX_TRY(record_take_u32(r, o, "implicit_in", 0, 0, &p->n_implicit_in));
  DBX_TRY(record_take_u32(r, o, "constants1", 0, 0, &p->n_constants1));
  DBX_TRY(record_take_captures(r, o, "captures", a, &p->captures, &p->n_captures));
  return record_take_captures(r, o, "constants", a, &p->constants, &p->n_constants);
}

static dbx_status outputs_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_part *p) {
  DBX_TRY(record_take_atoms(r, o, "collapsed_outputs", a, false, &p->collapsed_outputs));
  DBX_TRY(record_take_atoms(r, o, "expanded_outputs", a, false, &p->expanded_outputs));
  DBX_TRY(record_take_sig(r, o, "out_type", a, &p->out_type));
  DBX_TRY(record_take_u32(r, o, "implicit_out", 0, 0, &p->n_implicit_out));
  DBX_TRY(record_take_sym(r, o, "tree", &p->out_tree));
  return record_jaxpr_at(r, o, "jaxpr", &p->jaxpr);
}

static dbx_status retrace_of(record_reader *r, const json_t *o, dbx_arena *a, uint32_t depth,
                             dbx_part *p) {
  const json_t *again = json_object_get(o, "retrace");
  if (json_object_get(o, "retraced")) {
    p->retraced = DBX_NEW(a, dbx_map);
    DBX_TRY(record_take_pairs(r, o, "retraced", p->retraced));
  }
  if (!again) return DBX_OK;
  if (depth) return record_bad(r, "a part is traced again once");
  p->retrace = DBX_NEW(a, dbx_part);
  return part_of(r, again, a, depth + 1, p->retrace);
}

static dbx_status part_of(record_reader *r, const json_t *o, dbx_arena *a, uint32_t depth,
                          dbx_part *p) {
  dbx_sym name;
  DBX_TRY(record_take_sym(r, o, "part", &name));
  if (name) p->name = dbx_sym_text(name);
  DBX_TRY(record_frame_at(r, o, "frame", &p->frame));
  DBX_TRY(inputs_of(r, o, a, p));
  DBX_TRY(outputs_of(r, o, a, p));
  return retrace_of(r, o, a, depth, p);
}

static dbx_status parts_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_bind *b) {
  const json_t *l;
  DBX_TRY(record_take_list(r, o, "parts", &l));
  uint32_t n = (uint32_t)json_array_size(l);
  b->parts = DBX_NEWN(a, dbx_part, n);
  b->n_parts = n; // what was read of them is freed with the trace
  for (uint32_t i = 0; i < n; i++) DBX_TRY(part_of(r, json_array_get(l, i), a, 0, &b->parts[i]));
  return DBX_OK;
}

// ---- strategies ----

static dbx_status slot_of(record_reader *r, const json_t *v, dbx_slot *s) {
  DBX_TRY(record_u32_of(r, json_array_get(v, 0), &s->carry));
  DBX_TRY(record_u32_of(r, json_array_get(v, 1), &s->axis));
  DBX_TRY(record_dim_of(r, json_array_get(v, 2), &s->start));
  return index_of(r, json_array_get(v, 3), &s->group);
}

static dbx_status node_of(record_reader *r, const json_t *v, dbx_carried *n) {
  const char *word;
  uint32_t kind;
  DBX_TRY(record_text_of(r, json_array_get(v, 0), &word));
  if (!record_word(&record_carried, word, &kind)) return record_bad(r, "nothing is carried so");
  n->kind = (dbx_carried_kind)kind;
  DBX_TRY(record_u32_of(r, json_array_get(v, 1), &n->carry));
  DBX_TRY(record_u32_of(r, json_array_get(v, 2), &n->axis));
  DBX_TRY(record_atom_of(r, json_array_get(v, 3), &n->start));
  DBX_TRY(record_atom_of(r, json_array_get(v, 4), &n->step));
  DBX_TRY(record_u32_of(r, json_array_get(v, 5), &n->cls));
  DBX_TRY(record_u32_of(r, json_array_get(v, 6), &n->step_cls));
  DBX_TRY(record_dim_of(r, json_array_get(v, 7), &n->result));
  DBX_TRY(index_of(r, json_array_get(v, 8), &n->equal_to));
  bool outer = n->kind == DBX_CARRIED_OUTER;
  return n->start && (outer || n->step) ? DBX_OK : record_bad(r, "a node has no start or step");
}

static dbx_status widening_of(record_reader *r, const json_t *v, dbx_widening *w) {
  const char *length;
  DBX_TRY(record_u32_of(r, json_array_get(v, 0), &w->round));
  DBX_TRY(record_u32_of(r, json_array_get(v, 1), &w->carry));
  DBX_TRY(record_u32_of(r, json_array_get(v, 2), &w->axis));
  DBX_TRY(record_text_of(r, json_array_get(v, 3), &length));
  return w->length = dbx_sym_text(dbx_intern(length)), DBX_OK;
}

// A list of the bind, an entry each.
#define ENTRIES(key, type, of, at, count)                                                          \
  DBX_TRY(record_take_list(r, o, key, &l));                                                        \
  count = (uint32_t)json_array_size(l);                                                            \
  at = DBX_NEWN(a, type, count);                                                                   \
  for (uint32_t i = 0; i < count; i++) DBX_TRY(of(r, json_array_get(l, i), &at[i]))

static dbx_status strategy_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_bind *b) {
  const json_t *l;
  uint32_t resizing;
  DBX_TRY(record_take_word(r, o, "resizing", &record_resizings, &resizing));
  b->resizing = (dbx_resizing)resizing;
  DBX_TRY(record_take_u32(r, o, "first_carry", 0, 0, &b->first_carry));
  DBX_TRY(record_take_u32(r, o, "carries", 0, 0, &b->n_carries));
  DBX_TRY(record_take_u32(r, o, "groups", 0, 0, &b->n_groups));
  DBX_TRY(record_take_u32(r, o, "rounds", 0, 0, &b->n_rounds));
  ENTRIES("slots", dbx_slot, slot_of, b->slots, b->n_slots);
  ENTRIES("nodes", dbx_carried, node_of, b->nodes, b->n_nodes);
  ENTRIES("widenings", dbx_widening, widening_of, b->widenings, b->n_widenings);
  b->runs_once = record_take_flag(o, "runs_once");
  b->unshare_inputs = record_take_flag(o, "unshare_inputs");
  b->force_arg0_outdbidx = record_take_flag(o, "force_arg0_outdbidx");
  b->reverse = record_take_flag(o, "reverse");
  return DBX_OK;
}

// ---- binds ----

static dbx_status parent_of(record_reader *r, const json_t *o, const dbx_trace *t, dbx_bind *b) {
  uint32_t parent;
  DBX_TRY(record_take_u32(r, o, "parent", 0, UINT32_MAX, &parent));
  DBX_TRY(record_take_u32(r, o, "parent_part", 0, 0, &b->parent_part));
  b->parent = parent == UINT32_MAX ? -1 : (int64_t)parent;
  if (b->parent >= (int64_t)t->binds.n) return record_bad(r, "the parent comes later");
  return DBX_OK;
}

static dbx_status place_of(record_reader *r, const json_t *o, dbx_bind *b) {
  const char *prim;
  DBX_TRY(record_take_u32(r, o, "depth", 0, 0, &b->depth));
  DBX_TRY(dbx_record_take_text(r, o, "prim", &prim));
  b->prim = dbx_primitive_find(dbx_intern(prim));
  if (b->prim && record_take_flag(o, "of_jax"))
    b->prim = dbx_primitive_with(b->prim, DBX_S_branches);
  if (!b->prim || !b->prim->nested) return record_bad(r, "\"%s\" binds no program", prim);
  DBX_TRY(record_take_sym(r, o, "name", &b->name));
  DBX_TRY(record_take_at(r, o, &b->span));
  DBX_TRY(record_frame_at(r, o, "frame", &b->frame));
  DBX_TRY(record_take_sym(r, o, "failed", &b->failed));
  DBX_TRY(record_take_u32(r, o, "event", 0, 0, &b->event));
  DBX_TRY(record_take_u32(r, o, "first_event", 0, 0, &b->first_event));
  return record_take_u32(r, o, "last_event", 0, 0, &b->last_event);
}

static dbx_status emitted_of(record_reader *r, const json_t *o, dbx_arena *a, dbx_bind *b) {
  DBX_TRY(record_take_atoms(r, o, "bounds", a, false, &b->bounds));
  DBX_TRY(record_take_atoms(r, o, "preds", a, false, &b->preds));
  DBX_TRY(record_take_atoms(r, o, "operands", a, false, &b->operands));
  DBX_TRY(record_take_u32(r, o, "implicit", 0, 0, &b->n_implicit));
  DBX_TRY(record_take_sig(r, o, "type", a, &b->eqn_out_type));
  return record_take_atoms(r, o, "results", a, true, &b->results);
}

dbx_status record_read_bind(record_reader *r, const json_t *o) {
  dbx_trace *t;
  DBX_TRY(record_trace_at(r, o, &t));
  dbx_bind *b = DBX_NEW(&t->arena, dbx_bind);
  b->id = t->binds.n;
  dbx_status st = parent_of(r, o, t, b);
  dbx_push(&t->binds, b);
  if (st == DBX_OK) st = place_of(r, o, b);
  if (st == DBX_OK) st = strategy_of(r, o, &t->arena, b);
  if (st == DBX_OK) st = parts_of(r, o, &t->arena, b);
  if (st == DBX_OK) st = emitted_of(r, o, &t->arena, b);
  return st == DBX_OK ? record_check_bind(r, b) : st;
}
