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
    t1 = jnp.where(y, MF, MF)
    t2 = VI.at[1:].set(x)
    t3 = jnp.dot(z, t1)
    t4 = lax.dynamic_update_slice(t2, jnp.ones(1, t2.dtype), (x,))
    return t4


print('f0')
show(f0, make((), "i", 0), make((2, 3, 3), "b", 1), make((3, 2, 2), "f", 2), in_axes=(None, -2, -3), out_axes=0)

def f1(x, y):
    t1 = jnp.maximum(VF, x)
    t2 = y[x]
    return (t1, t2)


print('f1')
show(f1, make((2,), "i", 0), make((2, 2, 4), "i", 1), in_axes=(0, 1), out_axes=(-1, 0))

def f2(x, y, z):
    t1 = jnp.outer(y, y)
    t2 = y.at[1:].set(1.5)
    t3 = t1.astype(float)
    t4 = jnp.mean(t3, axis=1)
    return t4


print('f2')
show(f2, make((4, 2), "b", 0), make((4, 3), "f", 1), make((2, 4, 2), "i", 2), in_axes=(0, 0, 1), out_axes=0)

def f3(x, y):
    t1 = jnp.flip(x, axis=0)
    t2 = x.astype(float)
    t3 = jnp.argmin(y, axis=-1)
    t4 = t1 != x
    t5 = jnp.sum(t3, axis=-1)
    t6 = jnp.cumprod(y, axis=1)
    return t6


print('f3')
show(f3, make((3, 4), "f", 0), make((3, 3, 2), "i", 1), in_axes=(0, -2), out_axes=1)

def f4(x, y):
    t1 = jnp.matmul(MF, x)
    t2 = jnp.broadcast_to(y, (3,))
    t3 = lax.cummax(t1, axis=0)
    t4 = t1.reshape(-1)
    t5 = y.astype(int)
    t6 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, y)
    return t6


print('f4')
show(f4, make((2, 3), "f", 0), make((2,), "f", 1), in_axes=(0, 0), out_axes=0)

def f5(x, y):
    t1 = jnp.maximum(x, x)
    t2 = lax.cummax(t1, axis=0)
    t3 = jax.jit(lambda r: r * r - r)(MF)
    t4 = t3 >= t3
    t5 = jnp.argsort(t3, axis=1)
    return t5


print('f5')
show(f5, make((4, 3), "i", 0), make((3, 2), "f", 1), in_axes=(-1, 0), out_axes=-3)

def f6(x):
    t1 = jnp.minimum(VI, VF)
    return t1


print('f6')
show(f6, make((2, 3), "b", 0), in_axes=(0,), out_axes=1)

def f7(x):
    t1 = jax.vmap(lambda r: r * VF)(MF)
    t2 = jnp.mean(t1, axis=-1, keepdims=True)
    t3 = jnp.prod(t2, axis=None)
    t4 = t3 == t3
    t5 = lax.select(t4, t3, x)
    return t5


print('f7')
show(f7, make((4,), "f", 0), in_axes=(0,), out_axes=-1)

def f8(x):
    t1 = x < x
    t2 = jnp.flip(x, axis=1)
    t3 = jnp.sum(x, axis=None)
    t4 = x[:, 1]
    t5 = lax.switch(t3, [lambda r: r, lambda r: -r, lambda r: r * r], MF)
    t6 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(t5, VF)
    t7 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t5)
    return t7


print('f8')
show(f8, make((4, 4, 2), "i", 0), in_axes=(2,), out_axes=0)

def f9(x):
    t1 = jnp.expand_dims(x, 0)
    t2 = jax.jit(lambda r: r * r - r)(MF)
    t3 = VI.at[2].add(1)
    t4 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t2)
    t5 = jnp.sum(t1, axis=-1, keepdims=True)
    t6 = jnp.clip(VF, -1.0, 1.5)
    return (t5, t6)


print('f9')
show(f9, make((2,), "b", 0), in_axes=(-1,), out_axes=(0, 0))
