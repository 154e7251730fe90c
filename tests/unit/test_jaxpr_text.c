// Jaxpr text: print(read(t)) == t, and the type checker accepts t, for every Jaxpr that the real
// Catalyst printed in the conformance corpus.
#include "base/diag.h"
#include "corpus.h"
#include "ir/jaxpr.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int seen, unread, changed, refused;

static bool starts_jaxpr(const char *s) {
  return !strncmp(s, "{ lambda", 8) || (!strncmp(s, "let ", 4) && strstr(s, " = { lambda"));
}

static void try_jaxpr(const char *path, const char *text, size_t n, size_t *at) {
  uint32_t file = dbx_source_add(path, text, n), offset = (uint32_t)*at;
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  seen++;
  if (dbx_read_jaxpr_at(file, &offset, &arena, &j) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    dbx_place p = dbx_source_place(file, d->span.begin);
    cr_log_error("%s:%u:%u: %s", path, p.line, p.column, d->message);
    dbx_diag_free(d);
    unread++;
  } else {
    dbx_buf out = {0};
    dbx_print_jaxpr(&out, j, NULL);
    if (strncmp(dbx_text(&out), text + *at, out.n)) {
      cr_log_error("%s: printed\n%s", path, dbx_text(&out));
      changed++;
    }
    dbx_buf_free(&out);
    if (dbx_check_jaxpr(j) != DBX_OK) {
      dbx_diag *d = dbx_diag_take();
      dbx_place p = dbx_source_place(file, d->span.begin);
      cr_log_error("%s:%u:%u: %s", path, p.line, p.column, d->message);
      dbx_diag_free(d);
      refused++;
    }
  }
  *at = offset > *at ? offset : *at + 1;
  dbx_arena_free(&arena);
}

static void one_file(const char *path, void *ctx) {
  dbx_buf b = {0};
  (void)ctx;
  cr_assert(corpus_read(path, &b));
  for (size_t i = 0; i < b.n;) {
    if ((i == 0 || b.at[i - 1] == '\n') && starts_jaxpr(b.at + i)) try_jaxpr(path, b.at, b.n, &i);
    else i++;
  }
  dbx_buf_free(&b);
}

Test(jaxpr_text, corpus_reads_checks_and_prints_back) {
  corpus_each(corpus_dir(), ".out", one_file, NULL);
  cr_log_info("%d Jaxprs", seen);
  cr_assert_gt(seen, 500);
  cr_assert_eq(unread, 0, "%d of %d not read", unread, seen);
  cr_assert_eq(changed, 0, "%d of %d printed differently", changed, seen);
  cr_assert_eq(refused, 0, "%d of %d refused by the type checker", refused, seen);
}
