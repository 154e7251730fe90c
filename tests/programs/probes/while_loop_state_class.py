"""A loop whose state is unpacked from and packed into host objects."""
import jax.numpy as jnp
from catalyst import qjit, while_loop

@qjit
def fib(limit: int):
    @while_loop(lambda a, b, k: b < limit)
    def step(a, b, k):
        return b, a + b, k + 1

    a, b, k = step(0, 1, 0)
    return {"below": a, "first": b, "steps": k}

r = fib(100)
print(r["below"], r["first"], r["steps"])
