// What the editor keeps of the block that is read, and of what the terminal shows of it.
#ifndef DBX_EDIT_KEPT_H
#define DBX_EDIT_KEPT_H

#include "edit/edit.h"

#include "base/mem.h"

#include <stdint.h>

typedef struct cell {
  char s[15]; // a character, with the marks that combine with it
  uint8_t n, width, color;
} cell;
typedef dbx_vec(cell) row;
typedef dbx_vec(row) rows;
typedef struct place {
  uint32_t row, column;
} place;

typedef struct screen_state {
  const edit_hooks *hooks;
  rows shown;
  place at;        // the cursor
  uint32_t bottom; // rows of the terminal that are ours, but one
  uint32_t top;    // the first row that is shown, of those there are
} screen_state;

typedef struct block_state {
  const edit_hooks *hooks;
  const char *above; // the caller's
  bool raw;
  char *pasted; // the text as it was behind the last paste; NULL: there was none
} block_state;

screen_state *screen_now(void); // the editor's, as long as the process lives
block_state *block_now(void);   // the same

#endif
