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
    t1 = jnp.stack([z, z], axis=0)
    t2 = t1.reshape(-1)
    t3 = jax.vmap(lambda r: r + lax.pmean(r, ("i", "j")), axis_name="j")(VF)
    return t3


print('f0')
show(f0, make((4, 3), "i", 0), make((4,), "i", 1), make((4, 4), "i", 2), in_axes=(0, -1, 0), out_axes=1, axis_name="i")

def f1(x, y, z):
    t1 = lax.ppermute(z, "i", [(0, 1), (1, 0), (2, 2), (3, 3)])
    t2 = jnp.sort(x, axis=0)
    t3 = lax.pmax(y, "i")
    t4 = jnp.stack([t2, x], axis=0)
    t5 = jax.jit(lambda r: r - lax.pmax(r, "i"))(t3)
    return t5


print('f1')
show(f1, make((4, 3), "f", 0), make((), "f", 1), make((4,), "f", 2), in_axes=(0, None, 0), out_axes=-1, axis_name="i")

def f2(x):
    t1 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(VF)
    t2 = lax.all_gather(VI, "i", axis=0)
    t3 = jax.jit(lambda r: r * r - r)(t1)
    t4 = jnp.min(t3, axis=None)
    t5 = lax.pmean(t3, "i")
    t6 = t4 * 2
    t7 = t6 * VF
    return (t6, t7)


print('f2')
show(f2, make((2,), "i", 0), in_axes=(0,), out_axes=(0, 1), axis_name="i")

def f3(x, y, z):
    t1 = jax.jit(lambda r: r * r - r)(VF)
    t2 = lax.scan(lambda c, r: (c + r, c * 2.0), VF[0] * 0.5, VF)[1]
    t3 = t2 - t1
    t4 = jnp.matmul(t3, t3)
    t5 = jnp.sum(t3, axis=-1)
    t6 = jax.jit(lambda r: r - lax.pmean(r, "i"))(t2)
    return (t5, t6)


print('f3')
show(f3, make((4, 4), "f", 0), make((), "i", 1), make((3, 2, 4), "i", 2), in_axes=(0, None, -1), out_axes=(0, -1), axis_name="i")

def f4(x, y):
    t1 = jnp.prod(y, axis=0)
    t2 = x[0:2]
    t3 = jax.vmap(lambda r: r * t1)(y)
    return t3


print('f4')
show(f4, make((4, 3), "i", 0), make((4, 3), "f", 1), in_axes=(0, -2), out_axes=-2, axis_name="i")

def f5(x, y):
    t1 = y[-3]
    t2 = jnp.sort(t1, axis=0)
    return (t1, t2)


print('f5')
show(f5, make((3, 4), "f", 0), make((3, 3, 3), "f", 1), in_axes=(0, -2), out_axes=(0, -1), axis_name="i")

def f6(x):
    t1 = jnp.cumsum(x, axis=0)
    return t1


print('f6')
show(f6, make((3, 3), "f", 0), in_axes=(1,), out_axes=0, axis_name="i")

def f7(x):
    t1 = x[1:2]
    t2 = jnp.dot(t1, t1)
    t3 = jnp.squeeze(t1, axis=0)
    t4 = jax.jit(lambda r: r - lax.psum(r, "i"))(t1)
    return t4


print('f7')
show(f7, make((2, 2), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f8(x):
    t1 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(VF)
    t2 = lax.pmean(t1, "i")
    return t2


print('f8')
show(f8, make((2, 4), "b", 0), in_axes=(-2,), out_axes=0, axis_name="i")

def f9(x):
    t1 = x - x
    t2 = jnp.argmin(t1, axis=-1)
    t3 = lax.ppermute(t1, "i", [(0, 2), (1, 0), (2, 1)])
    t4 = jnp.max(t1, axis=None, keepdims=True)
    return (t3, t4)


print('f9')
show(f9, make((3, 4), "i", 0), in_axes=(0,), out_axes=(0, 1), axis_name="i")
