// Which texts are Jaxprs, and which of them are complete.
#include "ir/jaxpr.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *text;
  bool is, complete;
} facts[] = {
    {"{ lambda ; a:i64[]. let in (a,) }", true, true},
    {"  \n{ lambda ; . let  in () }", true, true},
    {"{lambda;", true, false},
    {"{ lambda a:f64[3] ; b:f64[3]. let", true, false},
    {"{ lambda a:f64[n,3]\n b:i64[] ", true, false}, // two constants, and the line ends
    {"{ lambda a:f64[n,3] b:i64[] c:i64[", false, false},
    {"let f = { lambda ; a:i64[]. let in (a,) } in", true, false},
    {"let f = { lambda ; . let in () } in { lambda ; . let in () }", true, true},
    {"let f = {", true, false},
    // Python
    {"{ lambda x: x }", false, true},
    {"{ lambda: 1 }", false, true},
    {"{ lambda a:f64[3] }", false, true}, // a set with a function, as far as one can tell
    {"{ lambdax ; }", false, true},
    {"{1, 2}", false, true},
    {"let = 3", false, false},
    {"letter = {", false, false},
    {"let f = 3", false, false},
    {"", false, false},
    {"f(x", false, false},
    {"x)", false, true}, // reading it says what is wrong
};

Test(recognise, facts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    size_t n = strlen(facts[i].text);
    cr_expect_eq(dbx_is_jaxpr_text(facts[i].text, n), facts[i].is, "%s", facts[i].text);
    cr_expect_eq(dbx_jaxpr_text_complete(facts[i].text, n), facts[i].complete, "%s", facts[i].text);
  }
}

Test(recognise, nothing_behind_the_text_is_read) {
  const char *text = "{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }";
  char *copy = NULL;
  for (size_t n = 0; n <= strlen(text); n++) {
    copy = n ? memcpy(realloc(copy, n), text, n) : realloc(copy, 1); // sanitizers see its end
    cr_expect_eq(dbx_is_jaxpr_text(copy, n), n > 9, "%zu bytes", n);
    cr_expect_eq(dbx_jaxpr_text_complete(copy, n), n == strlen(text), "%zu bytes", n);
  }
  free(copy);
}
