"""A histogram, its running sum, and the sorted copy: three loops that hand arrays to each other."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "buckets"}))
def counting_sort(x, empty):
    @for_loop(0, x.shape[0], 1)
    def count(i, histogram):
        return histogram.at[x[i]].add(1)

    @for_loop(1, empty.shape[0], 1)
    def accumulate(b, ends):
        return ends.at[b].add(ends[b - 1])

    @for_loop(x.shape[0] - 1, -1, -1)
    def place(i, ends, result):
        at = ends[x[i]] - 1
        return ends.at[x[i]].set(at), result.at[at].set(x[i])

    histogram = count(empty)
    ends = accumulate(histogram)
    _, result = place(ends, x)
    return histogram, ends, result


for row in counting_sort(jnp.array([3, 1, 2, 1, 0]), jnp.array([0, 0, 0, 0])):
    print(row)
print(counting_sort.jaxpr)
