"""abs, divmod, pow, round, sum and the unary operators of tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int, y: float):
    q, r = divmod(x, 3)
    return abs(x), q, r, pow(x, 2), pow(2, x), round(y), -x, +x, ~x, abs(y), divmod(y, 2), 7 % x, 7.5 // y

print(f(-5, -2.5))
print(f(4, 1.5))
