import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

VF = jnp.array([0.5, -1.5, 2.0])
VI = jnp.array([2, 0, 1])
MF = jnp.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])


def make(shape, kind, k):
    n = np.arange(int(np.prod(shape)))
    if kind == "i":
        return jnp.array((n * 7 + k) % 5 - 1).reshape(shape)
    if kind == "b":
        return jnp.array((n * 5 + k) % 3 == 0).reshape(shape)
    return jnp.array(((n * 11 + 3 * k) % 13) / 4.0 - 1.0).reshape(shape)


def near(x):
    return x if x.dtype != jnp.float64 else jnp.round(x, 5) + 0.0


def show(f, *args, **axes):
    print(jax.make_jaxpr(jax.vmap(f, **axes))(*args))
    results = jax.tree_util.tree_leaves(jax.vmap(f, **axes)(*args))
    for r in results:
        print(r.dtype, r.shape, near(r).tolist())
    compiled = jax.tree_util.tree_leaves(jax.jit(jax.vmap(f, **axes))(*args))
    print(all(bool(jnp.allclose(a, b)) for a, b in zip(results, compiled)))


def f0(x):
    t1 = x.astype(int)
    t2 = t1 != x
    return t2


print('f0')
show(f0, make((3, 3, 2), "f", 0), in_axes=(1,), out_axes=-3)

def f1(x, y, z):
    t1 = jnp.take(z, x, axis=0, mode='clip')
    t2 = lax.fori_loop(0, x % 4, lambda i, c: c + 1.0, y)
    return t2


print('f1')
show(f1, make((2,), "i", 0), make((2,), "f", 1), make((4, 4, 2), "i", 2), in_axes=(0, 0, -1), out_axes=0)

def f2(x):
    t1 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(VF)
    t2 = jnp.dot(t1, t1)
    t3 = lax.clamp(t2, VF, t2 + 2.0)
    t4 = jnp.argsort(VI, axis=0)
    return t4


print('f2')
show(f2, make((2, 2, 3), "b", 0), in_axes=(-2,), out_axes=-2)

def f3(x, y):
    t1 = lax.switch(x, [lambda r: r, lambda r: -r, lambda r: r * r], y)
    t2 = y[x]
    t3 = t1 * t2
    t4 = y + y
    t5 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t3)
    return (t4, t5)


print('f3')
show(f3, make((2,), "i", 0), make((2, 4), "f", 1), in_axes=(0, 0), out_axes=(-2, 1))

def f4(x, y):
    t1 = x.astype(float)
    t2 = x == VI
    t3 = lax.cummin(x, axis=0, reverse=True)
    return (t2, t3)


print('f4')
show(f4, make((4, 3), "i", 0), make((4, 4, 2), "b", 1), in_axes=(0, 0), out_axes=(0, 0))

def f5(x, y):
    t1 = y.at[2].add(1)
    t2 = MF[::2]
    return t2


print('f5')
show(f5, make((4,), "f", 0), make((4, 4), "i", 1), in_axes=(0, 0), out_axes=0)

def f6(x):
    t1 = x.astype(int)
    t2 = t1 != t1
    t3 = t1 < t1
    t4 = jnp.stack([t1, t1], axis=1)
    return (t3, t4)


print('f6')
show(f6, make((3, 4), "f", 0), in_axes=(-1,), out_axes=(-2, -3))

def f7(x, y):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = jax.jit(lambda r: r * r - r)(t1)
    return t2


print('f7')
show(f7, make((4, 4), "f", 0), make((4, 4), "f", 1), in_axes=(0, 0), out_axes=1)

def f8(x, y):
    t1 = y.astype(float)
    t2 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(MF, VF)
    t3 = jnp.clip(y, -1.0, 1.5)
    t4 = jnp.sum(t3, axis=0)
    return (t3, t4)


print('f8')
show(f8, make((4, 4), "f", 0), make((4, 4), "f", 1), in_axes=(0, 0), out_axes=(0, 0))

def f9(x, y, z):
    t1 = jnp.dot(y, VF)
    t2 = jnp.sum(y, axis=-1)
    t3 = t2.astype(int)
    return t3


print('f9')
show(f9, make((3,), "i", 0), make((4, 3, 3), "f", 1), make((3, 2, 3), "i", 2), in_axes=(0, -1, 2), out_axes=0)
