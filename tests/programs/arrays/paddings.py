"""Paddings of vectors of a traced size: constants, edges, both sides."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def padded(x):
    zeros = jnp.concatenate([jnp.zeros(2), x, jnp.zeros(1)])
    edges = jnp.concatenate([x[:1], x, x[-1:]])
    return zeros, edges


@qjit
def fixed(x):
    return jnp.pad(x, (1, 2)), jnp.pad(x, 1, constant_values=7), jnp.pad(x, (2, 1), mode='edge')


for n in (1, 4):
    for r in padded(jnp.arange(1.0, n + 1)):
        print(r)
for r in fixed(jnp.array([1, 2, 3])):
    print(r)
print(jnp.pad(jnp.ones((2, 2), dtype=jnp.int32), ((1, 0), (0, 2))))
