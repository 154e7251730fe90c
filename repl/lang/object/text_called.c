// Texts of what can be called, and of classes, instances and modules (cells of types.def).
#include "lang/object/types.h"

#include <string.h>

static void put_address(dbx_buf *b, const void *p) { dbx_printf(b, " at %p>", p); }

static void put_class_name(dbx_buf *b, const o_class *c) {
  const char *module = lang_class_module(c);
  if (strcmp(module, "builtins")) dbx_printf(b, "%s.", module);
  dbx_put(b, dbx_sym_text(c->qualname));
}

void lang_put_plain_repr(pv instance, dbx_buf *b) {
  dbx_putc(b, '<');
  put_class_name(b, lang_instance(instance)->cls);
  dbx_put(b, " object");
  put_address(b, instance.o);
}

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)

TEXT(function) {
  dbx_printf(b, "<function %s", dbx_sym_text(((const o_function *)v.o)->qualname));
  return put_address(b, v.o), DBX_OK;
}

TEXT(method) {
  const o_method *m = (o_method *)v.o;
  dbx_printf(b, "<bound method %s of ",
             is_obj(m->fn, T_FUNCTION) ? dbx_sym_text(((o_function *)m->fn.o)->qualname)
                                       : lang_callee_name(m->fn));
  DBX_TRY(lang_repr(m->self, b));
  return dbx_putc(b, '>'), DBX_OK;
}

TEXT(native) {
  const o_native *f = (o_native *)v.o;
  if (f->self.tag == PV_UNBOUND) return dbx_printf(b, "<built-in function %s>", f->name), DBX_OK;
  dbx_printf(b, "<built-in method %s of %s object", f->name, lang_type_name(f->self));
  return put_address(b, f->self.tag == PV_OBJ ? (const void *)f->self.o : f), DBX_OK;
}

TEXT(class) {
  pv r;
  DBX_TRY(class_call_meta(v, names_now->__repr__, NULL, 0, &r));
  if (is_str(r)) return dbx_putn(b, STR(r)->s, STR(r)->n), DBX_OK;
  dbx_put(b, "<class '");
  put_class_name(b, (const o_class *)v.o);
  return dbx_put(b, "'>"), DBX_OK;
}

static const char *full_type_name(const o_type *t) {
  static const char *const full[] = {
      "jaxlib.xla_extension.ArrayImpl", "jax._src.interpreters.partial_eval.DynamicJaxprTracer",
      "jax._src.core.ShapedArray", "jax._src.core.ClosedJaxpr", "catalyst.jit.QJIT"};
  for (size_t i = 0; i < sizeof full / sizeof *full; i++)
    if (!strcmp(strrchr(full[i], '.') + 1, t->name)) return full[i];
  return t->name;
}

TEXT(type) { return dbx_printf(b, "<class '%s'>", full_type_name((const o_type *)v.o)), DBX_OK; }

TEXT(module) { return dbx_printf(b, "<module '%s'>", ((const o_module *)v.o)->def->name), DBX_OK; }

TEXT(super) {
  const o_super *s = (o_super *)v.o;
  dbx_printf(b, "<super: <class '%s'>, <%s object>>", dbx_sym_text(s->cls->name),
             lang_type_name(s->self));
  return DBX_OK;
}

TEXT(partial) {
  const o_partial *p = (o_partial *)v.o;
  uint32_t i = 0;
  dict_entry *e;
  dbx_put(b, p->node ? "Partial(" : "functools.partial(");
  DBX_TRY(lang_repr(p->fn, b));
  for (uint32_t k = 0; k < p->args->n; k++) {
    dbx_put(b, ", ");
    DBX_TRY(lang_repr(p->args->at[k], b));
  }
  while (p->kw && dict_next(p->kw, &i, &e)) {
    dbx_printf(b, ", %s=", STR(e->key)->s);
    DBX_TRY(lang_repr(e->val, b));
  }
  return dbx_putc(b, ')'), DBX_OK;
}
