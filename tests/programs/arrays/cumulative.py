"""Running sums, products and extrema along a traced axis."""
from catalyst import qjit
import jax.numpy as jnp
from jax import lax


@qjit(abstracted_axes={0: 'n'})
def running(x):
    return jnp.cumsum(x), jnp.cumprod(x), lax.cummax(x), lax.cummin(x), lax.cumsum(x, reverse=True)


@qjit
def factorials(n):
    return jnp.cumprod(jnp.arange(1, n + 1))


for values in ([2.0], [3.0, -1.0, 4.0, 1.0]):
    for r in running(jnp.array(values)):
        print(r)
print(factorials(1), factorials(6))
print(jnp.cumsum(jnp.ones((2, 3)), axis=1))
