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
    t1 = jnp.dot(x, x)
    t2 = jax.vmap(lambda r: r * t1)(x)
    return t2


print('f0')
show(f0, make((2, 4), "f", 0), in_axes=(-2,), out_axes=-2)

def f1(x, y):
    t1 = jnp.argsort(x, axis=0)
    t2 = t1 != t1
    t3 = t1 == x
    t4 = jnp.maximum(x, t1)
    return t4


print('f1')
show(f1, make((4, 4), "i", 0), make((4,), "b", 1), in_axes=(1, 0), out_axes=0)

def f2(x, y, z):
    t1 = x < x
    t2 = t1.astype(float)
    t3 = t2.astype(float)
    t4 = VF[-2]
    return t4


print('f2')
show(f2, make((2,), "f", 0), make((2, 3), "b", 1), make((2, 2), "b", 2), in_axes=(0, 0, -1), out_axes=0)

def f3(x, y):
    t1 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + x, x)
    t2 = lax.clamp(y, x, y + 2.0)
    return t2


print('f3')
show(f3, make((2, 4), "f", 0), make((2,), "f", 1), in_axes=(0, 0), out_axes=0)

def f4(x):
    t1 = jnp.stack([x, x], axis=0)
    return t1


print('f4')
show(f4, make((3, 4), "f", 0), in_axes=(-2,), out_axes=0)

def f5(x, y):
    t1 = y.reshape(-1)
    t2 = jnp.argsort(y, axis=0)
    t3 = y[jnp.clip(t2, 0, 3)]
    return t3


print('f5')
show(f5, make((3, 3, 3), "b", 0), make((4,), "f", 1), in_axes=(-3, None), out_axes=-1)

def f6(x, y):
    t1 = lax.scan(lambda c, r: (c + r, c * 2.0), x[0] * 0.5, x)[1]
    t2 = jnp.exp(-jnp.abs(MF))
    t3 = jnp.square(y)
    t4 = jax.jit(lambda r: r * r - r)(y)
    t5 = jnp.dot(x, t1)
    return t5


print('f6')
show(f6, make((3, 3), "f", 0), make((3,), "f", 1), in_axes=(1, 0), out_axes=0)

def f7(x):
    t1 = jnp.maximum(x, x)
    t2 = jnp.concatenate([VF, VF])
    return (t1, t2)


print('f7')
show(f7, make((2,), "i", 0), in_axes=(0,), out_axes=(0, 1))

def f8(x, y, z):
    t1 = y.astype(int)
    t2 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + x, x)
    t3 = lax.clamp(x, t2, x + 2.0)
    t4 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t3)
    t5 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t3)
    t6 = jnp.min(VF, axis=None)
    return t6


print('f8')
show(f8, make((4,), "f", 0), make((4, 4), "f", 1), make((4, 2, 3), "b", 2), in_axes=(0, 0, 0), out_axes=0)

def f9(x):
    t1 = jnp.flip(x, axis=0)
    return t1


print('f9')
show(f9, make((2, 3), "f", 0), in_axes=(-2,), out_axes=0)
