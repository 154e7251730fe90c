// Rules as text.
#include "rewrite/term.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

static const struct {
  const char *text, *failure;
} rows[] = {
    {"swap: add(X, Y) -> add(Y, X)", ""},
    {"one: mul(X, 1) -> X if real(X)", ""},
    {"zero: mul(X, 0) -> fill(0) if integer(X) or reals", ""},
    {"two: convert_element_type(M = convert_element_type(X)) -> convert_element_type(X) if "
     "exact(X, M)",
     ""},
    {"any: broadcast_in_dim(X, ...) -> X", ""},
    {"add(X, Y) -> X", "E609 no rule: it begins with its name and ':' at '(X, Y) -> X'"},
    {"a: X -> X", "E609 no rule: a pattern begins with a primitive"},
    {"a: add(X, Y)", "E609 no rule: '->' is missing"},
    {"a: add(X, Y) -> Z", "E609 no rule: a name that the pattern does not have"},
    {"a: plus(X, Y) -> X", "E609 no rule: there is no such primitive"},
    {"a: add(x, Y) -> Y", "E609 no rule: names begin with a capital letter"},
    {"a: add(X, Y) -> X if small(X)", "E609 no rule: there is no such guard"},
    {"a: add(X, Y) -> transpose(X)",
     "E609 no rule: the parameters of that primitive are not known"},
    {"a: add(X, Y) -> X X", "E609 no rule: more than a rule at 'X'"},
    {"a: add(X, ..., Y) -> X", "E609 no rule: '...' is not at the end"},
    {"a: pjit(X) -> X", "E609 no rule: a primitive with a Jaxpr in it"},
    {"a: neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(neg(X))))))))))))))))) -> "
     "X",
     "E609 no rule: it is nested too deeply"},
    {"", "E609 no rule"},
};
Test(rewrite_term, rows) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rw_rule r = {0};
    const char *got = facts_failure(rw_read_rule(facts_arena(), rows[i].text, &r));
    cr_expect(facts_match(got, rows[i].failure), "%s: %s", rows[i].text, got);
  }
}
