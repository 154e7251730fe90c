// See body.h.
#include "rewrite/body.h"

#include <string.h>

// ---- types ----

bool rw_same_type(dbx_aval x, dbx_aval y) {
  const dbx_aval_info *p = dbx_aval_at(x), *q = dbx_aval_at(y);
  if (x == y) return true;
  if (p->dtype != q->dtype || p->weak != q->weak || p->rank != q->rank) return false;
  for (uint32_t i = 0; i < p->rank; i++)
    if (!dbx_dim_identical(p->dims[i], q->dims[i])) return false;
  return true;
}

dbx_var rw_var_like(dbx_var v, dbx_aval type) {
  dbx_var_info like = *dbx_var_at(v);
  dbx_var r = dbx_var_new(type, DBX_VAR_RESULT, like.frame);
  dbx_var_at(r)->birth = like.birth;
  return r;
}

void rw_map_put(rw_map *m, dbx_var v, dbx_atom to) { dbx_map_put(&m->at, v & DBX_HANDLE, to); }

dbx_atom rw_map_get(const rw_map *m, dbx_atom a) {
  const uint64_t *to = dbx_is_literal(a) ? NULL : dbx_map_find(&m->at, a & DBX_HANDLE);
  return to ? (dbx_atom)*to : a;
}

static dbx_dim mapped(void *ctx, dbx_dim d) {
  if (!dbx_dim_is_var(d)) return d;
  dbx_atom a = (dbx_atom)dbx_dim_value(d), to = rw_map_get(ctx, a);
  return to == a ? d : dbx_dim_of_atom(to);
}

dbx_aval rw_map_type(const rw_map *m, dbx_aval type) {
  if (!dbx_aval_at(type)->dynamic) return type;
  return dbx_aval_map(type, mapped, (void *)(uintptr_t)m);
}

dbx_eqn rw_map_eqn(dbx_arena *a, rw_map *m, const dbx_eqn *e) {
  dbx_eqn r = *e;
  dbx_atom *in = DBX_NEWN(a, dbx_atom, e->n_in + 1);
  for (uint32_t i = 0; i < e->n_in; i++) in[i] = rw_map_get(m, e->in[i]);
  r.in = in, r.out = DBX_NEWN(a, dbx_var, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_out; i++) { // dims may be results to the left
    dbx_var old = e->out[i] & DBX_HANDLE, first = dbx_var_at(old)->referent;
    r.out[i] = rw_var_like(old, rw_map_type(m, dbx_var_aval(old)));
    dbx_atom referent = first ? rw_map_get(m, first) : 0;
    if (first && referent != first && !dbx_is_literal(referent))
      dbx_var_at(r.out[i])->referent = referent;
    rw_map_put(m, old, r.out[i]);
  }
  return r;
}

static void add_dims(dbx_set *s, dbx_aval type) {
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) dbx_set_add(s, (dbx_var)dbx_dim_value(t->dims[i]));
}

void rw_given_of(const dbx_jaxpr *j, dbx_set *ret) {
  for (uint32_t i = 0; i < j->n_const; i++) add_dims(ret, dbx_var_aval(j->constvars[i]));
  for (uint32_t i = 0; i < j->n_in; i++) add_dims(ret, dbx_var_aval(j->invars[i]));
}

void rw_sizes_of(const dbx_jaxpr *j, dbx_set *ret) {
  rw_given_of(j, ret);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++)
      add_dims(ret, dbx_var_aval(j->eqns[i].out[k] & DBX_HANDLE));
}

// ---- who uses what ----

static void use(rw_body *b, dbx_atom a, uint32_t node) {
  if (dbx_is_literal(a)) return;
  uint64_t *known = dbx_map_find(&b->users, a & DBX_HANDLE);
  if (!known) {
    dbx_push(&b->lists, (dbx_u32s){0});
    dbx_map_put(&b->users, a & DBX_HANDLE, b->lists.n);
    known = dbx_map_find(&b->users, a & DBX_HANDLE);
  }
  dbx_u32s *l = &b->lists.at[*known - 1];
  if (!l->n || l->at[l->n - 1] != node) dbx_push(l, node);
}

