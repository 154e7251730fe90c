// Tracing without running, for jax.make_jaxpr and jax.eval_shape, whose options are read in
// lib/py/jax/jax._transforms.py. Observed: conformance2/transforms.
#include "lang/jax/compiled.h"
#include "lang/jax/jaxpr.h"

#include "lang/object/operation.h"

// The arguments and keywords as a call of q has them; pinned.
static void call_site(const o_qjit *q, pv args, pv keywords, dbx_span span, site *s) {
  const o_dict *kw = DICT(keywords);
  dbx_sym *names = DBX_TMP(dbx_sym, kw->n + 1);
  pv *values = DBX_TMP(pv, kw->n + 1);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(kw, &i, &e)) {
    names[n] = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    pv_put(&values[n++], e->val);
  }
  call_args c = {.at = SEQ(args)->at,
                 .n = SEQ(args)->n,
                 .kw = names,
                 .kw_at = values,
                 .n_kw = n,
                 .span = span};
  site_of(q, &c, s);
}

static dbx_status result_types(const entry *e, pv *ret) {
  const dbx_jaxpr *j = e->jaxpr;
  uint32_t mark = lang_pins(), next = 0;
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++)
    lang_pin(shaped_new(dbx_atom_aval(j->outs[i])));
  return tree_put_together(e->out, lang_pin_at(mark), &next, ret);
}

static dbx_status traced(const call_args *c, pv *ret) {
  o_qjit *q = (o_qjit *)c->at[0].o;
  site s = {0};
  entry e;
  pv both[2];
  call_site(q, c->at[1], c->at[2], c->span, &s);
  q->args = s.args, q->keywords = s.keywords, q->named = s.named;
  DBX_TRY(site_fill(q, &s));
  DBX_TRY(qjit_compile(q, &s, &e));
  lang_pin(both[0] = jaxpr_new(c->at[0], e.jaxpr, false));
  DBX_TRY(result_types(&e, &both[1]));
  return *ret = tuple_new(both, 2), DBX_OK;
}

dbx_status lang_abstract(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "abstract", 1, 1));
  DBX_TRY(qjit_new(c->at[0], c, true, ret));
  return ((o_qjit *)ret->o)->abstract = true, DBX_OK;
}

dbx_status lang_once(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "once", 1, 1));
  DBX_TRY(qjit_new(c->at[0], c, false, ret));
  return ((o_qjit *)ret->o)->once = true, DBX_OK;
}

dbx_status lang_traced(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "traced", 3, 3));
  operation o = operation_begin();
  return operation_end(&o, traced(c, ret));
}
