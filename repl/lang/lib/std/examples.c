// What the module doctest, which is written in Python, stands on: the texts of modules and
// functions, and examples that run in names of their own. No other code runs a text.
#include "lang/lib/builtins.h"
#include "lang/lib/std/std.h"

// The text that a module or function stands in, None: the program, whose outermost call is under
// way. 0: it has none.
static uint32_t file_of(pv v) {
  if (is_obj(v, T_FUNCTION)) return ((o_function *)v.o)->node->span.file;
  if (is_obj(v, T_MODULE)) return ((o_module *)v.o)->file;
  const lang_frame *f = lang_now->frame;
  while (f && f->caller) f = f->caller;
  return f ? f->site->file : 0;
}

// source(v): its name, the text, the docstring of the whole; None: v has no text.
static dbx_status source(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "source", 1, 1));
  uint32_t file = file_of(c->at[0]), mark = lang_pins();
  if (!file) return *ret = pv_none(), DBX_OK;
  size_t n;
  const char *text = dbx_source_text(file, &n);
  const dbx_node *root = lang_root_of(file);
  lang_pin(str_of(dbx_source_name(file)));
  lang_pin(str_new(text, n));
  lang_pin(root ? lang_doc_of(root) : pv_none());
  *ret = tuple_new(lang_pin_at(mark), 3);
  return lang_unpin(mark), DBX_OK;
}

// line(f): of the function's first decorator, or of the function; from 0.
static dbx_status line(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "line", 1, 1));
  const dbx_node *n = ((o_function *)c->at[0].o)->node;
  const dbx_nodes *decorators = &n->more->m;
  bool decorated = n->kind == DBX_N_FunctionDef && decorators->n;
  dbx_span at = decorated ? decorators->at[0]->span : n->span;
  return *ret = pv_int((int64_t)dbx_source_place(at.file, at.begin).line - 1), DBX_OK;
}

// names(m): of a module in Python, None: the program; None of a module that is written in C.
static dbx_status names(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "names", 1, 1));
  if (is_none(c->at[0])) return *ret = lang_now->root->at[0], DBX_OK;
  const o_module *m = (o_module *)c->at[0].o;
  return *ret = m->globals ? pv_obj(m->globals) : pv_none(), DBX_OK;
}

// run(text, what it is called, names, show): the values of its expressions are given to show.
static dbx_status run(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "run", 4, 4));
  pv text = c->at[0], called = lang_terminated(c->at[1]);
  uint32_t file = dbx_source_add(STR(called)->s, STR(text)->s, STR(text)->n);
  return *ret = pv_none(), lang_run_example(file, DICT(c->at[2]), c->at[3]);
}

static dbx_status get_examples(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {
      {"line", line}, {"names", names}, {"run", run}, {"source", source}, {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_examples = {"_examples", get_examples};
