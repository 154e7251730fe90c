// The journal's way to the disk: beside the prompt, since a busy disk can take a minute for it.
#ifndef CMD_SESSION_JOURNAL_DISK_H
#define CMD_SESSION_JOURNAL_DISK_H

#include "cmd/session/journal.h"

typedef struct journal_disk journal_disk;

// What has been written to the file so far goes to the disk; waits for nothing. The thread that
// does it is made at the first call, in *d. Gives errno of an earlier call that failed, 0: none
// did.
int journal_disk_sync(journal_disk **d, int fd);

// Waits for it, since the file is about to be closed; *d is freed. NULL is none.
void journal_disk_end(journal_disk **d);

#endif
