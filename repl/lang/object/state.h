// What operations on values keep in a session.
#ifndef DBX_LANG_OBJECT_STATE_H
#define DBX_LANG_OBJECT_STATE_H

#include "base/session.h"
#include "lang/value/type.h"

// What waits beside a pending diagnostic: its exception object, or the key of a KeyError. The
// diagnostic bears the number of its companion, so that a later one at the same address, or the
// same one with a newer companion, is told apart without a look at its text.
typedef struct companion {
  uint64_t number;
  pv value;
} companion;

enum {
#define E(name, base, module) EXC_##name,
#define E2(name, base, also, module) EXC_##name,
#include "lang/object/exceptions.def"
#undef E
#undef E2
  EXC_COUNT,
  EXC_none_ = -1
};

enum { LOOKUPS = 1024 };

struct object_state {
  const struct lang_above *above; // set at the start, before any value is made
  // What lookups in classes have found since the last change of one (class.c). It holds nothing
  // alive: a collection counts as a change.
  struct {
    const o_class *cls;
    dbx_sym name;
    uint64_t changes;
    pv found;
  } lookups[LOOKUPS];
  o_class *exceptions[EXC_COUNT];
  dbx_map exception_by_name; // symbol -> index + 1
  uint64_t classes;          // that were made; the last one bears the number
  const obj *listed;         // the class whose subclasses are looked for
  companion raised, missing_key;
  dbx_vec(const obj *) printing; // containers whose text is being made
  dbx_buf callee;                // the last of lang_callee_name
  // How many hold a storage beside one of them, by its address; storages with others (share.c).
  dbx_map others;
  uint32_t held;
  size_t share_from; // bytes of storage: smaller ones are copied
  // Of the snapshot that is being made: objects that were reached bear the number.
  obj_list grey;
  uint8_t seen;
  void (*visit)(pv v);
};

extern struct object_state object_now[1];
extern const dbx_room object_room;

#endif
