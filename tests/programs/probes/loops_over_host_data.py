"""Python loops with else, break and continue around traced operations; nested and labelled by hand."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def unrolled(x):
    trail = []
    for i in range(4):
        for j in reversed(range(i)):
            if (i + j) % 3 == 0:
                continue
            if i * j > 4:
                trail.append(("break", i, j))
                break
            x = x.at[j].add(i)
        else:
            trail.append(("end", i))
    k = 10
    while k:
        k -= 3
        if k < 0:
            break
        x = x * 1.5
    else:
        x = x * 0
    return x, len(trail), k


print(unrolled(jnp.zeros(3)), unrolled(jnp.ones([3, 1]))[0])
for i, (a, *b) in enumerate([(1, 2, 3), "xy", [4]], start=-1):
    print(i, a, b)
