# A while loop inside of a for loop: the steps that each number takes to 1 (Collatz).
from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond


@qjit
def steps(n: int):
    @for_loop(1, n + 1, 1)
    def numbers(i, table):
        @while_loop(lambda k, count: k > 1)
        def halve_or_triple(k, count):
            @cond(k % 2 == 0)
            def next_number():
                return k // 2

            @next_number.otherwise
            def odd():
                return 3 * k + 1

            return next_number(), count + 1

        k, count = halve_or_triple(i, 0)
        return table.at[i - 1].set(count)

    return numbers(jnp.zeros([n], dtype=int))


print(steps(10))
#> [ 0  1  7  2  5  8 16  3 19  6]
print(steps(27).max())
#> 111