static const dbx_u32s *users_of(const rw_body *b, dbx_var v) {
  const uint64_t *known = dbx_map_find(&b->users, v & DBX_HANDLE);
  return known ? &b->lists.at[*known - 1] : NULL;
}

static void use_dims(rw_body *b, dbx_aval type, uint32_t node) {
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++) {
    if (!dbx_dim_is_var(t->dims[i])) continue;
    dbx_set_add(&b->sizes, (dbx_var)dbx_dim_value(t->dims[i]));
    if (node) use(b, (dbx_var)dbx_dim_value(t->dims[i]), node);
  }
}

static void use_all(rw_body *b, uint32_t node) {
  const dbx_eqn *e = &rw_at(b, node)->e;
  for (uint32_t i = 0; i < e->n_in; i++) use(b, e->in[i], node);
  for (uint32_t i = 0; i < e->n_out; i++) use_dims(b, dbx_var_aval(e->out[i]), node);
}

static bool has_dim(dbx_aval type, dbx_var v) {
  const dbx_aval_info *t = dbx_aval_at(type);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (t->dims[i] == dbx_dim_var(v)) return true;
  return false;
}

static bool uses(const dbx_eqn *e, dbx_var v) {
  for (uint32_t i = 0; i < e->n_in; i++)
    if (e->in[i] == v) return true;
  for (uint32_t i = 0; i < e->n_out; i++)
    if (e->out[i] != v && has_dim(dbx_var_aval(e->out[i]), v)) return true;
  return false;
}

bool rw_used(const rw_body *b, dbx_var v) {
  const dbx_u32s *l = users_of(b, v);
  uint32_t own = rw_def(b, v);
  for (uint32_t i = 0; i < b->j->n_out; i++) {
    if (b->outs[i] == v) return true;
    if (has_dim(dbx_atom_aval(b->outs[i]), v)) return true;
  }
  for (uint32_t i = 0; l && i < l->n; i++) {
    const rw_node *n = rw_at(b, l->at[i]);
    if (n->gone || !uses(&n->e, v)) continue;
    if (l->at[i] != own) return true;
    for (uint32_t k = 0; k < n->e.n_out; k++) // the length of another result, which is used
      if (n->e.out[k] != v && has_dim(dbx_var_aval(n->e.out[k]), v) && rw_used(b, n->e.out[k]))
        return true;
  }
  return false;
}

bool rw_is_size(const rw_body *b, dbx_var v) { return dbx_set_has(&b->sizes, v & DBX_HANDLE); }

uint32_t rw_def(const rw_body *b, dbx_atom a) {
  const uint64_t *n = dbx_is_literal(a) ? NULL : dbx_map_find(&b->def, a & DBX_HANDLE);
  return n ? (uint32_t)*n : 0;
}

// ---- what is to be looked at ----

void rw_queue(rw_body *b, uint32_t node) {
  rw_node *n = rw_at(b, node);
  if (!node || n->gone || n->queued) return;
  n->queued = true;
  dbx_push(&b->queue, node);
}

void rw_touch(rw_body *b, uint32_t node) {
  rw_queue(b, node);
  for (uint32_t i = 0; i < rw_at(b, node)->e.n_out; i++) {
    const dbx_u32s *l = users_of(b, rw_at(b, node)->e.out[i]);
    for (uint32_t k = 0; l && k < l->n; k++) rw_queue(b, l->at[k]);
  }
}

uint32_t rw_next(rw_body *b) {
  while (b->head < b->queue.n) {
    uint32_t node = b->queue.at[b->head++];
    rw_node *n = rw_at(b, node);
    n->queued = false;
    if (!n->gone) return node;
  }
  b->head = b->queue.n = 0;
  return 0;
}

