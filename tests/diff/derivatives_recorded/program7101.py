import jax
import jax.numpy as jnp
import numpy as np
from catalyst import qjit
from jax import lax

SECOND = [0, 4, 5, 6, 7, 8]


def show(tag, make):
    try:
        v = np.asarray(make())
    except Exception as e:
        print(tag, "refused", type(e).__name__)
        return
    print(" ".join([tag] + ["%.12g" % x for x in v.ravel().tolist()]))


def f0(x, y):
    v0 = jnp.arctan(y * y)
    v1 = lax.reduce_window(y, jnp.inf, lax.min, (2,), (1,), ((0, 1),)) - v0
    v2 = (v1[:, None] * v0[None, :]).sum(axis=1)
    v3 = jnp.linalg.inv(jnp.outer(jnp.sin(v0), jnp.sin(y)) * 0.2 + 2.0 * jnp.eye(v0.shape[0]))[0]
    return jnp.sum(v3 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * x)

def f1(x, y):
    v0 = y[::-1] + x
    v1 = x * jax.nn.logsumexp(x)
    return jnp.sum(v1 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * x)

def f2(x, y):
    v0 = jax.grad(lambda u: jnp.sum(jnp.sin(u) * y))(x)
    v1 = jnp.convolve(x, jnp.array([0.5, 1.0, -0.3]), mode="same") + y
    v2 = jax.grad(lambda u: jnp.sum(jnp.sin(u) * v1))(y)
    v3 = jnp.einsum("i,j->j", v0, v2)
    v4 = lax.erfc(v1)
    return jnp.sum(v4 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v3)

def f3(x, y):
    v0 = jnp.sqrt(1.0 + y * y) - 1.66
    v1 = jnp.arccosh(2.0 + y * y)
    return jnp.sum(v1 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v0)

def f4(x, y):
    v0 = jnp.concatenate([y, y])[y.shape[0]:] * 0.84
    v1 = jnp.arctan(y * y)
    v2 = jax.vmap(lambda u, v: u * jnp.sin(v))(y, x)
    v3 = v2 * jnp.linalg.det(jnp.outer(jnp.sin(v2), jnp.cos(v1)) * 0.2 + jnp.eye(v2.shape[0]))
    v4 = jnp.square(v1) / (1.0 + x ** 2)
    v5 = v3.at[0].set(y[-1] * 1.28)
    return jnp.sum(v5 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v0)

def f5(x, y):
    v0 = lax.dynamic_slice(x, (0,), (1,)) * y
    v1 = y.at[-1].max(y[0])
    v2 = jnp.sin(v1 * 1.65)
    return jnp.sum(v2 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v1)

def f6(x, y):
    v0 = x * jnp.linalg.det(jnp.outer(jnp.sin(x), jnp.cos(y)) * 0.2 + jnp.eye(x.shape[0]))
    v1 = v0 / (2.0 + y * y)
    v2 = jnp.abs(jnp.linalg.qr(jnp.diag(1.0 + jnp.arange(v1.shape[0])) + 0.2 * jnp.outer(jnp.sin(v1), jnp.sin(v0)))[1][0]) * 1.19
    v3 = lax.scan(lambda c, v: (c * 0.5 + jnp.sin(v), c * v), 1.59, v0)[1]
    v4 = jnp.outer(v1, x) @ jnp.sin(v1)
    v5 = jnp.expm1(0.3 * jnp.sin(v4))
    return jnp.sum(v5 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v2)

def f7(x, y):
    v0 = lax.dynamic_slice(x, (0,), (1,)) * x
    v1 = lax.dynamic_slice(x, (0,), (1,)) * v0
    v2 = lax.scan(lambda c, v: (c * v[0] * 0.3, c + v[1]), 1.0, (v1, x))[1]
    v3 = jax.nn.softplus(v1 - 1.68)
    return jnp.sum(v3 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * y)

def f8(x, y):
    v0 = y - jnp.mean(x)
    v1 = x * jnp.sum(v0 * x)
    v2 = lax.erf(y) + 0.2 * v1
    v3 = lax.map(lambda v: v * jnp.exp(-v * v), v1)
    return jnp.sum(v3 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v1)

FUNCTIONS = [f0, f1, f2, f3, f4, f5, f6, f7, f8]
SIZES = [1, 60, 20, 60, 3, 3, 3, 3, 2]


def data(n, k):
    v = np.sin((np.arange(n) + 1.0) * 12.9898 + k * 78.233) * 43758.5453
    return jnp.array(-1.3 + 2.7 * (v - np.floor(v)))

