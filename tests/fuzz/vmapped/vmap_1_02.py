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
    t1 = jnp.all(x, axis=None, keepdims=True)
    t2 = jnp.sqrt(jnp.abs(y))
    t3 = jnp.any(x, axis=None)
    return t3


print('f0')
show(f0, make((2, 4), "b", 0), make((), "f", 1), in_axes=(0, None), out_axes=0)

def f1(x, y):
    t1 = jax.vmap(lambda r: r * x)(VF)
    t2 = jnp.cumsum(t1, axis=0)
    t3 = jnp.cumprod(t2, axis=0)
    t4 = jnp.expand_dims(t3, 1)
    t5 = jnp.squeeze(t4, axis=1)
    t6 = jnp.argsort(t3, axis=0)
    return (t5, t6)


print('f1')
show(f1, make((4,), "f", 0), make((4, 3, 3), "i", 1), in_axes=(0, -3), out_axes=(-1, 0))

def f2(x):
    t1 = jnp.maximum(x, x)
    t2 = jnp.flip(x, axis=0)
    t3 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + x, t2)
    t4 = jnp.clip(t2, -1.0, 1.5)
    t5 = jnp.sum(VF, axis=0)
    t6 = t2[jnp.clip(VI, 0, 1)]
    return (t5, t6)


print('f2')
show(f2, make((2, 4, 4), "f", 0), in_axes=(-2,), out_axes=(-1, 0))

def f3(x):
    t1 = VF.astype(int)
    t2 = jnp.sort(t1, axis=0)
    t3 = x ** 2
    return t3


print('f3')
show(f3, make((3,), "f", 0), in_axes=(0,), out_axes=0)

def f4(x):
    t1 = x[2:4]
    t2 = jnp.concatenate([x, x])
    t3 = x == x
    t4 = x == x
    t5 = t3.astype(int)
    return t5


print('f4')
show(f4, make((4, 3), "f", 0), in_axes=(-1,), out_axes=0)

def f5(x, y):
    t1 = jnp.sqrt(jnp.abs(MF))
    t2 = jnp.sum(t1, axis=1, keepdims=True)
    return (t1, t2)


print('f5')
show(f5, make((2,), "i", 0), make((2, 3), "i", 1), in_axes=(0, -2), out_axes=(1, -1))

def f6(x):

    return x


print('f6')
show(f6, make((3, 4, 2), "b", 0), in_axes=(1,), out_axes=-2)

def f7(x, y):
    t1 = MF * x
    t2 = t1 * t1
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), t2[0] * 0.5, t2)[1]
    t4 = jnp.where(y, t3, t3)
    t5 = jnp.flip(t3, axis=1)
    t6 = jnp.clip(t4, -1.0, 1.5)
    return t6


print('f7')
show(f7, make((3,), "i", 0), make((), "b", 1), in_axes=(0, None), out_axes=2)

def f8(x, y, z):
    t1 = y[::2]
    t2 = jnp.minimum(t1, t1)
    t3 = jnp.cumsum(t1, axis=1)
    t4 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t2)
    t5 = t1 * 2
    t6 = -t5
    t7 = t6 - t6
    return t7


print('f8')
show(f8, make((3,), "b", 0), make((4, 4, 2), "f", 1), make((), "i", 2), in_axes=(None, 1, None), out_axes=0)

def f9(x, y):
    t1 = jnp.sin(y)
    t2 = VF.at[0].add(t1)
    t3 = jnp.mean(t2, axis=-1)
    t4 = t3 != t1
    t5 = jnp.clip(t1, -1.0, 1.5)
    t6 = lax.clamp(t1, t1, t1 + 2.0)
    return t6


print('f9')
show(f9, make((4, 3, 4), "f", 0), make((3,), "f", 1), in_axes=(1, 0), out_axes=0)
