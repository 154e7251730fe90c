// Reductions, running sums, sorting, products of matrices: the axes that go, and those that stay.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define DOT(lc, rc, lb, rb)                                                                        \
  "dot_general[dimension_numbers=(((" lc "), (" rc ")), ((" lb "), (" rb ")))] x y"
#define SORT(axis) "sort[dimension=" axis " is_stable=True num_keys=1] x y"

static const rule_fact facts[] = {
    {"x:f64[n,3,m]", "reduce_sum[axes=(1,)] x", "f64[n,m]"},
    {"x:f64[n,3,m]", "reduce_sum[axes=(2, 0)] x", "f64[3]"}, // in any order
    {"x:f64[n,3]", "reduce_sum[axes=(0, 1)] x", "f64[]"},
    {"x:f64[n]", "reduce_sum[axes=()] x", "f64[n]"},
    {"x:f64[]", "reduce_sum[axes=()] x", "f64[]"},
    {"w:i8[2]", "reduce_sum[axes=(0,)] w", "i8[]*"},
    {"x:bool[2]", "reduce_sum[axes=(0,)] x", "E401 reduce_sum does not accept dtype bool"},
    {"x:f64[2]", "reduce_sum[axes=(1,)] x", "E306 reduce_sum: an axis is out of range or named"},
    {"x:f64[2]", "reduce_sum[axes=(-1,)] x", "E306"},
    {"x:f64[2,2]", "reduce_sum[axes=(0, 0)] x", "E306"},
    {"x:f64[]", "reduce_sum[axes=(0,)] x", "E306"},
    {"x:c64[n]", "reduce_prod[axes=(0,)] x", "c64[]"},
    {"x:bool[2]", "reduce_prod[axes=(0,)] x", "E401"},
    {"x:bool[0]", "reduce_max[axes=(0,)] x", "bool[]"},
    {"x:f64[2]", "reduce_max[axes=(9223372036854775807,)] x", "E306"},
    {"x:c128[n,2]", "reduce_min[axes=(0,)] x", "c128[2]"},
    {"x:f64[2]", "reduce_min[axes=(1,)] x", "E306"},
    {"x:bool[n,2]", "reduce_and[axes=(0,)] x", "bool[2]"},
    {"x:f64[2]", "reduce_and[axes=(0,)] x", "E401 reduce_and does not accept dtype float64"},
    {"x:u8[n,2]", "reduce_or[axes=(1,)] x", "u8[n]"},
    {"x:c64[2]", "reduce_or[axes=(0,)] x", "E401"},
    {"x:i64[2]", "reduce_xor[axes=(0,)] x", "i64[]"},
    {"x:f32[2]", "reduce_xor[axes=(0,)] x", "E401"},

    {"x:f64[n,3]", "argmax[axes=(0,) index_dtype=int32] x", "i32[3]"},
    {"w:bool[n]", "argmax[axes=(0,) index_dtype=uint8] w", "u8[]"},
    {"x:f64[n,3]", "argmax[axes=(0, 1) index_dtype=int64] x", "E314 argmax needs one axis and an"},
    {"x:f64[n]", "argmax[axes=(0,) index_dtype=float64] x", "E314"},
    {"x:f64[n]", "argmax[axes=(0,)] x", "E314"},
    {"x:f64[n]", "argmax[axes=(1,) index_dtype=int64] x", "E306"},
    {"x:c64[2,n]", "argmin[axes=(1,) index_dtype=int64] x", "i64[2]"},
    {"x:c64[2,n]", "argmin[axes=(2,) index_dtype=int64] x", "E306"},

    {"x:f64[n,3]", "cumsum[axis=1 reverse=False] x", "f64[n,3]"},
    {"w:i64[2]", "cumsum[axis=0 reverse=True] w", "i64[2]*"},
    {"x:f64[n,3]", "cumsum[axis=2 reverse=False] x", "E306 cumsum: axis out of range"},
    {"x:f64[]", "cumsum[axis=0 reverse=False] x", "E306"},
    {"x:bool[3]", "cumsum[axis=0 reverse=False] x", "E401"},
    {"x:c128[n]", "cumprod[axis=0 reverse=False] x", "c128[n]"},
    {"x:bool[n]", "cumprod[axis=0 reverse=False] x", "E401"},
    {"x:bool[n]", "cummax[axis=0 reverse=False] x", "bool[n]"},
    {"x:c64[n]", "cummax[axis=0 reverse=False] x", "E401"},
    {"x:u8[n]", "cummin[axis=0 reverse=False] x", "u8[n]"},
    {"x:u8[n]", "cummin[axis=-1 reverse=False] x", "E306"},

    {"x:f64[n,3] y:i32[n,3]", SORT("1"), "f64[n,3] i32[n,3]"},
    {"x:c64[0] y:bool[0]", SORT("0"), "c64[0] bool[0]"},
    {"x:f64[n] y:f64[m]", SORT("0"), "E310 sort: operands must have one shape and the axis"},
    {"x:f64[n] y:f64[n,1]", SORT("0"), "E310"},
    {"x:f64[n] y:f64[n]", SORT("1"), "E310"},

    {"x:f64[n,3] y:f64[3,m]", DOT("1,", "0,", "", ""), "f64[n,m]"},
    {"x:f64[n] y:f64[n]", DOT("0,", "0,", "", ""), "f64[]"},
    {"x:f64[n] y:f64[m]", DOT("", "", "", ""), "f64[n,m]"}, // all pairs
    {"x:f64[2,n,k] y:f64[m,2,k]", DOT("2,", "2,", "0,", "1,"), "f64[2,n,m]"},
    {"x:f64[2,3,4] y:f64[4,3]", DOT("2, 1", "0, 1", "", ""), "f64[2]"},
    {"w:f64[3] y:f64[3]", "dot_general[dimension_numbers=(((0,), (0,)), ((), ()))] w y", "f64[]"},
    {"w:f64[3]", "dot_general[dimension_numbers=(((0,), (0,)), ((), ()))] w w", "f64[]*"},
    {"x:i8[3]",
     "dot_general[dimension_numbers=(((0,), (0,)), ((), ())) preferred_element_type=int32] x x",
     "i32[]"},
    {"x:f64[n] y:f64[m]", DOT("0,", "0,", "", ""), "E303 dot_general requires contracting dim"},
    {"x:f64[3] y:f64[1]", DOT("0,", "0,", "", ""), "E303"},
    {"x:f64[2,3] y:f64[3,3]", DOT("1,", "1,", "0,", "0,"), "E303 dot_general requires lhs and rhs"},
    {"x:f64[3] y:f64[3]", DOT("1,", "0,", "", ""), "E314 dot_general: an axis is out of range"},
    {"x:f64[3] y:f64[3]", DOT("0,", "", "", ""), "E314 dot_general: malformed dimension_numbers"},
    {"x:f64[3]", "dot_general[dimension_numbers=((0,), (0,))] x x", "E314"},
    {"x:f64[3]", "dot_general x x", "E314"},
    {"x:f64[3] y:f32[3]", DOT("0,", "0,", "", ""), "E409 lax.dot_general requires arguments"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_reduce, facts) { rule_facts(facts, FACTS); }

Test(rule_reduce, every_primitive_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_reduce, true);
  rule_facts_cover(facts, FACTS, dbx_rule_argminmax, true);
  rule_facts_cover(facts, FACTS, dbx_rule_cumulative, true);
  rule_facts_cover(facts, FACTS, dbx_rule_sort, true);
  rule_facts_cover(facts, FACTS, dbx_rule_dot_general, true);
}
