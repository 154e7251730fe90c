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
    t1 = jnp.cumprod(VF, axis=0)
    return t1


print('f0')
show(f0, make((4,), "i", 0), in_axes=(0,), out_axes=1)

def f1(x):

    return x


print('f1')
show(f1, make((2,), "f", 0), in_axes=(0,), out_axes=0)

def f2(x, y):
    t1 = x + x
    t2 = jnp.clip(t1, -1.0, 1.5)
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), t1[0] * 0.5, t1)[1]
    t4 = jnp.prod(t2, axis=-2)
    t5 = t2[-1]
    t6 = jnp.clip(t4, -1.0, 1.5)
    return (t5, t6)


print('f2')
show(f2, make((4, 2, 2), "f", 0), make((3, 2), "f", 1), in_axes=(2, None), out_axes=(-1, 0))

def f3(x, y, z):
    t1 = z.astype(int)
    t2 = x.astype(float)
    t3 = jnp.log1p(jnp.abs(x))
    t4 = jnp.take(x, t1, axis=0, mode='clip')
    return t4


print('f3')
show(f3, make((3, 2), "f", 0), make((3, 3), "i", 1), make((3,), "i", 2), in_axes=(0, 0, 0), out_axes=0)

def f4(x, y, z):
    t1 = jnp.floor(x)
    t2 = lax.scan(lambda c, r: (c + r, c * 2.0), t1[0] * 0.5, t1)[1]
    return t2


print('f4')
show(f4, make((2, 3), "f", 0), make((2, 3), "i", 1), make((2,), "b", 2), in_axes=(1, -1, None), out_axes=0)

def f5(x):
    t1 = VI != VI
    t2 = jnp.sum(VI, axis=-1)
    t3 = lax.switch(x, [lambda r: r, lambda r: -r, lambda r: r * r], VF)
    t4 = x + t3
    return t4


print('f5')
show(f5, make((2,), "i", 0), in_axes=(0,), out_axes=1)

def f6(x, y):
    t1 = jnp.prod(y, axis=0, keepdims=True)
    t2 = jnp.min(x, axis=-1, keepdims=True)
    t3 = lax.cummax(x, axis=0)
    return t3


print('f6')
show(f6, make((3, 3), "f", 0), make((3, 4), "f", 1), in_axes=(0, -2), out_axes=0)

def f7(x):
    t1 = jnp.cumsum(x, axis=0)
    t2 = x[jnp.clip(x, 0, 3)]
    t3 = jnp.pad(x, ((1, 0),))
    t4 = jnp.maximum(t3, t3)
    t5 = t1.reshape(-1)
    t6 = -VF
    return t6


print('f7')
show(f7, make((2, 4), "i", 0), in_axes=(-2,), out_axes=0)

def f8(x, y):
    t1 = jax.vmap(lambda r, s: r @ s, in_axes=(0, None))(MF, VF)
    t2 = jnp.mean(t1, axis=-1)
    t3 = t1 - t2
    t4 = lax.cumsum(t3, axis=0)
    t5 = jnp.dot(t4, t3)
    t6 = lax.dynamic_slice(t3, (x,), (1,))
    t7 = jnp.cumprod(t3, axis=0)
    return (t6, t7)


print('f8')
show(f8, make((3,), "i", 0), make((3,), "b", 1), in_axes=(0, 0), out_axes=(-2, 0))

def f9(x):
    t1 = jnp.expand_dims(x, 0)
    return t1


print('f9')
show(f9, make((4, 4), "f", 0), in_axes=(-2,), out_axes=-1)
