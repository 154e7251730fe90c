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
    t1 = jnp.sort(x, axis=1)
    t2 = jnp.argmin(VI, axis=-1)
    return t2


print('f0')
show(f0, make((2, 4, 3), "f", 0), make((), "f", 1), in_axes=(2, None), out_axes=0)

def f1(x, y):
    t1 = lax.cumsum(y, axis=0)
    return t1


print('f1')
show(f1, make((4, 3), "i", 0), make((4, 3), "i", 1), in_axes=(0, -2), out_axes=0)

def f2(x, y):
    t1 = jnp.mean(y, axis=0)
    t2 = jnp.sign(x)
    t3 = jnp.minimum(t2, x)
    t4 = jnp.sort(y, axis=1)
    return t4


print('f2')
show(f2, make((2,), "f", 0), make((2, 2, 4), "f", 1), in_axes=(0, 0), out_axes=-2)

def f3(x):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = jnp.clip(t1, -1.0, 1.5)
    t3 = t1.astype(int)
    t4 = jnp.sort(t2, axis=0)
    t5 = t3[1:2]
    return t5


print('f3')
show(f3, make((4, 4), "b", 0), in_axes=(0,), out_axes=0)

def f4(x):
    t1 = jnp.sort(x, axis=0)
    t2 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(x)
    t3 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t1)
    return (t2, t3)


print('f4')
show(f4, make((2, 4, 4), "f", 0), in_axes=(0,), out_axes=(2, 0))

def f5(x, y):
    t1 = y.at[1:].set(1.5)
    t2 = jnp.clip(t1, -1.0, 1.5)
    t3 = jnp.clip(y, -1.0, 1.5)
    return (t2, t3)


print('f5')
show(f5, make((4, 4, 3), "b", 0), make((4, 4), "f", 1), in_axes=(0, 0), out_axes=(0, 0))

def f6(x):
    t1 = jnp.max(MF, axis=0)
    t2 = t1[2:3]
    t3 = jax.vmap(lambda r: r * x)(t1)
    t4 = jnp.sqrt(jnp.abs(t1))
    t5 = jnp.expand_dims(t3, 0)
    t6 = t5 * t3
    t7 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t4)
    return t7


print('f6')
show(f6, make((2,), "f", 0), in_axes=(0,), out_axes=-1)

def f7(x):
    t1 = x + 0.5
    t2 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t1)
    return t2


print('f7')
show(f7, make((3,), "f", 0), in_axes=(-1,), out_axes=0)

def f8(x):
    t1 = jnp.outer(VF, x)
    t2 = jnp.clip(x, -1.0, 1.5)
    t3 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(x)
    t4 = jnp.dot(t1, t3)
    t5 = t2 * t2
    t6 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t4, t4)
    t7 = jnp.exp(-jnp.abs(t4))
    return t7


print('f8')
show(f8, make((2, 2), "f", 0), in_axes=(0,), out_axes=-2)

def f9(x):
    t1 = jnp.cumsum(VI, axis=0)
    t2 = jnp.sum(t1, axis=0)
    return (t1, t2)


print('f9')
show(f9, make((3, 2, 2), "b", 0), in_axes=(0,), out_axes=(0, 0))
