"""jax.nn.initializers: functions of a key, a shape and a dtype that draw the weights of a layer."""
import jax.numpy as _jnp
from jax import random as _random


def zeros(key, shape, dtype=float):
    return _jnp.zeros(shape, dtype)


def ones(key, shape, dtype=float):
    return _jnp.ones(shape, dtype)


def constant(value, dtype=float):
    def init(key, shape, dtype=dtype):
        return _jnp.full(shape, value, dtype=dtype)
    return init


def uniform(scale=1e-2, dtype=float):
    def init(key, shape, dtype=dtype):
        return _random.uniform(key, shape, dtype) * _jnp.array(scale, dtype)
    return init


def normal(stddev=1e-2, dtype=float):
    def init(key, shape, dtype=dtype):
        return _random.normal(key, shape, dtype) * _jnp.array(stddev, dtype)
    return init


def truncated_normal(stddev=1e-2, dtype=float, lower=-2.0, upper=2.0):
    def init(key, shape, dtype=dtype):
        return _random.truncated_normal(key, lower, upper, shape, dtype) * _jnp.array(stddev, dtype)
    return init


def _product(shape, axes):
    n = 1
    for i in axes:
        n *= shape[i]
    return n


def _fans(shape, in_axis, out_axis, batch_axis):
    """How many inputs and outputs a weight has."""
    if len(shape) <= 1:
        raise ValueError(f"Can't compute input and output sizes of a {len(shape)}-dimensional weights tensor. Must be at "
                         "least 2D.")
    ins = [in_axis] if isinstance(in_axis, int) else list(in_axis)
    outs = [out_axis] if isinstance(out_axis, int) else list(out_axis)
    batch = [batch_axis] if isinstance(batch_axis, int) else list(batch_axis)
    n_in, n_out = _product(shape, ins), _product(shape, outs)
    field = _product(shape, range(len(shape))) / n_in / n_out / _product(shape, batch)
    return n_in * field, n_out * field


def variance_scaling(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype=float):
    def init(key, shape, dtype=dtype):
        n_in, n_out = _fans(shape, in_axis, out_axis, batch_axis)
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"invalid mode for variance scaling initializer: {mode}")
        n = n_in if mode == "fan_in" else n_out if mode == "fan_out" else (n_in + n_out) / 2
        variance = _jnp.array(scale / n, dtype=dtype)
        if distribution == "normal":
            return _random.normal(key, shape, dtype) * _jnp.sqrt(variance)
        if distribution == "uniform":
            return _random.uniform(key, shape, dtype, -1) * _jnp.sqrt(3 * variance)
        if distribution != "truncated_normal":
            raise ValueError(f"invalid distribution for variance scaling initializer: {distribution}")
        spread = _jnp.sqrt(variance) / _jnp.array(.87962566103423978, dtype)  # that of what is left after the cut
        return _random.truncated_normal(key, -2, 2, shape, dtype) * spread
    return init


def _scaling(scale, mode, distribution):
    def initializer(in_axis=-2, out_axis=-1, batch_axis=(), dtype=float):
        return variance_scaling(scale, mode, distribution, in_axis, out_axis, batch_axis, dtype)
    return initializer


xavier_uniform = glorot_uniform = _scaling(1.0, "fan_avg", "uniform")
xavier_normal = glorot_normal = _scaling(1.0, "fan_avg", "truncated_normal")
lecun_uniform = _scaling(1.0, "fan_in", "uniform")
lecun_normal = _scaling(1.0, "fan_in", "truncated_normal")
kaiming_uniform = he_uniform = _scaling(2.0, "fan_in", "uniform")
kaiming_normal = he_normal = _scaling(2.0, "fan_in", "truncated_normal")


def orthogonal(scale=1.0, column_axis=-1, dtype=float):
    def init(key, shape, dtype=dtype):
        if len(shape) < 2:
            raise ValueError("orthogonal initializer requires at least a 2D shape")
        columns = shape[column_axis]
        rows = _product(shape, range(len(shape))) // columns
        a = _random.normal(key, (columns, rows) if rows < columns else (rows, columns), dtype)
        q, r = _jnp.linalg.qr(a)
        d = _jnp.diag(r)
        q = q * (d / _jnp.abs(d))[None, :]
        q = q.T if rows < columns else q
        q = q.reshape(tuple(n for i, n in enumerate(shape) if i != column_axis % len(shape)) + (columns,))
        return scale * _jnp.moveaxis(q, -1, column_axis)
    return init
