"""Host numbers are weak: dtypes of traced operations with them."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x):
    r = [x + 1, x * 2.0, x / 2, x // 2, x ** 2, -x, x + True, x * 1j]
    print([str(v.dtype) for v in r])
    return r[0]

f(jnp.int32(3))
f(jnp.float32(3))
f(3)
f(2.5)
f(True)