bool rw_before(rw_body *b, uint32_t x, uint32_t y) {
  if (!b->numbered) {
    uint32_t place = 0;
    for (uint32_t i = b->nodes.at[0].next; i; i = rw_at(b, i)->next) rw_at(b, i)->place = ++place;
    b->numbered = true;
  }
  return rw_at(b, x)->place < rw_at(b, y)->place;
}

// ---- equations ----

static void define(rw_body *b, uint32_t node) {
  const dbx_eqn *e = &rw_at(b, node)->e;
  for (uint32_t i = 0; i < e->n_out; i++) dbx_map_put(&b->def, e->out[i], node);
}

// Between its neighbours; results without DBX_DROPPED.
static uint32_t link_in(rw_body *b, uint32_t next, const dbx_eqn *e, uint32_t number) {
  uint32_t node = b->nodes.n, prev = rw_at(b, next)->prev;
  dbx_push(&b->nodes, ((rw_node){.e = *e, .prev = prev, .next = next, .number = number}));
  rw_node *n = rw_at(b, node);
  n->e.out = dbx_arena_copy(b->arena, e->out, e->n_out * sizeof *e->out);
  for (uint32_t i = 0; i < e->n_out; i++) n->e.out[i] &= DBX_HANDLE;
  rw_at(b, prev)->next = node, rw_at(b, next)->prev = node;
  b->numbered = false;
  define(b, node), use_all(b, node), rw_queue(b, node);
  return node;
}

uint32_t rw_insert(rw_body *b, uint32_t node, const dbx_eqn *e) {
  dbx_eqn mine = *e;
  const rw_node *n = rw_at(b, node);
  if (!mine.span.file) mine.span = n->e.span, mine.event = n->e.event;
  b->changed = true;
  return link_in(b, node, &mine, n->number);
}

void rw_remove(rw_body *b, uint32_t node) {
  rw_node *n = rw_at(b, node);
  rw_at(b, n->prev)->next = n->next, rw_at(b, n->next)->prev = n->prev;
  n->gone = b->changed = true;
  for (uint32_t i = 0; i < n->e.n_in; i++) rw_queue(b, rw_def(b, n->e.in[i]));
  for (uint32_t k = 0; k < n->e.n_out; k++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(n->e.out[k]));
    for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
      if (dbx_dim_is_var(t->dims[i])) rw_queue(b, rw_def(b, (dbx_var)dbx_dim_value(t->dims[i])));
  }
}

void rw_change(rw_body *b, uint32_t node, const dbx_eqn *e) {
  rw_node *n = rw_at(b, node);
  for (uint32_t i = 0; i < n->e.n_in; i++) rw_queue(b, rw_def(b, n->e.in[i]));
  n->e.prim = e->prim, n->e.params = e->params, n->e.n_params = e->n_params, n->e.n_in = e->n_in;
  n->e.in = dbx_arena_copy(b->arena, e->in, e->n_in * sizeof *e->in);
  n->own_in = b->changed = true;
  use_all(b, node), rw_touch(b, node);
}

static void replace_operands(rw_body *b, uint32_t node, dbx_var v, dbx_atom w) {
  rw_node *n = rw_at(b, node);
  if (!n->own_in) n->e.in = dbx_arena_copy(b->arena, n->e.in, n->e.n_in * sizeof *n->e.in);
  n->own_in = true;
  dbx_atom *in = (dbx_atom *)(uintptr_t)n->e.in;
  for (uint32_t i = 0; i < n->e.n_in; i++)
    if (in[i] == v) in[i] = w;
  use(b, w, node);
}

typedef struct rw_pair pair;

