// Chains of links from tracers to their birth (see provenance.h).
#include "trace/provenance.h"

#include "prim/prim.h"
#include <string.h>

// ---- where a tracer belongs ----

static bool is_frame_of(const dbx_part *p, const dbx_frame *f) {
  return p->frame == f || (p->retrace && p->retrace->frame == f);
}

const dbx_bind *dbx_bind_of_frame(const dbx_frame *f, uint32_t *part) {
  if (!f || f->kind != DBX_FRAME_NESTED) return NULL;
  for (uint32_t i = f->trace->binds.n; i-- > 0;) {
    const dbx_bind *b = f->trace->binds.at[i];
    for (uint32_t k = 0; k < b->n_parts; k++)
      if (is_frame_of(&b->parts[k], f)) return *part = k, b;
  }
  return NULL;
}

static bool position_in(const dbx_var *at, uint32_t n, dbx_var v, uint32_t *ret) {
  for (uint32_t i = 0; i < n; i++)
    if (!dbx_is_literal(at[i]) && (at[i] & DBX_HANDLE) == v) return *ret = i, true;
  return false;
}

const dbx_eqn *dbx_eqn_of_var(dbx_var v, uint32_t *position) {
  v = dbx_tracer_of(v);
  const dbx_var_info *info = dbx_var_at(v);
  const dbx_frame *f = dbx_frame_by_id(info->frame);
  if (!f || info->kind != DBX_VAR_RESULT || info->birth >= f->trace->events.n) return NULL;
  const dbx_event *ev = &f->trace->events.at[info->birth]; // another one after an undone round
  const dbx_eqn *e = ev->frame == f->id ? dbx_event_eqn(ev) : NULL;
  return e && position_in(e->out, e->n_out, v, position) ? e : NULL;
}

const dbx_bind *dbx_bind_of_eqn(const dbx_frame *f, const dbx_eqn *e) {
  if (!e->prim->nested || dbx_is_call(e->prim)) return NULL;
  for (uint32_t i = f->trace->binds.n; i-- > 0;) {
    const dbx_bind *b = f->trace->binds.at[i];
    if (b->frame == f && b->event == e->event && b->results.n == e->n_out) return b;
  }
  return NULL;
}

// The call that made the frame's program part of its caller; NULL if it did not come to that.
static const dbx_eqn *call_with_input(const dbx_frame *f, dbx_var v, uint32_t *position) {
  const dbx_frame *caller = f->parent;
  for (uint32_t i = 0; caller && i < caller->eqns.n; i++) {
    const dbx_eqn *e = &caller->eqns.at[i];
    if (!dbx_is_call(e->prim)) continue;
    const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
    if (position_in(j->invars, j->n_in, v, position)) return e;
  }
  return NULL;
}

// ---- what a tracer is ----

// The entry of s, and its axis, that has the length at position k of the same list.
static bool sized_by(const dbx_sig *s, dbx_dim_kind kind, uint32_t k, dbx_link *l) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->aval[i]);
    for (uint32_t d = 0; d < v->rank; d++)
      if (v->dims[d] == dbx_dim_make(kind, k)) return l->of = i, l->axis = d, true;
  }
  return false;
}

static void function_argument(dbx_link *l, dbx_var v) {
  const dbx_frame *f = l->frame;
  const dbx_sig *s = &f->trace->in_type;
  uint32_t at = 0, implicit = 0;
  if (!position_in(f->invars.at, f->invars.n, v, &at)) return;
  for (uint32_t i = 0; i < s->n; i++) implicit += !s->expl[i];
  l->kind = DBX_LINK_ARGUMENT;
  l->position = at - implicit;
  if (at >= s->n || s->expl[at] || !sized_by(s, DBX_DIM_DB, at, l)) return;
  l->kind = DBX_LINK_ARGUMENT_SIZE;
  l->position = at;
  l->sized = l->of < f->invars.n ? f->invars.at[l->of] : 0;
  l->of -= implicit;
}

