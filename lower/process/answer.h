// What a process that compiles says: a head, then the code or the text of its diagnostic. It may
// die instead. Private to lower/.
#ifndef DBX_LOWER_ANSWER_H
#define DBX_LOWER_ANSWER_H

#include "base/buf.h"
#include "base/diag.h"
#include "ir/jaxpr.h"

typedef struct answer_head {
  dbx_status st;
  dbx_code code;
  dbx_span span; // of a fork
  uint32_t eqn;  // of a compiler: the number of the equation that failed (ANSWER_NONE: none)
} answer_head;

// An answer begins with a head of DBX_OK, which a failure replaces together with all that follows.
void answer_begin(dbx_buf *b);
void answer_fail(dbx_buf *b, const answer_head *h, const char *text);
// DBX_OK, or fails with the diagnostic of the answer; `eqns` are the equations by number. *ret_rest
// is what follows the head.
dbx_status answer_take(const dbx_buf *b, const dbx_eqn *const *eqns, const char **ret_rest);
// Fails with what the end of the process says: Ctrl-C, no memory, or a defect.
dbx_status answer_missing(int status);

enum { ANSWER_NONE = UINT32_MAX };

#endif
