// The names that a program itself has for a traced length: a variable that holds it ("n"), or an
// array with that length ("y.shape[0]"), searched from the innermost call outwards; what has no
// name there goes by the expression that made it. The names of the library's own Python are none.
#include "lang/jax/jax.h"

#include "trace/trace.h"

static bool is_same(dbx_var a, dbx_var b) { return dbx_referent(a) == dbx_referent(b); }

// The axis of a traced array that has the length; UINT32_MAX if none has.
static uint32_t axis_with(pv v, dbx_var d) {
  if (v.tag != PV_TRACER) return UINT32_MAX;
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v.tracer));
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && is_same((dbx_var)dbx_dim_value(t->dims[i]), d)) return i;
  return UINT32_MAX;
}

// Scalars before arrays: `n` says more than `y.shape[0]`.
static bool put_name(dbx_buf *b, const char *name, pv v, dbx_var d, bool arrays) {
  uint32_t axis = arrays ? axis_with(v, d) : UINT32_MAX;
  if (!arrays && v.tag == PV_TRACER && is_same(v.tracer, d)) return dbx_put(b, name), true;
  if (axis == UINT32_MAX) return false;
  dbx_printf(b, "%s.shape[%u]", name, axis);
  return true;
}

// The names of a class body lie in a dictionary, not in slots: they are attributes of the class.
static bool search_env(dbx_buf *b, const o_env *e, dbx_var d, bool arrays) {
  for (; e && !e->scope->module->library; e = e->outer)
    for (uint32_t i = 0; i < e->n && i < e->scope->n_names; i++)
      if (put_name(b, dbx_sym_text(e->scope->names[i]), e->slot[i], d, arrays)) return true;
  return false;
}

static bool search_globals(dbx_buf *b, dbx_var d, bool arrays) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key) && put_name(b, STR(e->key)->s, e->val, d, arrays)) return true;
  return false;
}

bool lang_put_source_name(dbx_buf *b, dbx_var d) {
  for (int arrays = 0; arrays < 2; arrays++) {
    for (const lang_frame *f = lang_now->frame; f; f = f->caller)
      if (search_env(b, f->env, d, arrays)) return true;
    if (search_globals(b, d, arrays)) return true;
  }
  return dbx_put_length_words(b, d);
}