static void nested_argument(dbx_link *l, dbx_var v) {
  const dbx_bind *b = l->bind = dbx_bind_of_frame(l->frame, &l->part);
  uint32_t at = 0;
  l->kind = DBX_LINK_LOST;
  if (!b) return;
  const dbx_part *p = &b->parts[l->part];
  if (!position_in(p->body_inputs.at, p->body_inputs.n, v, &at)) return;
  l->position = at;
  uint32_t first = p->n_implicit_in + b->first_carry;
  if (at < p->n_implicit_in) {
    l->kind = DBX_LINK_CARRY_SIZE;
    if (!sized_by(&p->in_type, DBX_DIM_DB, at, l)) return;
    l->sized = p->body_inputs.at[l->of];
    l->of -= first;
  } else if (at < first) {
    l->kind = DBX_LINK_INDEX;
  } else {
    l->kind = DBX_LINK_CARRY;
    l->position = at - first;
  }
}

// Implicit ones come first, as lengths of those to their right.
static void size_of_argument(dbx_link *l, dbx_var v) {
  const dbx_frame *f = l->frame;
  uint32_t at = f->invars.n;
  (void)position_in(f->invars.at, f->invars.n, v, &at);
  for (uint32_t i = at + 1; i < f->invars.n && !l->sized; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(f->invars.at[i]));
    for (uint32_t k = 0; k < t->rank && !l->sized; k++)
      if (t->dims[k] == dbx_dim_var(v)) l->sized = f->invars.at[i], l->axis = k;
  }
}

static void call_argument(dbx_link *l, dbx_var v) {
  l->kind = DBX_LINK_CALL_ARGUMENT;
  size_of_argument(l, v);
  l->eqn = call_with_input(l->frame, v, &l->position);
  if (!l->eqn) (void)position_in(l->frame->invars.at, l->frame->invars.n, v, &l->position);
}

// The explicit result that the implicit one at `position` was added for: the one whose length is
// the same variable.
static void result_size(dbx_link *l) {
  const dbx_bind *b = l->bind;
  const dbx_eqn *e = l->eqn;
  l->of = UINT32_MAX;
  for (uint32_t i = b->n_implicit; i < e->n_out && l->of == UINT32_MAX; i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(e->out[i] & DBX_HANDLE));
    for (uint32_t k = 0; k < v->rank; k++)
      if (v->dims[k] == dbx_dim_var(l->atom))
        l->of = i - b->n_implicit, l->axis = k, l->sized = e->out[i] & DBX_HANDLE;
  }
}

// A function of the array library that is printed as a call (`//`, where, ...): nothing inside has
// a place of its own in the program.
static bool is_library_call(const dbx_eqn *e) {
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  const dbx_frame *f =
      j->n_eqns && j->eqns[0].n_out ? dbx_frame_by_id(dbx_var_at(j->eqns[0].out[0])->frame) : NULL;
  uint32_t open = 0;
  if (!f) return false;
  const dbx_trace *t = f->trace;
  while (open < t->events.n && !dbx_event_is_frame(&t->events.at[open], f->id)) open++;
  if (open == t->events.n) return false;
  dbx_span call = t->events.at[open].span;
  for (uint32_t i = 0; i < j->n_eqns; i++)
    if (j->eqns[i].span.begin != call.begin || j->eqns[i].span.end != call.end) return false;
  return true;
}

static void result(dbx_link *l, dbx_var v) {
  l->eqn = dbx_eqn_of_var(v, &l->position);
  l->kind = l->eqn ? DBX_LINK_EQUATION : DBX_LINK_LOST;
  if (!l->eqn) return;
  l->span = l->eqn->span;
  l->bind = dbx_bind_of_eqn(l->frame, l->eqn);
  if (dbx_is_call(l->eqn->prim) && !is_library_call(l->eqn)) l->kind = DBX_LINK_CALL_RESULT;
  if (!l->bind) return;
  l->kind = l->position < l->bind->n_implicit ? DBX_LINK_RESULT_SIZE : DBX_LINK_RESULT;
  if (l->kind == DBX_LINK_RESULT_SIZE) result_size(l);
  else l->position -= l->bind->n_implicit;
}

