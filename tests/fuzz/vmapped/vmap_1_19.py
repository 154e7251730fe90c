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


def f0(x, y):
    t1 = jnp.argmin(x, axis=-2)
    t2 = MF @ VF
    return t2


print('f0')
show(f0, make((2, 3, 2), "i", 0), make((2,), "i", 1), in_axes=(0, -1), out_axes=1)

def f1(x):
    t1 = x.astype(int)
    t2 = jnp.expand_dims(x, 0)
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), MF[0] * 0.5, MF)[1]
    t4 = jnp.max(t1, axis=None, keepdims=True)
    return (t3, t4)


print('f1')
show(f1, make((3, 2), "b", 0), in_axes=(1,), out_axes=(2, 0))

def f2(x, y, z):
    t1 = jnp.minimum(x, -1.25)
    t2 = jnp.concatenate([y, y])
    t3 = jnp.cumprod(y, axis=1)
    t4 = t2 >= z
    return t4


print('f2')
show(f2, make((4,), "f", 0), make((3, 2, 4), "i", 1), make((), "f", 2), in_axes=(-1, -1, None), out_axes=0)

def f3(x, y, z):
    t1 = y + y
    t2 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(y)
    t3 = t2 * -1.25
    t4 = jnp.flip(t3, axis=0)
    return (t3, t4)


print('f3')
show(f3, make((4,), "b", 0), make((2, 4), "f", 1), make((3,), "f", 2), in_axes=(0, -1, None), out_axes=(-2, 0))

def f4(x):
    t1 = jnp.clip(x, -1.0, 1.5)
    t2 = jnp.broadcast_to(x, (3, 4))
    t3 = jnp.argsort(t2, axis=1)
    t4 = jax.jit(lambda r: r * r - r)(t1)
    t5 = t2 != t2
    return t5


print('f4')
show(f4, make((4, 2), "f", 0), in_axes=(-1,), out_axes=0)

def f5(x, y):
    t1 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(y)
    t2 = jnp.broadcast_to(y, (4, 4))
    t3 = t2[jnp.clip(VI, 0, 3)]
    return t3


print('f5')
show(f5, make((3, 2), "f", 0), make((2, 4), "f", 1), in_axes=(1, -2), out_axes=1)

def f6(x, y, z):
    t1 = jnp.stack([x, x], axis=1)
    t2 = jnp.clip(MF, -1.0, 1.5)
    return (t1, t2)


print('f6')
show(f6, make((4, 4), "i", 0), make((3,), "i", 1), make((4,), "i", 2), in_axes=(0, None, 0), out_axes=(0, -2))

def f7(x, y, z):
    t1 = z < y
    t2 = jnp.take(z, y, axis=0, mode='clip')
    t3 = jnp.argsort(z, axis=0)
    t4 = jnp.sort(t3, axis=0)
    return (t3, t4)


print('f7')
show(f7, make((4,), "f", 0), make((4,), "i", 1), make((4, 3), "f", 2), in_axes=(0, 0, 0), out_axes=(0, 0))

def f8(x, y, z):
    t1 = z - z
    t2 = jnp.argsort(z, axis=1)
    t3 = jnp.max(t1, axis=-2)
    t4 = jnp.argsort(t1, axis=0)
    t5 = jnp.square(MF)
    return (t4, t5)


print('f8')
show(f8, make((4, 3), "i", 0), make((), "i", 1), make((3, 4, 4), "i", 2), in_axes=(-1, None, 0), out_axes=(-2, -2))

def f9(x):
    t1 = lax.cummin(VI, axis=0)
    t2 = jnp.pad(VI, ((1, 0),))
    return t2


print('f9')
show(f9, make((3,), "f", 0), in_axes=(0,), out_axes=-2)
