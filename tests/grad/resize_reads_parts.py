"""A growing array of which each trip reads a slice, single elements and a sum."""
import jax
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp

def sliced(x, k):
    @for_loop(0, k, 1, allow_array_resizing=True)
    def grow(i, a):
        return jnp.concatenate([a, jnp.sin(a[:2])])
    return jnp.sum(grow(x) ** 2)

def elements(x, k):
    @for_loop(0, k, 1, allow_array_resizing=True)
    def grow(i, a):
        return jnp.append(a, a[-1] * a[-2] + 0.5 * i)
    return jnp.sum(grow(x) ** 2)

def summed(x, k):
    @while_loop(lambda i, a: i < k, allow_array_resizing=True)
    def grow(i, a):
        return i + 1, jnp.append(a * 0.5, jnp.cos(jnp.sum(a)))
    return jnp.sum(grow(0, x)[1] ** 2)

def both(x, k):
    @for_loop(0, k, 1, allow_array_resizing=True)
    def grow(i, a):
        return jnp.concatenate([a * a, a[1] * a[:1]])
    return jnp.sum(grow(x))

@qjit(abstracted_axes=({0: "n"}, {}))
def slopes(x, k: int):
    return [jax.grad(f)(x, k) for f in (sliced, elements, summed, both)]

@qjit(abstracted_axes=({0: "n"}, {}))
def values(x, k: int):
    return [f(x, k) for f in (sliced, elements, summed, both)]

@qjit(abstracted_axes=({0: "n"}, {}))
def curvatures(x, k: int):
    return [jax.grad(lambda x: jnp.sum(jax.grad(f)(x, k)))(x) for f in (sliced, elements, summed, both)]

def differences(of, x, k):
    rows = []
    for i in range(3):
        e = jnp.zeros(3).at[i].set(1e-6)
        rows.append([(jnp.sum(u) - jnp.sum(v)) / 2e-6 for u, v in zip(of(x + e, k), of(x - e, k))])
    return [jnp.array(column) for column in zip(*rows)]

x = jnp.array([0.5, -0.25, 0.75])
for k in (0, 1, 2, 5):
    first, second = differences(values, x, k), differences(slopes, x, k)
    for d, c, by_values, by_slopes in zip(slopes(x, k), curvatures(x, k), first, second):
        print(k, jnp.round(d, 4), jnp.allclose(d, by_values, atol=1e-5), jnp.allclose(c, by_slopes, atol=1e-5))
