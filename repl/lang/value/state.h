// What values keep in a session: their heap, and the names that Python gives a meaning.
#ifndef DBX_LANG_VALUE_STATE_H
#define DBX_LANG_VALUE_STATE_H

#include "base/session.h"
#include "lang/value/object.h"

extern const dbx_room heap_room_of_session, names_room;

#endif
