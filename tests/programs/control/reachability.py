"""Which vertices a search reaches: the frontier grows until nothing is new."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "n"}, {}))
def reachable(edges, start):
    n = edges.shape[0]
    seen = jnp.zeros([n], dtype=bool).at[start].set(True)

    @while_loop(lambda seen, grew, rounds: grew)
    def spread(seen, grew, rounds):
        nxt = seen | jnp.any(edges & seen[:, None], axis=0)
        return nxt, jnp.any(nxt != seen), rounds + 1

    seen, _, rounds = spread(seen, True, 0)
    return seen, rounds


def graph(n, *pairs):
    m = [[False] * n for _ in range(n)]
    for a, b in pairs:
        m[a][b] = True
    return jnp.array(m)


g = graph(6, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5))
for start in range(6):
    seen, rounds = reachable(g, start)
    print(start, [i for i, s in enumerate(seen) if s], int(rounds))
print(reachable(graph(3, (0, 1)), 2)[0])
