// What the prompt, the debugger and the commands keep in a session.
#ifndef DBX_CMD_ROOMS_H
#define DBX_CMD_ROOMS_H

void cmd_rooms(void); // adds their rooms to the session at work

#endif
