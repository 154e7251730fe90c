"""sum, zip, enumerate, reversed and map over tracers of static length."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    v = jnp.array([x, x + 1, x + 2])
    w = jnp.arange(3.0)
    dot = sum(a * b for a, b in zip(v, w))
    alternating = sum(c if i % 2 == 0 else -c for i, c in enumerate(v))
    back = list(reversed(list(map(lambda e: e * 10, v))))
    return dot, alternating, jnp.stack(back), sum(v, start=100)

print(f(1.0))
