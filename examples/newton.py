# Square roots by Newton's method, of all numbers up to a limit that is known at run time.
from jax import numpy as jnp
from catalyst import qjit, while_loop


@qjit
def roots(n: int):
    x = jnp.arange(n) + 1.0

    # The array and its length stay the same, so they may be mixed with `x`, which is captured.
    @while_loop(lambda guess: jnp.sum(jnp.abs(guess * guess - x)) > 1e-9)
    def improve(guess):
        return (guess + x / guess) / 2

    return improve(x)


print(roots(4))
#> [1.         1.41421356 1.73205081 2.        ]
print(jnp.sum(roots(100)))
#> 671.4629471031477
