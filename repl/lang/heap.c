// The heap: allocation, the root stack, mark and sweep (see object.h).
#include "lang/object.h"

#include "lang/qjit.h"
#include "lang/set_order.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static struct {
  obj *all;
  size_t live, since, budget, threshold;
} heap = {.budget = (size_t)4 << 30, .threshold = (size_t)32 << 20};
bool heap_stress;

// ---- the root stack: reserved address space, so that it never moves ----

lang_root_stack lang_pins_;

void lang_reserve_pins_(void) {
  void *p = mmap(NULL, (size_t)LANG_MAX_PINS * sizeof(pv), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    fputs("dbidx: out of memory\n", stderr);
    exit(70);
  }
  lang_pins_.at = p;
}

dbx_status lang_pins_full_(void) {
  return dbx_fail(DBX_E210, (dbx_span){0}, "too many values are alive at once");
}

typedef void (*root_marker)(void (*visit)(pv v));
static dbx_vec(root_marker) roots;
void lang_add_root(root_marker mark) { dbx_push(&roots, mark); }

// ---- allocation ----

void *heap_new(obj_type t, size_t bytes) {
  obj *o = dbx_alloc(bytes);
  o->type = (uint8_t)t;
  o->next = heap.all;
  heap.all = o;
  heap.live += bytes;
  heap.since += bytes;
  return o;
}

void heap_note_external(int64_t bytes) {
  heap.live = (size_t)((int64_t)heap.live + bytes);
  if (bytes > 0) heap.since += (size_t)bytes;
}

void heap_set_budget(size_t bytes) { heap.budget = bytes; }

bool heap_has_room(double bytes) { return (double)heap.live + bytes <= (double)heap.budget; }

dbx_status heap_check_budget(void) {
  if (heap.live <= heap.budget) return DBX_OK;
  heap_collect();
  if (heap.live <= heap.budget) return DBX_OK;
  return dbx_fail(DBX_E216, (dbx_span){0}, "the memory budget of the session (%zu MB) is used up",
                  heap.budget >> 20);
}

// ---- mark: an explicit work list, data may be nested deeply ----

static dbx_vec(obj *) grey;

void lang_mark_object(obj *o) {
  if (!o || o->mark) return;
  o->mark = true;
  dbx_push(&grey, o);
}

static void (*child)(obj *o) = lang_mark_object; // what becomes of the objects that another holds

static void visit(pv v) {
  if (v.tag == PV_OBJ) child(v.o);
}

static void visit_all(const pv *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) visit(at[i]);
}

static void mark_dict(const o_dict *d) {
  for (uint32_t i = 0; i < d->used; i++) visit(d->entry[i].key), visit(d->entry[i].val);
}

#define MARK(p) child((obj *)(p))
static void mark_children(obj *o) {
  switch ((obj_type)o->type) {
  case T_TUPLE:
  case T_LIST: visit_all(((o_seq *)o)->at, ((o_seq *)o)->n); break;
  case T_DICT:
  case T_SET: mark_dict((o_dict *)o); break;
  case T_SLICE: visit_all(((o_slice *)o)->part, 3); break;
  case T_ENV: {
    o_env *e = (o_env *)o;
    MARK(e->outer), MARK(e->dict), MARK(e->cls);
    visit_all(e->slot, e->n);
    break;
  }
  case T_FUNCTION: {
    o_function *f = (o_function *)o;
    MARK(f->env), MARK(f->defaults), MARK(f->kw_defaults), MARK(f->annotations), MARK(f->attrs),
        MARK(f->owner);
    break;
  }
  case T_NATIVE: visit(((o_native *)o)->self); break;
  case T_MODULE: MARK(((o_module *)o)->found); break;
  case T_METHOD: visit(((o_method *)o)->self), visit(((o_method *)o)->fn); break;
  case T_CLASS: MARK(((o_class *)o)->base), MARK(((o_class *)o)->dict); break;
  case T_INSTANCE: {
    o_instance *x = (o_instance *)o;
    MARK(x->cls), MARK(x->dict), MARK(x->args), visit(x->cause), visit(x->context);
    break;
  }
  case T_ITER:
    visit(((o_iter *)o)->src), MARK(((o_iter *)o)->parts), MARK(((o_iter *)o)->env);
    break;
  case T_PARTIAL:
    visit(((o_partial *)o)->fn), MARK(((o_partial *)o)->args), MARK(((o_partial *)o)->kw);
    break;
  case T_AT: visit(((o_at *)o)->x), visit(((o_at *)o)->index); break;
  case T_LOOP: {
    o_loop *l = (o_loop *)o;
    visit(l->lower), visit(l->upper), visit(l->step), visit(l->cond), visit(l->body),
        visit(l->args);
    break;
  }
  case T_COND:
    MARK(((o_cond *)o)->preds), MARK(((o_cond *)o)->branches), visit(((o_cond *)o)->otherwise);
    break;
  case T_DECORATOR: visit(((o_decorator *)o)->target), MARK(((o_decorator *)o)->options); break;
  case T_QJIT: qjit_mark((struct o_qjit *)o, visit); break;
  case T_JAXPR: visit(((o_jaxpr *)o)->owner); break;
  case T_BLOCK: MARK(((o_block *)o)->env); break;
  case T_SUPER: visit(((o_super *)o)->self), MARK(((o_super *)o)->cls); break;
  default: break;
  }
}

