# One loop, two strategies: `p` is mixed with an array from outside, `q` grows.
#
# `allow_array_resizing="infer"` decides for each length: that of `p` is a constant of the body, that of `q` an
# argument.
from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit(abstracted_axes={0: "n"})
def both(x, y):
    @for_loop(0, 3, 1, allow_array_resizing="infer")
    def loop(i, p, q):
        return p * x, jnp.ones([q.shape[0] + 1])

    return loop(y, y)


p, q = both(2 * jnp.ones(2), jnp.ones(2))
print(p, q)
#> [8. 8.] [1. 1. 1. 1. 1.]
print(both.jaxpr)
#> { lambda ; a:i64[] b:f64[a] c:f64[a]. let
#>     d:i64[] e:f64[a] f:f64[d] = for_loop[
#>       apply_reverse_transform=False
#>       body_jaxpr={ lambda ; g:i64[] h:f64[g] i:i64[] j:i64[] k:f64[g] l:f64[i]. let
#>           m:f64[g] = mul k h
#>           n:i64[] = add i 1
#>           o:f64[n] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0
#>             n
#>         in (n, m, o) }
#>       body_nconsts=2
#>       nimplicit=1
#>       preserve_dimensions=False
#>     ] a b a 0 3 1 0 c c
#>   in (d, e, f) }
