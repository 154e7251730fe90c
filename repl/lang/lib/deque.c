// collections.deque: a ring of items (cells of types.def, methods).
#include "lang/lib/builtins.h"
#include "lang/lib/types.h"

#include "base/poll.h"

#include <string.h>

static o_deque *of(pv v) { return (o_deque *)v.o; }
static o_deque *self_of(const call_args *c) { return of(native_self(c)); }

static uint32_t place(const o_deque *d, uint32_t i) { // of the i-th item in the ring
  uint32_t at = d->first + i;
  return at < d->ring->n ? at : at - d->ring->n;
}
static pv item(const o_deque *d, uint32_t i) { return d->ring->at[place(d, i)]; }

// Before the ring is written to: it has room for one more.
static dbx_status own(o_deque *d) {
  if (d->n < d->ring->n) return heap_own(&d->ring->h);
  uint32_t room = d->ring->n ? 2 * d->ring->n : 8;
  DBX_TRY(lang_check_room((double)room * sizeof(pv)));
  pv wider = list_new(NULL, room);
  for (uint32_t i = 0; i < d->n; i++) SEQ(wider)->at[i] = item(d, i);
  for (uint32_t i = d->n; i < room; i++) SEQ(wider)->at[i] = pv_none();
  d->ring = SEQ(wider), d->first = 0;
  return DBX_OK;
}

static pv take_first(o_deque *d) {
  pv v = item(d, 0);
  d->first = place(d, 1), d->n--, d->changes++;
  return v;
}
static pv take_last(o_deque *d) { return d->n--, d->changes++, item(d, d->n); }

static dbx_status push(o_deque *d, pv v, bool left) {
  if (!d->most) return DBX_OK;
  if (d->n == d->most) (void)(left ? take_last(d) : take_first(d));
  DBX_TRY(own(d));
  if (left) d->first = d->first ? d->first - 1 : d->ring->n - 1;
  d->ring->at[left ? d->first : place(d, d->n)] = v;
  d->n++, d->changes++;
  return DBX_OK;
}

static dbx_status extend(o_deque *d, pv from, bool left) {
  pv it, v;
  bool done = false;
  uint32_t mark = lang_pins();
  if (is_obj(from, T_DEQUE) && of(from) == d) DBX_TRY(lang_items(from, &from));
  DBX_TRY(lang_iter(from, &it));
  lang_pin(it);
  dbx_status st = DBX_OK;
  while ((st = lang_next(it, &v, &done)) == DBX_OK && !done) {
    if ((st = push(d, v, left)) != DBX_OK || (st = dbx_poll()) != DBX_OK) break;
    if ((st = heap_check_budget()) != DBX_OK) break;
  }
  lang_unpin(mark);
  return st;
}

static pv deque_new(uint32_t most) {
  o_deque *d = heap_new(T_DEQUE, sizeof *d);
  uint32_t mark = lang_pins();
  lang_pin(pv_obj(d));
  d->most = most;
  d->ring = SEQ(list_new(NULL, 0));
  lang_unpin(mark);
  return pv_obj(d);
}

static dbx_status deque_of(pv items, uint32_t most, pv *ret) {
  uint32_t mark = lang_pins();
  pv d = deque_new(most);
  lang_pin(d);
  dbx_status st = items.tag == PV_UNBOUND ? DBX_OK : extend(of(d), items, false);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = d;
  return st;
}

dbx_status builtin_deque(const call_args *c, pv *ret) {
  int64_t most = UINT32_MAX;
  DBX_TRY(args_only_keywords(c, "deque", "iterable maxlen"));
  DBX_TRY(args_count(c, "deque", 0, 2));
  pv items = c->n ? c->at[0] : args_keyword(c, "iterable"),
     given = c->n > 1 ? c->at[1] : args_keyword(c, "maxlen");
  if (given.tag != PV_UNBOUND && !is_none(given)) {
    if (!is_int(given)) return dbx_fail(DBX_E204, (dbx_span){0}, "an integer is required");
    if (given.i < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "maxlen must be non-negative");
    if (given.i < most) most = given.i;
  }
  return deque_of(items, (uint32_t)most, ret);
}

// ---- cells ----

void deque_visit(obj *o, void (*child)(obj *o)) { visit_held(((o_deque *)o)->ring, child); }

