// Values of the host language and their heap. A value is 16 bytes; what does not fit is an object
// on a heap that a precise mark-and-sweep collector owns. It runs only between statements: what
// must survive one is reachable from an environment, or pinned on the root stack (lang_pin).
#ifndef DBX_LANG_OBJECT_H
#define DBX_LANG_OBJECT_H

#include "base/budget.h"
#include "base/poll.h"
#include "ir/jaxpr.h"
#include "lang/syntax/ast.h"
#include "trace/value.h"

#include <gmp.h>

typedef enum pv_tag {
  PV_UNBOUND,
  PV_NONE,
  PV_ELLIPSIS,
  PV_NOTIMPLEMENTED,
  PV_BOOL,
  PV_INT,
  PV_FLOAT,
  PV_TRACER,
  PV_OBJ
} pv_tag;

struct obj;
typedef struct pv {
  uint64_t tag; // as wide as a register: what is stored in parts cannot be loaded at once
  union {
    int64_t i;
    double f;
    dbx_var tracer;
    struct obj *o;
  };
} pv;

typedef enum obj_type { // the rows of types.def for objects; behind T_COUNT those for tags
#define TYPE(name, ...) T_##name,
#define VALUE(name, ...)
#include "lang/types.def"
#undef TYPE
#undef VALUE
  T_COUNT
} obj_type;

typedef struct obj {
  uint8_t type;
  bool immortal : 1, shared : 1; // shared: a snapshot may hold what it holds, see heap_own
  uint8_t mark, seen;            // the collection, the snapshot that came to it last
} obj;

typedef struct str_buf { // what a long string that was put together is the beginning of
  uint32_t refs, used, cap;
  char s[];
} str_buf;
typedef struct o_str {
  obj h;
  uint32_t n, points; // bytes, code points
  uint64_t hash;
  char *s;         // UTF-8, NUL-terminated unless it lies in a buffer (lang_terminated)
  str_buf *buf;    // NULL: the text lies in `own`
  uint32_t *marks; // where every so many code points begin; made by the first use
  char own[];
} o_str;
typedef struct o_bigint {
  obj h;
  mpz_t z;
} o_bigint;
typedef struct o_complex {
  obj h;
  double re, im;
} o_complex;
typedef struct o_seq { // tuples and lists
  obj h;
  uint32_t n, cap;
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
  dict_entry *entry;
  uint32_t *index, index_cap; // hash table of entry + 1
  uint32_t changes;           // of size, to notice during iteration
  uint32_t keys;              // goes up with every key that comes or goes, also by a snapshot
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
  const dbx_node *node; // FunctionDef or Lambda
  dbx_sym name, qualname;
  o_env *env;                                  // the enclosing one, NULL in a module
  o_seq *defaults, *kw_defaults, *annotations; // UNBOUND where there is none
  uint32_t params;                             // those that can be given by position
  bool plain;                                  // it has no others
  o_dict *attrs;
  struct o_class *owner;
} o_function;

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
  struct o_class *base;
  struct o_class *also; // a second base of a built-in exception; NULL: none
  o_dict *dict;
  bool exception; // derives from BaseException
} o_class;
typedef struct o_instance {
  obj h;
  o_class *cls;
  o_dict *dict;
  o_seq *args;       // exceptions: their arguments
  dbx_diag *diag;    // exceptions that were diagnostics; owned
  pv cause, context; // exceptions: raise ... from cause; what was handled when it was raised
  bool suppress;     // exceptions: a cause was given, if only None
} o_instance;
struct lang_module;
typedef struct o_module {
  obj h;
  const struct lang_module *def;
  o_dict *found; // the attributes that were asked for; NULL: none yet
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
  IT_COUNT,
  IT_CHAIN
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
  dbx_status (*next)(struct o_iter *it, pv *ret); // of generators
} o_iter;
typedef struct o_array { // of jax
  obj h;
  dbx_array *a; // one reference
} o_array;
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
  bool rows; // of the owner: its elements are in row-major order
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
typedef struct o_block { // the body of a with statement that is a loop or a branch
  obj h;
  bool is_loop;
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
} o_jaxpr;
typedef struct o_super {
  obj h;
  pv self;
  o_class *cls;
} o_super;
struct o_qjit; // lang/jax/qjit.c

