// What users of other prompts type by habit (see elsewhere.h).
#include "cmd/prompt/elsewhere.h"

#include "base/diag.h"
#include <ctype.h>
#include <string.h>

static const struct habit {
  const char *word, *of, *here;
} habits[] = {
#define E(word, of, here) {word, of, here},
#include "cmd/prompt/elsewhere.def"
#undef E
};

static dbx_status advise(char mark, const char *name, size_t n) {
  for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
    const struct habit *h = &habits[i];
    if (*h->word == mark && !strncmp(h->word + 1, name, n) && !h->word[1 + n])
      return dbx_fail(DBX_E208, (dbx_span){0}, "`%s` of %s: %s", h->word, h->of, h->here);
  }
  return DBX_OK;
}

dbx_status elsewhere_command(const char *name, size_t n) {
  return advise(':', name, n && *name == '!' ? 1 : n);
}

dbx_status elsewhere_line(const char *line) {
  size_t n = 0;
  if (!*line || !strchr("%/!", *line)) return DBX_OK;
  while (*line != '!' && isalpha((unsigned char)line[1 + n])) n++;
  return advise(*line, line + 1, n);
}
