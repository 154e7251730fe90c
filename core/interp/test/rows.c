// See rows.h.
#include "rows.h"

#include "ir/jaxpr.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 8 };

typedef struct arrays {
  dbx_array *at[MOST];
  uint32_t n;
} arrays;

static arrays read_arrays(const char *text) {
  arrays ret = {.n = 0};
  while (*text) {
    char one[256];
    size_t n = strcspn(text, ";");
    cr_assert(n < sizeof one && ret.n < MOST);
    memcpy(one, text, n);
    one[n] = 0;
    ret.at[ret.n++] = array_read(one);
    text += n;
    text += strspn(text, "; ");
  }
  return ret;
}

static void drop(arrays *a) {
  for (uint32_t i = 0; i < a->n; i++) {
    cr_expect_eq(a->at[i]->refs, 1, "array %u of %u has %u references", i, a->n, a->at[i]->refs);
    dbx_array_unref(a->at[i]);
  }
}

const char *interpret_text(const char *jaxpr, const char *operands) {
  static dbx_buf b;
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  arrays in = read_arrays(operands);
  dbx_array *out[MOST];
  dbx_clear(&b);
  cr_assert_eq(dbx_read_jaxpr(dbx_source_add("row", jaxpr, strlen(jaxpr)), &arena, &j), DBX_OK,
               "%s: %s", jaxpr, taken());
  cr_assert_eq(dbx_check_jaxpr(j), DBX_OK, "%s: %s", jaxpr, taken());
  cr_assert_eq(in.n, j->n_in, "%s", jaxpr);
  if (dbx_interpret(j, in.at, out) != DBX_OK) dbx_put(&b, taken());
  else
    for (uint32_t i = 0; i < j->n_out; i++) {
      if (i) dbx_put(&b, "; ");
      put_array(&b, out[i]);
      dbx_array_unref(out[i]);
    }
  drop(&in);
  dbx_arena_free(&arena);
  return dbx_text(&b);
}

// "a:i8[2] b:i8[2]" of "i8[2] 1 2; i8[2] 3 4".
static void put_binders(dbx_buf *b, const char *arrays_text, char first) {
  for (const char *s = arrays_text; *s; s += strspn(s, "; ")) {
    dbx_printf(b, " %c:", first++);
    dbx_putn(b, s, strcspn(s, "]") + 1);
    s += strcspn(s, ";");
  }
}

void kernel_rows(const kernel_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *want = rows[i].results, *error = strstr(want, "] E");
    dbx_buf b = {0};
    dbx_put(&b, "{ lambda ;");
    put_binders(&b, rows[i].operands, 'a');
    dbx_put(&b, ". let\n   ");
    put_binders(&b, want, 'r');
    dbx_printf(&b, " = %s\n  in (r%s) }", rows[i].equation, strchr(want, ';') ? ", s" : ",");
    const char *have = interpret_text(dbx_text(&b), rows[i].operands);
    cr_expect_str_eq(have, error ? error + 2 : want, "%s of %s: %s", rows[i].equation,
                     rows[i].operands, have);
    cr_expect_null(dbx_diag_pending());
    dbx_buf_free(&b);
  }
}