// ---- values ----
#define PV(t) ((pv){.tag = (t)})
// Stores v word by word, as it was made: see pv.
static inline void pv_put(pv *at, pv v) { at->tag = v.tag, at->i = v.i; }
static inline pv pv_none(void) { return PV(PV_NONE); }
static inline pv pv_bool(bool b) { return (pv){.tag = PV_BOOL, .i = b}; }
static inline pv pv_int(int64_t i) { return (pv){.tag = PV_INT, .i = i}; }
static inline pv pv_float(double f) { return (pv){.tag = PV_FLOAT, .f = f}; }
static inline pv pv_tracer(dbx_var v) { return (pv){.tag = PV_TRACER, .tracer = v}; }
static inline pv pv_obj(void *o) { return (pv){.tag = PV_OBJ, .o = o}; }
static inline bool is_obj(pv v, obj_type t) { return v.tag == PV_OBJ && v.o->type == t; }
static inline bool is_native(pv v) { return is_obj(v, T_NATIVE) || is_obj(v, T_UFUNC); }
static inline bool is_str(pv v) { return is_obj(v, T_STR); }
static inline bool is_seq(pv v) { return is_obj(v, T_TUPLE) || is_obj(v, T_LIST); }
static inline bool is_int(pv v) { return v.tag == PV_INT || v.tag == PV_BOOL; }
static inline bool is_number(pv v) {
  return (v.tag >= PV_BOOL && v.tag <= PV_FLOAT) || is_obj(v, T_BIGINT) || is_obj(v, T_COMPLEX);
}
static inline bool is_numpy(pv v) { return is_obj(v, T_NDARRAY) || is_obj(v, T_GENERIC); }
static inline bool is_array(pv v) {
  return v.tag == PV_TRACER || is_obj(v, T_ARRAY) || is_numpy(v);
}
static inline bool is_none(pv v) { return v.tag == PV_NONE; }
static inline bool pv_same(pv a, pv b) { // Python's "is"
  return a.tag == b.tag &&
         (a.tag <= PV_NOTIMPLEMENTED || (a.tag == PV_FLOAT    ? a.f == b.f
                                         : a.tag == PV_TRACER ? a.tracer == b.tracer
                                                              : a.i == b.i));
}
#define STR(v) ((o_str *)(v).o)
#define SEQ(v) ((o_seq *)(v).o)
#define DICT(v) ((o_dict *)(v).o)
#define ARR(v) (((o_array *)(v).o)->a)
#define NDARRAY(v) ((o_ndarray *)(v).o)
#define GENERIC(v) ((o_generic *)(v).o)

