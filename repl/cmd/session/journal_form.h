// What the writer and the reader of journals agree on.
#ifndef DBX_CMD_JOURNAL_FORM_H
#define DBX_CMD_JOURNAL_FORM_H

#include "base/mem.h"

// The last character but one is the version of what follows.
static const char journal_magic[] = "dbidx journal 1\n";

enum { JOURNAL_BYTES = 8 << 20 }; // of a session; then it is written anew, without what is past

// "KIND LENGTH CHECK\n", LENGTH bytes of text, "\n".
static inline uint32_t journal_check(const char *kind, const char *text, size_t n) {
  return (uint32_t)dbx_hash(text, n, dbx_hash(kind, strlen(kind), 1));
}

#endif
