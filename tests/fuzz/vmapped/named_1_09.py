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
    t1 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), z)
    t2 = x < x
    return (t1, t2)


print('f0')
show(f0, make((2, 2, 2), "f", 0), make((2, 4), "f", 1), make((2, 3), "f", 2), in_axes=(2, 0, 0), out_axes=(1, 0), axis_name="i")

def f1(x, y):
    t1 = jnp.where(y, x, x)
    return t1


print('f1')
show(f1, make((3,), "f", 0), make((3, 4), "b", 1), in_axes=(0, 0), out_axes=0, axis_name="i")

def f2(x, y):
    t1 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(MF)
    t2 = -t1
    t3 = lax.pmean(t2, "i")
    return t3


print('f2')
show(f2, make((3, 3, 4), "i", 0), make((4, 3, 4), "b", 1), in_axes=(2, 0), out_axes=-3, axis_name="i")

def f3(x, y, z):
    t1 = lax.switch(y, [lambda r: r, lambda r: -r, lambda r: r * r], x)
    t2 = jnp.cumsum(z, axis=0)
    t3 = lax.pmax(t1, "i")
    t4 = lax.dynamic_update_slice(z, jnp.ones(1, z.dtype), (y,))
    return t4


print('f3')
show(f3, make((3,), "f", 0), make((3,), "i", 1), make((3, 4), "f", 2), in_axes=(0, 0, 0), out_axes=1, axis_name="i")

def f4(x, y):
    t1 = jax.jit(lambda r: r - lax.pmax(r, "i"))(y)
    t2 = lax.pmax(y, "i")
    t3 = lax.all_gather(x, "i", axis=0)
    return t3


print('f4')
show(f4, make((2,), "i", 0), make((3, 4), "f", 1), in_axes=(-1, None), out_axes=1, axis_name="i")

def f5(x):
    t1 = x.T
    t2 = lax.all_gather(t1, "i", axis=0)
    t3 = t1[::2]
    t4 = jax.jit(lambda r: r - lax.pmin(r, "i"))(t3)
    t5 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(t1)
    t6 = lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), t3[0] * 0.5, t3)[1]
    return t6


print('f5')
show(f5, make((4, 3, 2), "f", 0), in_axes=(-1,), out_axes=-2, axis_name="i")

def f6(x, y):
    t1 = y[-2]
    t2 = lax.switch(x, [lambda r: r, lambda r: -r, lambda r: r * r], y)
    t3 = jax.vmap(lambda r: r * VF)(MF)
    t4 = lax.ppermute(y, "i", [(0, 1), (1, 2), (2, 0)])
    t5 = y.reshape(-1)
    return (t4, t5)


print('f6')
show(f6, make((3,), "i", 0), make((3, 3, 2), "f", 1), in_axes=(0, 1), out_axes=(0, 0), axis_name="i")

def f7(x, y):
    t1 = jnp.pad(x, ((1, 0), (1, 0),))
    t2 = lax.scan(lambda c, r: (c + r, c * 2.0), MF[0] * 0.5, MF)[1]
    t3 = jax.jit(lambda r: r - lax.pmean(r, "i"))(t2)
    t4 = jnp.stack([t3, t3], axis=0)
    t5 = lax.cumsum(t1, axis=0, reverse=True)
    return (t4, t5)


print('f7')
show(f7, make((2, 3, 3), "f", 0), make((2, 2, 3), "f", 1), in_axes=(0, -3), out_axes=(0, -2), axis_name="i")

def f8(x):
    t1 = lax.pmin(x, "i")
    t2 = lax.pmax(x, "i")
    t3 = lax.ppermute(x, "i", [(0, 0), (1, 1)])
    t4 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), MF)
    t5 = jnp.dot(MF, VF)
    t6 = jnp.sort(t3, axis=1)
    t7 = t5 - t5
    return t7


print('f8')
show(f8, make((2, 4, 4), "i", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f9(x):
    t1 = x.reshape(-1)
    t2 = jnp.matmul(x, VF)
    t3 = t2[0:2]
    t4 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t3)
    t5 = jnp.mean(t1, axis=None)
    return t5


print('f9')
show(f9, make((3, 4, 3), "f", 0), in_axes=(0,), out_axes=-1, axis_name="i")
