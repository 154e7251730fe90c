// Parameters of equations that were read: those of the row, each of its kind.
#include "read/check_params.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

static const struct {
  const char *equation, *failure;
} facts[] = {
    {"add a b", ""},
    {"add[accuracy=None] a b", ""}, // of later versions, that changes nothing
    {"add[axis=1] a b", "E605 add has no parameter 'axis'"},
    {"reduce_sum[axes=(0,)] a", ""},
    {"reduce_sum[axes=()] a", ""},
    {"reduce_sum[axes=[0]] a", ""},
    {"reduce_sum a", "E605 reduce_sum needs the parameter 'axes'"},
    {"reduce_sum[axes=0] a",
     "E605 the parameter 'axes' of reduce_sum has to be a tuple of integers"},
    {"reduce_sum[axes=(None,)] a", "E605 the parameter 'axes'"},
    {"reduce_sum[axes=(0,) axis=1] a", "E605 reduce_sum has no parameter 'axis'"},
    {"cumsum[axis=0 reverse=False] a", ""},
    {"cumsum[axis=-1 reverse=False] a", "E605 the parameter 'axis' of cumsum has to be an axis"},
    {"cumsum[axis=2147483648 reverse=False] a", "E605 the parameter 'axis'"},
    {"cumsum[axis=0 reverse=0] a",
     "E605 the parameter 'reverse' of cumsum has to be True or False"},
    {"iota[dimension=0 dtype=f shape=(1,)]",
     "E605 the parameter 'dtype' of iota has to be a dtype"},
    {"broadcast_in_dim[broadcast_dimensions=(0,) shape=(3, None)] a n", ""},
    {"broadcast_in_dim[broadcast_dimensions=(0,) shape=(3, True)] a", "E605 the parameter 'shape'"},
    {"integer_pow[y=-3] a", ""},
    {"integer_pow[y=2.0] a", "E605 the parameter 'y' of integer_pow has to be an integer"},
    {"dot_general[dimension_numbers=(((0,), (0,)), ((), ()))] a a", ""}, // None is left out
    {"dot_general[dimension_numbers=(((0,), (0,)), ((), ())) precision=None "
     "preferred_element_type=None] a a",
     ""},
    {"pjit[jaxpr=1 name=f] a", "E605 the parameter 'jaxpr' of pjit has to be a Jaxpr"},
    {"pjit[jaxpr={ lambda ; . let  in () } name=f inline=True keep_unused=False]",
     ""}, // how it is compiled
    {"cond[branches=() linear=False] n",
     "E605 the parameter 'branches' of cond has to be a tuple of Jaxprs"},
};

Test(check_params, facts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; a:f64[3] b:f64[3] n:i64[]. let x:f64[3] = %s in (x,) }",
               facts[i].equation);
    const char *why = facts_failure(dbx_check_params(&facts_jaxpr(dbx_text(&b))->eqns[0]));
    cr_expect(facts_match(why, facts[i].failure), "%s: %s", facts[i].equation, why);
    dbx_buf_free(&b);
  }
}
