// Misspelled names and what was meant, by hand; what is not alike gets no answer.
#include "base/nearest.h"

#include "base/buf.h"
#include "base/diag.h"
#include "base/poll.h"

#include <criterion/criterion.h>

Test(nearest, what_is_meant) {
  static const char *const facts[][3] = {
      // unknown, known, meant
      {"lenght", "length width", "length"},
      {"hlep", "help history", "help"},
      {"shpae", "size shape", "shape"},
      {"arrange", "array arange argsort", "arange"},
      {"st", "get set", "set"},
      {"summ", "min sum", "sum"},
      {"N", "m n", "n"},
      {"ones", "One ones_like", "One"},
      {"flaot32", "float16|float32|float64", "float32"},
      {"axes", "axis,keepdims", "axis"},
      {"mant", "want mart", "mart"}, // the same first byte
      {"mart", "want mant", "mant"}, // fewer changes
      {"x", "y z", ""},              // one letter is like its other case only
      {"foo", "bar baz", ""},        //
      {"", "a b", ""},               // nothing is like nothing
      {"same", "same", ""},          // what is known is not misspelled
      {"concatenate", "concat", ""}, // too much is missing
      {"avg", "var mean", "mean"},   // what other libraries call so
      {"avg", "mean var", "mean"},   //
      {"mul", "add multiply", "multiply"},
      {"clamp", "lamp clip", "clip"},
      {"clamp", "lamp", "lamp"}, // if it is known
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_nearest n = dbx_nearest_to(facts[i][0]);
    dbx_nearest_words(&n, facts[i][1]);
    cr_expect_str_eq(n.best, facts[i][2], "%s: %s", facts[i][0], n.best);
  }
}

Test(nearest, long_names_are_like_no_other) {
  static const char name[] =
      "a_name_that_is_rather_longer_than_anybody_would_ever_want_to_type_twice";
  dbx_nearest n = dbx_nearest_to(name);
  dbx_nearest_try(&n, "a");
  cr_expect_str_eq(n.best, "");
  n = dbx_nearest_to("a");
  dbx_nearest_words(&n, name);
  cr_expect_str_eq(n.best, "");
}

Test(nearest, a_note_of_the_pending_diagnostic) {
  dbx_nearest n = dbx_nearest_to("widht");
  dbx_fail_(DBX_E201, (dbx_span){0}, "no");
  cr_expect_eq(dbx_nearest_advise(&n, ""), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->n_notes, 0);
  dbx_nearest_try(&n, "width");
  cr_expect_eq(dbx_nearest_advise(&n, "self."), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->n_notes, 1);
  cr_expect_str_eq(dbx_diag_pending()->notes[0].subject, "self.width");
  dbx_diag_forget();
}

static void note(void *ctx, const char *known) { dbx_printf(ctx, "%s ", known); }

Test(nearest, all_that_begin_so) {
  dbx_buf b = {0};
  dbx_nearest n = dbx_nearest_each("ar", note, &b);
  dbx_nearest_words(&n, "array arange sum ar");
  cr_expect(dbx_nearest_wants(&n, "arc") && !dbx_nearest_wants(&n, "sum"));
  cr_expect_str_eq(dbx_text(&b), "array arange ar ");
  dbx_buf_free(&b);
}
