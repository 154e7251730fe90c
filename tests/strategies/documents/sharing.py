"""Two carries of one length: kept, both replaced by one new length, or only one of them replaced."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


def attempt(body, **options):
    @qjit
    def f(size):
        start = jnp.ones([size], dtype=float)
        return for_loop(0, 10, 1, **options)(lambda i, x, y: body(size, x, y))(start, start)

    try:
        print(f(3))
        print(f.jaxpr)
    except ValueError as e:
        print("refused:", e)


def longer(size):
    return jnp.ones([size + 1], dtype=float)


def both(size, x, y):
    new = longer(size)
    return new, new


print("kept")
attempt(lambda size, x, y: (x, y))
print("both replaced")
attempt(both)
print("one replaced")
attempt(lambda size, x, y: (x, longer(size)))
for old in ({"experimental_preserve_dimensions": False}, {"allow_array_resizing": True}):
    print("one replaced,", *old)
    attempt(lambda size, x, y: (x, longer(size)), **old)
    print("added,", *old)
    attempt(lambda size, x, y: (x + y, y), **old)
