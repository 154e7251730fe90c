// Snapshots: copies of the mutable objects of the heap, each with its own storage (see snapshot.h).
#include "lang/snapshot.h"

#include "base/poll.h"
#include "lang/lang.h"
#include "lang/set_order.h"

#include <string.h>

static const uint16_t mutable_size[T_COUNT] = {
    [T_LIST] = sizeof(o_seq),          [T_DICT] = sizeof(o_dict),
    [T_SET] = sizeof(o_dict),          [T_ENV] = sizeof(o_env),
    [T_FUNCTION] = sizeof(o_function), [T_CLASS] = sizeof(o_class),
    [T_INSTANCE] = sizeof(o_instance), [T_ITER] = sizeof(o_iter),
    [T_ARRAY] = sizeof(o_array),       [T_NDARRAY] = sizeof(o_ndarray),
    [T_COND] = sizeof(o_cond),         [T_DECORATOR] = sizeof(o_decorator),
};

// ---- copies ----

static size_t size_of(const obj *o) {
  size_t more = o->type == T_ENV       ? ((const o_env *)o)->n * sizeof(pv)
                : o->type == T_NDARRAY ? 2UL * ((const o_ndarray *)o)->rank * sizeof(int64_t)
                                       : 0;
  return mutable_size[o->type] + more;
}

static void *duplicate(const void *at, size_t bytes) {
  void *p = dbx_alloc(bytes);
  if (bytes) memcpy(p, at, bytes);
  return p;
}

static void *room_copy(const void *at, size_t bytes) {
  void *p = heap_room(bytes);
  if (bytes) memcpy(p, at, bytes);
  return p;
}

static bool is_dict(const obj *o) { return o->type == T_DICT || o->type == T_SET; }

// The elements of an array of numpy are kept by reference: the next write goes to a copy.
static void own_elements(o_ndarray *o) {
  if (o->buf) dbx_array_ref(o->buf);
  if (o->frozen) dbx_array_ref(o->frozen);
}

// Gives a copied object its own storage in place of the original's.
static void own_storage(obj *o) {
  o_seq *l = (o_seq *)o;
  o_dict *d = (o_dict *)o;
  if (o->type == T_LIST) l->at = room_copy(l->at, l->cap * sizeof(pv));
  if (o->type == T_ARRAY) dbx_array_ref(((o_array *)o)->a);
  if (o->type == T_NDARRAY) own_elements((o_ndarray *)o);
  if (!is_dict(o)) return;
  d->entry = room_copy(d->entry, d->cap * sizeof *d->entry);
  d->index = room_copy(d->index, d->index_cap * sizeof *d->index);
  d->order = set_order_duplicate(d->order);
}

static void free_storage(obj *o) {
  if (o->type == T_LIST) heap_free_room(((o_seq *)o)->at, ((o_seq *)o)->cap * sizeof(pv));
  if (o->type == T_ARRAY) dbx_array_unref(((o_array *)o)->a);
  if (o->type == T_NDARRAY)
    dbx_array_unref(((o_ndarray *)o)->buf), dbx_array_unref(((o_ndarray *)o)->frozen);
  if (!is_dict(o)) return;
  heap_free_room(((o_dict *)o)->entry, ((o_dict *)o)->cap * sizeof(dict_entry));
  heap_free_room(((o_dict *)o)->index, ((o_dict *)o)->index_cap * sizeof(uint32_t));
  set_order_drop(((o_dict *)o)->order);
}

static obj *copy_of(const obj *o) {
  obj *c = duplicate(o, size_of(o));
  own_storage(c);
  return c;
}

static obj *copy_free(obj *c) {
  free_storage(c);
  free(c);
  return NULL;
}

// Bytes that the heap counts beside the object.
static int64_t external(const obj *o) {
  const o_dict *d = (const o_dict *)o;
  if (o->type == T_LIST) return ((const o_seq *)o)->cap * (int64_t)sizeof(pv);
  if (is_dict(o))
    return d->cap * (int64_t)sizeof(dict_entry) + d->index_cap * (int64_t)sizeof(uint32_t) +
           set_order_bytes(d->order);
  return 0;
}

// The heap's own fields, and an exception's diagnostic, stay.
static void restore(const lang_saved *s) {
  obj head = *s->o;
  dbx_diag *diag = s->o->type == T_INSTANCE ? ((o_instance *)s->o)->diag : NULL;
  heap_note_external(external(s->copy) - external(s->o));
  uint32_t keys = is_dict(s->o) ? ((o_dict *)s->o)->keys + 1 : 0;
  free_storage(s->o);
  memcpy(s->o, s->copy, size_of(s->copy));
  *s->o = head;
  if (head.type == T_INSTANCE) ((o_instance *)s->o)->diag = diag;
  if (is_dict(s->o)) ((o_dict *)s->o)->keys = keys;
  own_storage(s->o);
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

static bool unchanged(const lang_saved *s) {
  const obj *a = s->o, *b = s->copy;
  const size_t head = sizeof(obj);
  if (is_dict(a)) return same_dict((const o_dict *)a, (const o_dict *)b);
  if (a->type == T_LIST) {
    const o_seq *x = (const o_seq *)a, *y = (const o_seq *)b;
    return x->n == y->n && same_values(x->at, y->at, x->n);
  }
  return !memcmp((const char *)a + head, (const char *)b + head, size_of(a) - head);
}

// ---- the objects that a line can reach ----

static dbx_vec(obj *) grey;
static dbx_map seen;

static void reach(obj *o) {
  if (!o || dbx_map_find(&seen, (uint64_t)(uintptr_t)o)) return;
  dbx_map_put(&seen, (uint64_t)(uintptr_t)o, 1);
  dbx_push(&grey, o);
}

// Nothing if the computation has to end meanwhile: a part of it would restore something else.
static void copy_reached(lang_snapshot *s) {
  while (grey.n && !dbx_stopping()) {
    obj *o = grey.at[--grey.n];
    if (mutable_size[o->type]) dbx_push(s, ((lang_saved){o, copy_of(o)}));
    heap_children(o, reach);
  }
  grey.n = 0;
  dbx_map_free(&seen);
  if (dbx_stopping()) snapshot_free(s);
}

void snapshot_take_globals(lang_snapshot *s) {
  snapshot_free(s);
  reach((obj *)lang.globals);
  copy_reached(s);
}

static void reach_value(pv v) {
  if (v.tag == PV_OBJ) reach(v.o);
}

void snapshot_take_all(lang_snapshot *s) {
  snapshot_free(s);
  heap_each_root(reach_value);
  copy_reached(s);
}

void snapshot_free(lang_snapshot *s) {
  for (uint32_t i = 0; i < s->n; i++) copy_free(s->at[i].copy);
  dbx_vec_free(s);
}

void snapshot_restore(lang_snapshot *s) {
  lang_class_changed();
  for (uint32_t i = 0; i < s->n; i++)
    if (!unchanged(&s->at[i])) restore(&s->at[i]);
  snapshot_free(s);
}

void snapshot_keep_changed(lang_snapshot *s) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    if (unchanged(&s->at[i])) copy_free(s->at[i].copy);
    else s->at[kept++] = s->at[i];
  }
  s->n = kept;
}

static void (*visit)(pv v);
static void visit_object(obj *o) {
  if (o) visit(pv_obj(o));
}

void snapshot_mark(const lang_snapshot *s, void (*f)(pv v)) {
  visit = f;
  for (uint32_t i = 0; i < s->n; i++) {
    visit_object(s->at[i].o);
    heap_children(s->at[i].copy, visit_object);
  }
}

void snapshot_stop(void) { dbx_vec_free(&grey); }
