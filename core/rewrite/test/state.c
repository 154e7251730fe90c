// Rules that are typed come and go.
#include "rewrite/term.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(rewrite_state, typed) {
  uint32_t n = dbx_rewrite_rules();
  cr_assert(dbx_rewrite_add("swap: add(X, Y) -> add(Y, X)") == DBX_OK);
  cr_assert(dbx_rewrite_add("swap: mul(X, Y) -> mul(Y, X)") == DBX_OK);
  cr_assert(dbx_rewrite_rules() == n + 1);
  cr_assert_str_eq(dbx_rewrite_rule_at(n).text, "mul(X, Y) -> mul(Y, X)");
  cr_assert(dbx_rewrite_switch("swap", false) == DBX_OK && dbx_rewrite_rule_at(n).off);
  cr_assert(dbx_rewrite_forget("swap") == DBX_OK && dbx_rewrite_rules() == n);
  cr_assert_str_eq(facts_failure(dbx_rewrite_forget("dead")), "E609 there is no rule 'dead'");
  cr_assert_str_eq(facts_failure(dbx_rewrite_switch("swop", true)), "E609 there is no rule 'swop'");
  cr_assert(facts_match(facts_failure(dbx_rewrite_add("drop_copy: copy(X) -> X")),
                        "E609 'drop_copy' is a rule already"));
}
