// See share.h.
#include "lang/object/share.h"

#include "base/poll.h"
#include "lang/object/protocol.h"
#include "lang/object/set_order.h"
#include "lang/object/state.h"

static const void *storage(const obj *o) {
  return o->type == T_LIST ? (void *)((const o_seq *)o)->at : ((const o_dict *)o)->entry;
}

bool share_can(const obj *o) {
  const o_seq *l = (const o_seq *)o;
  const o_dict *d = (const o_dict *)o;
  size_t bytes = o->type == T_LIST                       ? l->cap * sizeof *l->at
                 : o->type == T_DICT || o->type == T_SET ? d->cap * sizeof *d->entry
                                                         : 0;
  return bytes > object_now->share_from;
}

static uint64_t *count(const obj *o) {
  return dbx_map_find(&object_now->others, (uint64_t)(uintptr_t)storage(o));
}

void share_begin(obj *o) {
  uint64_t *n = count(o);
  if (!n || !*n) object_now->held++;
  if (n) ++*n;
  else dbx_map_put(&object_now->others, (uint64_t)(uintptr_t)storage(o), 1);
  o->shared = true;
}

bool share_is_held(const obj *o) {
  const uint64_t *n = o->shared ? count(o) : NULL;
  return n && *n;
}

bool share_end(const obj *o) {
  if (!share_is_held(o)) return true;
  uint64_t *n = count(o);
  if (!--*n && !--object_now->held) dbx_map_clear(&object_now->others);
  return false;
}

void share_swap(o_seq *a, o_seq *b) {
  o_seq was = *a;
  a->at = b->at, a->n = b->n, a->cap = b->cap, a->h.shared = b->h.shared;
  b->at = was.at, b->n = was.n, b->cap = was.cap, b->h.shared = was.h.shared;
}

dbx_status share_splice(o_seq *l, uint32_t from, uint32_t n, const o_seq *items) {
  uint32_t more = items ? items->n : 0;
  DBX_TRY(lang_check_room(((double)l->n + more) * sizeof *l->at));
  pv v = list_new(NULL, l->n - n + more);
  pv *to = SEQ(v)->at;
  (void)dbx_copy(to, l->at, from * sizeof *to);
  if (more) (void)dbx_copy(to + from, items->at, more * sizeof *to);
  (void)dbx_copy(to + from + more, l->at + from + n, (l->n - from - n) * sizeof *to);
  DBX_TRY(dbx_poll());
  return share_swap(l, SEQ(v)), DBX_OK;
}

// ---- a copy for the object ----

// false: the copy was interrupted, which it is only where it may be.
static bool copied(void **to, const void *from, size_t room, size_t bytes, bool may_end) {
  *to = heap_room(room);
  if (!may_end && bytes) memcpy(*to, from, bytes);
  if (!may_end || dbx_copy(*to, from, bytes) == bytes) return true;
  heap_free_room(*to, room);
  return false;
}

static bool own_list(o_seq *l, bool may_end) {
  void *at;
  if (!copied(&at, l->at, l->cap * sizeof *l->at, l->n * sizeof *l->at, may_end)) return false;
  (void)share_end(&l->h);
  l->at = at;
  return true;
}

static bool own_dict(o_dict *d, bool may_end) {
  void *entry, *index;
  size_t bytes = d->index_cap * sizeof *d->index;
  if (!copied(&entry, d->entry, d->cap * sizeof *d->entry, d->used * sizeof *d->entry, may_end))
    return false;
  if (!copied(&index, d->index, bytes, bytes, may_end)) {
    heap_free_room(entry, d->cap * sizeof *d->entry);
    return false;
  }
  (void)share_end(&d->h);
  d->entry = entry, d->index = index, d->order = set_order_duplicate(d->order);
  return true;
}

static bool own(obj *o, bool may_end) {
  bool done = !share_is_held(o) ||
              (o->type == T_LIST ? own_list((o_seq *)o, may_end) : own_dict((o_dict *)o, may_end));
  if (done) o->shared = false;
  return done;
}

dbx_status heap_own_(obj *o) {
  const o_seq *l = (const o_seq *)o;
  const o_dict *d = (const o_dict *)o;
  size_t bytes = o->type == T_LIST ? l->cap * sizeof *l->at : d->cap * sizeof *d->entry;
  if (share_is_held(o)) DBX_TRY(lang_check_room((double)bytes));
  return own(o, true) ? DBX_OK : dbx_poll();
}

void heap_own_now_(obj *o) { (void)own(o, false); }

// ---- writing ----

void list_push(o_seq *l, pv v) {
  heap_own_now(&l->h);
  if (l->n == l->cap) {
    size_t bytes = (l->cap ? (size_t)l->cap * 2 : 4) * sizeof v;
    l->at = heap_grow_room(l->at, l->cap * sizeof v, ((size_t)l->n + 1) * sizeof v, &bytes);
    heap_note_external((int64_t)(bytes - l->cap * sizeof v));
    l->cap = (uint32_t)(bytes / sizeof v);
  }
  pv_put(&l->at[l->n++], v);
}
