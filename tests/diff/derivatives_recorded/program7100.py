import jax
import jax.numpy as jnp
import numpy as np
from catalyst import qjit
from jax import lax

SECOND = [1, 3, 6]


def show(tag, make):
    try:
        v = np.asarray(make())
    except Exception as e:
        print(tag, "refused", type(e).__name__)
        return
    print(" ".join([tag] + ["%.12g" % x for x in v.ravel().tolist()]))


def f0(x, y):
    v0 = jnp.arccosh(2.0 + x * x)
    v1 = jnp.where(v0 > 0.34, jnp.sin(v0), x * 0.5)
    v2 = jax.vmap(lambda u, v: u * jnp.sin(v))(v1, v0)
    v3 = jnp.cbrt(2.5 + jnp.sin(v0))
    v4 = jnp.clip(v2, -0.89, 0.91)
    return jnp.sum(v4 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * x)

def f1(x, y):
    v0 = lax.fori_loop(0, 3, lambda i, v: jnp.sin(v) + 0.3 * x, x)
    v1 = jnp.arcsinh(v0) * 1.26
    v2 = jnp.abs(y + 1j * (2.0 + y * y))
    v3 = v2 + jnp.max(v0)
    return jnp.sum(v3 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v1)

def f2(x, y):
    v0 = jnp.linalg.eigh(jnp.diag(1.0 + 2.0 * jnp.arange(x.shape[0])) + 0.2 * jnp.outer(jnp.sin(x), jnp.sin(x)))[1][:, 0] ** 2
    v1 = v0.at[0].multiply(1.5 + jnp.sin(v0[-1]))
    v2 = lax.fori_loop(0, 3, lambda i, v: jnp.sin(v) + 0.3 * v1, y)
    v3 = jnp.linalg.cholesky(jnp.outer(jnp.sin(v1), jnp.sin(v1)) + 2.0 * jnp.eye(v1.shape[0])) @ v2
    v4 = jnp.linalg.eigvalsh(jnp.diag(1.0 + 2.0 * jnp.arange(v1.shape[0])) + 0.2 * jnp.outer(jnp.sin(v1), jnp.sin(v1)))
    return jnp.sum(v4 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * x)

def f3(x, y):
    v0 = jnp.diagonal(jnp.outer(x, y)) * 0.89
    v1 = jnp.square(v0) / (1.0 + y ** 2)
    return jnp.sum(v1 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v0)

def f4(x, y):
    v0 = lax.cummax(y) + x
    v1 = jnp.log(1.5 + x * x)
    v2 = jnp.clip(v1, -0.10, 0.81)
    v3 = jnp.diagonal(jnp.outer(v0, v2)) * 1.61
    return jnp.sum(v3 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v0)

def f5(x, y):
    v0 = jnp.linalg.solve(jnp.outer(jnp.sin(x), jnp.sin(y)) * 0.2 + 2.0 * jnp.eye(x.shape[0]), y)
    v1 = lax.cumlogsumexp(v0, 0)
    v2 = v0.at[-1].max(v1[0])
    v3 = jnp.real(jnp.fft.ifft(v1 * jnp.exp(1j * v2)))
    v4 = v3 * jnp.min(jnp.cos(v0))
    v5 = lax.erfc(v3)
    return jnp.sum(v5 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v3)

def f6(x, y):
    v0 = jax.nn.softmax(y) * y
    v1 = lax.erfc(v0)
    v2 = jnp.polyval(jnp.array([0.3, -0.5, 1.0]), jnp.sin(v1))
    v3 = jnp.select([v2 > 0.5, v2 < -0.5], [v2 * v0, v0], v2)
    v4 = jnp.cbrt(2.5 + jnp.sin(v2))
    v5 = lax.cumlogsumexp(v2, 0)
    return jnp.sum(v5 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v2)

def f7(x, y):
    v0 = jnp.nan_to_num(x) * x
    v1 = jnp.log(1.5 + v0 * v0)
    v2 = jnp.cumprod(1.0 + 0.3 * jnp.sin(v0))
    return jnp.sum(v2 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * y)

def f8(x, y):
    v0 = jnp.minimum(y, 1.27)
    v1 = lax.logistic(x * y)
    v2 = jax.nn.log_softmax(y * 0.59)
    v3 = v2[jnp.argsort(v2)]
    v4 = jax.nn.softplus(v3 - 0.31)
    return jnp.sum(v4 * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * v0)

FUNCTIONS = [f0, f1, f2, f3, f4, f5, f6, f7, f8]
SIZES = [20, 3, 1, 3, 60, 60, 3, 20, 60]


def data(n, k):
    v = np.sin((np.arange(n) + 1.0) * 12.9898 + k * 78.233) * 43758.5453
    return jnp.array(-1.3 + 2.7 * (v - np.floor(v)))

