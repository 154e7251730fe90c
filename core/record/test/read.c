// Lines that are no recording, and what is the same again.
#include "lines.h"

#include <criterion/criterion.h>
#include <string.h>

static const lines_row rows[] = {
    {"", ""},
    {"{'k': 'something else', 'a': [1, {}]}\n", ""},
    {"{'k': 'end'}\n", "line 3: the recording has ended before"},
    {"{'k': 3}\n", "line 2: a text was expected"},
    {"{'a': 3}\n", "line 2: there is no \"k\""},
    {"[]\n", "line 2: a line is an object"},
    {"{'k': \n", "line 2: "},
    {"{'k': 'a', 'k': 'b'}\n", "line 2: "},
};

Test(read, lines) { LINES_ROWS(rows); }

Test(read, the_first_line_and_the_last) {
  static const struct {
    const char *text, *failure;
  } texts[] = {
      {"", "line 0: the recording is cut short: it has no end"},
      {"{\"dbidx\": 2, \"target\": \"catalyst-0.7\"}\n", "line 1: the format has version 2"},
      {"{\"dbidx\": 1, \"target\": \"x\"}\n", "line 1: the target \"x\" is not known"},
      {"{\"dbidx\": 1, \"target\": \"catalyst-0.7\"}\n", "line 1: the recording is cut short"},
      {"{\"dbidx\": 1, \"target\": \"catalyst-0.7\"}", "line 1: the line is cut short"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *have = lines_failure(texts[i].text), *want = texts[i].failure;
    cr_expect(!strncmp(have, want, strlen(want)), "%s\n%s", have, want);
  }
  cr_expect(dbx_is_recording("{\"dbidx\": 1", 11) && !dbx_is_recording("{\"db\"", 5));
}

Test(read, a_recording_that_is_cut_anywhere_is_refused) {
  char *all = dbx_strdup(lines_of(lines_traced()));
  size_t n = strlen(all);
  lines_expect_same(all);
  for (size_t i = 0; i < n; i += 97) {
    char *part = dbx_strdup_trimmed(all, i);
    cr_expect(*lines_failure(part), "%zu bytes", i);
    free(part);
  }
  free(all);
}
