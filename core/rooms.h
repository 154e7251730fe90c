// What core keeps in a session: its rooms with state, in the order in which they begin.
#ifndef DBX_ROOMS_H
#define DBX_ROOMS_H

void core_rooms(void); // adds them to the session at work

#endif
