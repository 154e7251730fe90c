// Walks the conformance corpus for tests: files by extension, and the Jaxprs printed in .out files.
#ifndef DBX_TESTS_CORPUS_H
#define DBX_TESTS_CORPUS_H

#include "base/buf.h"

// The folder with the corpus: $DBX_CORPUS, else tests/conformance below $DBX_SOURCE_ROOT.
const char *corpus_dir(void);
bool corpus_read(const char *path, dbx_buf *ret); // replaces ret's contents
// Calls f for every file below dir whose name ends in ext, sorted by path.
void corpus_each(const char *dir, const char *ext, void (*f)(const char *path, void *ctx),
                 void *ctx);

#endif
