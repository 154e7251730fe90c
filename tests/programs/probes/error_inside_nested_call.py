"""An error deep in calls while tracing; the next call works."""
import jax.numpy as jnp
from catalyst import qjit

def check(x):
    if x.ndim != 1:
        raise ValueError(f"expected a vector, got rank {x.ndim}")
    return x

@qjit
def f(x):
    try:
        return jnp.sum(check(x))
    finally:
        print("left f")

for v in (jnp.ones(3), jnp.ones((2, 2)), jnp.ones(4)):
    try:
        print(f(v))
    except ValueError as e:
        print("ValueError:", e)
