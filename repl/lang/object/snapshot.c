// Snapshots: copies of the mutable objects of the heap, each with its own storage (see snapshot.h).
#include "lang/object/snapshot.h"

#include "base/poll.h"
#include "lang/object/above.h"
#include "lang/object/protocol.h"
#include "lang/object/set_order.h"
#include "lang/object/share.h"
#include "lang/object/state.h"
#include "lang/value/cells.h"
#include "lang/value/type.h"

#include <string.h>

static size_t mutable_size(const obj *o) { return heap_now->types[o->type].mutable; }

// ---- copies ----

static size_t size_of(const obj *o) {
  size_t more = o->type == T_ENV       ? ((const o_env *)o)->n * sizeof(pv)
                : o->type == T_NDARRAY ? 2UL * ((const o_ndarray *)o)->rank * sizeof(int64_t)
                                       : 0;
  return mutable_size(o) + more;
}

static bool is_dict(const obj *o) { return o->type == T_DICT || o->type == T_SET; }

// The elements of an array of numpy are kept by reference: the next write goes to a copy.
static void own_elements(o_ndarray *o) {
  if (o->buf) dbx_array_ref(o->buf);
  if (o->frozen) dbx_array_ref(o->frozen);
}

// Where copies lie: those of an open snapshot in its arena, those that are kept in the heap's
// rooms.
static void *place(dbx_arena *a, const void *at, size_t bytes) {
  if (!bytes) return NULL;
  return a ? dbx_arena_copy(a, at, bytes) : memcpy(heap_room(bytes), at, bytes);
}

// Gives a copy its own storage in place of the original's, unless both hold it.
static void own_storage(obj *o, const obj *original, dbx_arena *a) {
  const o_seq *l = (const o_seq *)original;
  const o_dict *from = (const o_dict *)original;
  o_dict *d = (o_dict *)o;
  if (o->type == T_ARRAY || o->type == T_BYTEARRAY) dbx_array_ref(((o_array *)o)->a);
  if (o->type == T_NDARRAY) own_elements((o_ndarray *)o);
  if (o->shared) return;
  if (o->type == T_LIST) ((o_seq *)o)->at = place(a, l->at, l->cap * sizeof(pv));
  if (!is_dict(o)) return;
  d->entry = place(a, from->entry, from->cap * sizeof *d->entry);
  d->index = place(a, from->index, from->index_cap * sizeof *d->index);
  d->order = set_order_duplicate(from->order);
}

static void free_rooms(obj *o) {
  const o_seq *l = (o_seq *)o;
  const o_dict *d = (o_dict *)o;
  if (o->type == T_LIST) heap_free_room(l->at, l->cap * sizeof(pv));
  if (!is_dict(o)) return;
  heap_free_room(d->entry, d->cap * sizeof(dict_entry));
  heap_free_room(d->index, d->index_cap * sizeof(uint32_t));
}

static void free_storage(obj *o, bool of_arena) {
  if (o->type == T_ARRAY || o->type == T_BYTEARRAY) dbx_array_unref(((o_array *)o)->a);
  if (o->type == T_NDARRAY)
    dbx_array_unref(((o_ndarray *)o)->buf), dbx_array_unref(((o_ndarray *)o)->frozen);
  if (o->shared && !share_end(o)) return;
  if (o->shared || !of_arena) free_rooms(o);
  if (is_dict(o)) set_order_drop(((o_dict *)o)->order);
}

static obj *copy_of(lang_snapshot *s, obj *o) {
  if (share_can(o)) share_begin(o);
  obj *c = dbx_arena_copy(&s->arena, o, size_of(o));
  if (!share_can(o)) c->shared = false; // it was larger once
  own_storage(c, o, &s->arena);
  return c;
}

static void copy_free(const lang_snapshot *s, obj *c) {
  if (!c) return;
  free_storage(c, !s->kept);
  if (s->kept) free(c);
}

// Bytes that the heap counts beside the object.
static int64_t external(const obj *o) {
  const o_dict *d = (const o_dict *)o;
  if (o->type == T_LIST) return ((const o_seq *)o)->cap * (int64_t)sizeof(pv);
  if (o->type == T_BYTEARRAY) return ((const o_bytearray *)o)->a->size;
  if (is_dict(o))
    return d->cap * (int64_t)sizeof(dict_entry) + d->index_cap * (int64_t)sizeof(uint32_t) +
           set_order_bytes(d->order);
  return 0;
}

// The heap's own fields, and an exception's diagnostic, stay. A storage that both held goes over.
static void restore(lang_saved *s, bool kept) {
  obj head = *s->o;
  dbx_diag *diag = s->o->type == T_INSTANCE ? ((o_instance *)s->o)->diag : NULL;
  heap_note_external(external(s->copy) - external(s->o));
  uint32_t keys = is_dict(s->o) ? ((o_dict *)s->o)->keys + 1 : 0;
  free_storage(s->o, false);
  memcpy(s->o, s->copy, size_of(s->copy));
  head.shared = s->copy->shared;
  *s->o = head;
  if (head.type == T_INSTANCE) ((o_instance *)s->o)->diag = diag;
  if (is_dict(s->o)) ((o_dict *)s->o)->keys = keys;
  own_storage(s->o, s->copy, NULL);
  if (!head.shared) return;
  if (kept) free(s->copy);
  s->copy = NULL;
}

