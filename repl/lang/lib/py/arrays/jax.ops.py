"""jax.ops: what the elements of each segment give together; where they go is said by an array."""
import jax.errors as _errors
import jax.numpy as _jnp
from jax.core import Tracer as _Tracer
from _numeric import arrays as _arrays


def _number_of(segment_ids, num_segments):
    if num_segments is None and not isinstance(segment_ids, _Tracer):
        num_segments = _jnp.max(segment_ids) + 1
    if num_segments is None or isinstance(num_segments, _Tracer):
        raise _errors.ConcretizationTypeError(
            "Abstract tracer value encountered where concrete value is expected: segment_sum() `num_segments` argument.")
    n = int(num_segments)
    if n < 0:
        raise ValueError("num_segments must be non-negative.")
    return n


def _least(dtype):
    """What every value is at least, and none of a segment without elements."""
    return -_jnp.inf if _jnp.issubdtype(dtype, _jnp.inexact) else False if dtype == bool else _jnp.iinfo(dtype).min


def _greatest(dtype):
    return _jnp.inf if _jnp.issubdtype(dtype, _jnp.inexact) else True if dtype == bool else _jnp.iinfo(dtype).max


def _without_negative(segment_ids, n, mode):
    """None is counted from the end: they are outside, which the nearest is if places are clipped."""
    if not _jnp.issubdtype(segment_ids.dtype, _jnp.signedinteger):
        return segment_ids
    return _jnp.where(segment_ids < 0, 0 if mode == "clip" else n, segment_ids)


def _update(name, method, identity, reduce, data, segment_ids, num_segments, options, bucket_size):
    data, segment_ids = _arrays(name, data, segment_ids)
    n = _number_of(segment_ids, num_segments)
    if options["mode"] is None:
        options["mode"] = "drop"
    at, shape = _without_negative(segment_ids, n, options["mode"]), (n,) + data.shape[1:]
    if bucket_size is not None:
        shape = (-(-segment_ids.size // bucket_size),) + shape
        at = _jnp.arange(segment_ids.shape[0]) // bucket_size, at[None, :]
    out = _jnp.full(shape, identity(data.dtype), dtype=data.dtype)
    out = getattr(out.at[at], method)(data, **options)
    return out if bucket_size is None else reduce(out, axis=0).astype(data.dtype)


def _options(indices_are_sorted, unique_indices, mode):
    return {"indices_are_sorted": indices_are_sorted, "unique_indices": unique_indices, "mode": mode}


def segment_sum(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None):
    return _update("segment_sum", "add", lambda dtype: 0, _jnp.sum, data, segment_ids, num_segments,
                   _options(indices_are_sorted, unique_indices, mode), bucket_size)


def segment_prod(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                 bucket_size=None, mode=None):
    return _update("segment_prod", "multiply", lambda dtype: 1, _jnp.prod, data, segment_ids, num_segments,
                   _options(indices_are_sorted, unique_indices, mode), bucket_size)


def segment_max(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None):
    return _update("segment_max", "max", _least, _jnp.max, data, segment_ids, num_segments,
                   _options(indices_are_sorted, unique_indices, mode), bucket_size)


def segment_min(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False,
                bucket_size=None, mode=None):
    return _update("segment_min", "min", _greatest, _jnp.min, data, segment_ids, num_segments,
                   _options(indices_are_sorted, unique_indices, mode), bucket_size)
