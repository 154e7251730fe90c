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


def f0(x, y, z):
    t1 = jax.vmap(lambda r: r * VF)(MF)
    t2 = x.astype(float)
    t3 = t2[-1]
    return (t2, t3)


print('f0')
show(f0, make((2, 4), "i", 0), make((4, 3), "i", 1), make((3, 4), "i", 2), in_axes=(-1, 0, -1), out_axes=(0, 0))

def f1(x, y):
    t1 = lax.scan(lambda c, r: (c + r, c * 2.0), MF[0] * 0.5, MF)[1]
    t2 = VI.at[y].set(y)
    t3 = jnp.where(x, t2, y)
    t4 = jnp.where(x, t3, t3)
    return (t3, t4)


print('f1')
show(f1, make((2,), "b", 0), make((2,), "i", 1), in_axes=(-1, 0), out_axes=(0, 0))

def f2(x, y):
    t1 = y == y
    t2 = jnp.cumsum(x, axis=0)
    return (t1, t2)


print('f2')
show(f2, make((2, 4, 4), "f", 0), make((4, 2), "f", 1), in_axes=(-1, 0), out_axes=(0, -3))

def f3(x, y, z):
    t1 = jnp.stack([z, z], axis=2)
    t2 = y.astype(int)
    t3 = t1 - x
    return (t2, t3)


print('f3')
show(f3, make((2, 2), "i", 0), make((2, 2), "i", 1), make((2, 2), "i", 2), in_axes=(1, 1, None), out_axes=(0, -1))

def f4(x):
    t1 = lax.switch(x, [lambda r: r, lambda r: -r, lambda r: r * r], VF)
    t2 = jnp.maximum(x, x)
    t3 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t1)
    t4 = t1[t2]
    t5 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t1)
    t6 = t5.at[x].add(t4)
    return t6


print('f4')
show(f4, make((3,), "i", 0), in_axes=(-1,), out_axes=-1)

def f5(x, y):
    t1 = VF * VI
    return t1


print('f5')
show(f5, make((4, 3, 4), "i", 0), make((4, 3, 2), "f", 1), in_axes=(0, -3), out_axes=0)

def f6(x, y):
    t1 = jax.vmap(lambda r: r * VF)(MF)
    t2 = lax.map(lambda r: r * y, MF)
    t3 = jnp.where(x, y, y)
    t4 = lax.cummax(t2, axis=1, reverse=True)
    t5 = jnp.prod(t2, axis=1)
    return (t4, t5)


print('f6')
show(f6, make((4,), "b", 0), make((4,), "f", 1), in_axes=(-1, 0), out_axes=(-3, 0))

def f7(x, y):
    t1 = lax.cummax(x, axis=0, reverse=True)
    t2 = jnp.sum(x, axis=None)
    t3 = jnp.argmax(y, axis=0)
    t4 = jnp.stack([x, x], axis=1)
    t5 = t4[:, 1]
    t6 = t5 >= t1
    t7 = jnp.clip(y, -1.0, 1.5)
    return t7


print('f7')
show(f7, make((4, 3), "i", 0), make((3, 3, 4), "f", 1), in_axes=(1, 0), out_axes=-3)

def f8(x, y, z):
    t1 = jnp.maximum(y, -1)
    t2 = jax.jit(lambda r: jnp.sin(r) + 1.0)(MF)
    t3 = jnp.clip(z, -1.0, 1.5)
    t4 = t3[::2]
    t5 = jnp.any(x, axis=0, keepdims=True)
    t6 = jax.jit(lambda r: jnp.sin(r) + 1.0)(z)
    t7 = jnp.cumprod(t3, axis=1)
    return t7


print('f8')
show(f8, make((3, 3), "b", 0), make((3, 3), "i", 1), make((4, 2, 3), "f", 2), in_axes=(0, -1, 2), out_axes=0)

def f9(x, y, z):
    t1 = VF[::2]
    t2 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(y)
    t3 = jnp.clip(VF, -1.0, 1.5)
    return t3


print('f9')
show(f9, make((3, 2), "b", 0), make((2, 3), "f", 1), make((3,), "f", 2), in_axes=(0, 1, -1), out_axes=0)
