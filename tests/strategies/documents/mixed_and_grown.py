"""One carry is mixed with an argument of its length and grows: no strategy can do that."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n"})
def g(x, y):
    @for_loop(0, 10, 1)
    def body(_, grown):
        mixed = grown * x
        return jnp.ones([mixed.shape[0] + 1], dtype=float)

    return body(y)


try:
    print(g(jnp.ones(2), jnp.ones(2)))
except ValueError as e:
    print("refused:", e)
