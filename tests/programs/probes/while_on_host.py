"""A while loop on host values with break, continue and else."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    k, trail = 10, []
    while k:
        k -= 1
        if k % 2:
            continue
        if k == 2:
            break
        x = x + k
        trail.append(k)
    else:
        x = x * 1000
    print(trail)
    return x

print(f(1))
