// The heap: the root stack, what is alive, small makers (see object.h; cells.h: where it lies).
#include "base/poll.h"
#include "lang/value/cells.h"
#include "lang/value/state.h"
#include "lang/value/type.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_GARBAGE = 1 << 20, TOLD_AT = 20 };

static void begin(void);
static void end(void);

heap_state heap_now[1];
const dbx_room heap_room_of_session = {heap_now, sizeof *heap_now, begin, end};

// ---- the root stack: reserved address space, so that it never moves ----

enum { MORE_PINS = 1 << 17 }; // 2 MB

void lang_more_pins_(void) {
  if (!heap_now->pins.at)
    heap_now->pins.at = dbx_reserve_addresses((size_t)LANG_MAX_PINS * sizeof(pv));
  if (!heap_now->pins.at) {
    fputs("dbidx: no addresses for the stack of values\n", stderr);
    exit(70);
  }
  if (heap_now->pins.room == LANG_MAX_PINS) return;
  dbx_use_addresses(heap_now->pins.at + heap_now->pins.room, MORE_PINS * sizeof(pv));
  heap_now->pins.room += MORE_PINS;
}

static void give_pins_back(void) {
  uint32_t used = (heap_now->pins.n / MORE_PINS + 1) * MORE_PINS;
  if (heap_now->pins.room <= used) return;
  if (dbx_leave_addresses(heap_now->pins.at + used, (heap_now->pins.room - used) * sizeof(pv)))
    heap_now->pins.room = used;
}

dbx_status lang_pins_full_(void) {
  return dbx_fail(DBX_E210, (dbx_span){0}, "too many values are alive at once");
}

void lang_add_root(root_marker mark) { dbx_push(&heap_now->roots, mark); }

// ---- what is alive ----

void heap_note_external(int64_t bytes) {
  heap_now->live = (size_t)((int64_t)heap_now->live + bytes);
  if (bytes > 0) heap_now->since += (size_t)bytes;
}

bool heap_has_room(double bytes) {
  bool fits = (double)heap_now->live + bytes <= (double)heap_now->budget;
  return fits ? dbx_budget_has(bytes) : dbx_budget_lacks(bytes);
}

dbx_status lang_check_room(double bytes) {
  if (bytes < (double)UINT32_MAX && heap_has_room(bytes)) return DBX_OK; // lengths have 32 bits
  dbx_fail_(DBX_E216, (dbx_span){0},
            "the memory budget of the session is too small for the result");
  return dbx_budget_short();
}

dbx_status heap_over_budget_(void) {
  if (heap_now->live > heap_now->budget) heap_collect();
  DBX_TRY(dbx_poll());
  return heap_now->live > heap_now->budget ? dbx_budget_fail(DBX_E216, (dbx_span){0}) : dbx_poll();
}

void heap_keep(void *o) {
  ((obj *)o)->immortal = true;
  dbx_push(&heap_now->kept, (obj *)o);
}

// ---- mark: an explicit work list, data may be nested deeply ----

void lang_mark_object(obj *o) {
  if (!o || o->mark == heap_now->round) return;
  o->mark = heap_now->round;
  dbx_push(&heap_now->grey, o);
}

static void mark_value(pv v) {
  if (v.tag == PV_OBJ) lang_mark_object(v.o);
}

o_instance *lang_instance_of_(obj *o) {
  switch ((obj_type)o->type) {
  case T_STR: return ((o_str *)o)->more;
  case T_BIGINT: return ((o_bigint *)o)->more;
  case T_TUPLE:
  case T_LIST: return ((o_seq *)o)->more;
  case T_DICT:
  case T_SET: return ((o_dict *)o)->more;
  default: return NULL;
  }
}

void heap_children(obj *o, void (*f)(obj *o)) {
  if (heap_now->types[o->type].visit) heap_now->types[o->type].visit(o, f);
  o_instance *more = lang_instance_of_(o);
  if (more) f(&more->h);
}

static void mark_children(obj *o) { heap_children(o, lang_mark_object); }

// ---- sweep ----

int64_t heap_held_bytes(const obj *o) {
  return heap_now->types[o->type].held ? heap_now->types[o->type].held(o) : 0;
}

void heap_release(obj *o) {
  if (heap_now->types[o->type].release) heap_now->types[o->type].release(o);
}

void heap_each_root(void (*f)(pv v)) {
  for (uint32_t i = 0; i < heap_now->pins.n; i++) f(heap_now->pins.at[i]);
  for (uint32_t i = 0; i < heap_now->roots.n; i++) heap_now->roots.at[i](f);
}

