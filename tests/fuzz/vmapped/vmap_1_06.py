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
    t1 = y * y
    t2 = jnp.concatenate([VF, VF])
    t3 = z + y
    return (t2, t3)


print('f0')
show(f0, make((3,), "f", 0), make((3, 3), "i", 1), make((3, 3, 3), "f", 2), in_axes=(0, 0, -3), out_axes=(0, 2))

def f1(x):
    t1 = x == x
    t2 = jnp.argsort(VI, axis=0)
    t3 = jnp.clip(x, -1.0, 1.5)
    t4 = jnp.maximum(t2, t2)
    t5 = jnp.maximum(t2, t2)
    t6 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t3)
    return t6


print('f1')
show(f1, make((3, 2, 2), "f", 0), in_axes=(0,), out_axes=0)

def f2(x, y):
    t1 = jnp.argsort(y, axis=0)
    t2 = jnp.exp(-jnp.abs(y))
    t3 = jnp.sort(MF, axis=0)
    t4 = jnp.concatenate([y, t3])
    t5 = jnp.expand_dims(t1, 2)
    t6 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(y)
    return t6


print('f2')
show(f2, make((4,), "b", 0), make((4, 4, 3), "f", 1), in_axes=(0, 0), out_axes=0)

def f3(x, y):
    t1 = jnp.dot(MF, VF)
    t2 = jnp.expand_dims(y, 0)
    t3 = jnp.concatenate([t2, t2])
    t4 = jnp.cumprod(t3, axis=0)
    t5 = -t1
    return t5


print('f3')
show(f3, make((2,), "f", 0), make((2,), "i", 1), in_axes=(0, 0), out_axes=1)

def f4(x):
    t1 = x.T
    t2 = jnp.concatenate([t1, x])
    t3 = jnp.sin(VF)
    return t3


print('f4')
show(f4, make((3, 2, 2), "i", 0), in_axes=(-3,), out_axes=0)

def f5(x, y):
    t1 = y.T
    t2 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(y)
    t3 = jnp.tanh(t2)
    t4 = jnp.mean(y, axis=1)
    t5 = jnp.clip(y, -1.0, 1.5)
    return t5


print('f5')
show(f5, make((2, 2), "i", 0), make((4, 4, 2), "f", 1), in_axes=(1, 2), out_axes=0)

def f6(x, y, z):
    t1 = jnp.min(y, axis=0)
    t2 = jnp.min(x, axis=-1)
    t3 = lax.cummax(x, axis=0, reverse=True)
    t4 = z - t1
    t5 = jnp.concatenate([y, y])
    t6 = jnp.sum(y, axis=-1)
    return t6


print('f6')
show(f6, make((3, 2), "f", 0), make((2, 3), "f", 1), make((3,), "f", 2), in_axes=(0, 1, 0), out_axes=-1)

def f7(x, y):
    t1 = y < x
    t2 = jnp.argsort(x, axis=0)
    return (t1, t2)


print('f7')
show(f7, make((4, 4), "i", 0), make((4,), "i", 1), in_axes=(-1, None), out_axes=(-2, -2))

def f8(x, y):
    t1 = jax.jit(lambda r: r * r - r)(x)
    t2 = jnp.maximum(t1, x)
    t3 = jnp.flip(y, axis=0)
    t4 = jnp.where(t3, t2, x)
    t5 = jnp.where(t3, t1, t2)
    t6 = t5[::2]
    t7 = jnp.min(t5, axis=-1)
    return (t6, t7)


print('f8')
show(f8, make((2,), "f", 0), make((3, 2), "b", 1), in_axes=(0, 1), out_axes=(1, 0))

def f9(x, y):
    t1 = lax.cumsum(x, axis=0, reverse=True)
    t2 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, y)
    t3 = jnp.clip(MF, -1.0, 1.5)
    t4 = t2 - 2
    return t4


print('f9')
show(f9, make((3, 2, 3), "i", 0), make((3,), "f", 1), in_axes=(0, 0), out_axes=0)