static dbx_status put_deque(pv v, dbx_buf *b) {
  pv items;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_items(v, &items));
  lang_pin(items);
  dbx_put(b, "deque(");
  dbx_status st = lang_repr(items, b);
  lang_unpin(mark);
  if (of(v)->most != UINT32_MAX) dbx_printf(b, ", maxlen=%u", of(v)->most);
  return dbx_putc(b, ')'), st;
}
dbx_status deque_text(pv v, bool str, dbx_buf *b) {
  return (void)str, lang_container_text(v, "[...]", put_deque, b);
}

dbx_status deque_truth(pv v, bool *ret) { return *ret = of(v)->n != 0, DBX_OK; }
dbx_status deque_length(pv v, int64_t *ret) { return *ret = of(v)->n, DBX_OK; }

// i: how many were given; end: the changes when it began; strict: from the end.
static dbx_status next_of_deque(o_iter *it, pv *ret) {
  const o_deque *d = of(it->src);
  if (it->i >= d->n && (uint32_t)it->end == d->changes) return DBX_OK;
  if ((uint32_t)it->end != d->changes) {
    it->done = true;
    return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0},
                       "deque mutated during iteration");
  }
  uint32_t i = (uint32_t)it->i++;
  return *ret = item(d, it->strict ? d->n - 1 - i : i), DBX_OK;
}
static pv iterator(pv v, bool reverse) {
  pv it = iter_new(IT_TOOL, v);
  o_iter *i = (o_iter *)it.o;
  i->name = reverse ? "_collections._deque_reverse_iterator" : "_collections._deque_iterator";
  i->next = next_of_deque, i->end = of(v)->changes, i->strict = reverse;
  return it;
}
dbx_status deque_iter(pv v, pv *ret) { return *ret = iterator(v, false), DBX_OK; }

static dbx_status index_of(const o_deque *d, pv i, uint32_t *ret) {
  int64_t at;
  if (is_obj(i, T_SLICE) || (!is_int(i) && !is_instance(i) && !is_array(i)))
    return dbx_fail(DBX_E204, (dbx_span){0}, "sequence index must be integer, not '%s'",
                    lang_type_name(i));
  DBX_TRY(lang_index(i, &at));
  if (at < 0) at += d->n;
  if (at < 0 || at >= d->n) return dbx_fail(DBX_E206, (dbx_span){0}, "deque index out of range");
  return *ret = (uint32_t)at, DBX_OK;
}
dbx_status deque_item(pv x, pv i, pv *ret) {
  uint32_t at;
  DBX_TRY(index_of(of(x), i, &at));
  return *ret = item(of(x), at), DBX_OK;
}
dbx_status deque_setitem(pv x, pv i, pv v) {
  uint32_t at;
  DBX_TRY(index_of(of(x), i, &at));
  DBX_TRY(heap_own(&of(x)->ring->h));
  return of(x)->ring->at[place(of(x), at)] = v, DBX_OK;
}

// Moves the items behind i one place to the front: the last place is free then.
static pv close_gap(o_deque *d, uint32_t i) {
  pv v = item(d, i);
  for (; i + 1 < d->n; i++) d->ring->at[place(d, i)] = item(d, i + 1);
  d->n--, d->changes++;
  return v;
}
dbx_status deque_delitem(pv x, pv i) {
  uint32_t at;
  DBX_TRY(index_of(of(x), i, &at));
  DBX_TRY(heap_own(&of(x)->ring->h));
  return close_gap(of(x), at), DBX_OK;
}

dbx_status deque_compare(dbx_op op, pv x, pv y, pv *ret) {
  pv a, b;
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_obj(x, T_DEQUE) || !is_obj(y, T_DEQUE) || op > DBX_OP_GtE) return DBX_OK;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_items(x, &a));
  lang_pin(a);
  dbx_status st = lang_items(y, &b);
  if (st == DBX_OK) st = lang_compare(op, a, b, ret);
  lang_unpin(mark);
  return st;
}
dbx_status deque_equal(pv x, pv y, bool *ret) {
  pv r;
  DBX_TRY(deque_compare(DBX_OP_Eq, x, y, &r));
  return *ret = r.i != 0, DBX_OK;
}

