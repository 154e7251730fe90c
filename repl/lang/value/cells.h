// Where the objects of the heap lie: small ones in cells of their size, which are cut from blocks,
// larger ones by themselves. A free cell has the type T_COUNT.
#ifndef DBX_LANG_CELLS_H
#define DBX_LANG_CELLS_H

#include "base/poll.h"
#include "lang/value/object.h"

// A collection is left at once when Ctrl-C is pressed, unless it has to make room.
static inline bool heap_is_left(void) {
  return dbx_stopping_for(DBX_STOP_INTERRUPT) && !heap_now->must_finish;
}
static inline bool heap_goes_on(uint32_t i, uint32_t n) { // counts i up to n
  return i < n && !((i & (DBX_POLL_STEPS - 1)) == DBX_POLL_STEPS - 1 && heap_is_left());
}

bool cells_sweep(void);                   // frees all without the mark; false: it was left
size_t cells_marked(void);                // bytes of those with the mark, and of what they hold
void cells_each(void (*f)(const obj *o)); // every object that was not swept, dead ones too
void cells_free_all(void);                // the end of a session: blocks go back to the system

#endif
