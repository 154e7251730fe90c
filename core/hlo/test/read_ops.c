// Operations of elements and reductions, there and back.
#include "cases.h"

#include <criterion/criterion.h>

#define X "{ lambda ; a:f64[3] b:f64[3] c:bool[3] d:i64[3]. let "

Test(hlo_read_ops, there_and_back) {
  static const char *const jaxprs[] = {
      X "e:f64[3] = add a b f:f64[3] = tan e in (f,) }",
      X "e:f64[3] = abs a f:f64[3] = sign e g:f64[3] = sub f b h:f64[3] = div g a i:f64[3] = max h "
        "b in (i,) }",
      X "e:bool[3] = lt a b f:f64[3] = select_n e a b in (f,) }",
      X "e:f64[] = reduce_max[axes=(0,)] a in (e,) }",
      X "e:bool[] = reduce_and[axes=(0,)] c in (e,) }",
      X "e:f64[3] = cumsum[axis=0 reverse=False] a f:f64[3] = cumprod[axis=0 reverse=True] e in "
        "(f,) }",
      X "e:f64[] = dot_general[dimension_numbers=(([0], [0]), ([], [])) "
        "preferred_element_type=float64] a b in (e,) }",
      X "e:i32[3] = convert_element_type[new_dtype=int32 weak_type=False] a in (e,) }",
      X "e:f64[3] = round[rounding_method=1] a f:f64[3] = clamp a e b in (f,) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}
