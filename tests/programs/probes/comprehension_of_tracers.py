"""Comprehensions build lists, dictionaries and sets of shapes from tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    rows = [[x * i + j for j in range(3)] for i in range(2) if i >= 0]
    m = jnp.array(rows)
    named = {f"r{i}": m[i] for i in range(2)}
    print(m.shape, {v.shape for v in named.values()}, sorted(named))
    return jnp.stack([named["r1"], named["r0"]])

print(f(2.0))
