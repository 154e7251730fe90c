"""jax.nn: activations that are written in Python."""
import jax.numpy as _jnp
from jax import nn as _nn
from jax.numpy import tanh
from _numeric import check as _check, inexact as _inexact, named as _named
import jax.nn.initializers as initializers


@_named()
def relu6(x):
    return _jnp.minimum(_jnp.maximum(x, 0), 6.)


@_named()
def soft_sign(x):
    _check("soft_sign", x)
    return x / (_jnp.abs(x) + 1)


@_named()
def log_sigmoid(x):
    _check("log_sigmoid", x)
    return -_nn.softplus(-x)


@_named()
def elu(x, alpha=1.0):
    _check("elu", x)
    safe = _jnp.where(x > 0, 0., x)
    return _jnp.where(x > 0, x, alpha * _jnp.expm1(safe))


@_named()
def leaky_relu(x, negative_slope=1e-2):
    _check("leaky_relu", x)
    return _jnp.where(x >= 0, x, negative_slope * x)


@_named()
def hard_tanh(x):
    _check("hard_tanh", x)
    return _jnp.where(x > 1, 1, _jnp.where(x < -1, -1, x))


@_named()
def celu(x, alpha=1.0):
    return _jnp.maximum(x, 0.0) + alpha * _jnp.expm1(_jnp.minimum(x, 0.0) / alpha)


@_named()
def selu(x):
    return 1.0507009873554804934193349852946 * elu(x, 1.6732632423543772848170429916717)


@_named("axis")
def glu(x, axis=-1):
    n = x.shape[axis]
    if isinstance(n, int) and n % 2:
        raise AssertionError("axis size must be divisible by 2")
    a, b = _jnp.split(x, 2, axis)
    return a * _nn.sigmoid(b)


@_named()
def squareplus(x, b=4):
    _check("squareplus", x)
    return (x + _jnp.sqrt(_jnp.square(x) + _jnp.asarray(b).astype(x.dtype))) / 2


@_named()
def hard_sigmoid(x):
    return relu6(x + 3.) / 6.


@_named()
def hard_silu(x):
    _check("hard_silu", x)
    return x * hard_sigmoid(x)


hard_swish = hard_silu


@_named("axis")
def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-5, where=None):
    _check("standardize", x)
    x = _jnp.asarray(x)
    if mean is None:
        mean = _jnp.mean(x, axis, keepdims=True, where=where)
    if variance is None:
        variance = _jnp.mean(_jnp.square(x), axis, keepdims=True, where=where) - _jnp.square(mean)
    return (x - mean) / _jnp.sqrt(variance + epsilon)
