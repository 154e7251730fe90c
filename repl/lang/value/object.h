// The objects of the host language (pv.h has values, heap.h their heap): their structs, how they
// are made, dictionaries, classes.
#ifndef DBX_LANG_OBJECT_H
#define DBX_LANG_OBJECT_H

#include "ir/jaxpr.h"
#include "lang/syntax/ast.h"
#include "lang/value/heap.h"
#include "trace/value.h"

#include <gmp.h>

typedef struct str_buf { // what a long string that was put together is the beginning of
  uint32_t refs, used, cap;
  char s[];
} str_buf;
// Objects that can be instances of a class below their type: `more` is what a class gives them.
typedef struct o_str {
  obj h;
  uint32_t n, points; // bytes, code points
  struct o_instance *more;
  uint64_t hash;
  char *s;         // UTF-8, NUL-terminated unless it lies in a buffer (lang_terminated)
  str_buf *buf;    // NULL: the text lies in `own`
  uint32_t *marks; // where every so many code points begin; made by the first use
  char own[];
} o_str;
typedef struct o_bigint { // of more than 64 bits, or with `more`
  obj h;
  struct o_instance *more;
  mpz_t z;
} o_bigint;
typedef struct o_complex {
  obj h;
  double re, im;
} o_complex;
typedef struct o_seq { // tuples and lists
  obj h;
  uint32_t n, cap;
  struct o_instance *more;
  pv *at;
  pv own[]; // the items of a tuple
} o_seq;
typedef struct dict_entry {
  pv key, val; // key UNBOUND: a hole
  uint64_t hash;
} dict_entry;
typedef struct set_order set_order;
typedef struct o_dict { // in insertion order; sets leave the values unused
  obj h;
  uint32_t n, used, cap; // live entries, entries with holes, room
  struct o_instance *more;
  dict_entry *entry;
  uint32_t *index, index_cap; // hash table of entry + 1
  uint32_t changes;           // of size, to notice during iteration
  uint32_t keys;              // goes up with every key that comes or goes, also by a snapshot
  bool frozen;                // a frozenset
  bool of_class;              // known to lang_class_lookup: changes are told to it
  struct set_order *order;    // sets: see set_order.h
} o_dict;
typedef struct o_range {
  obj h;
  int64_t start, stop, step;
} o_range;
typedef struct o_slice {
  obj h;
  pv part[3];
} o_slice;
typedef struct o_env { // the variables of a call, a comprehension or a class body
  obj h;
  struct o_env *outer;
  const dbx_scope *scope;
  o_dict *dict;        // class bodies
  struct o_class *cls; // of the method that runs here (super())
  dbx_sym qualname;    // of the function or class
  uint32_t n;
  pv slot[];
} o_env;
typedef struct o_function {
  obj h;
  const dbx_node *node;   // FunctionDef or Lambda
  const dbx_scope *scope; // its own
  dbx_sym name, qualname;
  o_env *env;                                  // the enclosing one, NULL in a module
  o_dict *globals;                             // of the module that it is written in
  o_seq *defaults, *kw_defaults, *annotations; // UNBOUND where there is none
  o_dict *notes;                               // __annotations__; NULL: none
  uint32_t params;                             // those that can be given by position
  bool plain;                                  // it has no others, and is no generator
  o_dict *attrs;
  struct o_class *owner;
  obj *jitted; // what jax.jit made of it last, whose compilations the next one may use; NULL:
               // nothing
} o_function;

// Bytes of an environment with n variables, of a tuple with n items.
static inline size_t env_bytes(uint32_t n) { return sizeof(o_env) + n * sizeof(pv); }
static inline size_t tuple_bytes(uint32_t n) { return sizeof(o_seq) + n * sizeof(pv); }