// Jaxprs that were read know the inputs of calls as constants.
static bool is_constant(const dbx_link *l, dbx_var v) {
  uint32_t at;
  return dbx_var_at(v)->kind == DBX_VAR_CONST &&
         !(l->frame->kind == DBX_FRAME_CALL &&
           position_in(l->frame->invars.at, l->frame->invars.n, v, &at));
}

static void constant(dbx_link *l, dbx_var v) {
  l->kind = dbx_var_at(v)->referent ? DBX_LINK_LIFTED : DBX_LINK_ARRAY;
  l->bind = dbx_bind_of_frame(l->frame, &l->part);
}

dbx_link dbx_link_of(dbx_var v) {
  v = dbx_tracer_of(v);
  const dbx_var_info *info = dbx_var_at(v);
  dbx_link l = {.kind = DBX_LINK_LOST, .atom = v, .frame = dbx_frame_by_id(info->frame)};
  if (!l.frame) return l;
  l.event = info->birth;
  if (l.event < l.frame->trace->events.n) l.span = l.frame->trace->events.at[l.event].span;
  if (is_constant(&l, v)) constant(&l, v);
  else if (info->kind == DBX_VAR_RESULT) result(&l, v);
  else if (l.frame->kind == DBX_FRAME_FUNCTION) function_argument(&l, v);
  else if (l.frame->kind == DBX_FRAME_NESTED) nested_argument(&l, v);
  else call_argument(&l, v);
  return l;
}

// ---- chains ----

typedef struct walk {
  dbx_vec(dbx_link) links;
  dbx_map seen;
  uint32_t level;
  const dbx_eqn *call; // whose Jaxpr the chain went into: calls may share one
  const dbx_map *so_far;
} walk;

static void follow(walk *w, dbx_atom a, uint32_t depth, dbx_link_role role, uint32_t part);

// What a result of a nested program is inside: of a loop after a trip, of a conditional in each
// branch.
static void follow_result(walk *w, const dbx_link *l, uint32_t at) {
  const dbx_bind *b = l->bind;
  bool loop = !dbx_is_choice(b->prim);
  for (uint32_t i = loop ? b->n_parts - 1 : 0; i < b->n_parts; i++) {
    const dbx_part *p = &b->parts[i];
    if (loop && at < b->n_implicit && at < p->n_implicit_in)
      follow(w, p->expanded_inputs.at[at], l->depth + 1, DBX_ROLE_START, i);
    if (loop && at >= b->n_implicit && at - b->n_implicit + b->first_carry < p->collapsed_inputs.n)
      follow(w, p->collapsed_inputs.at[at - b->n_implicit + b->first_carry], l->depth + 1,
             DBX_ROLE_START, i);
    if (at < p->expanded_outputs.n)
      follow(w, p->expanded_outputs.at[at], l->depth + 1, loop ? DBX_ROLE_TRIP : DBX_ROLE_BRANCH,
             i);
  }
}

// The operand as toJaxpr has it, or will: a conversion of a number is a number.
static dbx_atom simple_operand(const walk *w, const dbx_frame *f, dbx_atom a) {
  uint32_t position;
  a = dbx_jaxpr_tracer(dbx_frame_jaxpr(f, w->so_far), a);
  const dbx_eqn *e = dbx_is_literal(a) ? NULL : dbx_eqn_of_var(a & DBX_HANDLE, &position);
  bool number = e && e->prim->id == DBX_PRIM_convert_element_type && dbx_is_literal(e->in[0]);
  return number ? e->in[0] : a;
}

// Of sizes.
static void follow_operands(walk *w, const dbx_link *l) {
  if (!dbx_aval_is_size(dbx_var_aval(l->atom))) return;
  uint32_t vars = 0;
  for (uint32_t i = 0; i < l->eqn->n_in; i++)
    vars += !dbx_is_literal(simple_operand(w, l->frame, l->eqn->in[i]));
  for (uint32_t i = 0; i < l->eqn->n_in; i++) {
    dbx_atom a = simple_operand(w, l->frame, l->eqn->in[i]);
    if (!dbx_is_literal(a)) follow(w, a, l->depth + (vars > 1), DBX_ROLE_OPERAND, 0);
  }
}

