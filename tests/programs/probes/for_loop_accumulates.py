"""A for_loop in a method; the accumulator is an array with a dynamic size."""
import jax.numpy as jnp
from catalyst import qjit, for_loop

class Poly:
    def __init__(self, coefficients):
        self.c = jnp.array(coefficients)

    def __call__(self, x):
        @for_loop(0, self.c.shape[0], 1)
        def horner(i, acc):
            return acc * x + self.c[i]
        return horner(x * 0)

p = Poly([1.0, 2.0, 3.0])

@qjit(abstracted_axes={0: "n"})
def f(x):
    return p(x)

print(f(jnp.arange(3.0)), f(jnp.arange(2.0)))
