// What the prompt keeps of a session.
#ifndef DBX_CMD_PROMPT_STATE_H
#define DBX_CMD_PROMPT_STATE_H

#include "base/session.h"
#include "cmd/prompt/paste.h"
#include "cmd/prompt/reader.h"

struct prompt_state {
  bool leaving; // the command asks for it
  read_hooks hooks;
  struct {
    char *at; // the line that is looked at, NULL at the end
    size_t cap;
    uint32_t number;
    bool started, transcript;
  } input; // standard input, if it is no terminal
  struct pasted_text {
    paste texts;
    uint32_t next, line; // the statement, and the byte in it where its next line begins
    bool shown;          // behind a prompt, as it is taken
  } pasted;              // what is left of several lines at once
  struct {
    char *text;
    const char *at;
  } again;           // what was being typed in the session that is recovered
  uint32_t replayed; // lines
  const struct replay *replays;
};

extern struct prompt_state prompt_now[1];
extern const dbx_room prompt_room;

#endif
