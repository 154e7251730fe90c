// Reading lines at a terminal: editing, history, completion. One of three editors is built:
// readline, libedit, or none (the terminal's own line editing).
#ifndef DBX_EDIT_EDIT_H
#define DBX_EDIT_EDIT_H

#include <signal.h>
#include <stddef.h>

typedef enum edit_result {
  EDIT_LINE,      // *ret is what was typed; pasted text may hold newlines
  EDIT_INTERRUPT, // Ctrl-C
  EDIT_END,       // Ctrl-D on an empty line, or edit_ended_by says why
} edit_result;

// The signal that asked the session to end (SIGHUP also if the terminal went away); 0: none. Set by
// signal handlers, so it can live nowhere else.
extern volatile sig_atomic_t edit_ended_by;

// Gives every word that line[begin..end) may be completed to by calling add.
typedef void (*edit_completer)(const char *line, size_t begin, size_t end,
                               void (*add)(const char *word));

// history: a file, read now, and shared with the prompts beside this one (edit/past.h); NULL: none
// is kept. Gives errno if it cannot be.
int edit_start(const char *history, edit_completer f);
void edit_stop(void);
// *ret is allocated by malloc.
edit_result edit_read(const char *prompt, char **ret);
void edit_remember(const char *text); // adds to the history

// A buffer of the XDG folder that an environment variable names or that lies below the home folder
// (".local/state"), with a file of ours in it; NULL if there is no home. Makes the folders if
// asked.
char *edit_xdg_file(const char *variable, const char *below_home, const char *name, int make);

#endif
