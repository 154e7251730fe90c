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
    t1 = jnp.stack([x, x], axis=0)
    return t1


print('f0')
show(f0, make((2, 2), "f", 0), in_axes=(0,), out_axes=-3)

def f1(x):
    t1 = jnp.square(x)
    t2 = t1 * t1
    t3 = jnp.min(t2, axis=-1)
    return t3


print('f1')
show(f1, make((3, 4), "f", 0), in_axes=(1,), out_axes=-1)

def f2(x, y, z):
    t1 = jnp.max(y, axis=-1)
    return t1


print('f2')
show(f2, make((4,), "f", 0), make((4, 3), "i", 1), make((4, 2, 3), "i", 2), in_axes=(0, -2, 0), out_axes=0)

def f3(x, y):
    t1 = jnp.where(y, x, x)
    t2 = x[jnp.clip(VI, 0, 2)]
    t3 = x != t1
    t4 = t1.astype(int)
    t5 = t4 == t1
    t6 = t1 * x
    return t6


print('f3')
show(f3, make((2, 3), "f", 0), make((2,), "b", 1), in_axes=(-2, 0), out_axes=-1)

def f4(x, y):
    t1 = -y
    return t1


print('f4')
show(f4, make((3, 2, 4), "i", 0), make((2, 4), "f", 1), in_axes=(-1, -1), out_axes=1)

def f5(x, y):
    t1 = jnp.clip(x, -1.0, 1.5)
    t2 = jnp.clip(x, -1.0, 1.5)
    t3 = x - t2
    t4 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t2)
    t5 = jnp.expand_dims(t2, 0)
    return t5


print('f5')
show(f5, make((3, 3, 4), "f", 0), make((3, 2), "i", 1), in_axes=(0, 0), out_axes=-2)

def f6(x, y, z):
    t1 = jax.jit(lambda r: r * r - r)(y)
    t2 = jnp.matmul(VF, VF)
    return (t1, t2)


print('f6')
show(f6, make((2,), "f", 0), make((2,), "f", 1), make((2, 2, 3), "i", 2), in_axes=(0, 0, 0), out_axes=(0, -1))

def f7(x):
    t1 = x.astype(float)
    return t1


print('f7')
show(f7, make((4, 4, 3), "f", 0), in_axes=(-2,), out_axes=-1)

def f8(x):
    t1 = jnp.prod(VF, axis=-1)
    t2 = jax.jit(lambda r: r * r - r)(t1)
    t3 = jax.jit(lambda r: jnp.sin(r) + 1.0)(x)
    t4 = t2 * 2
    t5 = t1 != t2
    return t5


print('f8')
show(f8, make((2,), "f", 0), in_axes=(-1,), out_axes=0)

def f9(x):
    t1 = jnp.flip(x, axis=0)
    t2 = t1 + x
    return t2


print('f9')
show(f9, make((4, 3), "f", 0), in_axes=(-1,), out_axes=0)
