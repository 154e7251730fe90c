// The tour beside the session (learn/tour.h): looks at what each typed line led to.
#ifndef DBX_CMD_TOUR_H
#define DBX_CMD_TOUR_H

void tour_before_line(void);
void tour_after_line(const char *text);

#endif
