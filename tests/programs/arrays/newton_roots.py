"""Newton's method for all square roots at once, until the greatest error is small."""
from catalyst import qjit, while_loop
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def roots(x):
    @while_loop(lambda r, k: jnp.max(jnp.abs(r * r - x)) > 1e-12)
    def step(r, k):
        return 0.5 * (r + x / r), k + 1
    return step(jnp.ones_like(x), 0)


for values in ([4.0], [1.0, 2.0, 9.0, 100.0]):
    r, k = roots(jnp.array(values))
    print(jnp.round(r, 8), k)
print(roots.jaxpr)
