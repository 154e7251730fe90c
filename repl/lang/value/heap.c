// The heap: the root stack, what is alive, small makers (see object.h; cells.h: where it lies).
#include "base/poll.h"
#include "lang/value/cells.h"
#include "lang/value/type.h"
#include "trace/trace.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_GARBAGE = 1 << 20 };
heap_state heap_ = {.budget = SIZE_MAX, .threshold = LEAST_GARBAGE};
bool heap_stress;
// The dtypes that were asked for: a part of the heap, since there is one object for each.
static o_dtype *dtypes[DBX_DTYPES][2][2];

// ---- the root stack: reserved address space, so that it never moves ----

lang_root_stack lang_pins_;

enum { MORE_PINS = 1 << 17 }; // 2 MB

void lang_more_pins_(void) {
  if (!lang_pins_.at) lang_pins_.at = dbx_reserve_addresses((size_t)LANG_MAX_PINS * sizeof(pv));
  if (!lang_pins_.at) {
    fputs("dbidx: no addresses for the stack of values\n", stderr);
    exit(70);
  }
  if (lang_pins_.room == LANG_MAX_PINS) return;
  dbx_use_addresses(lang_pins_.at + lang_pins_.room, MORE_PINS * sizeof(pv));
  lang_pins_.room += MORE_PINS;
}

static void give_pins_back(void) {
  uint32_t used = (lang_pins_.n / MORE_PINS + 1) * MORE_PINS;
  if (lang_pins_.room <= used) return;
  if (dbx_leave_addresses(lang_pins_.at + used, (lang_pins_.room - used) * sizeof(pv)))
    lang_pins_.room = used;
}

dbx_status lang_pins_full_(void) {
  return dbx_fail(DBX_E210, (dbx_span){0}, "too many values are alive at once");
}

static dbx_vec(root_marker) roots;
void lang_add_root(root_marker mark) { dbx_push(&roots, mark); }

// ---- what is alive ----

void heap_note_external(int64_t bytes) {
  heap_.live = (size_t)((int64_t)heap_.live + bytes);
  if (bytes > 0) heap_.since += (size_t)bytes;
}

bool heap_has_room(double bytes) {
  bool fits = (double)heap_.live + bytes <= (double)heap_.budget;
  return fits ? dbx_budget_has(bytes) : dbx_budget_lacks(bytes);
}

dbx_status lang_check_room(double bytes) {
  if (bytes < (double)UINT32_MAX && heap_has_room(bytes)) return DBX_OK; // lengths have 32 bits
  dbx_fail_(DBX_E216, (dbx_span){0},
            "the memory budget of the session is too small for the result");
  return dbx_budget_short();
}

dbx_status heap_over_budget_(void) {
  if (heap_.live > heap_.budget) heap_collect();
  DBX_TRY(dbx_poll());
  return heap_.live > heap_.budget ? dbx_budget_fail(DBX_E216, (dbx_span){0}) : dbx_poll();
}

static dbx_vec(obj *) kept;

void heap_keep(void *o) {
  ((obj *)o)->immortal = true;
  dbx_push(&kept, (obj *)o);
}

// ---- mark: an explicit work list, data may be nested deeply ----

static dbx_vec(obj *) grey;

void lang_mark_object(obj *o) {
  if (!o || o->mark == heap_round) return;
  o->mark = heap_round;
  dbx_push(&grey, o);
}

static void mark_value(pv v) {
  if (v.tag == PV_OBJ) lang_mark_object(v.o);
}

static void mark_children(obj *o) {
  void (*visit)(obj *, void (*)(obj *)) = heap_.types[o->type].visit;
  if (visit) visit(o, lang_mark_object);
}

void heap_children(obj *o, void (*f)(obj *o)) {
  if (heap_.types[o->type].visit) heap_.types[o->type].visit(o, f);
}

// ---- sweep ----

int64_t heap_held_bytes(const obj *o) {
  return heap_.types[o->type].held ? heap_.types[o->type].held(o) : 0;
}

void heap_release(obj *o) {
  if (heap_.types[o->type].release) heap_.types[o->type].release(o);
}

void heap_each_root(void (*f)(pv v)) {
  for (uint32_t i = 0; i < lang_pins_.n; i++) f(lang_pins_.at[i]);
  for (uint32_t i = 0; i < roots.n; i++) roots.at[i](f);
}

// As much as is alive, but no more than half of what the budget still has room for.
static size_t most_garbage(void) {
  size_t room = heap_.budget > heap_.live ? (heap_.budget - heap_.live) / 2 : 0;
  size_t most = heap_.live < room ? heap_.live : room;
  if (heap_.live > room && most < heap_.budget / 16) most = heap_.budget / 16;
  return most > LEAST_GARBAGE ? most : LEAST_GARBAGE;
}

