# A mismatch: two lengths that are equal in every run, and not known to be.
#
#   dbidx run examples/mismatch.py          where each length comes from, and what would help
#   dbidx run --dims=symbolic examples/mismatch.py    with arithmetic that proves lengths equal
from jax import numpy as jnp
from catalyst import qjit


@qjit
def right(n: int):
    m = n + 1  # computed once, used twice
    return jnp.ones([m]) + jnp.arange(m)


print(right(3))
#> [1. 2. 3. 4.]


@qjit
def wrong(n: int):
    return jnp.ones([n + 1]) + jnp.arange(n + 1)
#> error[E301] ValueError: Incompatible shapes for broadcasting: (n + 1,) and (n + 1,): two lengths are not known to be equal
#>    --> mismatch.py:21:12
#>  21 |     return jnp.ones([n + 1]) + jnp.arange(n + 1)
#>     |            -----------------^^^-----------------
#>     |            |                   jnp.arange(n + 1) : i64[n + 1] = e:i64[d]
#>     |            jnp.ones([n + 1]) : f64[n + 1] = c:f64[b]
#>     = n + 1 = b: computed (line 21)
#>     = n + 1 = d: computed (line 21)
#>     = n + 1 and n + 1 are two variables, and two lengths are known to be equal only if they are one variable
#>     = as polynomials both are n + 1: with dims=symbolic (--dims=symbolic, or `:set dims symbolic`) they are equal
#>     = called from line 19: qjit
