// What a type of values does. The types are the rows of lang/types.def: a cell is a function that
// gets values of its type only; where a row has no cell, what is said at the cell holds.
#ifndef DBX_LANG_TYPE_H
#define DBX_LANG_TYPE_H

#include "lang/value/object.h"

// A function of a module or a method of a type; a list of them ends with one without a name.
typedef struct native_row {
  const char *name;
  native_fn fn;
} native_row;

typedef struct object_type {
  const char *name;             // type(v).__name__; NULL: name_of knows it
  const char *(*name_of)(pv v); // valid until the next call
  uint16_t mutable; // bytes of its fields, for snapshots (the environment's and the array's without
                    // their tails); 0: it does not change
  // The heap. No cell: it holds no objects, no bytes and nothing to be freed outside of its cell.
  void (*visit)(obj *o, void (*child)(obj *o)); // what it holds; some are NULL
  int64_t (*held)(const obj *o);                // bytes outside the heap
  void (*release)(obj *o);                      // of a dead one
  // Operations of the language; errors are pending where they fail.
  dbx_status (*text)(pv v, bool str, dbx_buf *b); // repr, or str; none: <name object at 0x...>
  dbx_status (*hash)(pv v, uint64_t *ret);        // none: by identity
  dbx_status (*truth)(pv v, bool *ret);           // none: true
  dbx_status (*length)(pv v, int64_t *ret);       // none: E204
  bool (*can_iterate)(pv v);                      // none: whether it has the next one
  dbx_status (*iterate)(pv v, pv *ret);           // iter(v); none: E204
  dbx_status (*getitem)(pv x, pv i, pv *ret);     // none: E204
  dbx_status (*getattr)(pv x, dbx_sym name,
                        pv *ret); // UNBOUND: absent; methods are looked for then
  // Of one that stands on either side of an operator; NOTIMPLEMENTED: not with that.
  dbx_status (*binary)(dbx_op op, pv x, pv y, pv *ret);
  dbx_status (*compare)(dbx_op op, pv x, pv y, pv *ret);
  dbx_status (*unary)(dbx_op op, pv x, pv *ret);
  dbx_status (*setitem)(pv x, pv i, pv v);
  dbx_status (*delitem)(pv x, pv i);                // none: E204
  dbx_status (*index)(pv v, int64_t *ret);          // as an integer, by __index__
  dbx_status (*number)(pv v, pv_tag want, pv *ret); // int(v), float(v); PV_OBJ: complex(v)
  dbx_status (*element)(pv v, pv *ret);             // of a single one, as a Python number
  dbx_status (*rows)(pv v, int64_t *ret);           // along the first axis
  dbx_status (*row)(pv v, int64_t i, pv *ret);
  dbx_status (*inplace)(dbx_op op, pv x, pv y, pv *ret); // none: as without the =
  dbx_status (*equal)(pv x, pv y, bool *ret); // of two of this type (dtypes: of anything), not the
                                              // same; none: no
  dbx_status (*setattr)(pv x, dbx_sym name, pv v);  // v UNBOUND: del x.name; none: E203
  dbx_status (*contains)(pv x, pv item, bool *ret); // none: by iteration
  bool (*callable)(pv v);                           // none: whether it has the next one
  dbx_status (*call)(const call_args *c, pv *ret);  // of c->fn; none: E204
  // What AutoGraph calls in its place; none: itself.
  dbx_status (*graph_callee)(pv fn, pv *ret);
  bool (*nests)(pv v); // whether a call counts for the depth of calls; none: it does not
  const native_row *methods;
  void (*jaxprs)(const obj *o, void (*f)(const dbx_jaxpr *j)); // that it may run or show
  dbx_status (*to_val)(pv v, int depth, dbx_val *ret); // none: a callable, or of no use to arrays
} object_type;

// The row of a value: objects by their type, what is no object by its tag.
static inline const object_type *type_of(pv v) {
  if (v.tag == PV_OBJ && v.o->sub) return &heap_now->types[T_INSTANCE];
  return &heap_now->types[v.tag == PV_OBJ ? v.o->type : T_COUNT + v.tag];
}
// The row of the built-in type that an instance is of besides; NULL: of none.
static inline const object_type *type_below(pv v) {
  return v.o->sub ? &heap_now->types[v.o->type] : NULL;
}

// The same, of an instance below a built-in type that of the type.
static inline const object_type *type_built_in(pv v) {
  return &heap_now->types[v.tag == PV_OBJ ? v.o->type : T_COUNT + v.tag];
}

// type(v).__name__; valid until the next call.
static inline const char *lang_type_name(pv v) {
  const object_type *t = type_of(v);
  return t->name ? t->name : t->name_of(v);
}

// What visit cells call for each value and for each object that they hold.
static inline void visit_value(pv v, void (*child)(obj *o)) {
  if (v.tag == PV_OBJ) child(v.o);
}
static inline void visit_held(void *o, void (*child)(obj *o)) { child(o); }

// ---- cells (the rooms above have more in headers of their own) ----

void lang_put_plain_text(pv v, dbx_buf *b); // <name object at 0x...>
// E204, each with CPython's words.
dbx_status type_no_iter(pv v), type_no_length(pv v), type_no_item(pv x), type_no_call(pv fn);
bool type_always(pv v);
bool type_never(pv v);

// The columns visit, held and release of types whose objects hold something.
void seq_visit(obj *o, void (*child)(obj *o)), dict_visit(obj *o, void (*child)(obj *o)),
    slice_visit(obj *o, void (*child)(obj *o)), long_range_visit(obj *o, void (*child)(obj *o)),
    env_visit(obj *o, void (*child)(obj *o)), function_visit(obj *o, void (*child)(obj *o)),
    native_visit(obj *o, void (*child)(obj *o)), module_visit(obj *o, void (*child)(obj *o)),
    method_visit(obj *o, void (*child)(obj *o)), class_visit(obj *o, void (*child)(obj *o)),
    instance_visit(obj *o, void (*child)(obj *o)), iter_visit(obj *o, void (*child)(obj *o)),
    partial_visit(obj *o, void (*child)(obj *o)), super_visit(obj *o, void (*child)(obj *o));
int64_t str_held(const obj *o), bigint_held(const obj *o), seq_held(const obj *o),
    dict_held(const obj *o);
void str_release(obj *o), bigint_release(obj *o), seq_release(obj *o), dict_release(obj *o),
    instance_release(obj *o);

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)
TEXT(unbound);
TEXT(none);
TEXT(ellipsis);
TEXT(not_implemented);
TEXT(bool);
TEXT(int);
TEXT(float);
TEXT(str);
TEXT(complex);
TEXT(tuple);
TEXT(list);
TEXT(dict);
TEXT(set);
TEXT(range);
TEXT(long_range);
TEXT(slice);
TEXT(iter);
#undef TEXT

#define HASH(type) dbx_status type##_hash(pv v, uint64_t *ret)
HASH(int);
HASH(float);
HASH(constant);
HASH(str);
HASH(bigint);
HASH(complex);
HASH(tuple);
#undef HASH
dbx_status type_no_hash(pv v, uint64_t *ret); // E204: what can change

// The columns name_of and iterate: Python's names of iterators ("list_iterator"); iterators are
// their own, others give a new one.
const char *iter_name(pv v);
dbx_status str_iter(pv v, pv *ret), seq_iter(pv v, pv *ret), dict_iter(pv v, pv *ret),
    set_iter(pv v, pv *ret), range_iter(pv v, pv *ret), long_range_iter(pv v, pv *ret),
    iter_iter(pv v, pv *ret);

#endif
