"""A chain: each round finds that one more length changes."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit
def f(n):
    x = jnp.ones(n)

    @for_loop(0, 4, 1, allow_array_resizing="infer")
    def loop(i, a, b, c, d):
        print("traced")
        return b * 1.0, c * 2.0, jnp.ones([c.shape[0] + 1]), d + x

    return loop(x, x, x, x)


for r in f(2):
    print(r)
print(f.jaxpr)
