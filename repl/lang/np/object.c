// Arrays and scalars of numpy as objects: owners and views, values for jax, writing.
#include "lang/np/np.h"

#include <string.h>

static o_ndarray *new_array(dbx_dtype t, uint32_t rank) {
  o_ndarray *o = heap_new(T_NDARRAY, sizeof *o + 2UL * rank * sizeof(int64_t));
  o->t = t, o->rank = rank;
  return o;
}

static void set_axes(o_ndarray *o, const nd *v) {
  for (uint32_t i = 0; i < v->rank; i++)
    o->dim[i] = v->dims[i], o->dim[v->rank + i] = v->strides[i];
  o->size = v->size;
}

pv np_take(dbx_array *a) {
  o_ndarray *o = new_array(a->dtype, a->rank);
  if (a->refs == 1) a->host = true, a->weak = false;
  o->buf = a, o->size = a->size, o->rows = true;
  int64_t step = dbx_dtype_bytes(a->dtype);
  for (uint32_t i = a->rank; i-- > 0; step = nd_times(step, a->dims[i]))
    o->dim[i] = a->dims[i], o->dim[a->rank + i] = a->size ? step : 0;
  heap_note_external(a->size * (int64_t)dbx_dtype_bytes(a->dtype));
  return pv_obj(o);
}

pv np_take_result(dbx_array *a) {
  if (a->rank) return np_take(a);
  pv v = np_generic(a->dtype, dbx_array_at(a, 0));
  dbx_array_unref(a);
  return v;
}

pv np_generic(dbx_dtype t, dbx_scalar x) {
  o_generic *o = heap_new(T_GENERIC, sizeof *o);
  o->t = t, o->x = x;
  return pv_obj(o);
}

static o_ndarray *owner_of(o_ndarray *o) { return o->base ? o->base : o; }

// It has all elements of its memory, in order.
static bool is_whole(const o_ndarray *o) { return !o->base && o->rows; }

nd np_nd(pv v) {
  o_ndarray *o = NDARRAY(v);
  dbx_array *buf = owner_of(o)->buf;
  return (nd){.data = (char *)buf->data + o->offset,
              .t = o->t,
              .rank = o->rank,
              .size = o->size,
              .dims = o->dim,
              .strides = o->dim + o->rank,
              .memory = o->base ? NULL : buf,
              .whole = is_whole(o) ? buf : NULL};
}

pv np_view(o_ndarray *of, const nd *v) {
  o_ndarray *o = new_array(v->t, v->rank);
  o->base = owner_of(of);
  o->readonly = of->readonly, o->tensor = of->tensor;
  o->offset = v->data - (char *)o->base->buf->data;
  set_axes(o, v);
  return pv_obj(o);
}

static pv copied(const nd *r) { // a view of memory that is going to be given back
  nd copy;
  if (nd_copy(r, r->t, &copy) != DBX_OK) return PV(PV_UNBOUND);
  return np_take(dbx_array_ref(copy.whole));
}

pv np_array(const nd *r) {
  if (!r->memory || !r->memory->host || r->memory->free_data) return copied(r);
  pv v = np_take(dbx_array_ref(r->memory)); // who else has it keeps its value (see np_writable)
  if (r->whole) return v;
  set_axes(NDARRAY(v), r);
  NDARRAY(v)->rows = false;
  return v;
}

pv np_return(const nd *r) {
  return r->rank ? np_array(r) : np_generic(r->t, dbx_load(r->data, r->t));
}

bool np_is_inside(pv of, const nd *r) {
  const dbx_array *buf = owner_of(NDARRAY(of))->buf;
  const char *from = buf->data, *to = from + buf->size * dbx_dtype_bytes(buf->dtype);
  bool own = !r->memory || r->memory == buf;
  return r->data >= from && (r->data < to || (!r->size && own && r->data == to));
}

pv np_derived(pv of, const nd *r) {
  return np_is_inside(of, r) ? np_view(NDARRAY(of), r) : np_array(r);
}

