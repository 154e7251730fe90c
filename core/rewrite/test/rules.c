// The rules that a session begins with: every text of rules.def is one.
#include "rewrite/rewrite.h"

#include <criterion/criterion.h>
#include <string.h>

Test(rewrite_rules, all_are_read) {
  uint32_t n = dbx_rewrite_rules();
  cr_assert(n >= 40);
  for (uint32_t i = 0; i < n; i++) {
    dbx_rewrite_rule r = dbx_rewrite_rule_at(i);
    cr_expect(!r.off && !r.own, "%s", r.name);
    cr_expect(*r.doc, "%s", r.name);
    for (uint32_t k = 0; k < i; k++) cr_expect(strcmp(r.name, dbx_rewrite_rule_at(k).name) != 0);
  }
}
