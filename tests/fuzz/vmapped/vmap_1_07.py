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
    t1 = jax.jit(lambda r: r * r - r)(MF)
    t2 = z != z
    t3 = y.astype(int)
    return (t2, t3)


print('f0')
show(f0, make((2, 4), "i", 0), make((2, 2), "i", 1), make((2, 4), "i", 2), in_axes=(0, 1, 0), out_axes=(-2, 1))

def f1(x, y, z):
    t1 = jnp.argmax(x, axis=0)
    t2 = VI[t1]
    t3 = jnp.sum(x, axis=None)
    t4 = jnp.sort(x, axis=0)
    return t4


print('f1')
show(f1, make((2, 3), "f", 0), make((2,), "f", 1), make((2,), "f", 2), in_axes=(-2, 0, 0), out_axes=0)

def f2(x):
    t1 = VI * VI
    t2 = jnp.concatenate([x, x])
    return t2


print('f2')
show(f2, make((2, 4), "f", 0), in_axes=(0,), out_axes=0)

def f3(x, y):
    t1 = jnp.cumprod(VF, axis=0)
    t2 = x.astype(float)
    t3 = lax.cummin(VF, axis=0)
    return (t2, t3)


print('f3')
show(f3, make((3,), "i", 0), make((3, 2, 2), "b", 1), in_axes=(0, -3), out_axes=(0, 0))

def f4(x):
    t1 = x + x
    t2 = jnp.max(t1, axis=-1)
    t3 = jnp.sum(t2, axis=-1, keepdims=True)
    t4 = VF @ VF
    return t4


print('f4')
show(f4, make((3, 3, 2), "i", 0), in_axes=(0,), out_axes=0)

def f5(x, y):
    t1 = jax.jit(lambda r: jnp.sin(r) + 1.0)(x)
    t2 = VF[0:2]
    return (t1, t2)


print('f5')
show(f5, make((4, 3), "f", 0), make((3, 3, 2), "f", 1), in_axes=(1, 1), out_axes=(0, -2))

def f6(x):
    t1 = jnp.cumprod(VF, axis=0)
    t2 = jnp.min(t1, axis=None, keepdims=True)
    return t2


print('f6')
show(f6, make((2,), "f", 0), in_axes=(0,), out_axes=0)

def f7(x, y, z):
    t1 = jnp.square(x)
    t2 = jnp.concatenate([z, t1])
    return t2


print('f7')
show(f7, make((4, 3), "f", 0), make((4,), "f", 1), make((2, 4), "f", 2), in_axes=(0, -1, 1), out_axes=0)

def f8(x, y, z):
    t1 = jax.jit(lambda r: jnp.sin(r) + 1.0)(z)
    t2 = jnp.sum(x, axis=None, keepdims=True)
    t3 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t1, t1)
    t4 = jnp.concatenate([t2, x])
    t5 = t1 < t3
    t6 = lax.dynamic_update_slice(t4, jnp.ones(1, t4.dtype), (y,))
    return t6


print('f8')
show(f8, make((2, 2), "f", 0), make((2,), "i", 1), make((2,), "f", 2), in_axes=(0, 0, -1), out_axes=0)

def f9(x, y, z):
    t1 = jnp.prod(x, axis=-1)
    return t1


print('f9')
show(f9, make((2, 4), "f", 0), make((2, 3), "f", 1), make((2,), "f", 2), in_axes=(0, 0, 0), out_axes=-1)
