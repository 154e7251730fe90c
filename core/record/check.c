// What views take for granted of a trace, of one that was read (see reader.h). Lists of what did
// not come to its end may be empty.
#include "prim/prim.h"
#include "record/reader.h"

// ---- binds ----

static bool same_or_none(uint32_t n, uint32_t want) { return !n || n == want; }

static bool positions_fit(const dbx_sig *s, dbx_dim_kind kind, uint32_t n) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(s->aval[i]);
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_kind_of(t->dims[k]) == kind && dbx_dim_value(t->dims[k]) >= n) return false;
  }
  return true;
}

static bool in_type_fits(const dbx_part *p) {
  return same_or_none(p->body_inputs.n, p->in_type.n) &&
         same_or_none(p->expanded_inputs.n, p->in_type.n) &&
         p->collapsed_inputs.n + p->n_implicit_in <= p->in_type.n + !p->in_type.n * UINT16_MAX &&
         p->n_implicit_in <= p->in_type.n && positions_fit(&p->in_type, DBX_DIM_DB, p->in_type.n);
}

static bool out_type_fits(const dbx_part *p) {
  return p->expanded_outputs.n == p->out_type.n && p->n_implicit_out <= p->out_type.n &&
         (!p->out_type.n || p->collapsed_outputs.n + p->n_implicit_out == p->out_type.n) &&
         positions_fit(&p->out_type, DBX_DIM_OUTDB, p->out_type.n) &&
         positions_fit(&p->out_type, DBX_DIM_INDB, p->n_constants + p->in_type.n);
}

static dbx_status check_part(record_reader *r, const dbx_part *p) {
  if (!p->frame) {
    bool empty = !p->in_type.n && !p->expanded_outputs.n && !p->jaxpr && !p->retrace;
    return empty ? DBX_OK : record_bad(r, "a part of the bind has no frame");
  }
  if (p->n_constants > p->n_captures)
    return record_bad(r, "there are more constants than captures");
  if (!in_type_fits(p)) return record_bad(r, "the inputs of a part do not fit its in_type");
  if (p->jaxpr && !out_type_fits(p))
    return record_bad(r, "the results of a part do not fit its out_type");
  return p->retrace ? check_part(r, p->retrace) : DBX_OK;
}

static bool slot_fits(const dbx_bind *b, uint32_t carry, uint32_t axis) {
  const dbx_list *in = &b->parts[b->n_parts - 1].collapsed_inputs;
  uint64_t i = (uint64_t)b->first_carry + carry;
  return carry < b->n_carries && i < in->n && axis < dbx_aval_at(dbx_atom_aval(in->at[i]))->rank;
}

static dbx_status check_slots(record_reader *r, const dbx_bind *b) {
  for (uint32_t i = 0; i < b->n_slots; i++) {
    const dbx_slot *s = &b->slots[i];
    if (!slot_fits(b, s->carry, s->axis) || (s->group != DBX_FIXED && s->group >= b->n_groups))
      return record_bad(r, "slot %u is no axis of a carry", i);
  }
  for (uint32_t i = 0; i < b->n_nodes; i++) {
    const dbx_carried *n = &b->nodes[i];
    bool known = n->equal_to == UINT32_MAX || n->equal_to < b->n_nodes;
    bool fits =
        n->kind == DBX_CARRIED_OUTER ||
        (n->kind == DBX_CARRIED_SCALAR ? n->carry < b->n_carries : slot_fits(b, n->carry, n->axis));
    if (!known || !fits) return record_bad(r, "node %u is nothing that is carried", i);
  }
  return DBX_OK;
}

dbx_status record_check_bind(record_reader *r, const dbx_bind *b) {
  if (!b->frame || !b->n_parts) return record_bad(r, "a bind has a frame and parts");
  for (uint32_t i = 0; i < b->n_parts; i++) DBX_TRY(check_part(r, &b->parts[i]));
  const dbx_part *body = &b->parts[b->n_parts - 1];
  if (body->frame && (uint64_t)b->first_carry + b->n_carries > body->collapsed_inputs.n)
    return record_bad(r, "there are more carries than inputs");
  if (b->eqn_out_type.n != b->results.n || b->n_implicit > UINT16_MAX)
    return record_bad(r, "the results do not fit their type");
  if (!positions_fit(&b->eqn_out_type, DBX_DIM_OUTDB, b->results.n))
    return record_bad(r, "the results do not fit their type");
  return check_slots(r, b);
}