static dbx_status repeated(pv x, pv n, pv *ret) {
  int64_t times;
  DBX_TRY(lang_index(n, &times));
  if (times < 0) times = 0;
  DBX_TRY(lang_check_room((double)times * of(x)->n * sizeof(pv)));
  uint32_t mark = lang_pins();
  pv d = deque_new(of(x)->most);
  lang_pin(d);
  dbx_status st = DBX_OK;
  for (int64_t i = 0; st == DBX_OK && i < times && of(x)->n; i++) st = extend(of(d), x, false);
  lang_unpin(mark);
  return *ret = d, st;
}
dbx_status deque_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (op == DBX_OP_Mult && is_obj(x, T_DEQUE) && is_int(y)) return repeated(x, y, ret);
  if (op == DBX_OP_Mult && is_obj(y, T_DEQUE) && is_int(x)) return repeated(y, x, ret);
  if (op != DBX_OP_Add || !is_obj(x, T_DEQUE)) return DBX_OK;
  if (!is_obj(y, T_DEQUE))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only concatenate deque (not \"%s\") to deque",
                    lang_type_name(y));
  uint32_t mark = lang_pins();
  pv d;
  DBX_TRY(deque_of(x, of(x)->most, &d));
  lang_pin(d);
  dbx_status st = extend(of(d), y, false);
  lang_unpin(mark);
  return *ret = d, st;
}
dbx_status deque_inplace(dbx_op op, pv x, pv y, pv *ret) {
  if (op != DBX_OP_Add) return deque_binary(op, x, y, ret);
  return *ret = x, extend(of(x), y, false);
}

dbx_status deque_attr(pv x, dbx_sym name, pv *ret) {
  if (!strcmp(dbx_sym_text(name), "maxlen"))
    *ret = of(x)->most == UINT32_MAX ? pv_none() : pv_int(of(x)->most);
  return DBX_OK;
}

dbx_status deque_reversed(pv v, pv *ret) { return *ret = iterator(v, true), DBX_OK; }

// ---- methods ----

#define METHOD(name) static dbx_status method_##name(const call_args *c, pv *ret)

