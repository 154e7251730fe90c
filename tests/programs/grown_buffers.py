"""Arrays that grow where others still see the same elements, and parts of them that are joined."""
from catalyst import qjit, for_loop
from jax import numpy as jnp

@qjit
def twice(n: int):
    x = jnp.arange(n) * 1.5
    a = jnp.concatenate([x, -x])
    b = jnp.concatenate([x, x + 10.0])
    return a, b, x

@qjit
def again(n: int):
    x = jnp.arange(n) * 1.5
    a = jnp.concatenate([x, x[:1]])
    b = jnp.concatenate([a, a[:2]])
    c = jnp.concatenate([a, a[1:]])
    return a[:3], b, c

@qjit(abstracted_axes={0: "n"})
def parts(x):
    x = x * 2.0
    a = jnp.concatenate([x[:1], x])
    b = jnp.concatenate([x[:2], x[1:]])
    return a, b, jnp.concatenate([x[:2], x[2:]])

@qjit(abstracted_axes=({0: "n"}, {}))
def loops(x, k: int):
    @for_loop(0, k, 1, allow_array_resizing=True)
    def grow(i, a, b):
        y = jnp.concatenate([a, jnp.sin(a[:1])])
        return jnp.concatenate([y[:2], y]), a

    @for_loop(0, k, 1, allow_array_resizing=True)
    def shrink(i, a):
        b = a[: a.shape[0] - 1]
        return b.at[0].add(a[-1])

    a, b = grow(x, x)
    return a, b, shrink(a), a

for n in (1, 3):
    print(twice(n), again(n + 1), sep="\n")
x = jnp.array([0.5, 1.5, 2.5])
print(parts(x), x)
for k in (0, 1, 3):
    print(*loops(x, k), sep="\n")
