"""A mismatch in any round is final; the message says which lengths are arguments by then."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit
def f(n):
    x = jnp.ones(n)

    @for_loop(0, 4, 1, allow_array_resizing="infer")
    def loop(i, a, b):
        print("traced")
        return jnp.ones([a.shape[0] + 1]), a + b

    return loop(x, x)


try:
    f(2)
except ValueError as e:
    print("refused:", e)


@qjit
def g(n):
    @for_loop(0, 4, 1, allow_array_resizing="infer")
    def loop(i, a):
        return jnp.ones([3])

    return loop(jnp.ones(n))


try:
    g(2)
except ValueError as e:
    print("refused:", e)
try:
    for_loop(0, 1, 1, allow_array_resizing="sometimes")
except ValueError as e:
    print("refused:", e)
