// What the library keeps in a session.
#ifndef DBX_LANG_LIB_STATE_H
#define DBX_LANG_LIB_STATE_H

#include "base/session.h"
#include "lang/value/type.h"

enum { ASKED = 256 };

struct lib_state {
  dbx_map names;        // of builtins: symbol -> object
  dbx_map type_names;   // symbol -> o_type
  dbx_map loaded;       // module -> object
  dbx_map python;       // name -> row of a module that is written in Python; owned
  dbx_map once;         // row of a module -> its function
  struct re_state *re;  // of regular expressions (std/re.c), owned; NULL: none was used
  void (*end_re)(void); // frees it; NULL as long as there is none
  o_class *object;      // of what object() makes; NULL: not asked for yet
  // Methods that were asked for: the tables are constant, so what was found stays right.
  struct {
    const native_row *rows, *found;
    dbx_sym name;
  } asked[ASKED];
};

extern struct lib_state lib_now[1];
extern const dbx_room lib_room;

#endif
