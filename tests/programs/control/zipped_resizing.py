"""Two carries that must keep one length: the fixed one is captured, the other resized with it."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def fixed(n: int):
    base = jnp.ones([n], dtype=float)

    @for_loop(0, 4, 1)
    def loop(i, x, y):
        return x + base, y + x * 2.0

    x, y = loop(base, base)
    return x + y, jnp.sum(x * y)


@qjit
def resized(n: int):
    @for_loop(0, 4, 1, allow_array_resizing=True)
    def loop(i, x, total):
        wide = jnp.ones([x.shape[0] + i], dtype=float)
        other = wide * 2.0 + wide
        return other, total + jnp.sum(other)

    x, total = loop(jnp.zeros([n], dtype=float), 0.0)
    return x, total, x + jnp.ones([x.shape[0]], dtype=float)


print(fixed.jaxpr)
print(fixed(3))
print(resized.jaxpr)
print(resized(1))
print(resized(0))
