// What the evaluator keeps in a session: lang_session.
#ifndef DBX_LANG_RUN_STATE_H
#define DBX_LANG_RUN_STATE_H

#include "base/session.h"
#include "lang/run/lang.h"

extern const dbx_room run_room;

#endif
