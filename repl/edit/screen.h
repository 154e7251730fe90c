// What readline edits, drawn by us: lines of a block below each other, each behind its prompt, in
// colours. Only what changed is written. Terminals that cannot move the cursor up keep readline's
// own drawing.
#ifndef DBX_EDIT_SCREEN_H
#define DBX_EDIT_SCREEN_H

#include "edit/edit.h"

#include <stdbool.h>

bool screen_can(void);                      // asked once readline knows the terminal
void screen_begin(const edit_hooks *hooks); // the cursor is on an empty line; hooks may be NULL
void screen_draw(void);                     // readline's line, where something changed
void screen_again(void);                    // all of it, on the line where the cursor is
void screen_resized(void);                  // all of it, in the place of what was drawn
void screen_end(const char *behind);        // writes this, and the cursor goes to the line below
void screen_wipe(void);                     // nothing is left, the cursor is where it began
void screen_stop(void);                     // gives back what it keeps

#endif