// ---- heap (heap.c) ----
typedef struct heap_cell { // a free one
  obj h;
  struct heap_cell *next;
} heap_cell;
#ifdef __SANITIZE_ADDRESS__ // every object lies by itself, so that a dead one is noticed
enum { HEAP_STEP = 16, HEAP_MOST_CELL = 0 };
#else
enum { HEAP_STEP = 16, HEAP_MOST_CELL = 512 };
#endif
enum { HEAP_SIZES = HEAP_MOST_CELL / HEAP_STEP + 1 };
typedef struct lang_root_stack { // it never moves
  pv *at;                        // NULL: not reserved yet
  uint32_t n, room;
} lang_root_stack;
typedef dbx_vec(obj *) obj_list;
typedef void (*root_marker)(void (*visit)(pv v));
typedef struct heap_state {
  // Bytes: alive; made since the last collection; most that may be alive; that call for a
  // collection.
  size_t live, since, budget, threshold;
  uint64_t writes; // how often an array that a program sees was about to be written to
  const struct object_type *types; // types.def, see type.h; set before anything else
  uint64_t class_changes;          // collections too: what was found in a class may be gone
  int depth, max_depth;            // of calls and of walks over nested data
  lang_root_stack pins;
  obj_list sym_strings;         // by symbol; NULL: not made yet
  bool stress;                  // collect at every safe point (tests)
  bool (*more_room)(void);      // gives up what is alive, but not needed; NULL: there is none
  heap_cell *cells[HEAP_SIZES]; // the free ones, by size / HEAP_STEP
  heap_cell *rooms[HEAP_SIZES]; // free memory that objects held
  // Of the collection: the number that it marks with; whether it has to make room.
  uint8_t round;
  bool must_finish;
  obj_list grey, kept;
  dbx_vec(root_marker) roots;
  uint32_t counts[T_COUNT];
  // Where objects lie, and what they hold (cells.c).
  dbx_vec(char *) blocks[HEAP_SIZES];
  dbx_vec(char *) room_blocks;
  dbx_vec(struct heap_large {
    obj *o;
    size_t bytes;
  }) larges;
  uint32_t spare; // blocks without a living cell that the sweep has kept
  // One object of each kind: dtypes that were asked for, strings of one character (make.c).
  o_dtype *dtypes[DBX_DTYPES][2][2];
  pv ascii[128], latin[128];
} heap_state;
extern heap_state *heap_now; // of the session at work
void *heap_new_(size_t bytes);
static inline void *heap_new(obj_type t, size_t bytes) { // zeroed
  heap_state *heap = heap_now;
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  heap_cell *c = bytes <= HEAP_MOST_CELL ? heap->cells[k] : NULL;
  obj *o = (obj *)c;
  if (!c) o = heap_new_(bytes);
  else heap->cells[k] = c->next, memset(c, 0, k * HEAP_STEP);
  o->type = (uint8_t)t;
  heap->live += k * HEAP_STEP;
  heap->since += k * HEAP_STEP;
  return o;
}
// Gives back an object of this size that nothing refers to and that holds nothing outside the heap.
static inline void heap_drop(void *o, size_t bytes) {
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  heap_state *heap = heap_now;
  heap_cell *c = o;
  if (bytes > HEAP_MOST_CELL) return; // the collector will
  c->h.type = T_COUNT;
  c->next = heap->cells[k];
  heap->cells[k] = c;
  heap->live -= k * HEAP_STEP;
  if (heap->since >= k * HEAP_STEP) heap->since -= k * HEAP_STEP;
}
// Memory that an object holds, by its size in bytes; of lists and dictionaries. Not zeroed.
void *heap_room_(size_t bytes);
static inline void *heap_room(size_t bytes) {
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  heap_state *heap = heap_now;
  heap_cell *c = bytes <= HEAP_MOST_CELL ? heap->rooms[k] : NULL;
  if (!c) return heap_room_(bytes);
  heap->rooms[k] = c->next;
  return c;
}
static inline void heap_free_room(void *at, size_t bytes) {
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  heap_cell *c = at;
  if (bytes > HEAP_MOST_CELL) free(at);
  else if (c) c->next = heap_now->rooms[k], heap_now->rooms[k] = c;
}
// Grows to *bytes, or, where there is no room for that, to a little more than `need` (dbx_grow).
void *heap_grow_room(void *at, size_t from, size_t need, size_t *bytes);
void heap_keep(void *o);           // for ever
void heap_drop_table(o_dict *d);   // its storage; what it counts stays
void heap_release(obj *o);         // what a dead object holds outside the heap
const uint32_t *heap_counts(void); // objects of each type, dead ones that were not collected too
void heap_collect(void);           // everything unreachable from roots is freed
void heap_free_all(void);          // the end of the session: immortal objects too
// Bytes that would be alive if that root was none.
size_t heap_live_without(root_marker without);
int64_t heap_held_bytes(const obj *o); // in buffers outside the heap
void heap_collect_for_room(void);      // what nobody reaches may be enough for what was refused
// Whether an operation that has failed, and has changed nothing but its result, failed because of
// what was dead: that is collected now, and the diagnostic is gone. Its operands have to be pinned,
// as in a call of the program's own functions.
bool heap_try_again(void);
// The same of a call of a function of np or jnp, begun when heap_now->writes was `writes`: not if
// it has written to an array, nor if its arguments may run code of the program, which would run
// twice.
bool heap_try_call_again(const call_args *c, uint64_t writes);
static inline void heap_safepoint(void) { // collects if enough was allocated since the last time
  if (dbx_budget_is == DBX_BUDGET_SHORT) heap_collect_for_room();
  else if (heap_now->since > heap_now->threshold || heap_now->stress) heap_collect();
}
// Before a list, dictionary or set is written to: what snapshots hold as well is copied. The first
// may be interrupted, the object is as it was then; the second is for what cannot fail.
dbx_status heap_own_(obj *o);
void heap_own_now_(obj *o);
static inline dbx_status heap_own(obj *o) { return o->shared ? heap_own_(o) : DBX_OK; }
static inline void heap_own_now(obj *o) {
  if (o->shared) heap_own_now_(o);
}
// Budget of live bytes; exceeding it fails statements with E216. So does whatever else asks for a
// stop: this is the poll between two statements.
dbx_status heap_over_budget_(void);
static inline dbx_status heap_check_budget(void) {
  return heap_now->live <= heap_now->budget && !dbx_stopping() ? DBX_OK : heap_over_budget_();
}
dbx_status lang_check_room(double bytes); // E216 if a string would be too large
bool heap_has_room(double bytes);       // for an object that is about to be made; collects nothing
void heap_note_external(int64_t bytes); // buffers that objects hold outside the heap

