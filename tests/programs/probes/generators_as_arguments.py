"""Generator expressions, zips and maps over tracers; what is lazy is only run when it is asked for."""
from catalyst import qjit
import jax.numpy as jnp
from functools import reduce
import operator

asked = []


def part(x, k):
    asked.append(k)
    return x * k


@qjit
def lazy(x):
    parts = (part(x, k) for k in range(1, 10))
    first = next(parts)
    some = [next(parts) for _ in range(2)]
    chosen = next((k for k, p in enumerate(parts, 4) if k * k > 20), None)
    product = reduce(operator.mul, (part(x, k) for k in (2, 3) if k != 5), jnp.float64(1))
    flat = [v for row in zip(some, map(part, [x, x], [10, 20])) for v in row]
    return first, jnp.stack(flat), product, chosen


print(lazy(1.5), asked)
print(any(asked.append(k) or k > 1 for k in (1, 2, 3)), asked[-2:])
print(dict(zip("abc", (k * k for k in range(3)))), sorted((-k for k in asked), key=abs)[:4])