// The arguments of a call. They stay pinned until it returns.
typedef struct call_args {
  pv fn, self; // self UNBOUND: none
  const pv *at;
  uint32_t n;
  const dbx_sym *kw;
  const pv *kw_at;
  uint32_t n_kw;
  dbx_span span;
  struct o_env *env; // of the caller, NULL in a module
} call_args;
typedef dbx_status (*native_fn)(const call_args *c, pv *ret);
typedef struct o_native {
  obj h;
  const char *name;
  native_fn fn;
  pv self;
  const void *data;
} o_native;
typedef struct o_method {
  obj h;
  pv self, fn;
} o_method;
typedef struct o_class {
  obj h;
  dbx_sym name, qualname;
  // The bases as they are written, and what attributes are looked for in: the class, those above
  // it, a built-in type; without object.
  o_seq *bases, *order;
  struct o_class *meta;         // its class, below type; NULL: type
  const struct o_type *builtin; // that it lies below; NULL: object
  o_dict *dict;
  dbx_sym module;  // that it was written in; 0: the program
  pv node;         // how instances are taken apart (lang/jax/pytree.h); UNBOUND: they are leaves
  uint64_t serial; // counts up with the classes that are made
  bool exception;  // derives from BaseException
  bool abstract;   // has no instances: abstract methods are left
  bool (*covers)(pv v); // what else is an instance of it: of collections.abc; NULL: nothing
  // Of its instances, and perhaps too often: attributes are not only what is in their dictionaries;
  // __new__ makes them; they have no __dict__.
  bool custom, makes, no_dict;
} o_class;
typedef struct o_instance {
  obj h;
  o_class *cls;
  o_dict *dict;
  union {
    o_seq *args;     // exceptions: their arguments
    o_dict *members; // the others: what names of __slots__ are bound to; NULL: nothing yet
  };
  dbx_diag *diag;    // exceptions that were diagnostics; owned
  pv cause, context; // exceptions: raise ... from cause; what was handled when it was raised
  bool suppress;     // exceptions: a cause was given, if only None
} o_instance;
// What the class of an instance gives it: its class, its attributes.
o_instance *lang_instance_of_(obj *o);
static inline o_instance *lang_instance(pv v) {
  return v.o->sub ? lang_instance_of_(v.o) : (o_instance *)v.o;
}
struct lang_module;
typedef struct o_module {
  obj h;
  const struct lang_module *def;
  o_dict *found;   // the attributes that were asked for; NULL: none yet
  o_dict *globals; // of a module that is written in Python; NULL: it is not
  uint32_t file;   // that it was read from; 0: none
} o_module;
typedef enum iter_kind {
  IT_SEQ,
  IT_STR,
  IT_RANGE,
  IT_LONG_RANGE,
  IT_DICT_KEYS,
  IT_DICT_VALUES,
  IT_DICT_ITEMS,
  IT_ARRAY,
  IT_TRACER,
  IT_MAP,
  IT_FILTER,
  IT_ZIP,
  IT_ENUMERATE,
  IT_REVERSED,
  IT_GENERATOR,
  IT_INSTANCE,
  IT_TOOL // of itertools
} iter_kind;
typedef struct o_iter {
  obj h;
  uint8_t kind;
  bool done, strict;
  bool view; // dict.keys() and its like: iterated anew by every loop, with a length
  uint32_t changes;
  int64_t i, end; // end: of a range, its length
  pv src;
  o_seq *parts;         // map, zip: the iterators; generators: those of the nested loops
  const dbx_node *node; // generator expression
  o_env *env;
  o_dict *globals;                                // where its names live
  dbx_status (*next)(struct o_iter *it, pv *ret); // of generators and itertools
  const char *name;                               // of itertools
} o_iter;
typedef struct o_array { // of jax
  obj h;
  dbx_array *a; // one reference
} o_array;
typedef struct o_bytes { // n octets
  obj h;
  uint32_t n;
  uint64_t hash;
  unsigned char at[];
} o_bytes;
typedef struct o_bytearray { // the first n elements of a, of u8, as long as nobody else holds that
  obj h;
  dbx_array *a; // one reference, as in o_array
  uint32_t n;
} o_bytearray;
typedef struct o_memoryview { // n items at the octets start, start + step, ... of a bytes or
                              // bytearray
  obj h;
  obj *of;
  int64_t start, n, step;
  char format;   // of an item, as in the module struct
  uint8_t width; // octets of an item
  bool readonly;
} o_memoryview;
// An array of numpy: a view of the elements of its base, or their owner (base NULL). Whoever
// takes the owner's elements as a value (see lang_np_frozen) holds a reference of buf; the next
// write then goes to a copy.
typedef struct o_ndarray {
  obj h;
  struct o_ndarray *base;
  dbx_array *buf;    // of the owner
  uint64_t writes;   // of the owner: to buf, through any view
  dbx_array *frozen; // the value as it was at that count of writes; NULL: not asked for yet
  uint64_t frozen_at;
  dbx_dtype t;
  bool readonly;
  bool rows;      // of the owner: its elements are in row-major order
  uint8_t tensor; // of pennylane.numpy: flags of np/tensor.c; 0: it is none
  uint32_t rank;
  int64_t size, offset; // offset: bytes from the owner's first element
  int64_t dim[];        // rank lengths, rank strides in bytes
} o_ndarray;
typedef struct o_generic { // a scalar of numpy (numpy.float64)
  obj h;
  dbx_dtype t;
  dbx_scalar x;
} o_generic;
typedef struct o_dtype {
  obj h;
  dbx_dtype t;
  bool is_class; // jnp.float32 rather than dtype('float32')
  bool numpy;
} o_dtype;
typedef struct o_type { // a built-in type as a value
  obj h;
  const char *name;
  native_fn make;
} o_type;
typedef struct o_partial {
  obj h;
  pv fn;
  o_seq *args;
  o_dict *kw;
  bool node; // jax.tree_util.Partial: a node of trees
} o_partial;
typedef struct o_at { // x.at (index UNBOUND) and x.at[index]
  obj h;
  pv x, index;
} o_at;
typedef struct o_shaped {
  obj h;
  dbx_aval aval;
} o_shaped;
typedef struct o_loop {
  obj h;
  bool is_for;
  uint8_t resizing;
  pv lower, upper, step, cond, body;
  pv args; // of its last call
} o_loop;
typedef struct o_block { // the body of a statement that is a loop or a branch
  obj h;
  bool is_loop;
  uint8_t part; // of a statement that AutoGraph reads, and what belongs to it (jax/graph_blocks.c)
  pv state;
  uint32_t carries;
  const dbx_node *with;
  o_env *env;
} o_block;
typedef struct o_cond {
  obj h;
  o_seq *preds, *branches;
  pv otherwise;
} o_cond;
typedef struct o_decorator { // for_loop(...), cond(p), b.else_if(p): waiting for their function
  obj h;
  native_fn apply; // self: this object
  pv target;
  o_seq *options;
} o_decorator;
typedef struct o_jaxpr {
  obj h;
  pv owner; // the compiled function that it belongs to
  const dbx_jaxpr *jaxpr;
  bool open; // without its constants (jax.core.Jaxpr)
} o_jaxpr;
typedef struct o_linear { // a linear function of tangents
  obj h;
  struct dbx_linear *linear;
} o_linear;
typedef enum alias_kind {
  ALIAS_PLAIN,        // list[int]
  ALIAS_TYPING,       // typing.List, typing.List[int]
  ALIAS_NAME,         // typing.Any
  ALIAS_UNION,        // int | None
  ALIAS_TYPING_UNION, // typing.Optional[int]
  ALIAS_VAR           // of type variables
} alias_kind;
typedef struct o_alias {
  obj h;
  uint8_t kind;
  const char *head; // "typing.List"; NULL: the origin's name
  pv origin;        // what is called, and asked by isinstance; UNBOUND: nothing
  o_seq *args;      // NULL: none yet
} o_alias;
typedef struct o_deque {
  obj h;
  o_seq *ring;       // a list: its length is the room
  uint32_t first, n; // where the first item lies, how many there are
  uint32_t most;     // UINT32_MAX: any number
  uint32_t changes;  // to notice during iteration
} o_deque;
typedef struct o_super {
  obj h;
  pv self;
  o_class *cls;
} o_super;
struct o_qjit; // lang/jax/qjit.c

