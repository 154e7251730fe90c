"""zip(*pairs), max with a key, sum with a start, nested sorting of host values beside tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    pairs = [(k, x * k) for k in (3, 1, 2)]
    keys, values = zip(*sorted(pairs, key=lambda p: -p[0]))
    grouped = {}
    for k, v in pairs:
        grouped.setdefault(k % 2, []).append(v)
    print(keys, sorted((k, len(v)) for k, v in grouped.items()))
    return values, {str(k): sum(v) for k, v in grouped.items()}, sum([[x], [x + 1]], [])

print(f(2.0))