static void follow_input(walk *w, const dbx_link *l) {
  const dbx_part *p = &l->bind->parts[l->part];
  uint32_t at = 0;
  if (position_in(p->body_inputs.at, p->body_inputs.n, l->atom, &at) && at < p->expanded_inputs.n)
    follow(w, p->expanded_inputs.at[at], l->depth, DBX_ROLE_START, l->part);
}

static const dbx_jaxpr *called(const dbx_eqn *e) { return dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr; }

static void follow_into_call(walk *w, const dbx_link *l) {
  const dbx_eqn *outside = w->call;
  w->call = l->eqn;
  follow(w, called(l->eqn)->outs[l->position], l->depth, DBX_ROLE_SAME, 0);
  w->call = outside;
}

static void follow_out_of_call(walk *w, const dbx_link *l) {
  const dbx_eqn *inside = w->call, *e = l->eqn;
  uint32_t at = l->position;
  if (inside && position_in(called(inside)->invars, called(inside)->n_in, l->atom, &at)) e = inside;
  dbx_atom a = e ? e->in[at] : dbx_var_at(l->atom)->referent;
  w->call = NULL;
  if (a) follow(w, a, l->depth, DBX_ROLE_SAME, 0);
  w->call = inside;
}

static void follow_link(walk *w, const dbx_link *l) {
  switch (l->kind) {
  case DBX_LINK_LIFTED: follow(w, dbx_var_at(l->atom)->referent, l->depth, DBX_ROLE_SAME, 0); break;
  case DBX_LINK_INDEX:
  case DBX_LINK_CARRY:
  case DBX_LINK_CARRY_SIZE: follow_input(w, l); break;
  case DBX_LINK_RESULT: follow_result(w, l, l->position + l->bind->n_implicit); break;
  case DBX_LINK_RESULT_SIZE: follow_result(w, l, l->position); break;
  case DBX_LINK_CALL_ARGUMENT: follow_out_of_call(w, l); break;
  case DBX_LINK_CALL_RESULT: follow_into_call(w, l); break;
  case DBX_LINK_EQUATION: follow_operands(w, l); break;
  default: break;
  }
}

static void follow(walk *w, dbx_atom a, uint32_t depth, dbx_link_role role, uint32_t part) {
  enum { DEEPEST = 5000 };
  const dbx_frame *f = dbx_is_literal(a) ? NULL : dbx_frame_by_id(dbx_var_at(a)->frame);
  if (f) a = dbx_tracer_of(a & DBX_HANDLE);
  if (f && w->links.n) a = dbx_jaxpr_tracer(dbx_frame_jaxpr(f, w->so_far), a);
  dbx_link l = {.kind = DBX_LINK_LITERAL, .atom = a};
  if (!dbx_is_literal(a)) l = dbx_link_of(a &= DBX_HANDLE);
  l.depth = depth, l.role = role;
  if (role == DBX_ROLE_BRANCH || role == DBX_ROLE_TRIP) l.part = part;
  l.seen = !dbx_is_literal(a) && dbx_map_find(&w->seen, a);
  l.cut = w->level == DEEPEST && !l.seen && !dbx_is_literal(a);
  dbx_push(&w->links, l);
  if (dbx_is_literal(a) || l.seen || l.cut) return;
  dbx_map_put(&w->seen, a, 1);
  w->level++;
  follow_link(w, &l);
  w->level--;
}

static dbx_links deliver(dbx_arena *arena, walk *w) {
  dbx_links r = {dbx_arena_copy(arena, w->links.at, w->links.n * sizeof *w->links.at), w->links.n};
  dbx_vec_free(&w->links);
  dbx_map_free(&w->seen);
  return r;
}

dbx_links dbx_provenance_in(dbx_arena *arena, dbx_atom a, const dbx_map *so_far) {
  walk w = {.so_far = so_far};
  follow(&w, a, 0, DBX_ROLE_SAME, 0);
  return deliver(arena, &w);
}

