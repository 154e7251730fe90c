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
    t1 = MF[:, 0]
    t2 = t1[::2]
    t3 = y * y
    return (t2, t3)


print('f0')
show(f0, make((4, 4), "b", 0), make((4,), "f", 1), in_axes=(-1, 0), out_axes=(0, 0), axis_name="i")

def f1(x, y, z):
    t1 = y.at[1:].set(1.5)
    t2 = lax.pmean(t1, "i")
    t3 = t2 + lax.axis_index("i")
    t4 = jnp.log1p(jnp.abs(t3))
    return (t3, t4)


print('f1')
show(f1, make((4, 3), "f", 0), make((4, 2), "f", 1), make((4, 2), "i", 2), in_axes=(-2, 0, 0), out_axes=(1, -2), axis_name="i")

def f2(x, y):
    t1 = lax.ppermute(x, "i", [(0, 2), (1, 1), (2, 0), (3, 3)])
    t2 = jax.vmap(lambda r: r + lax.pmax(r, ("i", "j")), axis_name="j")(y)
    t3 = lax.ppermute(x, "i", [(0, 3), (1, 1), (2, 2), (3, 0)])
    t4 = jnp.clip(t2, -1.0, 1.5)
    t5 = lax.scan(lambda c, r: (c + lax.pmax(r, "i"), c), t2[0] * 0.5, t2)[1]
    return t5


print('f2')
show(f2, make((2, 4), "i", 0), make((3, 4), "f", 1), in_axes=(-1, -1), out_axes=-1, axis_name="i")

def f3(x):
    t1 = VF * 2
    t2 = t1[1]
    return t2


print('f3')
show(f3, make((3,), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f4(x, y, z):
    t1 = jnp.stack([VI, VI], axis=0)
    t2 = lax.pmax(y, "i")
    t3 = t1 + z
    t4 = jax.vmap(lambda r: r * z)(t2)
    return (t3, t4)


print('f4')
show(f4, make((4, 4, 4), "f", 0), make((4, 2), "f", 1), make((4,), "f", 2), in_axes=(-3, 0, 0), out_axes=(-3, 1), axis_name="i")

def f5(x, y):
    t1 = MF.reshape(3, 2)
    t2 = jnp.cumprod(y, axis=0)
    t3 = t2[::2]
    t4 = t2[1]
    return t4


print('f5')
show(f5, make((2,), "f", 0), make((2,), "f", 1), in_axes=(0, None), out_axes=0, axis_name="i")

def f6(x):
    t1 = lax.scan(lambda c, r: (c + r, c * 2.0), MF[0] * 0.5, MF)[1]
    t2 = jnp.maximum(VF, VI)
    t3 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(t1)
    t4 = jnp.argsort(t3, axis=1)
    t5 = lax.scan(lambda c, r: (c + lax.pmin(r, "i"), c), t3[0] * 0.5, t3)[1]
    t6 = t5.astype(int)
    return t6


print('f6')
show(f6, make((3,), "i", 0), in_axes=(0,), out_axes=-1, axis_name="i")

def f7(x, y, z):
    t1 = jnp.minimum(x, x)
    return t1


print('f7')
show(f7, make((4,), "f", 0), make((4, 2, 2), "i", 1), make((4, 4, 3), "i", 2), in_axes=(0, 0, 1), out_axes=-1, axis_name="i")

def f8(x):
    t1 = lax.psum(0.5, "i") * x
    t2 = lax.scan(lambda c, r: (c + lax.pmean(r, "i"), c), VF[0] * 0.5, VF)[1]
    t3 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(t2)
    t4 = lax.pmax(t3, "i")
    t5 = jnp.sqrt(jnp.abs(t2))
    return t5


print('f8')
show(f8, make((4,), "f", 0), in_axes=(0,), out_axes=0, axis_name="i")

def f9(x, y):
    t1 = lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), x[0] * 0.5, x)[1]
    t2 = jax.vmap(lambda r: r + lax.pmin(r, ("i", "j")), axis_name="j")(t1)
    return t2


print('f9')
show(f9, make((4, 2), "f", 0), make((4,), "f", 1), in_axes=(0, 0), out_axes=0, axis_name="i")
