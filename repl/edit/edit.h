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

// Where words that are completed begin and end.
#define EDIT_WORD_BREAKS " \t\n\"'`@$><=;|&{}()[],+-*/%~^!"

// Gives every word that line[begin..end) may be completed to by calling add.
typedef void (*edit_completer)(const char *line, size_t begin, size_t end,
                               void (*add)(const char *word));

// What the return key does behind a text.
typedef enum edit_verdict {
  EDIT_MORE,    // another line
  EDIT_DONE,    // it is what was wanted
  EDIT_REPLACE, // the same; what is shown of it is wiped away, since it is shown again as it runs
} edit_verdict;

// Colours of a text, a byte each; EDIT_COLORS is their number.
typedef enum edit_color {
  EDIT_PLAIN,
  EDIT_KEYWORD,
  EDIT_STRING,
  EDIT_NUMBER,
  EDIT_COMMENT,
  EDIT_KNOWN,   // a name that means something here
  EDIT_MATCHED, // the bracket at the cursor, and its partner
  EDIT_LONELY,  // a bracket at the cursor that has none
  EDIT_COMMAND,
  EDIT_COLORS,
} edit_color;

enum { EDIT_AS_IT_IS = -1 };

// What an editor of blocks asks while a text is typed. A text has no newline behind it.
typedef struct edit_hooks {
  // next: the byte that was typed, or pasted, behind it already; 0: none; EDIT_AS_IT_IS: the text
  // was recalled or pasted, and is wanted without an empty line at its end. NULL: it is a line.
  edit_verdict (*ended)(const char *text, int next);
  // Gives each of n bytes its edit_color; all are EDIT_PLAIN before. cursor: SIZE_MAX if the line
  // is complete. NULL: no colours.
  void (*paint)(const char *text, size_t n, size_t cursor, unsigned char *ret);
} edit_hooks;
// What is read next is a block: `above` are its lines so far, which cannot be changed any more,
// `hooks` stay the caller's. An editor that has single lines only does nothing.
void edit_block(const edit_hooks *hooks, const char *above);
// What is read next is taken as it is typed: no completion, no indentation.
void edit_raw(void);

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
