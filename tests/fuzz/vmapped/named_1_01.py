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
    t1 = jnp.clip(y, -1.0, 1.5)
    t2 = jnp.prod(x, axis=1, keepdims=True)
    t3 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), t1)
    t4 = jnp.max(t2, axis=0, keepdims=True)
    return t4


print('f0')
show(f0, make((2, 2, 3), "i", 0), make((2,), "f", 1), in_axes=(0, 0), out_axes=1, axis_name="i")

def f1(x, y):
    t1 = jnp.sort(MF, axis=1)
    t2 = jnp.sum(t1, axis=-1)
    t3 = t2 + lax.axis_index("i")
    t4 = jax.jit(lambda r: r - lax.pmax(r, "i"))(t2)
    return t4


print('f1')
show(f1, make((2,), "f", 0), make((2,), "i", 1), in_axes=(0, 0), out_axes=-2, axis_name="i")

def f2(x):
    t1 = lax.all_gather(x, "i", axis=0)
    t2 = t1[jnp.clip(t1, 0, 3)]
    t3 = MF.astype(float)
    t4 = t3 - x
    t5 = jnp.minimum(t3, x)
    t6 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(t3)
    return (t5, t6)


print('f2')
show(f2, make((4,), "i", 0), in_axes=(0,), out_axes=(0, 1), axis_name="i")

def f3(x):
    t1 = MF >= VI
    t2 = lax.psum(0.5, "i") * VF
    return (t1, t2)


print('f3')
show(f3, make((4, 2), "b", 0), in_axes=(0,), out_axes=(-2, 0), axis_name="i")

def f4(x):
    t1 = MF.reshape(-1)
    t2 = jnp.argsort(x, axis=0)
    return t2


print('f4')
show(f4, make((4, 3), "f", 0), in_axes=(0,), out_axes=-2, axis_name="i")

def f5(x):
    t1 = jnp.pad(VF, ((1, 0),))
    t2 = jnp.maximum(t1, t1)
    t3 = t2.astype(int)
    t4 = jnp.argmin(t3, axis=-1)
    t5 = lax.psum(t2, "i")
    return t5


print('f5')
show(f5, make((4,), "b", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f6(x):
    t1 = lax.scan(lambda c, r: (c + lax.pmin(r, "i"), c), MF[0] * 0.5, MF)[1]
    return t1


print('f6')
show(f6, make((4, 2, 3), "i", 0), in_axes=(0,), out_axes=2, axis_name="i")

def f7(x, y):
    t1 = lax.psum(1, "i") * x
    t2 = jnp.stack([t1, x], axis=1)
    t3 = y.astype(int)
    return (t2, t3)


print('f7')
show(f7, make((2, 2), "i", 0), make((2, 2), "i", 1), in_axes=(0, 0), out_axes=(-2, 1), axis_name="i")

def f8(x, y):

    return x


print('f8')
show(f8, make((4,), "f", 0), make((4,), "i", 1), in_axes=(0, 0), out_axes=0, axis_name="i")

def f9(x):
    t1 = jnp.sum(x, axis=0)
    t2 = jax.jit(lambda r: jnp.sin(r) + 1.0)(VF)
    return t2


print('f9')
show(f9, make((2, 3, 3), "i", 0), in_axes=(0,), out_axes=-2, axis_name="i")
