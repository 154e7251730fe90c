// Operations that make, move and cut arrays, there and back.
#include "cases.h"

#include <criterion/criterion.h>

#define X "{ lambda ; a:i64[] b:f64[a] c:i64[] d:f64[3,4]. let "

Test(hlo_read_shape, there_and_back) {
  static const char *const jaxprs[] = {
      X "e:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 2.0 a f:f64[a] = mul b "
        "e in (f,) }",
      X "e:i64[a] = iota[dimension=0 dtype=int64 shape=(None,)] a in (e,) }",
      X "e:f64[12] = reshape[dimensions=None new_sizes=(12,)] d in (e,) }",
      X
      "e:f64[4,3] = transpose[permutation=(1, 0)] d f:f64[4,3] = rev[dimensions=(0,)] e in (f,) }",
      X "e:f64[2,4] = slice[limit_indices=(3, 4) start_indices=(1, 0) strides=None] d in (e,) }",
      X "e:f64[5,4] = pad[padding_config=((1, 1, 0), (0, 0, 0))] d 0.0 in (e,) }",
      X "e:f64[2,4] = dynamic_slice[slice_sizes=(2, 4)] d c 0 in (e,) }",
      X "e:i64[] = add a a f:f64[e] = concatenate[dimension=0] b b in (e, f) }",
      X "e:i64[] = sub a 1 f:i64[] = max e 0 g:f64[f] = dynamic_slice[slice_sizes=(None,)] b c f "
        "in (f, g) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}
