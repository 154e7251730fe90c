// Sessions that ended without a goodbye, and bringing one back.
#ifndef DBX_CMD_RECOVER_H
#define DBX_CMD_RECOVER_H

#include <stdbool.h>

// Says in one line that there are some, if there are. Removes journals that hold nothing, and the
// oldest ones of many.
void recover_offer(void);
// Brings the one back that is chosen: what counted is run again. The session goes on in its
// journal. False: there was none, or none was chosen.
bool recover_session(void);

#endif
