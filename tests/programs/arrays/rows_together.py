# Reductions along the first axis, of fewer and more rows than are added together, and what is computed
# of the rows on the way.
from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit(abstracted_axes={0: "n", 1: "m"})
def plain(x):
    return jnp.sum(x, axis=0), jnp.prod(x, axis=0), jnp.max(x, axis=0), jnp.min(x, axis=0)


@qjit(abstracted_axes={0: "n", 1: "m"})
def computed(x):
    y = x * 0.5 - 1.0
    s = jnp.sum(y * y, axis=0)
    return s, jnp.sum(x - s, axis=0), jnp.sum(x[::-1] * y, axis=0), jnp.sum(x[:, ::-1], axis=0)


@qjit(abstracted_axes={0: "n", 1: "m"})
def integers(x):
    return jnp.sum(x, axis=0), jnp.any(x > 7, axis=0), jnp.all(x < 11, axis=0)


@qjit(abstracted_axes={0: "n", 1: "m"})
def repeated(x):
    @for_loop(0, 3, 1)
    def loop(i, a):
        return jnp.sum(x * a, axis=0) * 0.125 + i

    return loop(jnp.ones([x.shape[1]]))


@qjit(abstracted_axes={0: "n", 1: "m"})
def by_a_vector(x):
    return jnp.matmul(jnp.ones([x.shape[0]]) * 0.75, x), jnp.einsum("ij,ij->j", x, x)


def show(r):
    for x in r if isinstance(r, tuple) else (r,):
        print(x.shape, x[0].tolist(), x[-1].tolist(), jnp.max(x).tolist())


for n in (1, 3, 4, 5, 8, 11):
    for m in (1, 3, 16, 301):
        x = (jnp.arange(n * m) % 13).reshape((n, m))
        show(integers(x))
        for f in (plain, computed, repeated, by_a_vector):
            show(f(x * 0.1))
