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
    t1 = x.reshape(-1)
    t2 = jnp.maximum(t1, t1)
    return (t1, t2)


print('f0')
show(f0, make((4, 4), "f", 0), in_axes=(-2,), out_axes=(1, 0), axis_name="i")

def f1(x):
    t1 = lax.all_gather(x, "i", axis=1)
    t2 = jnp.maximum(t1, -1)
    t3 = lax.fori_loop(0, 2, lambda i, c: c + lax.psum(c, "i"), MF)
    t4 = x < x
    t5 = jnp.sign(t3)
    t6 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(t5)
    return (t5, t6)


print('f1')
show(f1, make((4, 4), "i", 0), in_axes=(0,), out_axes=(-2, -3), axis_name="i")

def f2(x):
    t1 = x + lax.axis_index("i")
    t2 = jax.jit(lambda r: jnp.sin(r) + 1.0)(MF)
    t3 = jnp.minimum(t2, x)
    return (t2, t3)


print('f2')
show(f2, make((4,), "i", 0), in_axes=(0,), out_axes=(2, -1), axis_name="i")

def f3(x, y):
    t1 = jnp.where(y, VF, VF)
    t2 = jax.vmap(lambda r: r * 2.0 + jnp.sum(r))(t1)
    t3 = lax.pmean(MF, "i")
    t4 = t3 != t2
    return (t3, t4)


print('f3')
show(f3, make((2, 2), "i", 0), make((3, 2), "b", 1), in_axes=(0, -1), out_axes=(2, 0), axis_name="i")

def f4(x, y):
    t1 = lax.ppermute(y, "i", [(0, 2), (1, 0), (2, 1)])
    t2 = t1.at[0].add(1.5)
    t3 = jnp.broadcast_to(t2, (2, 3))
    t4 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t2)
    return t4


print('f4')
show(f4, make((3, 2, 2), "b", 0), make((3, 3), "f", 1), in_axes=(0, 0), out_axes=0, axis_name="i")

def f5(x, y):
    t1 = VI * x
    t2 = lax.clamp(x, x, x + 2.0)
    t3 = t2 != t1
    t4 = x != x
    return t4


print('f5')
show(f5, make((4,), "f", 0), make((4, 4), "b", 1), in_axes=(0, 0), out_axes=-1, axis_name="i")

def f6(x, y, z):
    t1 = lax.pmean(z, "i")
    t2 = lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), z[0] * 0.5, z)[1]
    return t2


print('f6')
show(f6, make((2, 4), "f", 0), make((2, 4), "f", 1), make((3, 2, 3), "f", 2), in_axes=(-2, 0, 1), out_axes=0, axis_name="i")

def f7(x, y, z):
    t1 = z < y
    t2 = lax.scan(lambda c, r: (c + lax.pmean(r, "i"), c), MF[0] * 0.5, MF)[1]
    t3 = lax.all_gather(z, "i", axis=2)
    t4 = lax.scan(lambda c, r: (c + r, c * 2.0), t2[0] * 0.5, t2)[1]
    t5 = jnp.tanh(t4)
    return (t4, t5)


print('f7')
show(f7, make((4, 2), "b", 0), make((4,), "f", 1), make((4, 3, 3), "i", 2), in_axes=(0, -1, 0), out_axes=(-3, 0), axis_name="i")

def f8(x, y, z):
    t1 = lax.psum(1, "i") * z
    t2 = jax.vmap(lambda r: r + lax.psum(r, ("i", "j")), axis_name="j")(VF)
    t3 = jnp.cumprod(t1, axis=0)
    return t3


print('f8')
show(f8, make((3, 4), "b", 0), make((3, 2), "i", 1), make((3, 4), "i", 2), in_axes=(0, -2, -2), out_axes=1, axis_name="i")

def f9(x, y, z):
    t1 = jnp.pad(x, ((1, 0), (1, 0),))
    t2 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), y[0] * 0.5, y)[1]
    t3 = t1 >= z
    t4 = jnp.maximum(z, z)
    return (t3, t4)


print('f9')
show(f9, make((2, 2, 3), "f", 0), make((2, 2), "f", 1), make((2,), "f", 2), in_axes=(0, 0, 0), out_axes=(0, 0), axis_name="i")
