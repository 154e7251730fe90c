"""Assignment expressions, chained comparisons and conditional expressions around traced code."""
from catalyst import qjit
import jax.numpy as jnp


def digits(n):
    out = []
    while (n := abs(n)) and (d := n % 10) >= 0:
        out.append(d)
        n //= 10
    return out[::-1] or [0]


print(digits(-9075), digits(0), [y for x in range(6) if (y := x * x - 4) > 0])


@qjit
def pick(x, flag):
    wide = x.shape[0] if (big := x.ndim > 1) else 1
    y = x * (2 if 0 < wide <= 3 else 3)
    return (y.sum() if not big else y.sum(axis=-1)), wide, big and "no" != "yes"


print(pick(jnp.ones([2, 3]), True), pick(jnp.ones(4), False))
a = b = c = [0]
a += [1]
b = b + [2]
print(a, b, c, a is c, 1 < 2 < 3 > 2 != 5, not 1 == 2, 3 if [] else 4)
