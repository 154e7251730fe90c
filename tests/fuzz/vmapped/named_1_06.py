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
    t1 = lax.pmin(x, "i")
    t2 = lax.pmean(t1, "i")
    t3 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, t2)
    t4 = t1.astype(float)
    return t4


print('f0')
show(f0, make((4,), "i", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f1(x):
    t1 = jnp.mean(x, axis=-1, keepdims=True)
    t2 = jnp.concatenate([t1, t1])
    t3 = lax.pmean(x, "i")
    return t3


print('f1')
show(f1, make((4, 2, 2), "f", 0), in_axes=(0,), out_axes=2, axis_name="i")

def f2(x):
    t1 = jnp.cumprod(x, axis=1)
    t2 = t1.astype(float)
    return (t1, t2)


print('f2')
show(f2, make((2, 3, 4), "f", 0), in_axes=(0,), out_axes=(0, 0), axis_name="i")

def f3(x):
    t1 = x < x
    t2 = jnp.where(t1, x, x)
    t3 = MF - VF
    return t3


print('f3')
show(f3, make((3, 2, 2), "i", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f4(x, y):
    t1 = jnp.concatenate([y, y])
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmin(c, "i"), y)
    t3 = lax.scan(lambda c, r: (c + lax.pmean(r, "i"), c), t1[0] * 0.5, t1)[1]
    t4 = jnp.broadcast_to(t3, (2, 6, 4))
    t5 = t4.astype(float)
    return t5


print('f4')
show(f4, make((2,), "f", 0), make((2, 3, 4), "f", 1), in_axes=(-1, 0), out_axes=0, axis_name="i")

def f5(x, y):
    t1 = jnp.cumsum(y, axis=1)
    t2 = x.astype(int)
    return t2


print('f5')
show(f5, make((2, 2, 4), "i", 0), make((2, 4, 3), "i", 1), in_axes=(-2, 0), out_axes=2, axis_name="i")

def f6(x, y):
    t1 = lax.pmin(VI, "i")
    t2 = t1 != t1
    t3 = x[3:4]
    t4 = t3.reshape(-1)
    t5 = y < x
    t6 = lax.all_gather(t1, "i", axis=0)
    return t6


print('f6')
show(f6, make((2, 4), "i", 0), make((2, 3, 4), "f", 1), in_axes=(0, 0), out_axes=-1, axis_name="i")

def f7(x, y):
    t1 = lax.pmean(y, "i")
    t2 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(y)
    t3 = jnp.outer(t2, t1)
    return t3


print('f7')
show(f7, make((4,), "f", 0), make((4, 2), "f", 1), in_axes=(0, 0), out_axes=-2, axis_name="i")

def f8(x, y, z):
    t1 = lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), y[0] * 0.5, y)[1]
    t2 = jax.jit(lambda r: r - lax.pmax(r, "i"))(y)
    t3 = lax.psum(t1, "i")
    return t3


print('f8')
show(f8, make((4, 3), "b", 0), make((2, 4), "f", 1), make((4, 2), "f", 2), in_axes=(-2, 1, 0), out_axes=0, axis_name="i")

def f9(x, y):
    t1 = y[jnp.clip(VI, 0, 2)]
    t2 = jnp.argsort(t1, axis=0)
    t3 = lax.psum(1, "i") * t2
    t4 = jax.jit(lambda r: r - lax.pmin(r, "i"))(t1)
    t5 = lax.all_gather(t3, "i", axis=1)
    return t5


print('f9')
show(f9, make((4, 3, 4), "i", 0), make((3, 4), "f", 1), in_axes=(0, 1), out_axes=-3, axis_name="i")
