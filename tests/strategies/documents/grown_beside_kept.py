"""One carry is mixed with an argument of its length, another one grows."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n"})
def g(x, y):
    @for_loop(0, 10, 1)
    def body(_, kept, grown):
        return kept * x, jnp.ones([grown.shape[0] + 1], dtype=float)

    return body(y, y)


try:
    print(g(jnp.full(2, 2.0), jnp.ones(2)))
    print(g.jaxpr)
except ValueError as e:
    print("refused:", e)
