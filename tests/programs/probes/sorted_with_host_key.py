"""sorted with a key on host values orders pairs that hold tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    terms = [("c", x * 3), ("a", x), ("b", x + 5)]
    ordered = sorted(terms, key=lambda p: p[0])
    print([name for name, _ in ordered])
    return [v for _, v in ordered], max(terms, key=lambda p: p[0])[1]

print(f(2))
