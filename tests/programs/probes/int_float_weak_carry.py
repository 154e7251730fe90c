"""Host numbers as the initial state of loops, and dtype changes of the state."""
import jax.numpy as jnp
from catalyst import qjit, for_loop, while_loop

@qjit
def f(n: int):
    @for_loop(0, n, 1)
    def a(i, s):
        return s + i

    @while_loop(lambda s: s < 100.0)
    def b(s):
        return s * 2.5

    return a(0), b(1.0), a(10)

print(f(4))

@qjit
def g(n: int):
    @for_loop(0, n, 1)
    def a(i, s):
        return s * 0.5
    return a(1)

try:
    print(g(2))
except Exception as e:
    print(type(e).__name__)
