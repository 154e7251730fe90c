// The bind log: every nested bind of some traced functions as JSON, with the keys and meaning of
// tests/conformance/BINDS.md.
#ifndef DBX_VIZ_BINDS_H
#define DBX_VIZ_BINDS_H

#include "trace/nested.h"

// The log of traces[0..n) in their order, as one JSON document that ends in a newline.
void dbx_put_binds(dbx_buf *b, dbx_trace *const *traces, uint32_t n);

#endif
