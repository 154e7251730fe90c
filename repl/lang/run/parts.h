// How the files of the evaluator divide the work (private to them): the cells of kinds.def, and
// what they share.
#ifndef DBX_LANG_PARTS_H
#define DBX_LANG_PARTS_H

#include "lang/run/lang.h"

// The cells of kinds.def.
#define STATEMENT(kind, run) flow run(o_env *env, const dbx_node *n, pv *ret);
#define EXPRESSION(kind, value) pv value(o_env *env, const dbx_node *n);
#define TARGET(kind, value, store, delete)                                                         \
  EXPRESSION(kind, value)                                                                          \
  dbx_status store(o_env *env, const dbx_node *t, pv v);                                           \
  dbx_status delete (o_env * env, const dbx_node *t);
#define LINK(kind, value, finish)                                                                  \
  EXPRESSION(kind, value)                                                                          \
  pv finish(o_env *env, const dbx_node *n, pv x);
#define LINK_TARGET(kind, value, finish, store, delete)                                            \
  LINK(kind, value, finish)                                                                        \
  TARGET(kind, value, store, delete)
#include "lang/run/kinds.def"
#undef STATEMENT
#undef EXPRESSION
#undef TARGET
#undef LINK
#undef LINK_TARGET
dbx_status store_nowhere(o_env *env, const dbx_node *t, pv v); // E106

// A statement that has done its work, or failed.
static inline flow flow_of(dbx_status st) { return st == DBX_OK ? FLOW_NEXT : FLOW_FAIL; }

// Evaluates the elements onto the root stack, starred ones spread; they begin at lang_pins() of
// before.
dbx_status push_elements(o_env *env, const dbx_nodes *l);
// A slice that is no object of the heap, for what does not keep it; its parts are pinned. False: it
// failed.
bool eval_local_slice(o_env *env, const dbx_node *n, o_slice *ret);
// The value of a chain (dbx_leans) that is longer than LONG_CHAIN, without recursion.
enum { LONG_CHAIN = 128 };
pv eval_chain(o_env *env, const dbx_node *n);
// What the annotations of the function n say, for f: f->annotations and f->notes (annotations.c).
dbx_status eval_annotations(o_env *env, const dbx_node *n, o_function *f);
// Handlers and contexts, for statements and for generators (try.c).
bool skips_handlers(void);   // of what is pending: it is the second interrupt
bool is_interrupt(pv exc);   // exc UNBOUND: no
void handler_failed(pv exc); // of exc: what is pending now has met it
// Calls the __enter__ of what the withitem gave; *ret: its result. E103, E204.
dbx_status enter_context(const dbx_node *item, pv manager, pv *ret);
// Its block is left by f, with the value *ret of a return: calls __exit__. How it goes on from
// there.
flow leave_context(pv manager, flow f, pv *ret);
// Closes the generators that nothing refers to (dropped.c). A safe point of the heap.
void close_dropped_(void);
static inline void close_dropped(void) {
  if (lang_now->waiting.n) close_dropped_();
}
// The same behind a call that has returned v (UNBOUND: it has failed).
static inline void close_dropped_behind(pv v) {
  if (!lang_now->waiting.n || v.tag == PV_UNBOUND) return;
  lang_pin(v);
  close_dropped_();
  lang_unpin(lang_pins() - 1);
}
// A call of fn, which is on the root stack as self is; self UNBOUND: none.
pv eval_call_of(o_env *env, const dbx_node *n, pv fn, pv self);

#endif
