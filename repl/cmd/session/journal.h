// The journal of a session at a terminal: what was typed, in a file, as it is typed; so that after
// a crash, kill -9 or a power failure `dbidx --recover` brings it back (cmd/prompt/recover.c). A
// session that ends by :quit or Ctrl-D takes its journal with it.
//
// The file begins with a line that says what it is. Records follow, each with its length and a
// check: the steps of the session (cmd/session/line.h), those taken back, settings, the line that
// runs, the lines of a statement that is not complete yet. Its folder is "sessions" in the user's
// XDG state folder; nobody else can read it. As long as the session lives its process holds a lock
// on it.
#ifndef DBX_CMD_JOURNAL_H
#define DBX_CMD_JOURNAL_H

#include "base/buf.h"
#include "base/mem.h"
#include <sys/types.h>
#include <time.h>

// ---- what a journal says ----

typedef struct journal_line {
  char *text;
  bool pasted;
  uint32_t at; // of a setting: lines before it
} journal_line;

typedef struct journal_past {
  time_t began;
  dbx_vec(journal_line) lines; // those taken back follow the `count` ones that count
  uint32_t count;
  dbx_vec(journal_line) settings; // "dims symbolic", in the order in which they were made
  char *running;                  // when the session ended; NULL: nothing
  dbx_buf typing;                 // lines of a statement that was not complete
  off_t good;                     // bytes of the file that can be read; what follows is damaged
  bool foreign;                   // of another version: nothing else is known
} journal_past;

// False: it is no journal.
bool journal_read(int fd, journal_past *ret);
void journal_past_free(journal_past *p);
bool journal_is_empty(const journal_past *p); // nothing to bring back

char *journal_path(const char *name); // in the folder; NULL: there is no home
bool journal_lock(int fd);            // false: its session lives

// ---- writing it ----

// Each of these writes a record, and waits for no disk. Where the file cannot be written that is
// said once, and the session goes on without it.
void journal_begin(void); // makes it, with what the session holds so far; none without a home
// Goes on with one, whose lock we hold.
void journal_take_over(int fd, char *path, const journal_past *p);
void journal_end(void); // the session has ended as it should: the journal goes
bool journal_is_on(void);
void journal_switch(bool on); // on: from now on there is one, with what the session holds so far

// A line counts; the newest one that counts was taken back; the one taken back last counts again.
void journal_step(const char *text, bool pasted);
void journal_undo(void);
void journal_redo(void);
// Every line counts as taken back, and is about to be run again; what was being typed stays
// recorded, until journal_go_on.
void journal_again(void);
void journal_go_on(void);
void journal_setting(const char *name, const char *value);
void journal_run(const char *text); // a line begins to run
void journal_ran(void);
// Before a line is read: what has been typed of a statement so far. From here on the journal is on
// its way to the disk, where it outlives a power failure.
void journal_typing(const dbx_buf *lines);

#endif
