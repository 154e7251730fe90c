// Where the objects of the heap lie: small ones in cells of their size, which are cut from blocks,
// larger ones by themselves. A free cell has the type T_COUNT.
#ifndef DBX_LANG_CELLS_H
#define DBX_LANG_CELLS_H

#include "lang/object.h"

void cells_sweep(void); // frees all without a mark, and takes the marks off
void cells_each(void (*f)(const obj *o));
void cells_free_all(void);

#endif
