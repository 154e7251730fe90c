// Saved files: what :load and :replay are given may be anything; what :log and :source write of a
// session can be loaded again.
#include "surround.h"

#include "cmd/commands.h"
#include "cmd/line.h"
#include "cmd/prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_file(const char *path, const uint8_t *data, size_t n) {
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, n, f) != n || fclose(f)) fuzz_found("cannot write", path);
}

// The last line of a transcript may leave: that ends only the replaying.
static void say(const char *command) { (void)commands_run(command); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static char folder[] = "/tmp/dbidx-fuzz-XXXXXX";
  if (folder[strlen(folder) - 1] == 'X' && (!mkdtemp(folder) || chdir(folder)))
    fuzz_found("no folder", folder);
  if (memmem(data, n, ":", 1)) { // commands of a transcript: those of the target prompt
    static const char *const left_out[] = {":rea", ":v",   ":exp", ":sa", ":log",
                                           ":rep", ":loa", ":cac", ":q"};
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
      if (memmem(data, n, left_out[i], strlen(left_out[i]))) return 0;
  }
  prompt_begin();
  fuzz_begin("input", data, 0);
  write_file("in", data, n);
  say(n && data[0] == '>' ? ":replay in" : ":load in");
  (void)unlink("out");
  say(":log out");
  say(":source");
  fuzz_end_session();
  return 0;
}
