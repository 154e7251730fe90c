"""A function defined in a traced function captures its tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes={0: "n"})
def f(x):
    total = jnp.sum(x)

    def centred(k):
        return x - total / x.shape[0] + k

    return centred(0), centred(10)

a, b = f(jnp.array([1.0, 2.0, 6.0]))
print(a, b)