dbx_links dbx_provenance(dbx_arena *arena, dbx_atom a) { return dbx_provenance_in(arena, a, NULL); }

// ---- axes ----

static dbx_dim dim_of(const walk *w, dbx_var v, uint32_t axis) {
  return dbx_aval_at(dbx_tracer_aval(v, w->so_far))->dims[axis];
}

// An operand of the equation that has the length, on the same axis if there is a choice.
static bool operand_with(const walk *w, const dbx_eqn *e, dbx_dim d, uint32_t axis, dbx_var *array,
                         uint32_t *its_axis) {
  bool found = false;
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (dbx_is_literal(e->in[i])) continue;
    if (d == dbx_dim_var(e->in[i])) return false; // it is computed for this array
    const dbx_aval_info *t = dbx_aval_at(dbx_tracer_aval(e->in[i], w->so_far));
    for (uint32_t k = 0; k < t->rank; k++) {
      if (t->dims[k] != d || (found && k != axis)) continue;
      *array = e->in[i], *its_axis = k, found = true;
      if (k == axis) return true;
    }
  }
  return found;
}

// The entry of a signature, for arrays that are made from one.
static dbx_dim entry_of(const walk *w, const dbx_link *l) {
  const dbx_sig *s = NULL;
  uint32_t at = l->position;
  switch (l->kind) {
  case DBX_LINK_ARGUMENT:
    s = &l->frame->trace->in_type;
    for (uint32_t i = 0; i < s->n; i++) at += !s->expl[i];
    break;
  case DBX_LINK_CARRY:
    s = &l->bind->parts[l->part].in_type;
    at += l->bind->parts[l->part].n_implicit_in + l->bind->first_carry;
    break;
  case DBX_LINK_RESULT:
    s = &l->bind->eqn_out_type;
    at += l->bind->n_implicit;
    break;
  default: break;
  }
  const dbx_aval_info *t = s && at < s->n ? dbx_aval_at(s->aval[at]) : NULL;
  return t && l->axis < t->rank ? t->dims[l->axis] : dim_of(w, l->atom, l->axis);
}

// The array that v has the length of its axis from; false: it is the length of v first.
static bool previous_array(const walk *w, const dbx_link *l, uint32_t axis, dbx_atom *array,
                           uint32_t *its_axis) {
  dbx_var v = l->atom;
  *its_axis = axis;
  switch (l->kind) {
  case DBX_LINK_LIFTED: return *array = dbx_var_at(v)->referent, true;
  case DBX_LINK_EQUATION: return operand_with(w, l->eqn, dim_of(w, v, axis), axis, array, its_axis);
  case DBX_LINK_CALL_ARGUMENT: return l->eqn && (*array = l->eqn->in[l->position]);
  default: return false;
  }
}

static void follow_axis(walk *w, dbx_var v, uint32_t axis) {
  for (bool more = true; more;) {
    dbx_link l = dbx_link_of(v);
    dbx_atom array;
    uint32_t its_axis;
    more = previous_array(w, &l, axis, &array, &its_axis);
    l.axis = axis;
    l.index = entry_of(w, &l);
    l.array = l.kind, l.kind = DBX_LINK_AXIS;
    l.from = more ? array & DBX_HANDLE : 0;
    dbx_push(&w->links, l);
    if (more) v = l.from, axis = its_axis;
  }
  dbx_dim d = dim_of(w, v, axis);
  follow(w, dbx_atom_of_dim(d), 0, DBX_ROLE_LENGTH, 0);
}

dbx_links dbx_axis_provenance_in(dbx_arena *arena, dbx_var v, uint32_t axis,
                                 const dbx_map *so_far) {
  walk w = {.so_far = so_far};
  follow_axis(&w, dbx_tracer_of(v), axis);
  return deliver(arena, &w);
}

dbx_links dbx_axis_provenance(dbx_arena *arena, dbx_var v, uint32_t axis) {
  return dbx_axis_provenance_in(arena, v, axis, NULL);
}
