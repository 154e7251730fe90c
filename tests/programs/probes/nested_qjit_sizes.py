"""Compiled functions that call each other with sizes that the callee computed."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit
def twice(n: int):
    return 2 * n


@qjit(abstracted_axes={0: "m"})
def extend(x):
    return jnp.concatenate([x, jnp.zeros([x.shape[0]])])


@qjit
def outer(n: int):
    m = twice(n)
    x = jnp.arange(m) * 1.0
    y = extend(x)
    return y, m, y.shape[0]


print(outer(2))
print(outer.jaxpr)
print(extend(jnp.ones(1)), twice(21))
