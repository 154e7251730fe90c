// The heap of the host language: a precise mark-and-sweep collector that runs only between
// statements. What must survive one is reachable from an environment, or pinned on the root stack
// (lang_pin).
#ifndef DBX_LANG_HEAP_H
#define DBX_LANG_HEAP_H

#include "base/budget.h"
#include "base/poll.h"
#include "ir/dtype.h"
#include "lang/value/pv.h"

#include <stdlib.h>
#include <string.h>

struct call_args;
struct o_dict;
struct o_dtype;

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
  obj_list sym_strings; // by symbol; NULL: not made yet
  // Collect at every safe point: of tests, and of builds with -Dtests=true by DBX_COLLECT=always,
  // which say "collects" on descriptor 9 once they have done so twenty times.
  bool stress, tells;
  uint64_t collections;
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
  struct o_dtype *dtypes[DBX_DTYPES][2][2];
  pv ascii[128], latin[128];
} heap_state;
extern heap_state heap_now[1]; // of the session at work
// A cell that heap_new has none free for; zeroed. Private to it.
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
void heap_keep(void *o);                // for ever
void heap_drop_table(struct o_dict *d); // its storage; what it counts stays
void heap_release(obj *o);              // what a dead object holds outside the heap
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
bool heap_try_call_again(const struct call_args *c, uint64_t writes);
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

#endif