// The root stack.
enum { LANG_MAX_PINS = 16 << 20 };
void lang_more_pins_(void);
dbx_status lang_pins_full_(void);
static inline uint32_t lang_pins(void) { return heap_now->pins.n; }
static inline void lang_pin(pv v) {
  lang_root_stack *pins = &heap_now->pins;
  if (pins->n == pins->room) lang_more_pins_();
  if (pins->n < LANG_MAX_PINS) pv_put(&pins->at[pins->n++], v);
}
// Gives back everything pinned after lang_pins() was `to`.
static inline void lang_unpin(uint32_t to) { heap_now->pins.n = to; }
static inline pv lang_pinned(uint32_t i) { return heap_now->pins.at[i]; }
static inline void lang_set_pinned(uint32_t i, pv v) { pv_put(&heap_now->pins.at[i], v); }
static inline const pv *lang_pin_at(uint32_t i) { // the root stack from i on
  if (!heap_now->pins.at) lang_more_pins_();
  return heap_now->pins.at + i;
}
static inline dbx_status lang_check_pins(void) { // E210 if the root stack is nearly full
  return heap_now->pins.n < LANG_MAX_PINS - (1 << 20) ? DBX_OK : lang_pins_full_();
}
// A root that lives outside any call (module globals, cached objects).
void lang_add_root(void (*mark)(void (*visit)(pv v)));
void lang_mark_object(obj *o);
void heap_each_root(void (*f)(pv v)); // pinned values, and what the root markers name
void heap_children(obj *o,
                   void (*f)(obj *o)); // calls f for every object that o holds; some are NULL

// ---- making objects ----
pv str_new(const char *s, size_t n);
pv str_of(const char *s);
pv str_char(char c);                     // of ASCII; always the same object
pv str_point(const char *p, uint32_t n); // of n bytes; of Latin-1 always the same object
pv str_take(dbx_buf *b);                 // frees b
pv tuple_new(const pv *at, uint32_t n);
pv list_new(const pv *at, uint32_t n);
void list_push(o_seq *l, pv v);
pv dict_new(void);
pv set_new(void);
pv complex_new(double re, double im);
pv bigint_take(mpz_t z);                              // clears z; an INT if it fits
pv array_take(dbx_array *a);                          // takes over one reference
pv dtype_new(dbx_dtype t, bool is_class, bool numpy); // the one of its kind: x.dtype is y.dtype
pv native_new(const char *name, native_fn fn, pv self, const void *data);
pv method_new(pv self, pv fn);
pv lang_scalar_to_python(dbx_scalar x, dbx_dtype t); // an element of an array
pv slice_new(pv start, pv stop, pv step);
pv range_new(int64_t start, int64_t stop, int64_t step);

// ---- dictionaries (dict.c); keys must be hashable (E204 TypeError) ----
dbx_status pv_hash(pv v, uint64_t *ret);
dbx_status dict_set(o_dict *d, pv key, pv val);
dbx_status dict_find(const o_dict *d, pv key, pv *ret); // UNBOUND if absent
dbx_status dict_delete(o_dict *d, pv key, bool *found);
void dict_clear(o_dict *d);
void dict_put_sym(o_dict *d, dbx_sym key, pv val);
const dict_entry *dict_entry_of_sym(const o_dict *d, dbx_sym key); // NULL if absent
static inline pv dict_get_sym(const o_dict *d, dbx_sym key) {      // UNBOUND if absent
  const dict_entry *e = dict_entry_of_sym(d, key);
  return e ? e->val : PV(PV_UNBOUND);
}
pv lang_new_sym_str_(dbx_sym s);
static inline pv lang_sym_str(dbx_sym s) {
  const obj_list *made = &heap_now->sym_strings;
  if (s < made->n && made->at[s]) return pv_obj(made->at[s]);
  return lang_new_sym_str_(s);
}
bool dict_next(const o_dict *d, uint32_t *i, dict_entry **e); // *i starts at 0

// ---- names, depth ----

// The names that Python gives a meaning, interned.
typedef struct lang_names {
#define S(name) dbx_sym name;
#include "lang/value/names.def"
#undef S
} lang_names;
extern const lang_names *names_now; // of the session at work

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
bool lang_is_subclass(const o_class *c, const o_class *of);
pv lang_class_lookup(const o_class *c, dbx_sym name); // UNBOUND if absent
void lang_class_changed(void);                        // some class

#endif
