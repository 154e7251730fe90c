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
    t1 = jnp.tanh(x)
    t2 = t1.astype(int)
    t3 = jnp.broadcast_to(x, (2, 3, 2))
    t4 = t2[0:2]
    return t4


print('f0')
show(f0, make((4, 3, 2), "f", 0), in_axes=(-3,), out_axes=-1)

def f1(x, y):
    t1 = x - 2
    t2 = jnp.matmul(x, x)
    t3 = jax.vmap(lambda r: r * t2)(t1)
    t4 = jnp.clip(y, -1.0, 1.5)
    return t4


print('f1')
show(f1, make((2, 2), "f", 0), make((2, 2), "f", 1), in_axes=(0, -1), out_axes=0)

def f2(x):
    t1 = x * x
    t2 = jnp.cumprod(VF, axis=0)
    t3 = jnp.sort(t2, axis=0)
    t4 = lax.switch(x, [lambda r: r, lambda r: -r, lambda r: r * r], t2)
    return t4


print('f2')
show(f2, make((3,), "i", 0), in_axes=(0,), out_axes=-2)

def f3(x, y):
    t1 = jnp.take(y, x, axis=0, mode='clip')
    return t1


print('f3')
show(f3, make((4,), "i", 0), make((4, 4), "i", 1), in_axes=(0, 0), out_axes=0)

def f4(x, y, z):
    t1 = y.astype(int)
    t2 = jnp.clip(z, -1.0, 1.5)
    return t2


print('f4')
show(f4, make((2, 4), "f", 0), make((2, 3), "f", 1), make((2, 2, 4), "f", 2), in_axes=(0, 0, 0), out_axes=0)

def f5(x):
    t1 = jnp.stack([x, x], axis=1)
    t2 = x.reshape(-1)
    t3 = jax.jit(lambda r: jnp.where(r > 0.0, r, -r))(x)
    t4 = jnp.floor(t2)
    return (t3, t4)


print('f5')
show(f5, make((4, 2), "f", 0), in_axes=(0,), out_axes=(0, 0))

def f6(x, y):
    t1 = jnp.max(VF, axis=-1)
    t2 = jnp.min(MF, axis=1)
    t3 = jnp.exp(-jnp.abs(y))
    t4 = t2[::2]
    t5 = jax.jit(lambda r: r * r - r)(t3)
    return t5


print('f6')
show(f6, make((3,), "i", 0), make((3,), "f", 1), in_axes=(0, 0), out_axes=0)

def f7(x):
    t1 = jnp.max(VI, axis=None)
    t2 = lax.switch(t1, [lambda r: r, lambda r: -r, lambda r: r * r], x)
    t3 = jnp.prod(VI, axis=0)
    t4 = jax.jit(lambda r: jnp.sin(r) + 1.0)(t2)
    t5 = jnp.min(VF, axis=0)
    return t5


print('f7')
show(f7, make((3,), "f", 0), in_axes=(0,), out_axes=0)

def f8(x, y):
    t1 = jnp.sort(x, axis=0)
    t2 = jnp.stack([y, y], axis=1)
    return t2


print('f8')
show(f8, make((4, 3), "i", 0), make((2,), "f", 1), in_axes=(0, None), out_axes=-3)

def f9(x):
    t1 = jnp.minimum(x, x)
    t2 = jnp.sqrt(jnp.abs(x))
    return t2


print('f9')
show(f9, make((4, 4, 4), "f", 0), in_axes=(0,), out_axes=-2)
