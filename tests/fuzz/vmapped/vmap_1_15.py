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
    t1 = jnp.tanh(MF)
    t2 = t1 - t1
    t3 = jnp.where(x, VI, VI)
    t4 = t2.astype(float)
    t5 = t1 != t4
    t6 = jnp.prod(t3, axis=0, keepdims=True)
    t7 = jnp.where(t5, t4, t1)
    return t7


print('f0')
show(f0, make((3, 3), "b", 0), in_axes=(1,), out_axes=2)

def f1(x):
    t1 = x.astype(int)
    t2 = jax.jit(lambda r: jnp.sin(r) + 1.0)(VF)
    t3 = lax.cummin(x, axis=0)
    t4 = t2 + VI
    t5 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t2)
    t6 = jnp.sign(t4)
    return t6


print('f1')
show(f1, make((4, 2), "i", 0), in_axes=(-1,), out_axes=-2)

def f2(x):
    t1 = VI.at[1:].set(1)
    t2 = jnp.clip(x, -1.0, 1.5)
    t3 = jax.jit(lambda r: r * r - r)(x)
    t4 = x[:, 0]
    t5 = t1 < t1
    t6 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(t2, VF)
    return (t5, t6)


print('f2')
show(f2, make((3, 4, 3), "f", 0), in_axes=(0,), out_axes=(0, -1))

def f3(x, y):
    t1 = jax.vmap(lambda r: r * y)(x)
    return t1


print('f3')
show(f3, make((4, 2), "f", 0), make((2,), "f", 1), in_axes=(1, 0), out_axes=0)

def f4(x, y):
    t1 = jnp.prod(y, axis=None)
    t2 = t1 != t1
    t3 = y[jnp.clip(VI, 0, 2)]
    t4 = lax.select(t2, t1, x)
    return (t3, t4)


print('f4')
show(f4, make((3,), "f", 0), make((3, 2, 3), "f", 1), in_axes=(0, 2), out_axes=(-1, -1))

def f5(x):
    t1 = x.at[1:].set(1)
    t2 = jnp.dot(MF, VF)
    t3 = jnp.minimum(t2, t2)
    t4 = t2.astype(int)
    return t4


print('f5')
show(f5, make((3, 4), "i", 0), in_axes=(0,), out_axes=0)

def f6(x, y):
    t1 = lax.scan(lambda c, r: (c + r, c * 2.0), y[0] * 0.5, y)[1]
    t2 = jax.jit(lambda r: r * r - r)(y)
    t3 = jnp.minimum(x, x)
    t4 = jnp.abs(y)
    t5 = jnp.minimum(t4, -1.25)
    return t5


print('f6')
show(f6, make((2, 2, 4), "i", 0), make((4, 4), "f", 1), in_axes=(2, 0), out_axes=0)

def f7(x, y, z):
    t1 = jnp.square(y)
    t2 = lax.clamp(z, z, z + 2.0)
    return (t1, t2)


print('f7')
show(f7, make((2,), "i", 0), make((2,), "f", 1), make((2,), "f", 2), in_axes=(0, 0, -1), out_axes=(0, 0))

def f8(x):
    t1 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(x)
    t2 = jnp.stack([MF, MF], axis=0)
    t3 = jnp.minimum(t2, 2)
    t4 = jnp.mean(t2, axis=-2)
    t5 = t4 + t1
    t6 = t2[::2]
    t7 = jax.jit(lambda r: r * r - r)(t4)
    return t7


print('f8')
show(f8, make((2,), "f", 0), in_axes=(-1,), out_axes=0)

def f9(x):
    t1 = jnp.max(VI, axis=0)
    t2 = jnp.abs(x)
    t3 = jnp.expand_dims(VF, 1)
    return (t2, t3)


print('f9')
show(f9, make((3,), "f", 0), in_axes=(0,), out_axes=(0, 0))
