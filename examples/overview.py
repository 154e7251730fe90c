# A loop over `a + a0` at a size that is known only when the program runs.
#
#   dbidx run examples/overview.py                     through the LLVM JIT
#   dbidx run --engine=interp examples/overview.py     through the reference interpreter
#   dbidx inspect examples/overview.py --emit=binds    what tracing made of the loop
from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit
def overview(n: int):
    a0 = jnp.ones([n], dtype=float)

    # The size of `a` is the size of `a0`, so the two may be added: in the default mode the dimension
    # of a carry is a constant of the body.
    @for_loop(0, 10, 1)
    def loop(i, a):
        return a + a0

    return loop(a0)


print(overview.jaxpr)
print(overview(3))
print(overview(5))
#> { lambda ; a:i64[]. let
#>     b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a
#>     c:f64[a] = for_loop[
#>       apply_reverse_transform=False
#>       body_jaxpr={ lambda ; d:i64[] e:f64[d] f:i64[] g:f64[d]. let
#>           h:f64[d] = add g e
#>         in (h,) }
#>       body_nconsts=2
#>       nimplicit=0
#>       preserve_dimensions=True
#>     ] a b 0 10 1 0 b
#>   in (c,) }
#> [11. 11. 11.]
#> [11. 11. 11. 11. 11.]
