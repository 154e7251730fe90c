"""jax.nn: names that came after jax 0.4.23."""
import math as _math
import jax as _jax
import jax.numpy as _jnp
from _numeric import arrays as _arrays, check as _check, inexact as _inexact, named as _named


@_named()
def identity(x):
    _check("identity", x)
    return _jnp.asarray(x)


@_named()
def mish(x):
    _check("mish", x)
    return x * _jnp.tanh(_jax.nn.softplus(x))


@_named()
def sparse_plus(x):
    _check("sparse_plus", x)
    return _jnp.where(x <= -1.0, 0.0, _jnp.where(x >= 1.0, x, (x + 1.0)**2 / 4))


@_named()
def sparse_sigmoid(x):
    return 0.5 * _jnp.clip(x + 1.0, 0.0, 2.0)


def log1mexp(x):
    """The logarithm of 1 - exp(-x), without what is lost where x is small or large."""
    x, = _inexact("log1mexp", x)
    small = x < _math.log(2.0)
    return _jnp.where(small, _jnp.log(-_jnp.expm1(-_jnp.where(small, x, 1.0))),
                      _jnp.log1p(-_jnp.exp(-_jnp.where(small, 1.0, x))))


def logmeanexp(x, axis=None, where=None, keepdims=False):
    x, = _inexact("logmeanexp", x)
    counted = _jnp.ones_like(x) if where is None else _jnp.broadcast_to(where, x.shape).astype(x.dtype)
    total = _jax.nn.logsumexp(x if where is None else _jnp.where(where, x, -_jnp.inf), axis=axis, keepdims=keepdims)
    return total - _jnp.log(_jnp.sum(counted, axis=axis, keepdims=keepdims))


def _masked(scores, mask, is_causal, causal):
    if mask is not None:
        scores = _jnp.where(mask, scores, -0.7 * _jnp.finfo(scores.dtype).max)
    if is_causal:
        scores = _jnp.where(causal, scores, -0.7 * _jnp.finfo(scores.dtype).max)
    return scores


def dot_product_attention(query, key, value, bias=None, mask=None, *, scale=None, is_causal=False,
                          query_seq_lengths=None, key_value_seq_lengths=None, local_window_size=None,
                          implementation=None, return_residual=False):
    """Of arrays (batch, length, heads, features), or without the batch; heads of the query may share those of the key."""
    if local_window_size is not None or return_residual:
        raise NotImplementedError("dot_product_attention: local_window_size and return_residual are not offered here; "
                                  "give a mask")
    query, key, value = _arrays("dot_product_attention", query, key, value)
    alone = query.ndim == 3
    if alone:
        query, key, value = query[None], key[None], value[None]
        bias, mask = [None if x is None or x.ndim == 4 else x[None] for x in (bias, mask)]
    if query.ndim != 4 or key.ndim != 4 or value.ndim != 4:
        raise ValueError(f"query, key and value should have 4 dimensions, got {query.shape}, {key.shape}, {value.shape}")
    shared = query.shape[2] // key.shape[2]
    if shared != 1:
        key, value = _jnp.repeat(key, shared, axis=2), _jnp.repeat(value, shared, axis=2)
    if scale is None:
        scale = 1.0 / _jnp.sqrt(query.shape[-1])
    scores = _jnp.einsum("btnh,bsnh->bnts", query, key).astype(_jnp.float32)  # jax takes no wider ones here
    scores = scores * _jnp.asarray(scale, dtype=scores.dtype)
    if bias is not None:
        scores = scores + bias
    rows, columns = _jnp.arange(query.shape[1])[:, None], _jnp.arange(key.shape[1])[None, :]
    scores = _masked(scores, mask, is_causal, rows >= columns)
    if query_seq_lengths is not None:
        scores = _masked(scores, rows < _jnp.asarray(query_seq_lengths)[:, None, None, None], False, None)
    if key_value_seq_lengths is not None:
        scores = _masked(scores, columns < _jnp.asarray(key_value_seq_lengths)[:, None, None, None], False, None)
    out = _jnp.einsum("bnts,bsnh->btnh", _jax.nn.softmax(scores, axis=-1).astype(value.dtype), value)
    return out[0] if alone else out
