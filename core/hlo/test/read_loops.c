// Loops and branches, there and back.
#include "cases.h"

#include <criterion/criterion.h>

#define X "{ lambda ; a:i64[] b:f64[a] c:i64[]. let "

Test(hlo_read_loops, there_and_back) {
  static const char *const jaxprs[] = {
      X "d:f64[a] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; e:i64[] f:f64[e] "
        "g:i64[] "
        "h:f64[e]. let i:f64[e] = add h f in (i,) } body_nconsts=2 nimplicit=0 "
        "preserve_dimensions=True] "
        "a b 0 c 1 0 b in (d,) }",
      X "d:i64[] e:f64[a] = while_loop[body_jaxpr={ lambda ; f:i64[] g:i64[] h:f64[f]. let i:i64[] "
        "= add g "
        "2 j:f64[f] = mul h h in (i, j) } body_nconsts=1 cond_jaxpr={ lambda ; k:i64[] l:i64[] "
        "m:i64[] "
        "n:f64[k]. let o:bool[] = lt m l in (o,) } cond_nconsts=2 nimplicit=0 "
        "preserve_dimensions=True] "
        "a c a 0 b in (d, e) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}

Test(hlo_read_loops, lengths_that_grow_are_carried) {
  static const char *const jaxprs[] = {
      X "d:i64[] e:f64[d] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; f:i64[] "
        "g:i64[] "
        "h:f64[f]. let i:i64[] = add f f j:f64[i] = concatenate[dimension=0] h h in (i, j) } "
        "body_nconsts=0 nimplicit=1 preserve_dimensions=False] a 0 c 1 0 b in (d, e) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}