void rw_replace(rw_body *b, dbx_var v, dbx_atom w) {
  dbx_vec(pair) todo = {0};
  dbx_push(&todo, ((pair){v & DBX_HANDLE, dbx_is_literal(w) ? w : w & DBX_HANDLE}));
  b->changed = true;
  for (uint32_t at = 0; at < todo.n; at++) {
    pair p = todo.at[at];
    rw_map m = {0};
    rw_map_put(&m, p.v, p.w);
    dbx_push(&b->replaced, p);
    for (uint32_t i = 0; i < b->j->n_out; i++)
      if (b->outs[i] == p.v) b->outs[i] = p.w;
    for (uint32_t i = 0; users_of(b, p.v) && i < users_of(b, p.v)->n; i++) {
      uint32_t node = users_of(b, p.v)->at[i];
      if (rw_at(b, node)->gone) continue;
      replace_operands(b, node, p.v, p.w);
      for (uint32_t k = 0; k < rw_at(b, node)->e.n_out; k++) {
        dbx_var old = rw_at(b, node)->e.out[k];
        if (!has_dim(dbx_var_aval(old), p.v)) continue;
        dbx_var new = rw_var_like(old, rw_map_type(&m, dbx_var_aval(old)));
        rw_at(b, node)->e.out[k] = new;
        dbx_map_put(&b->def, new, node);
        use_dims(b, dbx_var_aval(new), node);
        dbx_push(&todo, ((pair){old, new}));
      }
      rw_touch(b, node);
    }
    rw_queue(b, rw_def(b, p.w)), rw_queue(b, rw_def(b, p.v));
    dbx_map_free(&m.at);
  }
  dbx_vec_free(&todo);
}

// ---- whole ----

void rw_body_begin(rw_body *b, dbx_arena *arena, const dbx_jaxpr *j) {
  *b = (rw_body){.j = j, .arena = arena};
  dbx_push(&b->nodes, (rw_node){0});
  b->outs = dbx_arena_copy(arena, j->outs, j->n_out * sizeof *j->outs);
  for (uint32_t i = 0; i < j->n_out; i++)
    if (!dbx_is_literal(b->outs[i])) b->outs[i] &= DBX_HANDLE;
  for (uint32_t i = 0; i < j->n_const; i++) use_dims(b, dbx_var_aval(j->constvars[i]), 0);
  for (uint32_t i = 0; i < j->n_in; i++) use_dims(b, dbx_var_aval(j->invars[i]), 0);
  rw_given_of(j, &b->given);
  for (uint32_t i = 0; i < j->n_eqns; i++) link_in(b, 0, &j->eqns[i], i + 1);
}

void rw_body_free(rw_body *b) {
  for (uint32_t i = 0; i < b->lists.n; i++) dbx_vec_free(&b->lists.at[i]);
  dbx_vec_free(&b->lists), dbx_vec_free(&b->nodes), dbx_vec_free(&b->queue);
  dbx_map_free(&b->def), dbx_map_free(&b->users), dbx_map_free(&b->same);
  dbx_vec_free(&b->replaced);
  dbx_set_free(&b->sizes), dbx_set_free(&b->given);
}

const dbx_jaxpr *rw_body_jaxpr(const rw_body *b) {
  if (!b->changed) return b->j;
  dbx_jaxpr *j = dbx_arena_copy(b->arena, b->j, sizeof *b->j);
  dbx_set used = {0};
  uint32_t n = 0;
  for (uint32_t i = b->nodes.at[0].next; i; i = rw_at(b, i)->next) n++;
  j->eqns = DBX_NEWN(b->arena, dbx_eqn, n + 1);
  j->n_eqns = 0;
  for (uint32_t i = b->nodes.at[0].next; i; i = rw_at(b, i)->next) {
    dbx_eqn *e = &j->eqns[j->n_eqns++];
    *e = rw_at(b, i)->e;
    e->out = dbx_arena_copy(b->arena, e->out, e->n_out * sizeof *e->out);
  }
  j->outs = dbx_arena_copy(b->arena, b->outs, j->n_out * sizeof *b->outs);
  dbx_jaxpr_used(j, true, &used);
  dbx_jaxpr_mark_dropped(j, &used, b->arena);
  dbx_set_free(&used);
  return j;
}