static bool same_values(const pv *a, const pv *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) nan is nan, and -0 is not 0
    if (!pv_same(a[i], b[i]) || (a[i].tag == PV_FLOAT && memcmp(&a[i].f, &b[i].f, sizeof a[i].f)))
      return false;
  return true;
}

static bool same_dict(const o_dict *a, const o_dict *b) {
  if (a->used != b->used || a->n != b->n) return false;
  for (uint32_t i = 0; i < a->used; i++)
    if (!same_values(&a->entry[i].key, &b->entry[i].key, 1) ||
        !same_values(&a->entry[i].val, &b->entry[i].val, 1))
      return false;
  return true;
}

static bool same_storage(const obj *a, const obj *b) {
  const o_seq *x = (const o_seq *)a, *y = (const o_seq *)b;
  const o_dict *d = (const o_dict *)a, *e = (const o_dict *)b;
  return is_dict(a) ? d->entry == e->entry && d->n == e->n && d->used == e->used
                    : x->at == y->at && x->n == y->n;
}

static bool unchanged(const lang_saved *s) {
  const obj *a = s->o, *b = s->copy;
  const size_t head = sizeof(obj);
  if (b->shared) return same_storage(a, b);
  if (is_dict(a)) return same_dict((const o_dict *)a, (const o_dict *)b);
  if (a->type == T_LIST) {
    const o_seq *x = (const o_seq *)a, *y = (const o_seq *)b;
    return x->n == y->n && same_values(x->at, y->at, x->n);
  }
  return !memcmp((const char *)a + head, (const char *)b + head, size_of(a) - head);
}

// ---- the objects that a line can reach ----

static void forget(const obj *o) { ((obj *)o)->seen = 0; }

static void next_round(void) {
  if (++object_now->seen) return;
  cells_each(forget);
  object_now->seen = 1;
}

static void reach(obj *o) {
  if (!o || o->seen == object_now->seen) return;
  o->seen = object_now->seen;
  dbx_push(&object_now->grey, o);
}

// Nothing if the computation has to end meanwhile: a part of it would restore something else.
static void copy_reached(lang_snapshot *s) {
  while (object_now->grey.n && !dbx_stopping()) {
    obj *o = object_now->grey.at[--object_now->grey.n];
    if (mutable_size(o)) dbx_push(s, ((lang_saved){o, copy_of(s, o)}));
    heap_children(o, reach);
  }
  object_now->grey.n = 0;
  if (dbx_stopping()) snapshot_free(s);
}

void snapshot_take_from(lang_snapshot *s, obj *root) {
  snapshot_free(s);
  next_round();
  reach(root);
  copy_reached(s);
}

static void reach_value(pv v) {
  if (v.tag == PV_OBJ) reach(v.o);
}

void snapshot_take_all(lang_snapshot *s) {
  snapshot_free(s);
  next_round();
  heap_each_root(reach_value);
  copy_reached(s);
}

void snapshot_free(lang_snapshot *s) {
  for (uint32_t i = 0; i < s->n; i++) copy_free(s, s->at[i].copy);
  dbx_vec_free(s);
  dbx_arena_free(&s->arena);
  *s = (lang_snapshot){0};
}

// What modules written in C were asked for may come from modules in Python that are imported no
// more, and else anew.
void snapshot_restore(lang_snapshot *s) {
  lang_class_changed();
  for (uint32_t i = 0; i < s->n; i++)
    if (!unchanged(&s->at[i])) restore(&s->at[i], s->kept);
  snapshot_free(s);
  above()->forget_modules();
}

// Out of the arena. What it refers to goes along.
static obj *move_copy(obj *c) {
  size_t bytes = size_of(c);
  obj *to = memcpy(dbx_alloc(bytes), c, bytes);
  o_seq *l = (o_seq *)to;
  o_dict *d = (o_dict *)to;
  if (to->shared) return to;
  if (to->type == T_LIST) l->at = place(NULL, l->at, l->cap * sizeof(pv));
  if (!is_dict(to)) return to;
  d->entry = place(NULL, d->entry, d->cap * sizeof *d->entry);
  d->index = place(NULL, d->index, d->index_cap * sizeof *d->index);
  return to;
}

void snapshot_keep_changed(lang_snapshot *s) {
  lang_snapshot kept = {.kept = true};
  for (uint32_t i = 0; i < s->n; i++) {
    lang_saved *x = &s->at[i];
    if (unchanged(x)) continue;
    dbx_push(&kept, ((lang_saved){x->o, move_copy(x->copy)}));
    x->copy = NULL;
  }
  snapshot_free(s);
  *s = kept;
}

static void visit_object(obj *o) {
  if (o) object_now->visit(pv_obj(o));
}

void snapshot_mark(const lang_snapshot *s, void (*f)(pv v)) {
  object_now->visit = f;
  for (uint32_t i = 0; i < s->n; i++) {
    visit_object(s->at[i].o);
    heap_children(s->at[i].copy, visit_object);
  }
}
