// What the objects of this room hold: other objects, and memory outside the heap (cells of
// types.def).
#include "lang/object/long_range.h"
#include "lang/object/set_order.h"
#include "lang/object/share.h"
#include "lang/value/cells.h"
#include "lang/value/str.h"
#include "lang/value/type.h"

#define VISITS(type) void type##_visit(obj *o, void (*child)(obj * o))
#define ALL(v) visit_value(v, child)
#define ONE(p) visit_held(p, child)

// ---- objects ----

static void visit_values(const pv *at, uint32_t n, void (*child)(obj *o)) {
  for (uint32_t i = 0; heap_goes_on(i, n); i++) visit_value(at[i], child);
}

VISITS(seq) { visit_values(((o_seq *)o)->at, ((o_seq *)o)->n, child); }

VISITS(dict) {
  const o_dict *d = (o_dict *)o;
  for (uint32_t i = 0; heap_goes_on(i, d->used); i++) ALL(d->entry[i].key), ALL(d->entry[i].val);
}

VISITS(slice) { visit_values(((o_slice *)o)->part, 3, child); }

VISITS(long_range) {
  visit_values(((o_long_range *)o)->part, 3, child);
  ALL(((o_long_range *)o)->length);
}

VISITS(env) {
  const o_env *e = (o_env *)o;
  ONE(e->outer), ONE(e->dict), ONE(e->cls);
  visit_values(e->slot, e->n, child);
}

VISITS(function) {
  const o_function *f = (o_function *)o;
  ONE(f->env), ONE(f->defaults), ONE(f->kw_defaults), ONE(f->annotations), ONE(f->attrs);
  ONE(f->owner), ONE(f->globals), ONE(f->notes), ONE(f->jitted);
}

VISITS(native) { ALL(((o_native *)o)->self); }

VISITS(module) { ONE(((o_module *)o)->found), ONE(((o_module *)o)->globals); }

VISITS(method) { ALL(((o_method *)o)->self), ALL(((o_method *)o)->fn); }

VISITS(class) {
  const o_class *c = (o_class *)o;
  ONE(c->bases), ONE(c->order), ONE(c->meta), ONE(c->dict), ALL(c->node);
}

VISITS(instance) {
  const o_instance *x = (o_instance *)o;
  ONE(x->cls), ONE(x->dict), ONE(x->args);
  ALL(x->cause), ALL(x->context);
}

VISITS(iter) {
  const o_iter *it = (o_iter *)o;
  ALL(it->src), ONE(it->parts), ONE(it->env), ONE(it->globals);
}

VISITS(partial) {
  ALL(((o_partial *)o)->fn), ONE(((o_partial *)o)->args), ONE(((o_partial *)o)->kw);
}

VISITS(super) { ALL(((o_super *)o)->self), ONE(((o_super *)o)->cls); }

// ---- bytes ----

// Of strings that share a buffer each holds a part.
int64_t str_held(const obj *o) { return str_bytes((const o_str *)o); }

int64_t bigint_held(const obj *o) {
  return ((const o_bigint *)o)->z->_mp_alloc * (int64_t)sizeof(mp_limb_t);
}

int64_t seq_held(const obj *o) {
  const o_seq *l = (const o_seq *)o;
  return l->at == l->own ? 0 : l->cap * (int64_t)sizeof(pv);
}

static int64_t table_bytes(const o_dict *d) {
  return d->cap * (int64_t)sizeof(dict_entry) + d->index_cap * (int64_t)sizeof(uint32_t);
}

int64_t dict_held(const obj *o) {
  const o_dict *d = (const o_dict *)o;
  return table_bytes(d) + set_order_bytes(d->order);
}

// ---- the end ----

void str_release(obj *o) { str_drop((o_str *)o); }

void bigint_release(obj *o) {
  heap_note_external(-bigint_held(o));
  mpz_clear(((o_bigint *)o)->z);
}

void seq_release(obj *o) {
  o_seq *s = (o_seq *)o;
  if (s->at == s->own) return;
  heap_note_external(-(int64_t)(s->cap * sizeof(pv)));
  if (s->h.shared && !share_end(&s->h)) return;
  heap_free_room(s->at, s->cap * sizeof(pv));
}

void heap_drop_table(o_dict *d) {
  heap_note_external(-table_bytes(d));
  if (d->h.shared && !share_end(&d->h)) {
    heap_note_external(-set_order_bytes(d->order));
  } else {
    heap_free_room(d->entry, d->cap * sizeof *d->entry);
    heap_free_room(d->index, d->index_cap * sizeof *d->index);
    set_order_free(d);
  }
  d->entry = NULL, d->index = NULL, d->order = NULL, d->cap = d->index_cap = 0;
  d->h.shared = false;
}

void dict_release(obj *o) { heap_drop_table((o_dict *)o); }

void instance_release(obj *o) { dbx_diag_free(((o_instance *)o)->diag); }
