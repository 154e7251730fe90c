"""The greatest eigenvalue by repeated products, with a traced number of steps and size."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n', 1: 'n'}, {}))
def greatest(a, steps):
    @for_loop(0, steps, 1)
    def step(_, v):
        w = jnp.matmul(a, v)
        return w / jnp.sqrt(jnp.sum(w * w))
    v = step(jnp.ones(a.shape[0]))
    return jnp.dot(v, jnp.matmul(a, v)) / jnp.dot(v, v), v


a = jnp.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
for n in (1, 2, 3):
    value, vector = greatest(a[:n, :n], 200)
    print(n, round(float(value), 6), jnp.round(vector, 4))
print(greatest.jaxpr)
