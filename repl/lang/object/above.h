// What the rooms above offer to those below: they are called through this table only. It is set at
// the start (lang/start.c), before any value is made.
#ifndef DBX_LANG_ABOVE_H
#define DBX_LANG_ABOVE_H

#include "base/nearest.h"
#include "lang/object/state.h"

typedef struct lang_above {
  // the library; UNBOUND: there is none
  pv (*builtin)(dbx_sym name);
  pv (*builtin_type)(const char *name);                // the one object of a built-in type
  dbx_status (*method)(pv x, dbx_sym name, pv *ret);   // of built-in types
  const native_row *(*method_row)(pv x, dbx_sym name); // the same without an object; NULL: none
  dbx_status (*type_method)(const o_type *t, dbx_sym name, pv *ret); // str.upper
  // of classes below built-in types: a new instance, the arguments of one without an __init__, an
  // attribute that the built-in type gives (self UNBOUND: of the class)
  dbx_status (*make_below)(o_class *cls, const call_args *c, pv *ret);
  dbx_status (*begin_below)(pv x, const call_args *c);
  dbx_status (*attr_below)(pv self, const o_type *t, dbx_sym name, pv *ret);
  dbx_status (*has_instance)(const o_class *c, pv v, bool *ret); // isinstance(v, c)
  dbx_status (*import)(const char *name, pv *ret);               // E212
  dbx_status (*import_name)(pv module, dbx_sym name, pv *ret);   // E213
  void (*star_value)(pv module, dbx_sym name, pv *ret);          // see lang/modules/star.h
  dbx_status (*star_names)(pv module, bool *known, pv *ret);
  // E218 for a name that the real one has and this one has not; DBX_OK for the rest
  dbx_status (*refuse_builtin)(dbx_sym name, dbx_span span);
  dbx_status (*refuse_attribute)(pv x, const char *name);
  dbx_status (*refuse_name)(const char *module, const char *name);
  // names like an unknown one: attributes of x, builtins
  void (*near_attribute)(pv x, dbx_nearest *n);
  void (*note_release)(const char *module, const char *name); // another one that has the name
  void (*near_builtin)(dbx_nearest *n);
  bool (*is_module)(const char *name); // of the language
  // arrays
  const char *(*kinds)(pv cls); // of dtypes, of a class above some scalars of numpy; NULL: none
  dbx_status (*to_val)(pv v, dbx_val *ret); // for the array API, in scratch memory
  void (*forget_calls)(void);   // what calls inside of the last trace may share, and what they run
  void (*forget_modules)(void); // what was asked for of modules that are written in C
  // with statements: loops and conditionals whose body the statement is
  bool (*block_opens)(pv manager);
  dbx_status (*block_run)(o_env *env, const dbx_node *with, const dbx_node *item, pv manager);
  // nodes that AutoGraph has made (syntax/graph.h); UNBOUND: it failed
  dbx_status (*graph_statement)(o_env *env, const dbx_node *n);
  pv (*graph_value)(o_env *env, const dbx_node *n);
} lang_above;
// Of the session at work.
static inline const lang_above *above(void) { return object_now->above; }

#endif
