"""The knapsack problem over a table row of any length; the inner loop runs downwards."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp

WEIGHTS = [1, 3, 4, 5]
VALUES = [1, 4, 5, 7]


@qjit
def best(capacity: int):
    weights = jnp.array(WEIGHTS)
    values = jnp.array(VALUES)
    empty = jnp.zeros([capacity + 1], dtype=int)

    @for_loop(0, 4, 1)
    def items(k, row):
        @for_loop(0, capacity + 1, 1)
        def loads(i, row):
            load = capacity - i

            @cond(load >= weights[k])
            def taken():
                return jnp.maximum(row[load], row[load - weights[k]] + values[k])

            @taken.otherwise
            def taken():
                return row[load]

            return row.at[load].set(taken())

        return loads(row)

    return items(empty)


print(best(7))
print(best.jaxpr)
print(best(0), best(3))
