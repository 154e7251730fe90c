// Keys of random numbers, and what is made of them: types, and what is no key.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define BITS(width, shape) "random_bits[bit_width=" width " shape=(" shape ")] q"
#define SPLIT(shape) "random_split[shape=(" shape ")] q"

static const rule_fact facts[] = {
    {"x:i64[]", "random_seed[impl=fry] x", "key<fry>[]"},
    {"w:i64[n]", "random_seed[impl=fry] w", "key<fry>[n]"},
    {"x:f64[]", "random_seed[impl=fry] x", "E401 random_seed takes an integer"},
    {"q:key<fry>[]", "random_seed[impl=fry] q", "E401"},
    {"x:u32[n,2]", "random_wrap[impl=fry] x", "key<fry>[n]"},
    {"x:u32[3]", "random_wrap[impl=fry] x", "E401 random_wrap takes keys, or the words of keys"},
    {"x:u32[n]", "random_wrap[impl=fry] x", "E401"},
    {"x:u32[]", "random_wrap[impl=fry] x", "E401"},
    {"x:i64[2]", "random_wrap[impl=fry] x", "E401"},
    {"q:key<fry>[n]", "random_unwrap q", "u32[n,2]"},
    {"x:u64[n]", "random_unwrap x", "E401 random_unwrap takes keys, got u64"},
    {"q:key<fry>[n] x:u32[]", "random_fold_in q x", "key<fry>[n]"},
    {"q:key<fry>[n] x:u32[n]", "random_fold_in q x", "key<fry>[n]"},
    {"q:key<fry>[] x:u32[n]", "random_fold_in q x", "key<fry>[n]"},
    {"q:key<fry>[1,3] x:u32[n,1]", "random_fold_in q x", "key<fry>[n,3]"},
    {"q:key<fry>[n] x:u32[m]", "random_fold_in q x",
     "E401 random_fold_in takes an integer for each"},
    {"q:key<fry>[] x:f64[]", "random_fold_in q x", "E401"},
    {"q:u32[2] x:u32[]", "random_fold_in q x", "E401"},
    {"q:key<fry>[]", SPLIT("2,"), "key<fry>[2]"},
    {"q:key<fry>[m]", SPLIT("2, None") " n", "key<fry>[m,2,n]"},
    {"q:u32[2]", SPLIT("2,"), "E401"},
    {"q:key<fry>[]", BITS("8", "3,"), "u8[3]"},
    {"q:key<fry>[]", BITS("16", "3,"), "u16[3]"},
    {"q:key<fry>[m]", BITS("32", "None,") " n", "u32[m,n]"},
    {"q:key<fry>[]", BITS("64", ""), "u64[]"},
    {"q:key<fry>[]", BITS("7", "3,"), "E401 random_bits gives 8, 16, 32 or 64 bits"},
    {"q:key<fry>[]", BITS("8", "None,"), "E314"},
    {"q:key<fry>[]", BITS("8", "3,") " n", "E401"},
    {"q:u64[]", BITS("8", "3,"), "E401"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_random, facts) { rule_facts(facts, FACTS); }

Test(rule_random, every_rule_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_random_seed, true);
  rule_facts_cover(facts, FACTS, dbx_rule_random_wrap, true);
  rule_facts_cover(facts, FACTS, dbx_rule_random_unwrap, true);
  rule_facts_cover(facts, FACTS, dbx_rule_random_fold_in, true);
  rule_facts_cover(facts, FACTS, dbx_rule_random_split, true);
  rule_facts_cover(facts, FACTS, dbx_rule_random_bits, true);
}
