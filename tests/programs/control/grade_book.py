"""A classification with many branches inside a loop, over results that are kept per class."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp

LIMITS = {"A": 90, "B": 75, "C": 60, "D": 45}


@qjit(abstracted_axes={0: "students"})
def grades(points):
    n = points.shape[0]

    @for_loop(0, n, 1)
    def each(i, letters, counts):
        p = points[i]

        @cond(p >= LIMITS["A"])
        def letter():
            return 0

        def constant(k):
            return lambda: k

        for k, (name, limit) in enumerate(list(LIMITS.items())[1:], start=1):
            letter.else_if(p >= limit)(constant(k))

        @letter.otherwise
        def letter():
            return 4

        which = letter()
        return letters.at[i].set(which), counts.at[which].add(1)

    return each(jnp.zeros([n], dtype=int), jnp.zeros(5, dtype=int))


letters, counts = grades(jnp.array([91, 60, 44, 75, 59, 100, 89]))
print("".join("ABCDF"[int(k)] for k in letters), counts)