void heap_children(obj *o, void (*f)(obj *o)) {
  void (*before)(obj *) = child;
  child = f;
  mark_children(o);
  child = before;
}

// ---- sweep ----

static size_t free_object(obj *o) {
  size_t n = sizeof(obj);
  switch ((obj_type)o->type) {
  case T_STR: n = sizeof(o_str) + ((o_str *)o)->n + 1; break;
  case T_BIGINT:
    mpz_clear(((o_bigint *)o)->z);
    n = sizeof(o_bigint);
    break;
  case T_TUPLE:
  case T_LIST:
    n = sizeof(o_seq);
    heap_note_external(-(int64_t)(((o_seq *)o)->cap * sizeof(pv)));
    free(((o_seq *)o)->at);
    break;
  case T_DICT:
  case T_SET: {
    o_dict *d = (o_dict *)o;
    n = sizeof *d;
    heap_note_external(-(int64_t)(d->cap * sizeof(dict_entry) + d->index_cap * sizeof(uint32_t)));
    free(d->entry), free(d->index);
    set_order_free(d);
    break;
  }
  case T_ENV: n = sizeof(o_env) + ((o_env *)o)->n * sizeof(pv); break;
  case T_ARRAY: {
    dbx_array *a = ((o_array *)o)->a;
    heap_note_external(-(a->size * (int64_t)dbx_dtype_bytes(a->dtype)));
    dbx_array_unref(a);
    n = sizeof(o_array);
    break;
  }
  case T_INSTANCE:
    dbx_diag_free(((o_instance *)o)->diag);
    n = sizeof(o_instance);
    break;
  case T_QJIT: n = qjit_free((struct o_qjit *)o); break;
  case T_COMPLEX: n = sizeof(o_complex); break;
  case T_RANGE: n = sizeof(o_range); break;
  case T_SLICE: n = sizeof(o_slice); break;
  case T_FUNCTION: n = sizeof(o_function); break;
  case T_NATIVE: n = sizeof(o_native); break;
  case T_METHOD: n = sizeof(o_method); break;
  case T_CLASS: n = sizeof(o_class); break;
  case T_MODULE: n = sizeof(o_module); break;
  case T_ITER: n = sizeof(o_iter); break;
  case T_DTYPE: n = sizeof(o_dtype); break;
  case T_TYPE: n = sizeof(o_type); break;
  case T_PARTIAL: n = sizeof(o_partial); break;
  case T_AT: n = sizeof(o_at); break;
  case T_SHAPED: n = sizeof(o_shaped); break;
  case T_LOOP: n = sizeof(o_loop); break;
  case T_COND: n = sizeof(o_cond); break;
  case T_DECORATOR: n = sizeof(o_decorator); break;
  case T_JAXPR: n = sizeof(o_jaxpr); break;
  case T_SUPER: n = sizeof(o_super); break;
  case T_BLOCK: n = sizeof(o_block); break;
  case T_COUNT: break;
  }
  free(o);
  return n;
}

static void sweep(void) {
  obj **link = &heap.all;
  while (*link) {
    obj *o = *link;
    if (o->mark || o->immortal) {
      o->mark = false;
      link = &o->next;
    } else {
      *link = o->next;
      heap.live -= free_object(o);
    }
  }
}

void heap_each_root(void (*f)(pv v)) {
  for (uint32_t i = 0; i < lang_pins_.n; i++) f(lang_pins_.at[i]);
  for (uint32_t i = 0; i < roots.n; i++) roots.at[i](f);
}