// ---- values as objects ----
#define STR(v) ((o_str *)(v).o)
#define SEQ(v) ((o_seq *)(v).o)
#define DICT(v) ((o_dict *)(v).o)
#define ARR(v) (((o_array *)(v).o)->a)
#define NDARRAY(v) ((o_ndarray *)(v).o)
#define GENERIC(v) ((o_generic *)(v).o)

// ---- making objects ----
// New objects, to be pinned before another statement runs. Of a text: UTF-8, copied.
pv str_new(const char *s, size_t n);
pv str_of(const char *s);
pv str_char(char c);                     // of ASCII; always the same object
pv str_point(const char *p, uint32_t n); // of n bytes; of Latin-1 always the same object
pv str_take(dbx_buf *b);                 // frees b
pv bytes_new(const void *at, size_t n);  // octets, copied; `at` of NULL: zeros
// Items are copied; `at` of NULL: n items that are UNBOUND, to be filled in at once.
pv tuple_new(const pv *at, uint32_t n);
pv list_new(const pv *at, uint32_t n);
// At its end; the list has to be its holder's own (heap_own).
void list_push(o_seq *l, pv v);
pv dict_new(void);
pv set_new(void);
pv complex_new(double re, double im);
pv bigint_take(mpz_t z);                        // clears z; an INT if it fits
pv bigint_below(pv v, struct o_instance *more); // an integer, as an instance of a class below int
pv array_take(dbx_array *a);                    // takes over one reference
pv dtype_new(dbx_dtype t, bool is_class, bool numpy); // the one of its kind: x.dtype is y.dtype
// name and data are borrowed for ever; self as native_self gives it, UNBOUND: none.
pv native_new(const char *name, native_fn fn, pv self, const void *data);
pv method_new(pv self, pv fn);
pv lang_scalar_to_python(dbx_scalar x, dbx_dtype t);     // an element of an array
pv slice_new(pv start, pv stop, pv step);                // None: left out
pv range_new(int64_t start, int64_t stop, int64_t step); // step is not 0

