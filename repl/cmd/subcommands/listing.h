// What inspect says of a Jaxpr besides its text: --decls, --stores, --check.
#ifndef DBX_CMD_LISTING_H
#define DBX_CMD_LISTING_H

#include "trace/trace.h"

// The function and every graph in it, with arguments and results.
void listing_put_decls(dbx_buf *b, const dbx_trace *t, const dbx_jaxpr *j);
// What the names of the function held, in order: `y = mul b c`, with the line.
void listing_put_stores(dbx_buf *b, const dbx_trace *t);
// "unbound,source,shape": whether every variable is bound, every equation has a place in a source,
// and every type is that of its rule. Fails with E208 for what is no check; *ok: all hold.
dbx_status listing_put_checks(dbx_buf *b, const dbx_jaxpr *j, const char *checks, bool *ok);

#endif
