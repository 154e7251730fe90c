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
    t1 = jnp.prod(VI, axis=0)
    t2 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmean(c, "i"), x)
    t3 = jnp.mean(t2, axis=-1)
    t4 = jnp.max(t3, axis=None)
    t5 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t4)
    t6 = jnp.max(t2, axis=1)
    t7 = lax.cumsum(x, axis=1, reverse=True)
    return t7


print('f0')
show(f0, make((3, 4, 4), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f1(x):
    t1 = x @ VF
    t2 = t1.astype(float)
    t3 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmax(c, "i"), t2)
    t4 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t2, t1)
    t5 = lax.clamp(t2, t2, t2 + 2.0)
    t6 = jax.jit(lambda r: r - lax.pmin(r, "i"))(t5)
    return t6


print('f1')
show(f1, make((3, 3), "f", 0), in_axes=(0,), out_axes=-1, axis_name="i")

def f2(x):
    t1 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), MF)
    t2 = jnp.flip(t1, axis=0)
    t3 = lax.fori_loop(0, 3, lambda i, c: c * 0.5 + t2, t2)
    t4 = lax.pmin(x, "i")
    return t4


print('f2')
show(f2, make((4, 4, 2), "i", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f3(x, y):
    t1 = x >= x
    return t1


print('f3')
show(f3, make((3, 4), "f", 0), make((2, 4), "f", 1), in_axes=(1, 1), out_axes=-2, axis_name="i")

def f4(x):
    t1 = lax.fori_loop(0, 2, lambda i, c: c + lax.pmin(c, "i"), x)
    t2 = MF @ VF
    return t2


print('f4')
show(f4, make((4,), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f5(x):
    t1 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), x[0] * 0.5, x)[1]
    t2 = VI.at[1:].set(1)
    t3 = jnp.sum(x, axis=None)
    t4 = jnp.broadcast_to(t2, (4, 3))
    return t4


print('f5')
show(f5, make((3, 4, 3), "f", 0), in_axes=(-2,), out_axes=0, axis_name="i")

def f6(x, y, z):
    t1 = jax.jit(lambda r: r - lax.pmax(r, "i"))(x)
    t2 = t1 + lax.axis_index("i")
    t3 = jnp.flip(y, axis=0)
    t4 = jnp.exp(-jnp.abs(t1))
    t5 = jnp.argmax(t1, axis=1)
    return t5


print('f6')
show(f6, make((3, 3, 4), "f", 0), make((3,), "f", 1), make((3, 3), "f", 2), in_axes=(0, None, 0), out_axes=0, axis_name="i")

def f7(x):
    t1 = jnp.minimum(x, 0.5)
    t2 = jnp.concatenate([x, t1])
    t3 = x != t1
    return (t2, t3)


print('f7')
show(f7, make((4, 4, 2), "f", 0), in_axes=(0,), out_axes=(0, 2), axis_name="i")

def f8(x, y):
    t1 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), MF[0] * 0.5, MF)[1]
    t2 = jnp.minimum(VI, y)
    t3 = lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, y)
    return (t2, t3)


print('f8')
show(f8, make((4, 2), "b", 0), make((4,), "f", 1), in_axes=(0, 0), out_axes=(-2, 0), axis_name="i")

def f9(x, y):
    t1 = y + lax.axis_index("i")
    t2 = jnp.maximum(t1, y)
    t3 = jnp.argsort(y, axis=0)
    t4 = jnp.where(x, VI, VI)
    return t4


print('f9')
show(f9, make((3, 3), "b", 0), make((3, 2), "f", 1), in_axes=(0, 0), out_axes=-1, axis_name="i")
