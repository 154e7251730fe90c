// What a line changes in the host's objects, and taking it back: exactly, whatever the line did to
// names, lists, dictionaries, instances or closures. Arrays and compiled functions do not change.
#ifndef DBX_CMD_UNDO_H
#define DBX_CMD_UNDO_H

#include <stdbool.h>
#include <stdint.h>

void undo_start(void);
void undo_stop(void);
void undo_open(void);     // before a line: notes the state of every object that it can reach
void undo_rollback(void); // it failed: everything is as it was
void undo_commit(void);   // it succeeded: what it changed becomes the newest step
void undo_step(void);     // takes the newest step back; there must be one
uint32_t undo_steps(void);

#endif
