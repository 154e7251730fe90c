"""Binary search in a sorted vector of any length; the position where a value would go."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {}))
def lower_bound(x, value):
    @while_loop(lambda low, high: low < high)
    def halve(low, high):
        middle = (low + high) // 2

        @cond(x[middle] < value)
        def side():
            return middle + 1, high

        @side.otherwise
        def side():
            return low, middle

        return side()

    return halve(0, x.shape[0])[0]


data = jnp.array([1, 3, 3, 7, 10])
print([int(lower_bound(data, v)) for v in (0, 1, 3, 4, 10, 11)])
print(lower_bound.jaxpr)
print([int(lower_bound(jnp.array([2]), v)) for v in (1, 2, 3)])
print([int(lower_bound(jnp.array([0, 0, 0, 0, 1, 1, 1]), v)) for v in (0, 1)])
