from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit
def shrink(n: int):
    @for_loop(0, 5, 1)
    def add(i, s):
        return s + jnp.ones([n - i]).sum()

    return add(0.0)


print(shrink(9))
print(shrink(3))
