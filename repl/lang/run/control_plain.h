// for_loop, while_loop and cond where nothing is traced (private to lang).
#ifndef DBX_LANG_CONTROL_PLAIN_H
#define DBX_LANG_CONTROL_PLAIN_H

#include "lang/run/lang.h"

// args: the tuple of carries, pinned as the loop is. The result is what the body returned last: one
// carry as it is, several as the body has them, None if there are no carries and no trip.
dbx_status control_plain_loop(const o_loop *l, pv args, pv *ret);
dbx_status control_plain_cond(const o_cond *b, pv *ret);

#endif
