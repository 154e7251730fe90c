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
    t1 = y[1:2]
    t2 = t1.astype(int)
    return t2


print('f0')
show(f0, make((3,), "f", 0), make((2, 3, 2), "i", 1), make((3,), "f", 2), in_axes=(0, 1, 0), out_axes=-3, axis_name="i")

def f1(x, y):
    t1 = jnp.pad(y, ((1, 0),))
    t2 = jax.jit(lambda r: r - lax.pmean(r, "i"))(y)
    t3 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), t1[0] * 0.5, t1)[1]
    t4 = jnp.sort(y, axis=0)
    return t4


print('f1')
show(f1, make((2, 4), "f", 0), make((3, 3), "f", 1), in_axes=(None, 0), out_axes=1, axis_name="i")

def f2(x):
    t1 = lax.pmin(x, "i")
    t2 = jnp.concatenate([t1, x])
    t3 = lax.psum(1, "i") * x
    return (t2, t3)


print('f2')
show(f2, make((3, 2), "i", 0), in_axes=(-1,), out_axes=(0, 0), axis_name="i")

def f3(x):
    t1 = jnp.min(x, axis=1)
    return t1


print('f3')
show(f3, make((3, 2, 3), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f4(x):
    t1 = jnp.dot(VF, VF)
    t2 = x[jnp.clip(x, 0, 3)]
    t3 = jnp.prod(t2, axis=0)
    t4 = lax.ppermute(t2, "i", [(0, 0), (1, 3), (2, 2), (3, 1)])
    return t4


print('f4')
show(f4, make((4, 4), "i", 0), in_axes=(0,), out_axes=-2, axis_name="i")

def f5(x, y, z):
    t1 = lax.pmax(z, "i")
    t2 = jnp.argmax(VF, axis=-1)
    t3 = jax.jit(lambda r: r - lax.psum(r, "i"))(x)
    t4 = t2 >= z
    t5 = t2 + lax.axis_index("i")
    t6 = lax.cond(t4, lambda r: lax.psum(r, "i"), lambda r: r, t3)
    return t6


print('f5')
show(f5, make((4,), "f", 0), make((4,), "i", 1), make((4,), "i", 2), in_axes=(0, -1, 0), out_axes=-1, axis_name="i")

def f6(x):
    t1 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(MF)
    t2 = jnp.square(t1)
    return (t1, t2)


print('f6')
show(f6, make((3, 2), "i", 0), in_axes=(0,), out_axes=(0, 0), axis_name="i")

def f7(x, y):
    t1 = lax.scan(lambda c, r: (c + lax.pmin(r, "i"), c), MF[0] * 0.5, MF)[1]
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmean(c, "i"), MF)
    t3 = jax.jit(lambda r: r - lax.pmax(r, "i"))(t1)
    t4 = jnp.max(t3, axis=0, keepdims=True)
    t5 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t2, t1)
    return t5


print('f7')
show(f7, make((2, 2), "b", 0), make((2, 4), "b", 1), in_axes=(0, 0), out_axes=0, axis_name="i")

def f8(x, y):
    t1 = lax.cummax(y, axis=0)
    t2 = lax.psum(y, "i")
    t3 = jnp.argsort(t1, axis=0)
    t4 = t3.at[3].add(1)
    t5 = lax.ppermute(t3, "i", [(0, 1), (1, 2), (2, 0)])
    t6 = lax.ppermute(t3, "i", [(0, 1), (1, 2), (2, 0)])
    t7 = t5[jnp.clip(t5, 0, 3)]
    return (t6, t7)


print('f8')
show(f8, make((3, 3, 2), "f", 0), make((3, 4), "i", 1), in_axes=(1, 0), out_axes=(-2, 0), axis_name="i")

def f9(x):
    t1 = x * x
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), x)
    t3 = jnp.minimum(t1, t1)
    return (t2, t3)


print('f9')
show(f9, make((3, 3), "f", 0), in_axes=(0,), out_axes=(0, 0), axis_name="i")