// ---- equations ----

static bool is_jaxprs(const dbx_param *p) {
  if (!p || !p->n || (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST)) return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->item[i]->kind != DBX_P_JAXPR) return false;
  return true;
}

static bool is_jaxpr(const dbx_param *p) { return p && p->kind == DBX_P_JAXPR; }

static bool is_count(const dbx_eqn *e, dbx_sym key) {
  const dbx_param *p = dbx_eqn_param(e, key);
  return p && p->kind == DBX_P_INT && p->i >= 0 && p->i <= e->n_in;
}

// The parameters that views follow.
static bool nested_fits(const dbx_eqn *e) {
  switch (e->prim->id) {
  case DBX_PRIM_for_loop: return is_jaxpr(dbx_eqn_param(e, DBX_S_body_jaxpr));
  case DBX_PRIM_while_loop:
  case DBX_PRIM_while:
    return is_jaxpr(dbx_eqn_param(e, DBX_S_body_jaxpr)) &&
           is_jaxpr(dbx_eqn_param(e, DBX_S_cond_jaxpr));
  case DBX_PRIM_scan:
    return is_jaxpr(dbx_eqn_param(e, DBX_S_jaxpr)) && is_count(e, DBX_S_num_consts) &&
           is_count(e, DBX_S_num_carry);
  case DBX_PRIM_cond: return is_jaxprs(dbx_eqn_param(e, DBX_S_branch_jaxprs));
  case DBX_PRIM_switch: return is_jaxprs(dbx_eqn_param(e, DBX_S_branches));
  case DBX_PRIM_custom_jvp_call:
  case DBX_PRIM_custom_vjp_call:
  case DBX_PRIM_remat2:
  case DBX_PRIM_pjit: return is_jaxpr(dbx_eqn_param(e, DBX_S_jaxpr));
  default: return true;
  }
}

static dbx_status check_eqns(record_reader *r, const dbx_eqn *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (at[i].prim->nested && !nested_fits(&at[i]))
      return record_bad(r, "an equation of %s has no program", at[i].prim->name);
  return DBX_OK;
}

// ---- traces ----

static bool event_fits(const dbx_trace *t, const dbx_event *e) {
  if (e->bind > t->binds.n) return false;
  if (e->kind == DBX_EV_BIND_OPEN) return e->u.bind_open.bind < t->binds.n;
  if (e->kind == DBX_EV_COMPARE) return e->u.compare.proof <= t->proofs.n;
  return e->kind != DBX_EV_BIND_CLOSE || e->u.bind_close.bind < t->binds.n;
}

static dbx_status check_events(record_reader *r, const dbx_trace *t) {
  int64_t depth = 0;
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    depth += dbx_event_nesting(e);
    if (depth < 0 || !event_fits(t, e)) return record_bad(r, "event %u does not fit its trace", i);
  }
  return DBX_OK;
}

dbx_status record_check_trace(record_reader *r, const dbx_trace *t) {
  DBX_TRY(check_events(r, t));
  for (uint32_t i = 0; i < t->binds.n; i++) {
    const dbx_bind *b = t->binds.at[i];
    if (b->event >= t->events.n + !b->event || b->last_event >= t->events.n + !b->last_event)
      return record_bad(r, "bind %u ends behind its trace", i);
  }
  for (uint32_t i = 0; i < t->frames.n; i++)
    DBX_TRY(check_eqns(r, t->frames.at[i]->eqns.at, t->frames.at[i]->eqns.n));
  for (uint32_t i = 0; i < r->jaxprs.n; i++)
    DBX_TRY(check_eqns(r, r->jaxprs.at[i]->eqns, r->jaxprs.at[i]->n_eqns));
  return DBX_OK;
}
