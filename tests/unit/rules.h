// Shape rules as tables of facts: an equation with its operands' types, and the types of its
// results, or why there are none.
#ifndef DBX_TESTS_RULES_H
#define DBX_TESTS_RULES_H

#include "ir/primitive.h"

typedef struct rule_fact {
  const char *operands; // "x:f64[3,n] y:f64[]"; n, m, k are lengths; "weak" before a type
  const char *equation; // "add x y", "reduce_sum[axes=(0,)] x"
  const char *result; // "f64[3,n]", a "?" where equations compute it, "f64[]*": weak; or "E310 ..."
} rule_fact;

void rule_facts(const rule_fact *facts, size_t n);
// Every primitive with the rule has to have a fact that succeeds, and one that fails unless its
// rule takes everything.
void rule_facts_cover(const rule_fact *facts, size_t n, dbx_rule rule, bool fails);

#endif
