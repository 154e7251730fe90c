// What names were worth and where they got it, for errors of Python (lang/run/witness.c).
#include "lang/run/witness.h"
#include "unit/program.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(witness, .init = program_start, .fini = program_stop);

// What is said of an error that nothing catches: "OPERAND: TYPE; ... / LENGTH: BIRTH; ... / NOTES".
static const char *said(const char *text) {
  static dbx_buf b;
  uint32_t file = dbx_source_add("<test>", text, strlen(text));
  size_t n;
  dbx_clear(&b);
  cr_assert_eq(lang_run(file, NULL, NULL), DBX_FAIL, "%s", text);
  dbx_diag *d = dbx_diag_take();
  for (uint32_t i = 0; i < d->n_operands; i++) {
    dbx_span at = d->operands[i].span;
    dbx_printf(&b, "%s%.*s: %s", i ? "; " : "", (int)(at.end - at.begin),
               dbx_source_text(at.file, &n) + at.begin, d->operands[i].type);
  }
  dbx_put(&b, " / ");
  for (uint32_t i = 0; i < d->n_births; i++)
    dbx_printf(&b, "%s%s: %s", i ? "; " : "", d->births[i].length, d->births[i].text);
  dbx_put(&b, " / ");
  for (uint32_t i = 0; i < d->n_notes; i++)
    dbx_printf(&b, "%s%s", i ? "; " : "", d->notes[i].subject);
  dbx_diag_free(d);
  return dbx_text(&b);
}

Test(witness, what_was_there) {
  static const char *const facts[][2] = {
      {"x = [1, 2]\nx[5]",
       "x: list of 2 elements = [1, 2] / x: computed by: [1, 2] / the index is 5, and x has 2 "
       "elements: from 0 to 1, or -2 to -1 from the end"},
      {"x = [1]\nfor k in range(3):\n    x[k]",
       "x: list of 1 element = [1]; k: int = 1 / x: computed by: [1]; k = 1: element of: range(3) "
       "/ x has 1 element: its index is 0"},
      {"d = {'a': 1}\nd['b']",
       "d: dict with the keys 'a' / d: computed by: {'a': 1} / the keys are 'a'"},
      {"def f():\n    y = 1\n\nf() + 1", "f(): None /  / "},
      {"def f():\n    y = 1\n\nx = f()\nx + 1",
       "x: None / x = None: computed by: f() / 'f' (line 1) has no return, so that it gives None"},
      {"def f(t):\n    return t, t, t\n\na, b = f(1)",
       "f(1): tuple of 3 elements = (1, 1, 1) /  / "},
      {"x = 'text'\n1 + x", "x: str = 'text' / x = 'text': assigned / "},
      {"n = 0\nm = n\n1 / m", "m: int = 0 / m = 0: computed by: n; n = 0: assigned / "},
      {"def g(k):\n    return 1 // k\n\ng(0)",
       "k: int = 0 / k = 0: parameter of 'g', given as 0 / "},
      {"x = 1\nx += 'a'", "x: int = 1 /  / "},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    cr_expect_str_eq(said(facts[i][0]), facts[i][1], "%s\n%s", facts[i][0], said(facts[i][0]));
}

// While a handler is open nothing is noted, as it may catch the exception; behind it the names are.
Test(witness, what_may_be_caught) {
  cr_expect_str_eq(said("x = [1]\ntry:\n    x[5]\nexcept KeyError:\n    pass"),
                   " / x: computed by: [1] / ");
  cr_expect_str_eq(said("x = [1]\ntry:\n    x[5]\nexcept IndexError:\n    raise"),
                   " / x: computed by: [1] / ");
}

// A name whose scope is another one, or that is bound to a function, a class or a module, is none.
Test(witness, names_that_say_nothing) {
  cr_expect_str_eq(said("import math\nmath.pi()"), " /  / ");
  cr_expect_str_eq(said("class A:\n    pass\n\nA() + 1"), "A(): A /  / ");
}