// ---- the collection ----

uint8_t heap_round = 1;
bool heap_must_finish;

static void unmark(const obj *o) { ((obj *)o)->mark = 0; }

// Marks of a collection that was interrupted say nothing to the next one.
static void next_round(void) {
  if (++heap_round) return;
  cells_each(unmark);
  heap_round = 1;
}

// Roots may hold copies, whose children are visited.
static void mark_all(root_marker without) {
  next_round();
  for (uint32_t i = 0; i < lang_pins_.n; i++) mark_value(lang_pins_.at[i]);
  for (uint32_t i = 0; i < roots.n; i++)
    if (roots.at[i] != without) roots.at[i](mark_value);
  for (uint32_t i = 0; i < kept.n; i++) lang_mark_object(kept.at[i]);
  while (grey.n && !heap_is_left()) mark_children(grey.at[--grey.n]);
  grey.n = 0;
}

size_t heap_live_without(root_marker without) {
  mark_all(without);
  return heap_is_left() ? SIZE_MAX : cells_marked();
}

// Ctrl-C ends it at any point: what is marked is unmarked by the next round's number, what was not
// swept is garbage still, or is marked anew.
void heap_collect(void) {
  heap_.class_changes++;
  mark_all(NULL);
  if (heap_is_left() || !cells_sweep()) return;
  heap_.since = 0;
  heap_.threshold = most_garbage();
}

void heap_collect_for_room(void) {
  give_pins_back();
  heap_must_finish = true;
  heap_collect();
  heap_must_finish = false;
  if (dbx_budget_recover()) dbx_stop_forget(DBX_STOP_MEMORY);
}

// A collection of less is not worth doing what failed once more.
enum { WORTH = 1 << 20 };

bool (*heap_more_room)(void);

bool heap_try_again(void) {
  const dbx_diag *d = dbx_diag_pending();
  bool memory = d && (d->code == DBX_E216 || d->code == DBX_E702);
  if (!memory || dbx_budget_is != DBX_BUDGET_SHORT || dbx_trace_current()) return false;
  size_t before = heap_.live;
  heap_collect_for_room();
  if (before < heap_.live + WORTH && !(heap_more_room && heap_more_room()))
    return dbx_budget_is = DBX_BUDGET_SHORT, false;
  return dbx_diag_forget(), true;
}

// Looks at no more than *left values.
static bool is_plain(pv v, uint32_t *left) {
  if (!*left || !--*left) return false;
  if (v.tag != PV_OBJ) return true;
  const o_seq *s = (const o_seq *)v.o;
  switch ((obj_type)v.o->type) {
  case T_STR:
  case T_BIGINT:
  case T_COMPLEX:
  case T_RANGE:
  case T_ARRAY:
  case T_NDARRAY:
  case T_GENERIC:
  case T_DTYPE:
  case T_TYPE: return true;
  case T_TUPLE:
  case T_LIST:
    for (uint32_t i = 0; i < s->n; i++)
      if (!is_plain(s->at[i], left)) return false;
    return true;
  default: return false;
  }
}

bool heap_try_call_again(const call_args *c, uint64_t writes) {
  enum { MOST = 1 << 16 };
  uint32_t left = MOST;
  bool plain = is_plain(c->self, &left);
  for (uint32_t i = 0; plain && i < c->n; i++) plain = is_plain(c->at[i], &left);
  for (uint32_t i = 0; plain && i < c->n_kw; i++) plain = is_plain(c->kw_at[i], &left);
  return plain && heap_.writes == writes && heap_try_again();
}

static uint32_t counts[T_COUNT];
static void count_object(const obj *o) { counts[o->type]++; }

const uint32_t *heap_counts(void) {
  memset(counts, 0, sizeof counts);
  cells_each(count_object);
  return counts;
}

void heap_free_all(void) {
  cells_free_all();
  heap_.live = heap_.since = 0;
  memset(dtypes, 0, sizeof dtypes);
  lang_pins_.n = 0;
  dbx_vec_free(&roots);
  dbx_vec_free(&grey);
  dbx_vec_free(&kept);
}

pv dtype_new(dbx_dtype t, bool is_class, bool numpy) {
  o_dtype **at = &dtypes[t][is_class][numpy];
  if (!*at) {
    *at = heap_new(T_DTYPE, sizeof **at);
    (*at)->t = t, (*at)->is_class = is_class, (*at)->numpy = numpy;
    (*at)->h.immortal = true;
  }
  return pv_obj(*at);
}
