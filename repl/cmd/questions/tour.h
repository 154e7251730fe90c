// The tour beside the session (learn/tour.h): looks at what each typed line led to.
#ifndef DBX_CMD_TOUR_H
#define DBX_CMD_TOUR_H

// Around the run of each typed line, commands too; nothing if no tour is under way. Afterwards what
// the line led to is judged and told on standard output.
void tour_before_line(void);
void tour_after_line(const char *text);
// The end of the session: no step is under way, and nothing is asked (learn.c).
void tour_end(void);
void quiz_end(void);

#endif