// ---- dictionaries (dict.c); keys must be hashable (E204 TypeError) ----
// As Python's hash(): equal keys have equal ones.
dbx_status pv_hash(pv v, uint64_t *ret);
// The key stays if it is there already, only its value is another.
dbx_status dict_set(o_dict *d, pv key, pv val);
dbx_status dict_find(const o_dict *d, pv key, pv *ret); // UNBOUND if absent
// *found: whether it was there, which is no error here.
dbx_status dict_delete(o_dict *d, pv key, bool *found);
// Everything; the order begins anew.
void dict_clear(o_dict *d);
// A key that is a name: cannot fail.
void dict_put_sym(o_dict *d, dbx_sym key, pv val);
const dict_entry *dict_entry_of_sym(const o_dict *d, dbx_sym key); // NULL if absent
static inline pv dict_get_sym(const o_dict *d, dbx_sym key) {      // UNBOUND if absent
  const dict_entry *e = dict_entry_of_sym(d, key);
  return e ? e->val : PV(PV_UNBOUND);
}
pv lang_new_sym_str_(dbx_sym s); // private to the next: the one string of a symbol
static inline pv lang_sym_str(dbx_sym s) {
  const obj_list *made = &heap_now->sym_strings;
  if (s < made->n && made->at[s]) return pv_obj(made->at[s]);
  return lang_new_sym_str_(s);
}
// The next entry, in the order in which keys came; *i starts at 0; false: there is none left.
static inline bool dict_next(const o_dict *d, uint32_t *i, dict_entry **e) {
  while (*i < d->used) {
    *e = &d->entry[(*i)++];
    if ((*e)->key.tag != PV_UNBOUND) return true;
  }
  return false;
}

// ---- names, depth ----

// The names that Python gives a meaning, interned.
typedef struct lang_names {
#define S(name) dbx_sym name;
#include "lang/value/names.def"
#undef S
} lang_names;
extern lang_names names_now[1]; // of the session at work

// Recursion over data and calls counts together; E210 if it is too deep ("... exceeded" + where).
static inline dbx_status lang_enter(const char *where) {
  DBX_TRY(dbx_poll());
  heap_state *heap = heap_now;
  if (heap->depth >= heap->max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0}, "maximum recursion depth exceeded%s", where);
  heap->depth++;
  return DBX_OK;
}
static inline void lang_leave(void) { heap_now->depth--; }

// ---- classes (class.c) ----
// A class is its own subclass; second bases of exceptions count.
bool lang_is_subclass(const o_class *c, const o_class *of);
// Its bases, in a tuple of classes and built-in types (not object): the order, and what follows
// from it. E204: there is no order.
dbx_status class_set_bases(o_class *c, pv bases);
pv lang_class_lookup(const o_class *c, dbx_sym name); // UNBOUND if absent
// The same in what comes behind a class in the order of c.
pv lang_class_lookup_behind(const o_class *c, const o_class *behind, dbx_sym name);
static inline void lang_class_changed(void) { heap_now->class_changes++; } // some class

#endif
