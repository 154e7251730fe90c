// Branches, there and back: inputs that one of them does not take, lengths that are results.
#include "cases.h"

#include <criterion/criterion.h>

#define X "{ lambda ; a:i64[] b:f64[a] c:i64[]. let "

Test(hlo_read_branches, there_and_back) {
  static const char *const jaxprs[] = {
      X "d:bool[] = gt c 0 e:f64[a] = cond[branch_jaxprs=[{ lambda ; a:i64[] b:f64[a]. let "
        "c:f64[a] = add b "
        "b in (c,) }, { lambda ; a:i64[] b:f64[a]. let in (b,) }] nimplicit_outputs=0] d a b in "
        "(e,) }",
      X "d:bool[] = gt c 0 e:i64[] f:f64[e] = cond[branch_jaxprs=[{ lambda ; a:i64[] b:f64[a]. let "
        "c:i64[] "
        "= add a a d:f64[c] = concatenate[dimension=0] b b in (c, d) }, { lambda ; a:i64[] "
        "b:f64[a]. let "
        "in (a, b) }] nimplicit_outputs=1] d a b in (e, f) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}
