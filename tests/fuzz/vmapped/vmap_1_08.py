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
    t1 = VI != VI
    t2 = lax.cumsum(y, axis=0)
    t3 = t2 >= y
    t4 = t2 @ t2
    t5 = t2 >= t2
    t6 = jnp.where(x, t2, y)
    t7 = jnp.cumsum(t6, axis=0)
    return (t6, t7)


print('f0')
show(f0, make((4,), "b", 0), make((4, 4), "f", 1), in_axes=(0, -1), out_axes=(0, 0))

def f1(x):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = jnp.stack([t1, t1], axis=0)
    return (t1, t2)


print('f1')
show(f1, make((2, 2, 3), "b", 0), in_axes=(-1,), out_axes=(0, 1))

def f2(x, y):
    t1 = jnp.argmin(x, axis=0)
    t2 = lax.switch(t1, [lambda r: r, lambda r: -r, lambda r: r * r], VF)
    return t2


print('f2')
show(f2, make((3, 2), "i", 0), make((3, 4, 3), "i", 1), in_axes=(0, -3), out_axes=1)

def f3(x):
    t1 = jnp.minimum(x, 0.5)
    t2 = jax.vmap(lambda r: r * t1)(VF)
    t3 = jnp.argmax(MF, axis=-1)
    t4 = t3.at[1:].set(1)
    return (t3, t4)


print('f3')
show(f3, make((3,), "f", 0), in_axes=(0,), out_axes=(0, 1))

def f4(x, y):
    t1 = y[1:2]
    t2 = jnp.argmax(t1, axis=-1)
    t3 = jnp.max(t2, axis=None)
    t4 = t2 - t3
    return t4


print('f4')
show(f4, make((3, 3), "f", 0), make((3, 2, 4), "f", 1), in_axes=(0, 0), out_axes=0)

def f5(x):
    t1 = jnp.sum(x, axis=None)
    t2 = x.at[0].add(t1)
    t3 = jnp.outer(t2, x)
    t4 = jnp.concatenate([x, x])
    t5 = jnp.prod(t3, axis=None, keepdims=True)
    t6 = VI.astype(float)
    return t6


print('f5')
show(f5, make((3, 3), "f", 0), in_axes=(0,), out_axes=-1)

def f6(x):
    t1 = jax.vmap(lambda r: r * x)(VF)
    t2 = jnp.expand_dims(VI, 0)
    return t2


print('f6')
show(f6, make((3,), "f", 0), in_axes=(0,), out_axes=2)

def f7(x, y):
    t1 = jnp.sort(y, axis=0)
    t2 = VF @ VF
    t3 = jnp.flip(t1, axis=0)
    t4 = t1.astype(float)
    t5 = lax.cummin(y, axis=0, reverse=True)
    return t5


print('f7')
show(f7, make((2, 4), "i", 0), make((4, 2), "i", 1), in_axes=(0, 1), out_axes=-1)

def f8(x, y):
    t1 = jnp.sqrt(jnp.abs(MF))
    t2 = jnp.sort(t1, axis=1)
    t3 = t2[y]
    t4 = t1.reshape(3, 2)
    t5 = jnp.cumprod(t4, axis=1)
    t6 = jnp.take(t1, y, axis=0, mode='clip')
    return t6


print('f8')
show(f8, make((4,), "b", 0), make((), "i", 1), in_axes=(0, None), out_axes=0)

def f9(x):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(x)
    t2 = t1 @ x
    t3 = VI[::2]
    t4 = jnp.dot(x, x)
    t5 = t2 - 2
    return t5


print('f9')
show(f9, make((4, 4), "f", 0), in_axes=(1,), out_axes=0)
