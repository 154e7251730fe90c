"""min and max of a list of tracers need a truth value."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    for pick in (min, max, sorted, any, all):
        try:
            print(pick.__name__, pick([x, x + 1]))
        except Exception as e:
            print(pick.__name__, type(e).__name__)
    return jnp.maximum(x, 2.0), sorted([3, 1, 2])[0]

print(f(1.5))
