// Sessions at the prompt: each line of the input is typed, statements, commands and words of the
// debugger alike. Commands that start other programs are left out, and files stay in a folder of
// the run.
#include "surround.h"

#include "cmd/line.h"
#include "cmd/prompt.h"
#include "cmd/reader.h"
#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *at, *end;

static bool begins(const char *line, const char *word) {
  line += strspn(line, " \t");
  return !strncmp(line, word, strlen(word));
}

// Prefixes of commands count as well.
static bool is_left_out(const char *line) {
  static const char *const others[] = {":rea", ":v", ":q", ":cac", ":ed"};
  static const char *const files[] = {":sa", ":exp", ":log", ":loa", ":rep"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (begins(line, others[i])) return true;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (begins(line, files[i]) && (strchr(line, '/') || strstr(line, "..") || strstr(line, ".p")))
      return true;
  return false;
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

static void enter_folder(void) {
  char folder[] = "dbidx-fuzz-XXXXXX";
  const char *tmp = getenv("TMPDIR");
  if (chdir(tmp ? tmp : "/tmp") || !mkdtemp(folder) || chdir(folder))
    fuzz_found("no folder", folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  if (!read_watch) enter_folder();
  prompt_begin();
  fuzz_begin("input", data, 0);
  read_line = next_line;
  at = (const char *)data, end = at + n;
  while (prompt_step()) continue;
  fuzz_end_session();
  return 0;
}
