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
    t1 = y.astype(float)
    t2 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(x)
    t3 = VI.at[2].add(1)
    return t3


print('f0')
show(f0, make((3, 4, 2), "f", 0), make((3, 2, 2), "i", 1), in_axes=(0, -3), out_axes=0)

def f1(x, y):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = t1.astype(int)
    return t2


print('f1')
show(f1, make((3, 4, 4), "f", 0), make((4, 3, 3), "b", 1), in_axes=(2, 0), out_axes=1)

def f2(x, y):
    t1 = y.astype(int)
    t2 = jax.jit(lambda r: r * r - r)(VF)
    return t2


print('f2')
show(f2, make((2, 3), "i", 0), make((4, 2), "i", 1), in_axes=(-2, -1), out_axes=1)

def f3(x, y):
    t1 = jnp.sign(x)
    t2 = jnp.prod(VF, axis=None)
    t3 = t2 >= y
    t4 = jnp.minimum(t1, -1.25)
    t5 = y >= t1
    t6 = jnp.where(t5, t1, x)
    t7 = jnp.take(MF, y, axis=0, mode='clip')
    return (t6, t7)


print('f3')
show(f3, make((4,), "f", 0), make((4,), "i", 1), in_axes=(0, -1), out_axes=(0, 0))

def f4(x, y, z):
    t1 = x.astype(int)
    t2 = lax.dynamic_update_slice(z, jnp.ones(1, z.dtype), (t1,))
    t3 = t2[jnp.clip(VI, 0, 3)]
    return t3


print('f4')
show(f4, make((), "f", 0), make((3,), "i", 1), make((4,), "f", 2), in_axes=(None, 0, None), out_axes=0)

def f5(x, y):
    t1 = lax.fori_loop(0, x % 4, lambda i, c: c + 1.0, VF)
    t2 = y[3:4]
    t3 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t1)
    return (t2, t3)


print('f5')
show(f5, make((4,), "i", 0), make((4, 4, 3), "i", 1), in_axes=(0, 0), out_axes=(0, 0))

def f6(x):
    t1 = lax.scan(lambda c, r: (c + r, c * 2.0), MF[0] * 0.5, MF)[1]
    t2 = -t1
    t3 = jax.vmap(lambda r: r * VF)(t1)
    return t3


print('f6')
show(f6, make((3,), "b", 0), in_axes=(0,), out_axes=1)

def f7(x):
    t1 = x - x
    t2 = jnp.log1p(jnp.abs(t1))
    t3 = x[1:3]
    t4 = jnp.dot(t3, t2)
    t5 = jnp.minimum(t3, t3)
    return t5


print('f7')
show(f7, make((3, 4, 3), "f", 0), in_axes=(1,), out_axes=2)

def f8(x, y, z):
    t1 = -y
    t2 = jnp.matmul(t1, t1)
    t3 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, t1)
    t4 = lax.cummin(t3, axis=0, reverse=True)
    t5 = t1.at[1].add(t2)
    t6 = jnp.argsort(t5, axis=0)
    return (t5, t6)


print('f8')
show(f8, make((2, 2), "i", 0), make((2, 4), "f", 1), make((2, 2), "i", 2), in_axes=(0, 0, 0), out_axes=(-2, 0))

def f9(x, y):
    t1 = jnp.expand_dims(VI, 0)
    return t1


print('f9')
show(f9, make((3, 3), "f", 0), make((3,), "b", 1), in_axes=(0, 0), out_axes=1)
