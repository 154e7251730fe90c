// What is typed in a session, and what came of it.
#ifndef DBX_CMD_SESSION_STATE_H
#define DBX_CMD_SESSION_STATE_H

#include "base/session.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "lang/object/snapshot.h"

#include <sys/types.h>

// A line that counts, or was taken back.
typedef struct taken {
  program_mark mark; // of what was there before it; unused once it is taken back
  char *text;
  bool pasted; // annotations in it declare nothing
} taken;

typedef struct letter {
  dbx_sym name, text;
} letter;

// An argument that was typed.
typedef struct given {
  dbx_sym name; // 0: by position
  pv val;
} given;
typedef dbx_vec(given) givens;

struct session_state {
  // ---- lines (line.c) ----
  line_modes mode;
  dbx_vec(taken) steps;  // beside those of undo
  dbx_vec(taken) undone; // the newest one last
  bool redoing;
  bool left; // with this status
  int status;
  program_mark mark;             // when the line began
  uint32_t traces_before;        // when the line began
  uint32_t typed;                // texts so far
  const dbx_trace *failed_trace; // of a function, in the last line
  char *failed;                  // text of the newest line, if it failed
  struct {
    const dbx_module *m; // NULL: it was a command
    uint32_t from, to;
  } failed_at;  // its statements
  char *loaded; // the path of the file that was loaded last; NULL: none
  char *cases;  // what `:whatif F(...)` asked about last; NULL: nothing
  bool trying;  // the process of a trial
  pv trial_result;
  pv shown; // what `_` was made; compared only, since it may be gone
  struct {
    lang_snapshot open;
    dbx_vec(lang_snapshot) steps;
    uint32_t forgotten; // of these: the memory was needed
    bool unnoted;       // the step that is open has no way back
  } undo;
  struct {
    char *path; // NULL: there is no journal
    int fd;
    pid_t pid;      // of the session; a child that tries an edit writes nothing
    off_t bytes;    // of the file
    dbx_buf typing; // as the file has it
    bool unsynced;
    struct journal_disk *disk; // NULL: nothing was to be written to the disk yet
    bool broken;               // it could not be written; it stays as it was then
    bool replaying;            // what is typed now is there already
  } journal;
  bool by_source; // tracers go by their names of the source, not by letters
  // ---- the program under construction (program.c) ----
  struct program *program; // NULL: none
  program_state program_state;
  dbx_vec(struct program *) programs; // that ever were: lines can be taken back
  struct {
    read_text *text; // while a command runs inside of the block
    // The block that the line before was in, as a place in the text: its span is that of its item.
    dbx_span before;
    struct {
      const dbx_node *node; // whose end is waited for
      size_t from;          // the last line begins here
      bool opened;          // it is the block's head
      dbx_span closed_span;
    } watched; // what the line gave
  } block;
  struct {
    char *text;          // of the arguments, NULL: none
    const dbx_trace *of; // the program that it is for
    dbx_map values;      // variable -> array, a reference is owned
  } sample;
  givens *receiver;        // of the arguments that are evaluated
  dbx_vec(letter) letters; // of the names, when they were shown last
  // ---- what was traced (traces.c) ----
  dbx_vec(dbx_trace *) traces;
  void (*on_trace)(dbx_trace *t);
};

extern struct session_state session_now[1];
extern const dbx_room session_room;

#endif
