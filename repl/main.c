// The program dbidx: version and help at once, everything else through the table of subcommands.
#include "base/session.h"
#include "cmd/host/host.h"
#include "cmd/host/memory.h"
#include "cmd/subcommands/rooms.h"
#include "rooms.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static int version(void) {
  puts("dbidx " DBX_VERSION);
  return CLI_OK;
}

static int run(const cli *o, void *ctx) {
  const cli_command *const *c = ctx;
  return (*c)->run(o);
}

static int act(const cli_command *c, cli *o) {
  host_begin(o);
  if (memory_set(o->memory ? o->memory : "all") != DBX_OK)
    return host_report(dbx_diag_take()), CLI_MISUSE;
  return c->deep ? host_on_large_stack(run, o, &c) : c->run(o);
}

int main(int argc, char **argv) {
  cli o;
  int status;
  host_open_standard_files();
  signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like others
  if (argc == 2 && !strcmp(argv[1], "--version")) return host_end(version());
  dbx_session_new();
  core_rooms();
  lang_rooms();
  cmd_rooms();
  const cli_command *c = cli_parse(argc, argv, &o, &status);
  return host_end(c ? act(c, &o) : status);
}
