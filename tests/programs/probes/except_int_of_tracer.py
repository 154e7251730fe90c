"""int(), float(), complex() and bool() of a tracer."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: float):
    for convert in (int, float, bool, complex, round, str, len):
        try:
            r = convert(x)
            print(convert.__name__, "gives", type(r).__name__)
        except Exception as e:
            print(convert.__name__, "fails with", type(e).__name__)
    return x

print(f(3.0))
