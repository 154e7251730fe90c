"""Host numpy: writing to chosen places of an array, indices of its parts, bits of its elements."""
import numpy as _np
from _numpy import unravel_index as _unravel


# ---- writing ----

def _write(a, places, values):
    """To the elements at these places of the array as it is in rows; values are converted as they are."""
    if places.size:
        values = _np.resize(values, places.shape) if values.size != places.size else values.reshape(places.shape)
        a[_unravel(places, a.shape) if a.ndim else ()] = values.astype(a.dtype) if a.ndim else values.astype(a.dtype)[-1]


def put(a, ind, v, mode="raise"):
    if not isinstance(a, _np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    places, v = _np.asarray(ind).reshape(-1).astype(int), _np.asarray(v).reshape(-1)
    if not v.size or not places.size:
        return
    n = a.size
    if mode == "wrap":
        places = places % n
    elif mode == "clip":
        places = _np.clip(places, 0, n - 1)
    else:
        for i in places[(places < -n) | (places >= n)].tolist():
            raise IndexError(f"index {i} is out of bounds for axis 0 with size {n}")
        places = _np.where(places < 0, places + n, places)
    _write(a, places, v)


def _mask_places(name, a, mask):
    mask = _np.asarray(mask).astype(bool).reshape(-1)
    if mask.size != a.size:
        raise ValueError(f"{name}: mask and data must be the same size")
    return _np.nonzero(mask)[0]


def putmask(a, mask, values):
    """Each place takes the value that stands at the same place, the values over and over."""
    if not isinstance(a, _np.ndarray):
        raise TypeError("putmask: first argument must be an array")
    places, values = _mask_places("putmask", a, mask), _np.asarray(values).reshape(-1)
    if values.size:
        _write(a, places, values[places % values.size])


def place(arr, mask, vals):
    """The places take the values one after the other, over and over."""
    if not isinstance(arr, _np.ndarray):
        raise TypeError(f"place() argument 1 must be numpy.ndarray, not {type(arr).__name__}")
    places, vals = _mask_places("place", arr, mask), _np.asarray(vals).reshape(-1)
    if places.size and not vals.size:
        raise ValueError("Cannot insert from an empty array!")
    if places.size:
        _write(arr, places, vals[_np.arange(places.size) % vals.size])


def put_along_axis(arr, indices, values, axis):
    """arr[..., indices[..., k], ...] = values[..., k] along the axis; None: of the array as it is in rows."""
    indices = _np.asarray(indices)
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("`indices` and `arr` must have the same number of dimensions")
        put(arr, indices, values)
        return
    if not -arr.ndim <= axis < arr.ndim:
        raise _np.AxisError(f"axis {axis} is out of bounds for array of dimension {arr.ndim}")
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    where = []
    for k, n in enumerate(arr.shape):
        alone = [-1 if i == k else 1 for i in range(arr.ndim)]
        where.append(indices if k == axis % arr.ndim else _np.arange(n).reshape(alone))
    arr[tuple(where)] = values


# ---- indices of parts ----

def diag_indices_from(arr):
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if any(n != arr.shape[0] for n in arr.shape):
        raise ValueError("All dimensions of input must be of equal length")
    return _np.diag_indices(arr.shape[0], arr.ndim)


def _check_flat(arr):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")


def triu_indices_from(arr, k=0):
    _check_flat(arr)
    return _np.triu_indices(arr.shape[0], k=k, m=arr.shape[1])


def tril_indices_from(arr, k=0):
    _check_flat(arr)
    return _np.tril_indices(arr.shape[0], k=k, m=arr.shape[1])


def mask_indices(n, mask_func, k=0):
    """Where mask_func(a matrix of ones, k) is not zero."""
    return _np.nonzero(mask_func(_np.ones((n, n), int), k) != 0)


def isfortran(a):
    """Does it lie in columns, and not in rows as well?"""
    def lies(axes):
        step = a.itemsize
        for i in axes:
            if a.shape[i] != 1 and a.strides[i] != step:
                return False
            step *= a.shape[i]
        return True
    if not isinstance(a, _np.ndarray):
        raise AttributeError(f"'{type(a).__name__}' object has no attribute 'flags'")
    return bool(a.size) and lies(range(a.ndim)) and not lies(range(a.ndim - 1, -1, -1))


# ---- bits ----

def _weights(bitorder):
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    bits = _np.arange(8)
    return bits if bitorder == "little" else bits[::-1]


def _along(a, axis):
    """Flat where there is no axis; the axis itself."""
    if axis is None:
        return a.reshape(-1), 0
    if not -a.ndim <= axis < a.ndim:
        raise _np.AxisError(f"axis {axis} is out of bounds for array of dimension {a.ndim}")
    return a, axis


def packbits(a, /, axis=None, bitorder="big"):
    """Eight elements become the bits of one, filled up with zeros; what is not zero is 1."""
    a, weights = _np.asarray(a), _weights(bitorder)
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    a, axis = _along(a, axis)
    x = _np.moveaxis(a != 0, axis, -1).astype(int)
    n = x.shape[-1]
    x = _np.concatenate([x, _np.zeros(x.shape[:-1] + (-n % 8,), int)], axis=-1)
    x = x.reshape(x.shape[:-1] + ((n + 7) // 8, 8)) << weights
    return _np.moveaxis(_np.sum(x, axis=-1).astype("uint8"), -1, axis)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    a, weights = _np.asarray(a), _weights(bitorder)
    if a.dtype.name != "uint8":
        raise TypeError("Expected an input array of unsigned byte data type")
    a, axis = _along(a, axis)
    x = _np.moveaxis(a, axis, -1).astype(int)
    x = (x[..., None] >> weights & 1).reshape(x.shape[:-1] + (8 * x.shape[-1],)).astype("uint8")
    n = x.shape[-1]
    if count is not None:
        if count < -n:
            raise ValueError("-count larger than number of elements")
        wanted = count if count >= 0 else n + count
        x = x[..., :wanted]
        x = _np.concatenate([x, _np.zeros(x.shape[:-1] + (max(wanted - n, 0),), "uint8")], axis=-1)
    return _np.moveaxis(x, -1, axis)
