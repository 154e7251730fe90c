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
    t1 = jnp.stack([x, x], axis=0)
    t2 = t1 * t1
    t3 = jnp.mean(t1, axis=None)
    t4 = jax.vmap(lambda r: r * x)(t1)
    t5 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(t1)
    t6 = jnp.cumsum(t1, axis=1)
    t7 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmin(c, "i"), t3)
    return (t6, t7)


print('f0')
show(f0, make((4, 4), "f", 0), in_axes=(1,), out_axes=(0, 0), axis_name="i")

def f1(x, y):
    t1 = lax.cond(y, lambda r: lax.psum(r, "i"), lambda r: r, x)
    t2 = jnp.where(y, MF, MF)
    t3 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmax(c, "i"), x)
    t4 = lax.psum(x, "i")
    t5 = lax.scan(lambda c, r: (c + lax.pmean(r, "i"), c), t2[0] * 0.5, t2)[1]
    return t5


print('f1')
show(f1, make((4,), "f", 0), make((3,), "b", 1), in_axes=(None, -1), out_axes=0, axis_name="i")

def f2(x, y):
    t1 = lax.pmean(x, "i")
    t2 = lax.psum(t1, "i")
    t3 = t2 * y
    t4 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t3, t3)
    return t4


print('f2')
show(f2, make((3,), "f", 0), make((2, 3), "i", 1), in_axes=(-1, -1), out_axes=0, axis_name="i")

def f3(x, y):
    t1 = jax.vmap(lambda r: r + lax.pmean(r, ("i", "j")), axis_name="j")(y)
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmin(c, "i"), VF)
    t3 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(t1)
    return t3


print('f3')
show(f3, make((2, 4), "i", 0), make((2,), "f", 1), in_axes=(0, None), out_axes=0, axis_name="i")

def f4(x, y, z):
    t1 = jax.vmap(lambda r: r * y)(z)
    t2 = jax.jit(lambda r: r - lax.pmean(r, "i"))(z)
    t3 = lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), t1[0] * 0.5, t1)[1]
    t4 = jnp.clip(t3, -1.0, 1.5)
    t5 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmean(c, "i"), t4)
    return t5


print('f4')
show(f4, make((2,), "b", 0), make((2,), "f", 1), make((2, 2), "f", 2), in_axes=(-1, -1, 0), out_axes=-1, axis_name="i")

def f5(x):
    t1 = jnp.sum(VI, axis=None, keepdims=True)
    t2 = lax.ppermute(x, "i", [(0, 1), (1, 0)])
    return t2


print('f5')
show(f5, make((2, 2, 2), "i", 0), in_axes=(-3,), out_axes=-3, axis_name="i")

def f6(x, y):
    t1 = x[:, 0]
    t2 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), t1[0] * 0.5, t1)[1]
    t3 = jnp.minimum(t1, t1)
    t4 = jax.jit(lambda r: r - lax.pmean(r, "i"))(x)
    t5 = jnp.matmul(t2, t4)
    t6 = jnp.where(y, t5, t5)
    return t6


print('f6')
show(f6, make((3, 3, 4), "f", 0), make((3, 4), "b", 1), in_axes=(-2, 0), out_axes=0, axis_name="i")

def f7(x, y, z):
    t1 = jnp.clip(x, -1.0, 1.5)
    t2 = y.astype(int)
    t3 = y.astype(int)
    t4 = lax.psum(0.5, "i") * MF
    t5 = t2 < t2
    return t5


print('f7')
show(f7, make((3, 2, 4), "f", 0), make((3, 3, 4), "i", 1), make((3, 3), "i", 2), in_axes=(0, 0, -1), out_axes=0, axis_name="i")

def f8(x, y):
    t1 = jax.vmap(lambda r: r * VF)(MF)
    t2 = lax.scan(lambda c, r: (c + r, c * 2.0), t1[0] * 0.5, t1)[1]
    t3 = lax.scan(lambda c, r: (c + lax.pmin(r, "i"), c), t2[0] * 0.5, t2)[1]
    t4 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmax(c, "i"), t1)
    return t4


print('f8')
show(f8, make((2,), "i", 0), make((), "i", 1), in_axes=(0, None), out_axes=0, axis_name="i")

def f9(x):
    t1 = VI - -1
    t2 = lax.pmean(x, "i")
    t3 = jnp.cumprod(t1, axis=0)
    t4 = jnp.outer(t2, x)
    t5 = jax.jit(lambda r: r - lax.pmin(r, "i"))(t4)
    return (t4, t5)


print('f9')
show(f9, make((4, 2), "f", 0), in_axes=(0,), out_axes=(0, -2), axis_name="i")
