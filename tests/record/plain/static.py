import jax
from jax import numpy as jnp

def scale(x, factor):
    return jnp.sum(x * factor, axis=0)

@jax.jit
def f(x, y):
    def step(carry, row):
        return carry + row, jnp.sin(row)
    total, rows = jax.lax.scan(step, jnp.zeros(3), x)
    return jnp.where(total > y, scale(x, 2.0), total) + jax.nn.relu(y), rows

print(f(jnp.ones((4, 3)), jnp.arange(3.0)))
print(jax.make_jaxpr(lambda z: z @ z.T)(jnp.ones((2, 3))))
