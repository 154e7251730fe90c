// Buffers of compiled programs: size classes with free blocks kept for the next request, and a list
// of the blocks in use, newest first, so that everything newer than a mark can be given back.
// Private to lower/.
#ifndef DBX_LOWER_POOL_H
#define DBX_LOWER_POOL_H

#include <stddef.h>
#include <stdint.h>

typedef struct lower_pool lower_pool;

// Empty; the caller closes it. NULL: no memory (of a built library; elsewhere dbx_alloc has some).
lower_pool *pool_new(void);
// Blocks that were given away keep the pool alive until they are returned.
void pool_close(lower_pool *p);
void *pool_alloc(lower_pool *p, size_t bytes); // 64-byte aligned; NULL: no memory
void pool_free(void *block);                   // takes NULL
// The same block if there is room, else another one with its bytes; NULL: no memory. Appending
// piece by piece costs time in proportion to the bytes appended.
void *pool_grow(void *block, size_t bytes);
int64_t pool_mark(const lower_pool *p);
// Frees the blocks in use that are newer than the mark, except those in `keep`.
void pool_sweep(lower_pool *p, int64_t mark, const int64_t *keep, int64_t n);
// Takes a block off the list: sweeps do not see it any more. pool_return is its free function.
void pool_give(void *block);
void pool_return(void *block, void *pool);
lower_pool *pool_of(void *block); // that it came from
void pool_shed(lower_pool *p);    // what is kept for later requests goes back to the system

// Bytes and blocks on the list, and the most bytes since pool_restart.
typedef struct pool_count {
  size_t bytes, peak;
  uint64_t blocks, away; // away: given and not returned
} pool_count;
pool_count pool_counted(const lower_pool *p);
void pool_restart(lower_pool *p); // a run begins; looks at the budget

#endif
