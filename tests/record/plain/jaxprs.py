import jax
from jax import lax, numpy as jnp


def weighted(x, w):
    y = jnp.sin(x) * w
    return y / y.sum(), lax.fori_loop(0, 3, lambda i, a: a + i, y)


print(jax.make_jaxpr(weighted)(jnp.ones(3), 2.0).eqns[0].primitive)
print(jax.make_jaxpr(jax.jit(weighted))(jnp.ones(2), 2.0).eqns[-1].primitive)
