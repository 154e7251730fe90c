"""An f-string of a traced value shows the tracer when tracing."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    label = f"shape {jnp.ones((2, 3)).shape} rank {jnp.ones((2, 3)).ndim} of {x.dtype} {x.shape}"
    print(label)
    return x + 1

print(f(1))
print(f"{f(2)} and {f(3)!r}")
