// Large storage of lists, dictionaries and sets that snapshots hold together with its object
// (private to lang): a snapshot costs nothing for what the line does not change, and the first
// write, which asks heap_own, makes a copy for the object.
#ifndef DBX_LANG_SHARE_H
#define DBX_LANG_SHARE_H

#include "lang/value/object.h"

bool share_can(const obj *o);        // whether its storage is large enough to be worth it
void share_begin(obj *o);            // one more holder: a copy of the object's fields
bool share_is_held(const obj *o);    // by somebody else
bool share_end(const obj *o);        // true: nobody else holds it, it is to be freed
void share_swap(o_seq *a, o_seq *b); // two lists exchange their items
// Items [from, from + n) of a list become those of `items`, none if that is NULL, in a new storage:
// all of it, or an interrupt, which leaves the list as it is. For lists of more than SHARE_MANY
// items; shorter ones are moved in a moment.
enum { SHARE_MANY = 1 << 22 };
dbx_status share_splice(o_seq *l, uint32_t from, uint32_t n, const o_seq *items);

#endif