// As much as is alive, but no more than half of what the budget still has room for.
static size_t most_garbage(void) {
  size_t room = heap_now->budget > heap_now->live ? (heap_now->budget - heap_now->live) / 2 : 0;
  size_t most = heap_now->live < room ? heap_now->live : room;
  if (heap_now->live > room && most < heap_now->budget / 16) most = heap_now->budget / 16;
  return most > LEAST_GARBAGE ? most : LEAST_GARBAGE;
}

// ---- the collection ----

static void unmark(const obj *o) { ((obj *)o)->mark = 0; }

// Marks of a collection that was interrupted say nothing to the next one.
static void next_round(void) {
  if (++heap_now->round) return;
  cells_each(unmark);
  heap_now->round = 1;
}

// Roots may hold copies, whose children are visited.
static void mark_all(root_marker without) {
  heap_state *h = heap_now;
  next_round();
  for (uint32_t i = 0; i < h->pins.n; i++) mark_value(h->pins.at[i]);
  for (uint32_t i = 0; i < h->roots.n; i++)
    if (h->roots.at[i] != without) h->roots.at[i](mark_value);
  for (uint32_t i = 0; i < h->kept.n; i++) lang_mark_object(h->kept.at[i]);
  while (h->grey.n && !heap_is_left()) mark_children(h->grey.at[--h->grey.n]);
  h->grey.n = 0;
}

size_t heap_live_without(root_marker without) {
  mark_all(without);
  return heap_is_left() ? SIZE_MAX : cells_marked();
}

// Ctrl-C ends it at any point: what is marked is unmarked by the next round's number, what was not
// swept is garbage still, or is marked anew.
void heap_collect(void) {
  heap_now->class_changes++;
  if (++heap_now->collections == TOLD_AT && heap_now->tells) (void)!write(9, "collects\n", 9);
  mark_all(NULL);
  if (heap_is_left() || !cells_sweep()) return;
  heap_now->since = 0;
  heap_now->threshold = most_garbage();
}

void heap_collect_for_room(void) {
  give_pins_back();
  heap_now->must_finish = true;
  heap_collect();
  heap_now->must_finish = false;
  if (dbx_budget_recover()) dbx_stop_forget(DBX_STOP_MEMORY);
}

// A collection of less is not worth doing what failed once more.
enum { WORTH = 1 << 20 };

bool heap_try_again(void) {
  const dbx_diag *d = dbx_diag_pending();
  bool memory = d && (d->code == DBX_E216 || d->code == DBX_E702);
  if (!memory || dbx_budget_is != DBX_BUDGET_SHORT || dbx_trace_current()) return false;
  size_t before = heap_now->live;
  heap_collect_for_room();
  if (before < heap_now->live + WORTH && !(heap_now->more_room && heap_now->more_room()))
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
  return plain && heap_now->writes == writes && heap_try_again();
}

static void count_object(const obj *o) { heap_now->counts[o->type]++; }

const uint32_t *heap_counts(void) {
  memset(heap_now->counts, 0, sizeof heap_now->counts);
  cells_each(count_object);
  return heap_now->counts;
}

void heap_free_all(void) {
  cells_free_all();
  heap_state *h = heap_now;
  h->live = h->since = 0;
  memset(h->dtypes, 0, sizeof h->dtypes);
  memset(h->ascii, 0, sizeof h->ascii);
  memset(h->latin, 0, sizeof h->latin);
  h->pins.n = 0;
  dbx_vec_free(&h->roots);
  dbx_vec_free(&h->grey);
  dbx_vec_free(&h->kept);
  dbx_vec_free(&h->sym_strings);
}

static void begin(void) {
  heap_now->budget = SIZE_MAX;
  heap_now->threshold = LEAST_GARBAGE;
  heap_now->round = 1;
#ifdef DBX_FAULTS
  const char *when = getenv("DBX_COLLECT");
  heap_now->stress = heap_now->tells = when && !strcmp(when, "always");
#endif
}

static void end(void) {
  heap_free_all();
  dbx_give_addresses(heap_now->pins.at, (size_t)LANG_MAX_PINS * sizeof(pv));
}

pv dtype_new(dbx_dtype t, bool is_class, bool numpy) {
  o_dtype **at = &heap_now->dtypes[t][is_class][numpy];
  if (!*at) {
    *at = heap_new(T_DTYPE, sizeof **at);
    (*at)->t = t, (*at)->is_class = is_class, (*at)->numpy = numpy;
    (*at)->h.immortal = true;
  }
  return pv_obj(*at);
}
