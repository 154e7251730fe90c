# Appending in loops: the old array dies, is read by what is appended, lives on, or is captured.
from jax import numpy as jnp
from catalyst import qjit, for_loop, cond


@qjit
def appends(n: int, m: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, jnp.ones([1]) * i, a[:1], a[-1:] + 1.0])

    return loop(jnp.zeros([m]))


@qjit
def keeps(n: int):
    a = jnp.ones([n]) * 3.0
    b = jnp.concatenate([a, jnp.zeros([2])])
    c = jnp.concatenate([b, b * 2.0])
    d = jnp.concatenate([b, a])
    return a, b, c, d


@qjit
def rows(n: int, m: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, a[:1] + i], axis=0)

    x = loop(jnp.ones([m, 3]))
    return x, jnp.concatenate([x, x], axis=1).shape[1]


@qjit
def branches(n: int):
    a = jnp.ones([n])

    @cond(n > 2)
    def longer():
        return jnp.concatenate([a, jnp.zeros([1])])

    @longer.otherwise
    def longer():
        return jnp.concatenate([a * 2.0, a[:1]])

    return longer(), a


@qjit
def sums(n: int, m: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, jnp.ones([100])])

    return jnp.sum(loop(jnp.zeros([m])))


for n in (0, 1, 3):
    print(appends(n, 2))
for x in keeps(2):
    print(x)
print(rows(3, 1))
for n in (2, 3):
    print(branches(n))
print(sums(500, 0))
