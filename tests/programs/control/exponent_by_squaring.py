"""Powers of matrices of a traced size by squaring; a while loop with a conditional product."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "n"}, {}))
def power(a, exponent):
    n = a.shape[0]
    one = jnp.where(jnp.arange(n)[:, None] == jnp.arange(n), 1, 0)

    @while_loop(lambda e, base, result: e > 0)
    def square(e, base, result):
        @cond(e % 2 == 1)
        def product():
            return result @ base

        @product.otherwise
        def product():
            return result

        return e // 2, base @ base, product()

    return square(exponent, a, one)[2]


fibonacci = jnp.array([[1, 1], [1, 0]])
for e in (0, 1, 10, 30):
    print(e, power(fibonacci, e).tolist())
print(power(jnp.array([[3]]), 5))
