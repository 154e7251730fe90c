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
    t1 = jnp.square(z)
    return t1


print('f0')
show(f0, make((2, 4, 3), "i", 0), make((3,), "b", 1), make((3,), "f", 2), in_axes=(2, -1, -1), out_axes=0)

def f1(x, y):
    t1 = jnp.minimum(y, 0.5)
    t2 = y < t1
    t3 = jnp.abs(y)
    t4 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t1)
    t5 = lax.cumsum(t4, axis=0)
    return t5


print('f1')
show(f1, make((3, 3, 2), "b", 0), make((3, 4), "f", 1), in_axes=(0, 0), out_axes=-1)

def f2(x):
    t1 = VF < VF
    return t1


print('f2')
show(f2, make((3, 2), "b", 0), in_axes=(-2,), out_axes=-1)

def f3(x, y):
    t1 = jnp.stack([x, y], axis=0)
    t2 = y @ x
    t3 = t2 >= y
    t4 = y.astype(int)
    return (t3, t4)


print('f3')
show(f3, make((3, 2), "f", 0), make((3, 2), "f", 1), in_axes=(0, 0), out_axes=(0, 0))

def f4(x, y, z):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = jnp.clip(z, -1.0, 1.5)
    t3 = jax.jit(lambda r: r * r - r)(t1)
    t4 = t1 - 2
    t5 = jnp.argmax(t2, axis=0)
    return t5


print('f4')
show(f4, make((4,), "i", 0), make((4, 4), "f", 1), make((4, 3, 3), "f", 2), in_axes=(-1, 0, 0), out_axes=0)

def f5(x, y, z):
    t1 = jnp.argsort(VI, axis=0)
    t2 = y[jnp.clip(t1, 0, 2)]
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), z[0] * 0.5, z)[1]
    t4 = VI.at[0].add(x)
    t5 = jnp.argsort(t1, axis=0)
    t6 = jnp.outer(z, VF)
    return t6


print('f5')
show(f5, make((), "i", 0), make((3, 3, 4), "i", 1), make((4, 2), "f", 2), in_axes=(None, 2, 0), out_axes=-3)

def f6(x, y):
    t1 = x < x
    t2 = VI[::2]
    t3 = jnp.floor(y)
    return (t2, t3)


print('f6')
show(f6, make((3, 3), "i", 0), make((3, 3, 2), "f", 1), in_axes=(0, -2), out_axes=(0, 0))

def f7(x, y):
    t1 = jnp.matmul(VF, VF)
    t2 = jnp.sum(y, axis=-1)
    t3 = t2.astype(float)
    t4 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(MF, VF)
    return t4


print('f7')
show(f7, make((), "f", 0), make((3, 4), "b", 1), in_axes=(None, -1), out_axes=0)

def f8(x, y):
    t1 = jnp.argmax(y, axis=0)
    t2 = jnp.stack([y, y], axis=0)
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), x[0] * 0.5, x)[1]
    t4 = jnp.concatenate([y, y])
    t5 = x + x
    t6 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(t4, t5)
    return t6


print('f8')
show(f8, make((2, 2), "f", 0), make((3, 2, 2), "f", 1), in_axes=(-1, -2), out_axes=0)

def f9(x, y, z):
    t1 = x.astype(int)
    t2 = jnp.max(t1, axis=0)
    return (t1, t2)


print('f9')
show(f9, make((2, 2), "f", 0), make((4,), "f", 1), make((2, 4, 2), "b", 2), in_axes=(0, None, -3), out_axes=(0, 0))
