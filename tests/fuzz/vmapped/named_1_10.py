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
    t1 = jnp.exp(-jnp.abs(x))
    t2 = lax.all_gather(y, "i", axis=2)
    t3 = lax.cummin(t2, axis=1)
    return t3


print('f0')
show(f0, make((2,), "f", 0), make((4, 4, 2), "i", 1), in_axes=(0, -1), out_axes=-4, axis_name="i")

def f1(x, y, z):
    t1 = y[::2]
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmax(c, "i"), x)
    t3 = jnp.sin(t2)
    t4 = x @ t3
    return (t3, t4)


print('f1')
show(f1, make((2, 4), "f", 0), make((2, 2), "i", 1), make((2,), "f", 2), in_axes=(0, -2, 0), out_axes=(0, 0), axis_name="i")

def f2(x):
    t1 = jax.jit(lambda r: jnp.sin(r) + 1.0)(x)
    t2 = t1 == x
    t3 = jnp.outer(t1, t1)
    return t3


print('f2')
show(f2, make((4, 4), "f", 0), in_axes=(0,), out_axes=2, axis_name="i")

def f3(x):
    t1 = lax.psum(0.5, "i") * MF
    t2 = t1 + MF
    t3 = jnp.clip(t2, -1.0, 1.5)
    t4 = lax.pmin(t1, "i")
    t5 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmax(c, "i"), t3)
    t6 = jnp.stack([t5, MF], axis=1)
    return (t5, t6)


print('f3')
show(f3, make((2, 3), "b", 0), in_axes=(0,), out_axes=(0, -1), axis_name="i")

def f4(x):
    t1 = jnp.argsort(x, axis=0)
    t2 = lax.ppermute(t1, "i", [(0, 1), (1, 0)])
    t3 = lax.cumsum(t1, axis=1, reverse=True)
    t4 = jax.vmap(lambda r: r * VF)(MF)
    return t4


print('f4')
show(f4, make((2, 4, 3), "i", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f5(x, y, z):
    t1 = VF + lax.axis_index("i")
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), t1)
    t3 = jnp.stack([VI, VI], axis=1)
    t4 = t1[2:3]
    t5 = lax.psum(1, "i") * t3
    t6 = t3.astype(float)
    t7 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), t1[0] * 0.5, t1)[1]
    return t7


print('f5')
show(f5, make((), "i", 0), make((3, 4, 3), "b", 1), make((3, 3, 4), "b", 2), in_axes=(None, -1, 0), out_axes=0, axis_name="i")

def f6(x):
    t1 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(VF)
    t2 = jnp.matmul(t1, t1)
    t3 = lax.clamp(t2, t1, t2 + 2.0)
    t4 = lax.pmean(x, "i")
    t5 = lax.cumsum(t1, axis=0)
    t6 = jax.vmap(lambda r: r * t2)(t5)
    return t6


print('f6')
show(f6, make((3,), "i", 0), in_axes=(-1,), out_axes=1, axis_name="i")

def f7(x, y):
    t1 = VF.reshape(-1)
    t2 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t1)
    t3 = jax.jit(lambda r: r - lax.pmax(r, "i"))(t2)
    t4 = lax.pmean(t2, "i")
    return t4


print('f7')
show(f7, make((4,), "f", 0), make((4, 3), "i", 1), in_axes=(-1, -2), out_axes=0, axis_name="i")

def f8(x, y):
    t1 = jnp.argsort(x, axis=0)
    t2 = lax.pmean(x, "i")
    t3 = jax.jit(lambda r: r - lax.pmin(r, "i"))(y)
    t4 = lax.psum(0.5, "i") * t3
    t5 = jax.vmap(lambda r: r + lax.pmean(r, ("i", "j")), axis_name="j")(t3)
    return (t4, t5)


print('f8')
show(f8, make((4, 4), "f", 0), make((4, 4), "f", 1), in_axes=(0, 0), out_axes=(-1, 0), axis_name="i")

def f9(x, y):
    t1 = y + lax.axis_index("i")
    t2 = jnp.pad(x, ((1, 0),))
    t3 = jnp.stack([t2, t2], axis=0)
    t4 = y.astype(float)
    t5 = jnp.sin(MF)
    return t5


print('f9')
show(f9, make((2, 4), "i", 0), make((2,), "f", 1), in_axes=(0, 0), out_axes=-3, axis_name="i")
