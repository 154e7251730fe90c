# A carry that grows: the length is an argument of the body, and another one in each trip.
#
# With `allow_array_resizing=True` the loop has an implicit argument for the length of `a`. Inside, that length
# is equal to nothing else; after the loop it is a new one, returned beside the array.
from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit
def grow(n: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, jnp.ones([i])])

    return loop(jnp.zeros([n]))


print(grow.jaxpr)
print(grow(3))
#> { lambda ; a:i64[]. let
#>     b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 0.0 a
#>     c:i64[] d:f64[c] = for_loop[
#>       apply_reverse_transform=False
#>       body_jaxpr={ lambda ; e:i64[] f:i64[] g:f64[e]. let
#>           h:f64[f] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0
#>             f
#>           i:i64[] = add 0 e
#>           j:i64[] = add i f
#>           k:f64[j] = concatenate[dimension=0] g h
#>         in (j, k) }
#>       body_nconsts=0
#>       nimplicit=1
#>       preserve_dimensions=False
#>     ] a 0 a 1 0 b
#>   in (c, d) }
#> [0. 0. 0. 1. 1. 1.]
