"""isinstance and type of tracers and concrete arrays."""
import jax
import jax.numpy as jnp
import numpy as np
from catalyst import qjit

@qjit
def f(x: int):
    y = jnp.ones(2) * x
    print(isinstance(x, int), isinstance(x, jax.Array), isinstance(y, jnp.ndarray), isinstance(y, np.ndarray))
    print(isinstance(x, jax.core.Tracer) if hasattr(jax.core, "Tracer") else True)
    print(isinstance(y.shape, tuple), type(y.shape[0]).__name__, isinstance(y.ndim, int))
    return y

f(3)
c = jnp.ones(2)
print(isinstance(c, jax.Array), isinstance(c, np.ndarray), isinstance(np.ones(2), np.ndarray))
