// Rewriting as people see it: `:opt`, `:rules`, `dbidx jaxpr --opt`.
#ifndef DBX_CMD_REWRITING_H
#define DBX_CMD_REWRITING_H

#include "rewrite/rewrite.h"

// Entries of the log: every one, or only that of firing `step`.
void rewriting_put_log(dbx_buf *b, const dbx_rewrite *r, uint32_t step);
// "7 rewritings: inline 2, dead 5; 9 equations were 12; 3 were refused"
void rewriting_put_sum(dbx_buf *b, const dbx_rewrite *r, const dbx_jaxpr *before,
                       const dbx_jaxpr *after);
// Rules as --rules has them: "swap: add(X, Y) -> add(Y, X); -dead; reals". Fails with E609.
dbx_status rewriting_rules(const char *text);

#endif
