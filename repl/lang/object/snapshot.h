// The state of the heap's mutable objects at one moment, and the way back to it: exactly, whatever
// happened since to names, lists, dictionaries, instances or closures. Arrays and compiled
// functions do not change.
#ifndef DBX_LANG_SNAPSHOT_H
#define DBX_LANG_SNAPSHOT_H

#include "lang/value/object.h"

typedef struct lang_saved {
  obj *o;
  obj *copy; // with its own storage, unless that is large: share.h
} lang_saved;
typedef struct lang_snapshot { // zeroed: none
  lang_saved *at;
  uint32_t n, cap;
  dbx_arena arena; // the copies
  bool kept;       // they lie by themselves: few
} lang_snapshot;

void snapshot_take_from(lang_snapshot *s, obj *root); // what it reaches
void snapshot_take_all(lang_snapshot *s);             // what anything reaches: also inside of calls
void snapshot_restore(lang_snapshot *s);              // and frees it
void snapshot_keep_changed(lang_snapshot *s);         // only the objects that have changed since
void snapshot_free(lang_snapshot *s);                 // everything stays as it is
// To be called by a root marker for every snapshot that is kept (lang_add_root).
void snapshot_mark(const lang_snapshot *s, void (*visit)(pv v));

#endif
