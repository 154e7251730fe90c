"""numpy functions of concrete arrays inside a traced function are constants."""
import numpy as np
import jax.numpy as jnp
from catalyst import qjit

table = np.cumsum(np.arange(5))
print(table, table.dtype, np.mean(table), np.sqrt(16.0))

@qjit
def f(x: float):
    w = np.linspace(0, 1, 3)
    m = np.outer(w, np.array([1, 2]))
    print(type(m).__name__, m.shape, m.sum())
    return jnp.asarray(m) * x + table[3], np.max(table)

print(f(2.0))
