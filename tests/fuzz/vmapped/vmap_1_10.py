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
    t1 = jnp.concatenate([x, x])
    t2 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t1)
    t3 = t1 - -1.25
    t4 = t1 - t2
    t5 = jnp.argmax(t4, axis=-1)
    return t5


print('f0')
show(f0, make((4, 2), "f", 0), in_axes=(-2,), out_axes=0)

def f1(x):
    t1 = VI[jnp.clip(VI, 0, 2)]
    t2 = t1[::2]
    t3 = t2[-2]
    t4 = jnp.clip(MF, -1.0, 1.5)
    t5 = t4 == t1
    return (t4, t5)


print('f1')
show(f1, make((3,), "i", 0), in_axes=(0,), out_axes=(2, 0))

def f2(x):
    t1 = MF[0]
    t2 = jnp.where(x, t1, t1)
    t3 = jnp.concatenate([t2, t2])
    t4 = jnp.argmax(t2, axis=None)
    t5 = jnp.sort(t2, axis=0)
    return t5


print('f2')
show(f2, make((2, 3), "b", 0), in_axes=(0,), out_axes=-2)

def f3(x):
    t1 = VF[jnp.clip(VI, 0, 2)]
    t2 = t1.reshape(-1)
    t3 = lax.scan(lambda c, r: (c + r, c * 2.0), t1[0] * 0.5, t1)[1]
    t4 = jnp.cumprod(t1, axis=0)
    return (t3, t4)


print('f3')
show(f3, make((3,), "b", 0), in_axes=(0,), out_axes=(1, 0))

def f4(x):
    t1 = x.reshape(4, 3)
    t2 = t1 @ x
    t3 = x * -1.25
    t4 = lax.cummax(t2, axis=0)
    t5 = jnp.clip(t1, -1.0, 1.5)
    t6 = jnp.sin(t3)
    return (t5, t6)


print('f4')
show(f4, make((2, 3, 4), "f", 0), in_axes=(0,), out_axes=(0, -3))

def f5(x, y):
    t1 = jnp.maximum(x, x)
    return t1


print('f5')
show(f5, make((2, 2), "f", 0), make((4, 2), "f", 1), in_axes=(1, 1), out_axes=-2)

def f6(x, y):
    t1 = jnp.minimum(y, y)
    t2 = jnp.flip(t1, axis=0)
    t3 = jnp.sin(t2)
    t4 = jnp.cumsum(t1, axis=0)
    t5 = jnp.clip(t2, -1.0, 1.5)
    return (t4, t5)


print('f6')
show(f6, make((3, 4), "f", 0), make((4, 3), "f", 1), in_axes=(0, -1), out_axes=(0, 0))

def f7(x):
    t1 = VI.at[1].add(x)
    t2 = t1[jnp.clip(t1, 0, 2)]
    t3 = jnp.expand_dims(t2, 1)
    t4 = jnp.concatenate([t2, t1])
    return (t3, t4)


print('f7')
show(f7, make((3,), "i", 0), in_axes=(0,), out_axes=(-3, -1))

def f8(x):
    t1 = jnp.cumsum(MF, axis=0)
    t2 = jnp.maximum(t1, VF)
    return t2


print('f8')
show(f8, make((3, 4), "b", 0), in_axes=(-2,), out_axes=0)

def f9(x, y):
    t1 = jnp.any(y, axis=-1)
    t2 = jnp.dot(VF, VF)
    t3 = lax.cummax(VF, axis=0)
    t4 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t3, t3)
    t5 = jnp.argsort(t4, axis=0)
    return t5


print('f9')
show(f9, make((2,), "b", 0), make((3, 2), "b", 1), in_axes=(0, 1), out_axes=0)
