// The table of CPython that orders a set (private to lang): dict.c keeps it in step with the
// elements, set_ops.c does to it what CPython's operations do. `s` is a set, its keys are in the
// set.
#ifndef DBX_LANG_SET_ORDER_H
#define DBX_LANG_SET_ORDER_H

#include "lang/object/protocol.h"

void set_order_add(o_dict *s, pv key);    // the key is new
void set_order_remove(o_dict *s, pv key); // the very object that was added
void set_order_free(o_dict *s);           // also when it becomes empty at once
// A copy for a snapshot, which ends with set_order_drop.
set_order *set_order_duplicate(const set_order *t);
void set_order_drop(set_order *t);                // of a duplicate: the heap does not count it
int64_t set_order_bytes(const set_order *t);      // of its table; NULL: 0
void set_order_trim(o_dict *s);                   // a smaller table, as CPython makes one
void set_order_reserve(o_dict *s, uint32_t more); // before the elements of another set come in
pv set_order_pop(o_dict *s);                      // the key that goes next; the set is not empty

// CPython copies the table of a set into an empty one as it is where the sizes agree.
bool set_order_is_copied(o_dict *into, const o_dict *from);
void set_order_copy(o_dict *into, const o_dict *from); // when the elements are in

#endif
