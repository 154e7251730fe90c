// The file of the history: one line is appended at a time, and what other prompts append comes in
// between lines. A line is known in each prompt, and none is lost when a prompt is killed.
//
// The form is readline's: "#SECONDS" before each entry, so that entries may have several lines.
#ifndef DBX_EDIT_PAST_H
#define DBX_EDIT_PAST_H

enum { PAST_LINES = 10000 }; // that are kept

// The file; 0, or errno if it can be neither read nor written (no history is kept then).
int past_open(const char *path);
void past_close(void);
// Calls add for each entry that came into the file since the last time, our own ones not.
void past_merge(void (*add)(const char *text));
void past_append(const char *text, void (*add)(const char *text)); // after a merge

#endif
