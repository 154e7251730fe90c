// What the module inspect, which is written in Python, stands on: what is known of the program's
// functions.
#include "lang/lib/builtins.h"
#include "lang/lib/std/std.h"

// (name, kind) or (name, kind, default), kinds as inspect numbers them.
static void put_parameter(o_seq *into, const dbx_node *p, int kind, pv default_) {
  uint32_t mark = lang_pins();
  lang_pin(lang_sym_str(p->name));
  lang_pin(pv_int(kind));
  if (default_.tag != PV_UNBOUND) lang_pin(default_);
  pv row = tuple_new(lang_pin_at(mark), lang_pins() - mark);
  lang_pin(row);
  list_push(into, row);
  lang_unpin(mark);
}

enum { POSITIONAL_ONLY, POSITIONAL, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD };

static void put_parameters(const o_function *f, o_seq *into) {
  const dbx_node *a = f->node->a;
  uint32_t n = lang_function_params(f), first = n - f->defaults->n;
  for (uint32_t i = 0; i < n; i++)
    put_parameter(into, lang_function_param(f, i), i < a->l.n ? POSITIONAL_ONLY : POSITIONAL,
                  i < first ? PV(PV_UNBOUND) : f->defaults->at[i - first]);
  if (a->a) put_parameter(into, a->a, VAR_POSITIONAL, PV(PV_UNBOUND));
  for (uint32_t i = 0; i < a->more->n.n; i++)
    put_parameter(into, a->more->n.at[i], KEYWORD_ONLY,
                  i < f->kw_defaults->n ? f->kw_defaults->at[i] : PV(PV_UNBOUND));
  if (a->b) put_parameter(into, a->b, VAR_KEYWORD, PV(PV_UNBOUND));
}

static dbx_status parameters(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "parameters", 1, 1));
  *ret = list_new(NULL, 0);
  uint32_t mark = lang_pins();
  lang_pin(*ret);
  put_parameters((o_function *)c->at[0].o, SEQ(*ret));
  return lang_unpin(mark), DBX_OK;
}

// generates(f): whether a call of it makes a generator.
static dbx_status generates(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "generates", 1, 1));
  return *ret = pv_bool(((o_function *)c->at[0].o)->scope->code != NULL), DBX_OK;
}

static dbx_status get_functions(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {
      {"generates", generates}, {"parameters", parameters}, {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_functions = {"_functions", get_functions};
