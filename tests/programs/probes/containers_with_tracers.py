"""Lists, tuples, sets and dictionaries as operands of arrays and numpy integers."""
import jax.numpy as jnp
import numpy as np
from catalyst import qjit

def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)

def all_of(n):
    show(lambda: [1] * n)
    show(lambda: n * (1, 2))
    show(lambda: "ab" * n)
    show(lambda: [1] + n)
    show(lambda: {1} | n)
    show(lambda: n - {1: 2})
    show(lambda: n == [1])
    show(lambda: (1,) < n)
    show(lambda: "a" + n)

all_of(jnp.int64(3))
all_of(np.int64(3))

@qjit
def f(n: int):
    all_of(n)
    return n

print(f(3))
