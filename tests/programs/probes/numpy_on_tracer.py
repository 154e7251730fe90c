"""numpy functions of tracers are errors."""
import numpy as np
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    v = jnp.ones(3) * x
    for name, fn in [("asarray", np.asarray), ("array", np.array)]:
        try:
            fn(v)
            print(name, "works")
        except Exception as e:
            print(name, type(e).__name__)
    return v

print(f(2.0))
