"""Powers of a stochastic matrix of traced size."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n', 1: 'n'}, {}))
def after(p, steps):
    @for_loop(0, steps, 1)
    def step(_, q):
        return jnp.matmul(q, p)
    q = step(jnp.eye(p.shape[0]))
    return q, jnp.sum(q, axis=1)


p = jnp.array([[0.5, 0.5, 0.0], [0.25, 0.5, 0.25], [0.0, 0.5, 0.5]])
for steps in (0, 1, 3, 100):
    q, rows = after(p, steps)
    print(jnp.round(q, 6))
    print(jnp.round(rows, 10))
print(after(jnp.array([[1.0]]), 5)[0])
