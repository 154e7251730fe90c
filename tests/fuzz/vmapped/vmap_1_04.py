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
    t1 = x - x
    t2 = jnp.broadcast_to(VI, (2, 3))
    t3 = VF.at[1:].set(1.5)
    return t3


print('f0')
show(f0, make((2, 3, 2), "f", 0), in_axes=(0,), out_axes=0)

def f1(x):
    t1 = jnp.concatenate([x, x])
    t2 = jnp.abs(MF)
    t3 = jnp.max(x, axis=0, keepdims=True)
    t4 = t2.astype(float)
    return t4


print('f1')
show(f1, make((2, 3), "i", 0), in_axes=(0,), out_axes=-2)

def f2(x, y):
    t1 = y * x
    t2 = jax.vmap(lambda r: r * x)(VF)
    return t2


print('f2')
show(f2, make((2,), "f", 0), make((2, 2), "i", 1), in_axes=(0, -2), out_axes=-1)

def f3(x, y):
    t1 = jnp.floor(x)
    t2 = t1 < x
    t3 = jnp.sign(x)
    return t3


print('f3')
show(f3, make((3,), "f", 0), make((3,), "b", 1), in_axes=(0, -1), out_axes=0)

def f4(x, y):
    t1 = y + y
    t2 = jnp.clip(y, -1.0, 1.5)
    return t2


print('f4')
show(f4, make((4, 4), "i", 0), make((4, 3), "f", 1), in_axes=(0, -2), out_axes=0)

def f5(x):
    t1 = jnp.tanh(VF)
    t2 = x.at[2].add(1)
    t3 = x >= t2
    return t3


print('f5')
show(f5, make((2, 4), "i", 0), in_axes=(0,), out_axes=1)

def f6(x, y):
    t1 = jnp.min(x, axis=-2)
    t2 = jnp.any(y, axis=None, keepdims=True)
    t3 = jnp.cumsum(x, axis=0)
    t4 = t1 ** 2
    t5 = lax.scan(lambda c, r: (c + r, c * 2.0), x[0] * 0.5, x)[1]
    return t5


print('f6')
show(f6, make((4, 2, 4), "f", 0), make((4, 3), "b", 1), in_axes=(2, 0), out_axes=-2)

def f7(x, y):
    t1 = jnp.stack([x, x], axis=0)
    t2 = jnp.argmax(t1, axis=None)
    t3 = jnp.stack([VI, VI], axis=0)
    return t3


print('f7')
show(f7, make((2, 2), "f", 0), make((2,), "f", 1), in_axes=(-1, 0), out_axes=-1)

def f8(x, y, z):
    t1 = VI != z
    t2 = lax.select(x, z, VF)
    t3 = jnp.max(z, axis=None, keepdims=True)
    return t3


print('f8')
show(f8, make((2,), "b", 0), make((2, 3, 2), "i", 1), make((2, 3), "f", 2), in_axes=(0, 2, -2), out_axes=1)

def f9(x, y):
    t1 = y.astype(int)
    t2 = lax.clamp(x, x, x + 2.0)
    t3 = lax.cumsum(t1, axis=0, reverse=True)
    return t3


print('f9')
show(f9, make((3,), "f", 0), make((4,), "i", 1), in_axes=(0, None), out_axes=0)