void heap_collect(void) {
  heap_each_root(visit);
  for (obj *o = heap.all; o; o = o->next)
    if (o->immortal) lang_mark_object(o);
  while (grey.n) mark_children(grey.at[--grey.n]);
  sweep();
  heap.since = 0;
  heap.threshold = heap.live > (size_t)32 << 20 ? heap.live : (size_t)32 << 20;
}

uint32_t heap_count(obj_type t) {
  uint32_t n = 0;
  for (const obj *o = heap.all; o; o = o->next) n += o->type == t;
  return n;
}

void heap_free_all(void) {
  while (heap.all) {
    obj *next = heap.all->next;
    free_object(heap.all);
    heap.all = next;
  }
  heap.live = heap.since = 0;
  lang_pins_.n = 0;
  dbx_vec_free(&roots);
  dbx_vec_free(&grey);
}

void heap_safepoint(void) {
  if (heap_stress || heap.since > heap.threshold) heap_collect();
}

// ---- small makers ----

pv str_new(const char *s, size_t n) {
  o_str *o = heap_new(T_STR, sizeof *o + n + 1);
  o->n = (uint32_t)n;
  if (n) memcpy(o->s, s, n);
  for (size_t i = 0; i < n; i++) o->points += (s[i] & 0xC0) != 0x80;
  return pv_obj(o);
}
pv str_of(const char *s) { return str_new(s, strlen(s)); }
pv str_take(dbx_buf *b) {
  pv v = str_new(dbx_text(b), b->n);
  dbx_buf_free(b);
  return v;
}

static pv seq_new(obj_type t, const pv *at, uint32_t n) {
  o_seq *o = heap_new(t, sizeof *o);
  o->n = o->cap = n;
  if (n) {
    o->at = dbx_alloc(n * sizeof *at);
    if (at) memcpy(o->at, at, n * sizeof *at);
    heap_note_external((int64_t)(n * sizeof *at));
  }
  return pv_obj(o);
}
pv tuple_new(const pv *at, uint32_t n) { return seq_new(T_TUPLE, at, n); }
pv list_new(const pv *at, uint32_t n) { return seq_new(T_LIST, at, n); }

void list_push(o_seq *l, pv v) {
  if (l->n == l->cap) {
    uint32_t cap = l->cap ? l->cap * 2 : 4;
    heap_note_external((int64_t)((cap - l->cap) * sizeof v));
    l->at = dbx_realloc(l->at, cap * sizeof v);
    l->cap = cap;
  }
  l->at[l->n++] = v;
}

pv dict_new(void) { return pv_obj(heap_new(T_DICT, sizeof(o_dict))); }
pv set_new(void) { return pv_obj(heap_new(T_SET, sizeof(o_dict))); }

pv complex_new(double re, double im) {
  o_complex *o = heap_new(T_COMPLEX, sizeof *o);
  o->re = re, o->im = im;
  return pv_obj(o);
}

pv bigint_take(mpz_t z) {
  if (mpz_fits_slong_p(z)) {
    pv v = pv_int(mpz_get_si(z));
    mpz_clear(z);
    return v;
  }
  o_bigint *o = heap_new(T_BIGINT, sizeof *o);
  memcpy(o->z, z, sizeof o->z);
  return pv_obj(o);
}

pv array_take(dbx_array *a) {
  o_array *o = heap_new(T_ARRAY, sizeof *o);
  o->a = a;
  heap_note_external(a->size * (int64_t)dbx_dtype_bytes(a->dtype));
  return pv_obj(o);
}

pv dtype_new(dbx_dtype t, bool is_class, bool numpy) {
  o_dtype *o = heap_new(T_DTYPE, sizeof *o);
  o->t = t, o->is_class = is_class, o->numpy = numpy;
  return pv_obj(o);
}

pv native_new(const char *name, native_fn fn, pv self, const void *data) {
  o_native *o = heap_new(T_NATIVE, sizeof *o);
  o->name = name, o->fn = fn, o->self = self, o->data = data;
  return pv_obj(o);
}

pv method_new(pv self, pv fn) {
  o_method *o = heap_new(T_METHOD, sizeof *o);
  o->self = self, o->fn = fn;
  return pv_obj(o);
}

pv slice_new(pv start, pv stop, pv step) {
  o_slice *o = heap_new(T_SLICE, sizeof *o);
  o->part[0] = start, o->part[1] = stop, o->part[2] = step;
  return pv_obj(o);
}

pv range_new(int64_t start, int64_t stop, int64_t step) {
  o_range *o = heap_new(T_RANGE, sizeof *o);
  o->start = start, o->stop = stop, o->step = step;
  return pv_obj(o);
}
