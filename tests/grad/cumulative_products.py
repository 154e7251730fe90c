"""Running products, maxima and minima along each axis and both ways, with zeros; second order."""
import jax
import jax.numpy as jnp
from jax import lax

x = jnp.array([[1.5, 0.0, 2.0], [3.0, -1.0, 0.5], [0.5, 4.0, -2.0]])


def total(f, *options):
    return lambda x: jnp.sum(jnp.cos(f(x, *options)))


for axis in (0, 1):
    for reverse in (False, True):
        for f in (lax.cumprod, lax.cummax, lax.cummin):
            g = total(f, axis, reverse)
            print(jnp.round(jax.grad(g)(x), 9) + 0.0)
            print(jnp.round(jax.jvp(g, (x,), (x * x,))[1], 9))
            print(jnp.round(jnp.sum(jax.hessian(g)(x)), 8))
print(jax.grad(total(jnp.cumprod))(jnp.zeros(0)))
