// What a line changes in the host's objects, and taking it back: exactly, whatever the line did to
// names, lists, dictionaries, instances or closures. Arrays and compiled functions do not change.
#ifndef DBX_CMD_UNDO_H
#define DBX_CMD_UNDO_H

#include <stdbool.h>
#include <stdint.h>

// The copies of steps are roots of the heap from undo_start on; undo_stop frees them.
void undo_start(void);
void undo_stop(void);
// Before a line: notes the state of every object that it can reach. False: there is no room for
// that, so that the line, and those before it, cannot be taken back.
bool undo_open(void);
// Gives up what only the steps so far keep, if that is much; they cannot be taken back then.
bool undo_make_room(void);
void undo_rollback(void); // it failed: everything is as it was
void undo_commit(void);   // it succeeded: what it changed becomes the newest step
void undo_step(void);     // takes the newest step back; there must be one
uint32_t undo_steps(void);
uint32_t undo_forgotten(void); // the oldest ones, which cannot be taken back

#endif
