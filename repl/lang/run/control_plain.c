// for_loop, while_loop and cond where nothing is traced: what Catalyst calls interpretation, a
// Python loop and an if statement. The bounds are range's, carries are any values, and what the
// body returns is what the next trip gets.
#include "lang/run/control_plain.h"
#include "lang/object/above.h"

#include "base/poll.h"

// What a function of the loop is called with: the index, and the carries that `result` holds. They
// stay pinned from *at on.
static dbx_status pin_arguments(pv lead, pv result, uint32_t n, uint32_t *at) {
  pv items = result;
  if (n > 1 && !lang_iterable(result))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "the body of a loop with %u carries has to return them, not a '%s'", n,
                    lang_type_name(result));
  if (n > 1) DBX_TRY(lang_items(result, &items));
  *at = lang_pins();
  if (lead.tag != PV_UNBOUND) lang_pin(lead);
  if (n == 1) lang_pin(result);
  for (uint32_t i = 0; n > 1 && i < SEQ(items)->n; i++) lang_pin(SEQ(items)->at[i]);
  return lang_check_pins();
}

static dbx_status call(pv fn, pv lead, pv result, uint32_t n, pv *ret) {
  uint32_t mark = lang_pins(), at;
  dbx_status st = pin_arguments(lead, result, n, &at);
  if (st == DBX_OK) st = lang_call(fn, lang_pin_at(at), lang_pins() - at, ret);
  lang_unpin(mark);
  return st;
}

// A trip: its result takes the place of the one before on the root stack.
static dbx_status trip(const o_loop *l, pv lead, uint32_t n, uint32_t at) {
  pv result;
  DBX_TRY(dbx_poll());
  DBX_TRY(call(l->body, lead, lang_pinned(at), n, &result));
  return lang_set_pinned(at, result), DBX_OK;
}

static dbx_status run_for(const o_loop *l, uint32_t n, uint32_t at) {
  const pv bounds[] = {l->lower, l->upper, l->step};
  pv range, it, i;
  DBX_TRY(lang_call(above()->builtin_type("range"), bounds, 3, &range));
  lang_pin(range);
  DBX_TRY(lang_iter(range, &it));
  lang_pin(it);
  for (bool done;;) {
    DBX_TRY(lang_next(it, &i, &done));
    if (done) return DBX_OK;
    DBX_TRY(trip(l, i, n, at));
  }
}

static dbx_status run_while(const o_loop *l, uint32_t n, uint32_t at) {
  for (pv test;;) {
    bool go;
    DBX_TRY(call(l->cond, PV(PV_UNBOUND), lang_pinned(at), n, &test));
    DBX_TRY(lang_truth(test, &go));
    if (!go) return DBX_OK;
    DBX_TRY(trip(l, PV(PV_UNBOUND), n, at));
  }
}

dbx_status control_plain_loop(const o_loop *l, pv args, pv *ret) {
  uint32_t at = lang_pins(), n = SEQ(args)->n;
  lang_pin(n == 0 ? pv_none() : n == 1 ? SEQ(args)->at[0] : args);
  dbx_status st = l->is_for ? run_for(l, n, at) : run_while(l, n, at);
  *ret = lang_pinned(at);
  lang_unpin(at);
  return st;
}

dbx_status control_plain_cond(const o_cond *b, pv *ret) {
  for (uint32_t i = 0; i < b->preds->n; i++) {
    bool yes;
    DBX_TRY(lang_truth(b->preds->at[i], &yes));
    if (yes) return lang_call(b->branches->at[i], NULL, 0, ret);
  }
  if (b->otherwise.tag == PV_UNBOUND) return *ret = pv_none(), DBX_OK;
  return lang_call(b->otherwise, NULL, 0, ret);
}
