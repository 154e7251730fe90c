"""Floyd and Warshall's shortest paths on a matrix of any size, whole rows at a time."""
from catalyst import qjit, for_loop
from jax import numpy as jnp

FAR = 1000


@qjit(abstracted_axes={0: "n", 1: "n"})
def shortest_paths(d):
    n = d.shape[0]

    @for_loop(0, n, 1)
    def through(k, d):
        @for_loop(0, n, 1)
        def start(i, d):
            @for_loop(0, n, 1)
            def goal(j, d):
                return d.at[i, j].set(jnp.minimum(d[i, j], d[i, k] + d[k, j]))

            return goal(d)

        return start(d)

    return through(d)


graph = jnp.array([[0, 3, FAR, 7], [8, 0, 2, FAR], [5, FAR, 0, 1], [2, FAR, FAR, 0]])
print(shortest_paths(graph))
print(shortest_paths.jaxpr)
print(shortest_paths(jnp.array([[0]])))
print(shortest_paths(jnp.array([[0, 9], [FAR, 0]])))
