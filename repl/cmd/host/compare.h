// Comparing what a program printed with what it should have printed.
#ifndef DBX_CMD_COMPARE_H
#define DBX_CMD_COMPARE_H

#include "base/buf.h"

// Is `got` what `want` asks for? A line `<jaxpr>` of want stands for any Jaxpr text that reads back
// and type-checks, if there are `wildcards`. If not, `why` receives the first difference.
bool compare_text(const dbx_buf *want, const dbx_buf *got, bool wildcards, dbx_buf *why);
// The same for JSON values.
bool compare_json(const dbx_buf *want, const dbx_buf *got, dbx_buf *why);
// Lines of `want` that are different ones, n_got lines in all, in `got`; the first is number
// `line`, counted from 0. The texts end in newlines, or are empty.
typedef struct compare_change {
  uint32_t line, n_want, n_got;
  const char *want, *got;
  size_t want_bytes, got_bytes;
} compare_change;
void compare_each(const dbx_buf *want, const dbx_buf *got,
                  void (*visit)(void *ctx, const compare_change *c), void *ctx);
// A unified diff of two texts, with three lines of context and these names; nothing if they are
// equal.
void compare_put_diff(dbx_buf *b, const dbx_buf *want, const char *want_name, const dbx_buf *got,
                      const char *got_name);

#endif
