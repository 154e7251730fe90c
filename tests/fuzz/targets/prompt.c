// Sessions at the prompt: each line of the input is typed, statements, commands and words of the
// debugger alike. No other program is started, and files stay in a folder of the run.
#include "surround.h"

#include "cmd/prompt/prompt.h"
#include "cmd/prompt/reader.h"

#include <stdlib.h>
#include <string.h>

const bool fuzz_types_commands = true;

static const char *at, *end;

// Other files than those of the folder, and the budget, which is that of the fuzzer as well.
static bool is_left_out(const char *line) {
  line += strspn(line, " \t");
  if (*line != ':') return false;
  if (strchr("ersl", line[1]) && (strchr(line, '/') || strstr(line, ".."))) return true;
  return strchr("vs", line[1]) && (strstr(line, "/") || strstr(line, "memory"));
}

static edit_result next_line(const char *prompt, char **ret) {
  (void)prompt;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((stop ? stop : end) - at);
    char *line = strndup(at, n);
    at += n + 1;
    if (!line) break;
    if (!is_left_out(line)) return *ret = line, EDIT_LINE;
    free(line);
  }
  return EDIT_END;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  fuzz_enter_folder();
  fuzz_begin_session();
  read_hooked()->line = next_line;
  at = (const char *)data, end = at + n;
  while (prompt_step()) continue;
  fuzz_end_session();
  return 0;
}
