// Open blocks that are traced while they are typed: `with for_loop(...)(...) as (i, x):` and its
// like at the prompt.
#ifndef DBX_CMD_OPEN_BLOCK_H
#define DBX_CMD_OPEN_BLOCK_H

#include "cmd/session/typed.h"

// A statement that is not complete yet, its last line just typed. In a program under construction
// the block so far is traced and what its last line gives is shown; then all of it is taken back.
// False: the line is wrong (that was reported) and does not count.
bool open_block_typed(read_text *t);
// Can the block end here? False: it cannot (that was reported), and stays open.
bool open_block_closes(read_text *t);

bool open_block_is_looked_at(void); // a command runs inside of the block
void open_block_show(read_text *t); // to the commands that run now; NULL: there is none any more
// Traces these lines once more, calls f at their end, and takes everything back. False: there are
// none, or they cannot be traced.
bool open_block_ask(void (*f)(void *ctx), void *ctx);

#endif
