"""A truth value of a tracer is an error that can be caught while tracing."""
import jax
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    try:
        if x > 0:
            return x
    except jax.errors.TracerBoolConversionError as e:
        print("caught", type(e).__name__)
    return -x

print(f(3))