METHOD(append) {
  DBX_TRY(method_args(c, 1, 1));
  return *ret = pv_none(), push(self_of(c), c->at[0], false);
}
METHOD(appendleft) {
  DBX_TRY(method_args(c, 1, 1));
  return *ret = pv_none(), push(self_of(c), c->at[0], true);
}
METHOD(pop) {
  DBX_TRY(method_args(c, 0, 0));
  if (!self_of(c)->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop from an empty deque");
  return *ret = take_last(self_of(c)), DBX_OK;
}
METHOD(popleft) {
  DBX_TRY(method_args(c, 0, 0));
  if (!self_of(c)->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop from an empty deque");
  return *ret = take_first(self_of(c)), DBX_OK;
}
METHOD(extend) {
  DBX_TRY(method_args(c, 1, 1));
  return *ret = pv_none(), extend(self_of(c), c->at[0], false);
}
METHOD(extendleft) {
  DBX_TRY(method_args(c, 1, 1));
  return *ret = pv_none(), extend(self_of(c), c->at[0], true);
}
METHOD(clear) {
  DBX_TRY(method_args(c, 0, 0));
  o_deque *d = self_of(c);
  d->ring = SEQ(list_new(NULL, 0));
  d->n = d->first = 0, d->changes++;
  return *ret = pv_none(), DBX_OK;
}
METHOD(copy) {
  DBX_TRY(method_args(c, 0, 0));
  return deque_of(native_self(c), self_of(c)->most, ret);
}
METHOD(rotate) {
  int64_t by = 1;
  o_deque *d = self_of(c);
  DBX_TRY(method_args(c, 0, 1));
  if (c->n) DBX_TRY(lang_index(c->at[0], &by));
  *ret = pv_none();
  if (d->n < 2) return DBX_OK;
  by = ((by % d->n) + d->n) % d->n;
  if (!by) return DBX_OK;
  pv turned = list_new(NULL, d->n);
  for (uint32_t i = 0; i < d->n; i++) SEQ(turned)->at[(i + by) % d->n] = item(d, i);
  d->ring = SEQ(turned), d->first = 0, d->changes++;
  return DBX_OK;
}
METHOD(reverse) {
  o_deque *d = self_of(c);
  DBX_TRY(method_args(c, 0, 0));
  pv turned = list_new(NULL, d->n);
  for (uint32_t i = 0; i < d->n; i++) SEQ(turned)->at[d->n - 1 - i] = item(d, i);
  d->ring = SEQ(turned), d->first = 0, d->changes++;
  return *ret = pv_none(), DBX_OK;
}

// The first place of x from i on; n: there is none.
static dbx_status find(const o_deque *d, pv x, uint32_t from, uint32_t to, uint32_t *ret) {
  uint32_t changes = d->changes;
  bool same = false;
  for (*ret = from; *ret < to && *ret < d->n; ++*ret) {
    DBX_TRY(DBX_POLL_EACH(*ret));
    DBX_TRY(lang_equal(item(d, *ret), x, &same));
    if (d->changes != changes)
      return dbx_fail_as(DBX_E206, DBX_S_IndexError, (dbx_span){0},
                         "deque mutated during iteration");
    if (same) return DBX_OK;
  }
  return *ret = d->n, DBX_OK;
}
METHOD(count) {
  uint32_t at, n = 0;
  const o_deque *d = self_of(c);
  DBX_TRY(method_args(c, 1, 1));
  for (uint32_t i = 0; i < d->n; i = at + 1, n++) {
    DBX_TRY(find(d, c->at[0], i, d->n, &at));
    if (at == d->n) break;
  }
  return *ret = pv_int(n), DBX_OK;
}
METHOD(index) {
  const o_deque *d = self_of(c);
  int64_t part[2] = {0, d->n};
  uint32_t at;
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 1, 3));
  for (uint32_t i = 1; i < c->n; i++) {
    DBX_TRY(lang_index(c->at[i], &part[i - 1]));
    if (part[i - 1] < 0) part[i - 1] += part[i - 1] < -(int64_t)d->n ? -part[i - 1] : d->n;
    if (part[i - 1] > d->n) part[i - 1] = d->n;
  }
  DBX_TRY(find(d, c->at[0], (uint32_t)part[0], (uint32_t)part[1], &at));
  if (at < d->n) return *ret = pv_int(at), DBX_OK;
  DBX_TRY(lang_repr(c->at[0], &b));
  dbx_fail_(DBX_E208, (dbx_span){0}, "%s is not in deque", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}
METHOD(remove) {
  o_deque *d = self_of(c);
  uint32_t at;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(find(d, c->at[0], 0, d->n, &at));
  if (at == d->n) return dbx_fail(DBX_E208, (dbx_span){0}, "deque.remove(x): x not in deque");
  DBX_TRY(heap_own(&d->ring->h));
  return close_gap(d, at), *ret = pv_none(), DBX_OK;
}
METHOD(insert) {
  o_deque *d = self_of(c);
  int64_t at;
  DBX_TRY(method_args(c, 2, 2));
  DBX_TRY(lang_index(c->at[0], &at));
  if (d->n == d->most)
    return dbx_fail(DBX_E206, (dbx_span){0}, "deque already at its maximum size");
  if (at < 0) at = at < -(int64_t)d->n ? 0 : at + d->n;
  if (at > d->n) at = d->n;
  DBX_TRY(own(d));
  for (uint32_t i = d->n; i > at; i--) d->ring->at[place(d, i)] = item(d, i - 1);
  d->ring->at[place(d, (uint32_t)at)] = c->at[1];
  d->n++, d->changes++;
  return *ret = pv_none(), DBX_OK;
}
METHOD(reversed) {
  DBX_TRY(method_args(c, 0, 0));
  return *ret = iterator(native_self(c), true), DBX_OK;
}

const native_row deque_methods[] = {{"append", method_append},
                                    {"appendleft", method_appendleft},
                                    {"clear", method_clear},
                                    {"copy", method_copy},
                                    {"count", method_count},
                                    {"extend", method_extend},
                                    {"extendleft", method_extendleft},
                                    {"index", method_index},
                                    {"insert", method_insert},
                                    {"pop", method_pop},
                                    {"popleft", method_popleft},
                                    {"remove", method_remove},
                                    {"reverse", method_reverse},
                                    {"rotate", method_rotate},
                                    {"__reversed__", method_reversed},
                                    {"__copy__", method_copy},
                                    {NULL, NULL}};
