"""Prime factors collected into a buffer; the loop's condition looks at two carries."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp


@qjit
def factor(number: int, room: int):
    found = jnp.zeros([room], dtype=int)

    @while_loop(lambda n, d, count, found: (n > 1) & (count < room))
    def search(n, d, count, found):
        @cond(n % d == 0)
        def divide():
            return n // d, d, count + 1, found.at[count].set(d)

        @divide.otherwise
        def divide():
            return n, jnp.where(d * d > n, n, d + 1), count, found

        return divide()

    rest, _, count, found = search(number, 2, 0, found)
    return found, count, rest


for n in (1, 2, 12, 97, 360, 1001):
    found, count, rest = factor(n, 8)
    print(n, [int(p) for p in found[: int(count)]], int(rest))
print(factor(64, 3))
