"""numpy.random: the shapes of results, and numbers drawn for each of their elements."""
import numpy as _np


def shape_of(size, *params):
    """The shape of a result: size, or what the parameters broadcast to; None: a single number."""
    if size is not None:
        return (size,) if not isinstance(size, (tuple, list)) else tuple(size)
    arrays = [_np.asarray(p) for p in params]
    if all(a.ndim == 0 for a in arrays):
        return None
    total = arrays[0]
    for a in arrays[1:]:
        total = total + a
    return total.shape


def count(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def each(f, shape, *params, dtype=float):
    """f of the parameters for every element, one after the other."""
    if shape is None:
        return f(*[float(p) for p in params])
    if all(_np.ndim(p) == 0 for p in params):
        values = [float(p) for p in params]
        return _np.array([f(*values) for i in range(count(shape))], dtype=dtype).reshape(shape)
    flat = [_np.broadcast_to(_np.asarray(p), shape).ravel() for p in params]
    return _np.array([f(*[float(a[i]) for a in flat]) for i in range(count(shape))], dtype=dtype).reshape(shape)
