// Open blocks that are traced while they are typed: `with for_loop(...)(...) as (i, x):` and its
// like at the prompt.
#ifndef DBX_CMD_OPEN_BLOCK_H
#define DBX_CMD_OPEN_BLOCK_H

#include "base/buf.h"
#include <stdbool.h>

// The lines of a statement that is not complete yet, the last one just typed. In a program under
// construction the block so far is traced and what its last line gives is shown; then all of it is
// taken back. False: the line is wrong (that was reported) and does not count.
bool open_block_typed(const dbx_buf *lines);
// Can the block end here? False: it cannot (that was reported), and stays open.
bool open_block_closes(const dbx_buf *lines);

// The lines of the block, while a command runs inside of it; otherwise NULL.
const dbx_buf *open_block_lines(void);
void open_block_show(const dbx_buf *lines); // to the commands that run now
// Traces these lines once more, calls f at their end, and takes everything back. False: there are
// none, or they cannot be traced.
bool open_block_ask(void (*f)(void *ctx), void *ctx);

#endif
