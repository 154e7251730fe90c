// Annotations of functions, classes and modules: values that are kept, and mean nothing here. Under
// `from __future__ import annotations` their text is kept instead.
#include "lang/run/parts.h"

#include <string.h>

// As ast.unparse() has it but for what the program itself spells differently: one blank where it
// has some.
static pv annotation_text(const dbx_node *n) {
  size_t length;
  const char *text = dbx_source_text(n->span.file, &length);
  dbx_buf b = {0};
  for (uint32_t i = n->span.begin; i < n->span.end; i++) {
    bool blank = strchr(" \t\n\r\\", text[i]) != NULL;
    if (!blank) dbx_putc(&b, text[i] == '"' ? '\'' : text[i]);
    else if (b.n && dbx_text(&b)[b.n - 1] != ' ') dbx_putc(&b, ' ');
  }
  return str_take(&b);
}

// An annotation, or its text.
static dbx_status eval_annotation(o_env *env, const dbx_node *n, bool as_text, pv *ret) {
  return as_text ? (*ret = annotation_text(n), DBX_OK) : lang_eval(env, n, ret);
}

// Those of the parameters that can be given by position, and all of them by name.
dbx_status eval_annotations(o_env *env, const dbx_node *n, o_function *f) {
  const dbx_node *a = n->a;
  const dbx_nodes *lists[] = {&a->l, &a->more->m, &(dbx_nodes){(dbx_node **)&a->a, !!a->a},
                              &a->more->n, &(dbx_nodes){(dbx_node **)&a->b, !!a->b}};
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  pv notes = dict_new();
  lang_pin(notes);
  for (int k = 0; k < 5; k++)
    for (uint32_t i = 0; st == DBX_OK && i < lists[k]->n; i++) {
      const dbx_node *p = lists[k]->at[i];
      pv v = PV(PV_UNBOUND);
      if (p->a) st = eval_annotation(env, p->a, n->as_text, &v);
      if (st == DBX_OK && p->a) dict_put_sym(DICT(notes), p->name, v);
      if (k < 2) lang_pin(v);
    }
  if (st == DBX_OK) f->annotations = SEQ(tuple_new(lang_pin_at(mark + 1), lang_pins() - mark - 1));
  const dbx_node *returns = n->kind == DBX_N_FunctionDef ? n->b : NULL;
  pv v;
  if (st == DBX_OK && returns) st = eval_annotation(env, returns, n->as_text, &v);
  if (st == DBX_OK && returns) dict_put_sym(DICT(notes), dbx_intern("return"), v);
  if (st == DBX_OK && DICT(notes)->n) f->notes = DICT(notes);
  lang_unpin(mark);
  return st;
}

// Kept in the __annotations__ of the class or module, but for those of local names, which are not
// evaluated, and of items and attributes.
static dbx_status annotate(o_env *env, const dbx_node *n) {
  pv v;
  if (n->more->c) {
    DBX_TRY(lang_eval(env, n->more->c, &v));
    DBX_TRY(lang_store(env, n->a, v));
  }
  if (env && !env->scope->is_class) return DBX_OK;
  DBX_TRY(eval_annotation(env, n->b, n->as_text, &v));
  if (n->a->kind != DBX_N_Name || !n->flag) return DBX_OK;
  o_dict *names = env ? env->dict : lang_now->globals;
  uint32_t mark = lang_pins();
  lang_pin(v);
  pv notes = dict_get_sym(names, names_now->__annotations__);
  if (!is_obj(notes, T_DICT)) dict_put_sym(names, names_now->__annotations__, notes = dict_new());
  dict_put_sym(DICT(notes), n->a->name, v);
  lang_unpin(mark);
  return DBX_OK;
}

flow exec_annotated(o_env *env, const dbx_node *n, pv *ret) { return flow_of(annotate(env, n)); }
