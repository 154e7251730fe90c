// What steps share: results in the place of an equation, copies of Jaxprs, Jaxprs with parts left
// out.
#include "rewrite/step.h"

#include <string.h>

// ---- results ----

static bool type_differs(const rw_site *s, dbx_aval have, dbx_aval want) {
  const dbx_aval_info *h = dbx_aval_at(have), *w = dbx_aval_at(want);
  if (h->dtype != w->dtype)
    return rw_refuse(s, "dtype: %s is not %s", dbx_dtype_short(h->dtype),
                     dbx_dtype_short(w->dtype));
  if (h->rank != w->rank) return rw_refuse(s, "rank: %u is not %u", h->rank, w->rank);
  if (h->weak != w->weak) return rw_refuse(s, "weak type: one is weakly typed, one is not");
  for (uint32_t i = 0; i < h->rank; i++)
    if (!dbx_dim_identical(h->dims[i], w->dims[i]))
      return rw_refuse(s, "axis %u: %s and %s are two lengths", i, rw_dim_text(s, h->dims[i]),
                       rw_dim_text(s, w->dims[i]));
  return true;
}

static bool fits(const rw_site *s, const dbx_atom *results) {
  const dbx_eqn *e = rw_eqn(s);
  rw_map m = {0};
  bool ok = true;
  for (uint32_t i = 0; i < e->n_out; i++) rw_map_put(&m, e->out[i], results[i]);
  for (uint32_t i = 0; ok && i < e->n_out; i++) {
    if (!rw_used(s->b, e->out[i])) continue;
    ok = type_differs(s, dbx_atom_aval(results[i]), rw_map_type(&m, dbx_var_aval(e->out[i])));
    if (ok && dbx_is_literal(results[i]) && rw_is_size(s->b, e->out[i]))
      ok = rw_refuse(s, "%s is a length: it stays a variable", rw_atom_text(s, e->out[i]));
  }
  dbx_map_free(&m.at);
  return ok;
}

bool rw_forward(const rw_site *s, const dbx_atom *results) {
  if (!fits(s, results)) return false;
  uint32_t n = rw_eqn(s)->n_out;
  for (uint32_t i = 0; i < n; i++) rw_replace(s->b, rw_eqn(s)->out[i], results[i]);
  rw_remove(s->b, s->node);
  return true;
}

// ---- copies ----

bool rw_copy_of(const rw_site *s, const dbx_jaxpr *j, const dbx_atom *inputs, rw_copy *ret) {
  dbx_arena *a = rw_arena(s);
  dbx_set sizes = {0};
  rw_map m = {0};
  bool ok = !j->n_const || rw_refuse(s, "it has captured arrays");
  rw_sizes_of(j, &sizes);
  for (uint32_t i = 0; ok && i < j->n_in; i++) {
    if (dbx_is_literal(inputs[i]) && dbx_set_has(&sizes, j->invars[i]))
      ok = rw_refuse(s, "a length of it would become a number");
    rw_map_put(&m, j->invars[i], inputs[i]);
  }
  if (ok) {
    *ret = (rw_copy){DBX_NEWN(a, dbx_eqn, j->n_eqns + 1), DBX_NEWN(a, dbx_atom, j->n_out + 1),
                     j->n_eqns};
    for (uint32_t i = 0; i < j->n_eqns; i++) ret->eqns[i] = rw_map_eqn(a, &m, &j->eqns[i]);
    for (uint32_t i = 0; i < j->n_out; i++) ret->results[i] = rw_map_get(&m, j->outs[i]);
  }
  dbx_map_free(&m.at);
  dbx_set_free(&sizes);
  return ok;
}

bool rw_expand(const rw_site *s, const rw_copy *c) {
  if (!fits(s, c->results)) return false;
  for (uint32_t i = 0; i < c->n; i++) rw_insert(s->b, s->node, &c->eqns[i]);
  return rw_forward(s, c->results);
}

// ---- parts left out ----

static void edit_eqns(dbx_arena *a, dbx_jaxpr *r, const dbx_jaxpr *j, const rw_edit *edit) {
  r->eqns = DBX_NEWN(a, dbx_eqn, j->n_eqns + 1);
  r->n_eqns = 0;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    if (edit->drop_eqn && edit->drop_eqn[i]) continue;
    dbx_eqn *e = &r->eqns[r->n_eqns++];
    *e = j->eqns[i];
    if (!edit->map) continue;
    dbx_atom *in = dbx_arena_copy(a, e->in, e->n_in * sizeof *in);
    for (uint32_t k = 0; k < e->n_in; k++) in[k] = rw_map_get(edit->map, in[k]);
    e->in = in;
  }
}

dbx_jaxpr *rw_edited(dbx_arena *a, const dbx_jaxpr *j, const rw_edit *edit) {
  dbx_jaxpr *r = dbx_arena_copy(a, j, sizeof *j);
  edit_eqns(a, r, j, edit);
  r->invars = DBX_NEWN(a, dbx_var, j->n_in + edit->n_more + 1);
  r->outs = DBX_NEWN(a, dbx_atom, j->n_out + 1);
  r->n_in = r->n_out = 0;
  for (uint32_t i = 0; i <= j->n_in; i++) {
    for (uint32_t k = 0; i == edit->at && k < edit->n_more; k++)
      r->invars[r->n_in++] = edit->more_in[k];
    if (i < j->n_in && !(edit->drop_in && edit->drop_in[i])) r->invars[r->n_in++] = j->invars[i];
  }
  for (uint32_t i = 0; i < j->n_out; i++)
    if (!edit->drop_out || !edit->drop_out[i])
      r->outs[r->n_out++] = edit->map ? rw_map_get(edit->map, j->outs[i]) : j->outs[i];
  return r;
}

const dbx_kv *rw_params(dbx_arena *a, const dbx_eqn *e, const rw_param *with, uint32_t n) {
  dbx_kv *kv = dbx_arena_copy(a, e->params, e->n_params * sizeof *e->params);
  for (uint32_t i = 0; i < e->n_params; i++)
    for (uint32_t k = 0; k < n; k++)
      if (kv[i].key == with[k].key) kv[i].val = with[k].val;
  return kv;
}

void rw_exchange(const rw_site *s, const dbx_eqn *e) {
  uint32_t node = rw_insert(s->b, s->node, e);
  rw_remove(s->b, s->node);
  rw_touch(s->b, node);
}

const dbx_jaxpr *rw_jaxpr_of(const dbx_eqn *e, dbx_sym key) {
  const dbx_param *p = dbx_eqn_param(e, key);
  return p && p->kind == DBX_P_JAXPR ? p->jaxpr : NULL;
}

bool rw_loop_of(const dbx_eqn *e, rw_loop *l) {
  int id = e->prim->id;
  if (id != DBX_PRIM_for_loop && id != DBX_PRIM_while_loop && id != DBX_PRIM_while) return false;
  *l =
      (rw_loop){.body = rw_jaxpr_of(e, DBX_S_body_jaxpr), .test = rw_jaxpr_of(e, DBX_S_cond_jaxpr)};
  l->n_body = (uint32_t)dbx_eqn_int(e, DBX_S_body_nconsts);
  if (l->test) l->n_test = (uint32_t)dbx_eqn_int(e, DBX_S_cond_nconsts);
  if (id != DBX_PRIM_while) l->n_dims = (uint32_t)dbx_eqn_int(e, DBX_S_nimplicit);
  l->bounds = id == DBX_PRIM_for_loop ? 4 : 0;
  l->n_out = e->n_out;
  return true;
}
