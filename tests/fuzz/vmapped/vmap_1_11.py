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
    t1 = jnp.sort(x, axis=0)
    t2 = jnp.expand_dims(t1, 1)
    t3 = t2 >= t2
    return t3


print('f0')
show(f0, make((2, 3, 3), "f", 0), in_axes=(0,), out_axes=3)

def f1(x, y):
    t1 = jnp.argsort(VI, axis=0)
    t2 = jnp.minimum(MF, y)
    t3 = t2[::2]
    t4 = t3.astype(float)
    t5 = t1 != x
    t6 = jnp.sort(t1, axis=0)
    return t6


print('f1')
show(f1, make((), "f", 0), make((3,), "i", 1), in_axes=(None, -1), out_axes=0)

def f2(x, y):
    t1 = y == y
    t2 = jnp.prod(MF, axis=0, keepdims=True)
    t3 = VF @ VF
    return t3


print('f2')
show(f2, make((2, 3), "i", 0), make((2, 2), "f", 1), in_axes=(-2, -2), out_axes=0)

def f3(x, y):
    t1 = jnp.cumsum(x, axis=0)
    t2 = jnp.mean(t1, axis=-1)
    t3 = jnp.stack([t1, x], axis=0)
    t4 = jnp.sort(t3, axis=1)
    return t4


print('f3')
show(f3, make((4, 4), "f", 0), make((4, 2, 4), "f", 1), in_axes=(0, 2), out_axes=0)

def f4(x, y):
    t1 = jnp.floor(y)
    t2 = jnp.clip(y, -1.0, 1.5)
    t3 = jax.vmap(lambda r: r * VF)(MF)
    t4 = t3.astype(float)
    t5 = jnp.mean(t4, axis=0)
    t6 = jnp.prod(t3, axis=-1)
    return t6


print('f4')
show(f4, make((3,), "b", 0), make((3,), "f", 1), in_axes=(-1, 0), out_axes=0)

def f5(x):
    t1 = x.reshape(-1)
    t2 = t1 - -1.25
    t3 = x.at[1:].set(1.5)
    t4 = jnp.dot(t3, t2)
    t5 = jnp.argsort(t1, axis=0)
    t6 = t5.astype(float)
    return (t5, t6)


print('f5')
show(f5, make((4, 3), "f", 0), in_axes=(-1,), out_axes=(0, -1))

def f6(x, y):
    t1 = x >= x
    t2 = jnp.clip(MF, -1.0, 1.5)
    t3 = jnp.any(t1, axis=None)
    return (t2, t3)


print('f6')
show(f6, make((3, 3), "i", 0), make((4, 3, 3), "b", 1), in_axes=(-2, 2), out_axes=(0, -1))

def f7(x, y):
    t1 = jnp.stack([y, y], axis=1)
    return t1


print('f7')
show(f7, make((), "i", 0), make((4, 3, 4), "f", 1), in_axes=(None, 0), out_axes=0)

def f8(x, y):
    t1 = x[:, 1]
    t2 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, y)
    t3 = jax.jit(lambda r: jnp.sin(r) + 1.0)(y)
    t4 = jnp.log1p(jnp.abs(MF))
    t5 = t4[-1]
    return t5


print('f8')
show(f8, make((2, 2, 3), "i", 0), make((2, 4, 2), "f", 1), in_axes=(0, -1), out_axes=-1)

def f9(x, y):
    t1 = jnp.argsort(VF, axis=0)
    t2 = jnp.clip(VF, -1.0, 1.5)
    return (t1, t2)


print('f9')
show(f9, make((2, 4), "i", 0), make((2, 4), "b", 1), in_axes=(-2, 0), out_axes=(1, 1))
