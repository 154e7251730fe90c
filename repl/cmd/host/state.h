// What the surroundings of the evaluator keep in a session.
#ifndef DBX_CMD_HOST_STATE_H
#define DBX_CMD_HOST_STATE_H

#include "base/map.h"
#include "base/session.h"
#include "cmd/host/host.h"
#include "cmd/host/peer.h"

enum { HOST_PEERS = 3 }; // iree, xla, stablehlo

struct host_state {
  const cli *options;
  int error;        // the code of what was reported last, -1: none
  bool interrupted; // something was reported as such
  dbx_engine interpreter, jit;
  lower_session *back_end; // NULL before it is needed
  unsigned threads;        // as of host_threads
  peer *peer[HOST_PEERS];  // NULL: that program runs no compiled functions
  dbx_engine peers[HOST_PEERS];
  bool warm;       // its loading was asked for
  bool all_memory; // no size was chosen
  bool told;       // standard output does not work: once is enough for a device that stays full
  char memory_text[32];
  void (*show)(const dbx_diag *d); // in the place of standard error; NULL: nobody
  bool paging;       // a command of the prompt is under way: a long text goes through the pager
  bool rewrites;     // `:set opt on`
  dbx_map rewritten; // Jaxpr -> what is run in its place (rewritten.c)
  struct {
    bool on, whole;     // whole: what is left of this line's reports is shown at once
    bool begun;         // this line has shown something
    bool (*next)(void); // takes an empty line as Enter; NULL: nobody presses it
  } lecture;
  FILE *apart; // where a command that runs in another process leaves its texts; NULL: it does not
};

extern struct host_state host_now[1];
extern const dbx_room host_room;

#endif