pv np_inside(const nd *whole, const nd *r) {
  pv all = np_array(whole);
  if (all.tag != PV_OBJ) return all;
  const dbx_array *buf = NDARRAY(all)->buf;
  if (buf == whole->memory) return np_view(NDARRAY(all), r);
  if (!whole->whole) return np_array(r); // it was copied, its elements in another order
  nd there = *r;
  there.data = (char *)buf->data + (r->data - whole->data);
  return np_view(NDARRAY(all), &there);
}

pv np_unpacked(const nd *r) { return lang_scalar_to_python(dbx_load(r->data, r->t), r->t); }

// ---- values for jax ----

static dbx_array *copy_of(const nd *v) {
  dbx_array *a;
  if (dbx_array_new(v->t, v->rank, v->dims, &a) != DBX_OK) return NULL;
  a->host = true;
  nd to = nd_of(a);
  nd_fill(&to, v);
  if (dbx_poll() == DBX_OK) return a;
  dbx_array_unref(a);
  return NULL;
}

dbx_status lang_np_frozen(pv v, dbx_array **ret) {
  if (is_obj(v, T_GENERIC)) {
    dbx_array *a = dbx_autorelease(dbx_array_scalar(GENERIC(v)->t, GENERIC(v)->x));
    a->host = true;
    return *ret = a, DBX_OK;
  }
  o_ndarray *o = NDARRAY(v), *owner = owner_of(o);
  if (is_whole(o)) return *ret = o->buf, DBX_OK;
  if (o->frozen && o->frozen_at == owner->writes) return *ret = o->frozen, DBX_OK;
  nd view = np_nd(v);
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_array *a = copy_of(&view);
  dbx_scratch_release(m);
  if (!a) return DBX_FAIL;
  if (o->frozen) dbx_autorelease(o->frozen);
  o->frozen = a, o->frozen_at = owner->writes;
  return *ret = a, DBX_OK;
}

// ---- writing ----

static dbx_status unshare(o_ndarray *owner) {
  if (owner->buf->refs == 1) return DBX_OK;
  dbx_array *own;
  DBX_TRY(dbx_array_copy(owner->buf, owner->buf->rank, owner->buf->dims, &own));
  own->host = true;
  if (dbx_poll() != DBX_OK) return dbx_array_unref(own), DBX_FAIL;
  dbx_array_unref(owner->buf);
  owner->buf = own;
  return DBX_OK;
}

dbx_status np_writable(pv v, nd *ret) {
  o_ndarray *o = NDARRAY(v), *owner = owner_of(o);
  if (o->readonly) return dbx_fail(DBX_E208, (dbx_span){0}, "assignment destination is read-only");
  DBX_TRY(unshare(owner));
  owner->writes++, heap_now->writes++;
  return *ret = np_nd(v), DBX_OK;
}

// ---- kinds of scalars: numpy.floating and its like ----

static const struct {
  const char *name, *letters;
} kinds[] = {{"generic", "biufc"},   {"number", "iufc"},       {"integer", "iu"},
             {"signedinteger", "i"}, {"unsignedinteger", "u"}, {"inexact", "fc"},
             {"floating", "f"},      {"complexfloating", "c"}};

static dbx_status abstract_kind(const call_args *c, pv *ret) {
  (void)ret;
  return dbx_fail(DBX_E204, (dbx_span){0}, "cannot create '%s' instances",
                  ((o_native *)c->fn.o)->name);
}

bool np_find_kind(const char *name, pv *ret) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(name, kinds[i].name))
      return *ret = native_new(kinds[i].name, abstract_kind, PV(PV_UNBOUND), kinds[i].letters),
             true;
  return false;
}

const char *np_kinds(pv v) {
  bool kind = is_obj(v, T_NATIVE) && ((o_native *)v.o)->fn == abstract_kind;
  return kind ? ((o_native *)v.o)->data : NULL;
}
