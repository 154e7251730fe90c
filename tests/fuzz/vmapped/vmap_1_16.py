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
    t1 = jnp.mean(x, axis=None)
    t2 = x.astype(float)
    t3 = t1.astype(float)
    t4 = VI.at[2].add(1)
    t5 = jnp.cumprod(x, axis=1)
    t6 = lax.cummax(t2, axis=0)
    return t6


print('f0')
show(f0, make((3, 4, 4), "f", 0), in_axes=(1,), out_axes=0)

def f1(x, y):
    t1 = jnp.cumprod(y, axis=0)
    t2 = t1[::2]
    t3 = jnp.argsort(t1, axis=0)
    return (t2, t3)


print('f1')
show(f1, make((4, 2), "i", 0), make((4, 2), "i", 1), in_axes=(0, 0), out_axes=(0, 0))

def f2(x, y):
    t1 = jnp.broadcast_to(VI, (3, 3))
    t2 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(MF, VF)
    t3 = t2.astype(float)
    return t3


print('f2')
show(f2, make((2,), "i", 0), make((3,), "i", 1), in_axes=(None, 0), out_axes=0)

def f3(x, y):
    t1 = lax.clamp(y, y, y + 2.0)
    return t1


print('f3')
show(f3, make((2, 3, 3), "b", 0), make((2,), "f", 1), in_axes=(0, 0), out_axes=-1)

def f4(x):
    t1 = VI.at[x].set(x)
    t2 = jnp.clip(MF, -1.0, 1.5)
    t3 = t2 < t2
    t4 = lax.scan(lambda c, r: (c + r, c * 2.0), t2[0] * 0.5, t2)[1]
    return t4


print('f4')
show(f4, make((2,), "i", 0), in_axes=(0,), out_axes=-3)

def f5(x):
    t1 = jnp.argsort(x, axis=0)
    t2 = jnp.dot(x, x)
    t3 = jnp.expand_dims(MF, 2)
    t4 = t2.astype(int)
    return (t3, t4)


print('f5')
show(f5, make((4, 3), "f", 0), in_axes=(0,), out_axes=(2, 0))

def f6(x, y):
    t1 = jnp.max(MF, axis=0, keepdims=True)
    t2 = t1 + VF
    t3 = jnp.minimum(y, y)
    return (t2, t3)


print('f6')
show(f6, make((2, 3), "i", 0), make((3, 4), "i", 1), in_axes=(1, 0), out_axes=(0, 0))

def f7(x, y, z):
    t1 = jax.vmap(lambda r: r * VF)(x)
    t2 = jnp.pad(z, ((1, 0),))
    t3 = y * 0.5
    t4 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t2)
    t5 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t1)
    return t5


print('f7')
show(f7, make((2, 4, 3), "f", 0), make((2, 2), "f", 1), make((2, 2), "f", 2), in_axes=(0, 1, 0), out_axes=0)

def f8(x):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = jnp.argsort(x, axis=0)
    return t2


print('f8')
show(f8, make((4, 2), "i", 0), in_axes=(0,), out_axes=0)

def f9(x):
    t1 = jnp.maximum(MF, x)
    t2 = jnp.maximum(x, t1)
    t3 = t1 + 0.5
    return t3


print('f9')
show(f9, make((3,), "i", 0), in_axes=(0,), out_axes=1)
