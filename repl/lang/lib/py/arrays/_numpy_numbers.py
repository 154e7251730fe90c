"""Host numpy: digits of numbers, types that hold them, areas and angles, bins of histograms."""
import math as _m
import warnings as _warnings
import numpy as _np


# ---- digits ----

def binary_repr(num, width=None):
    """In base 2; of a negative number with a width, that of 2 ** width more."""
    num = num.__index__() if hasattr(num, "__index__") else _no_integer(num)
    if not num:
        return "0" * (width or 1)
    if num > 0 or width is None:
        digits = ("-" if num < 0 else "") + bin(abs(num))[2:]
        if width is not None:
            _check_width(width, len(digits))
        return digits if width is None else digits.rjust(width, "0")
    least = (-num - 1).bit_length() + 1
    _check_width(width, least)
    return bin((1 << max(width, least)) + num)[2:].rjust(width, "1")


def _no_integer(x):
    raise TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")


def _check_width(width, least):
    if width < least:
        _warnings.warn("Insufficient bit width provided. This behavior will raise an error in the future.",
                       DeprecationWarning, stacklevel=3)


def base_repr(number, base=2, padding=0):
    if base > 36:
        raise ValueError("Bases greater than 36 not handled in base_repr.")
    if base < 2:
        raise ValueError("Bases less than 2 not handled in base_repr.")
    rest, digits = abs(int(number)), ""
    while rest:
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % base] + digits
        rest //= base
    digits = "0" * padding + digits if number or padding else "0"
    return ("-" if number < 0 else "") + digits


# ---- types ----

def _least_float(parts, names):
    """The first of the types that these numbers are within."""
    for name, most in zip(names, (65000.0, 3.4e38)):
        if all(not abs(x) < float("inf") or abs(x) < most for x in parts):
            return _np.dtype(name)
    return _np.dtype(names[2])


def min_scalar_type(a, /):
    """The smallest type that holds the value of a number; of an array with axes its own."""
    if not isinstance(a, int) or isinstance(a, bool):
        x = _np.asarray(a)
        if x.ndim or x.dtype.kind == "b":
            return x.dtype
        if x.dtype.kind == "f":
            return _least_float([float(x)], ("float16", "float32", "float64"))
        if x.dtype.kind == "c":
            z = complex(x[()])
            return _least_float([max(abs(z.real), abs(z.imag)) if z == z else z.real] * 2, ("complex64", "complex64", "complex128"))
        a = int(x)
    for bits in (8, 16, 32, 64):
        if 0 <= a < 1 << bits or a < 0 and a >= -(1 << bits - 1):
            return _np.dtype(f"{'int' if a < 0 else 'uint'}{bits}")
    raise NotImplementedError("numpy has the type object for an integer of more than 64 bits; arrays hold numbers here")


def common_type(*arrays):
    """The type of floats that all of the arrays can be converted to."""
    digits, many = 16, False
    for a in arrays:
        t = a.dtype
        if t.kind not in "iufc":
            raise TypeError("can't get common type for non-numeric array")
        many = many or t.kind == "c"
        digits = max(digits, 64 if t.kind in "iu" else 8 * t.itemsize // (2 if t.kind == "c" else 1))
    if many:
        return _np.complex128 if digits == 64 else _np.complex64
    return {16: _np.float16, 32: _np.float32, 64: _np.float64}[digits]


def real_if_close(a, tol=100):
    """Without its imaginary part where that is next to nothing."""
    a = _np.asarray(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = _np.finfo(a.dtype).eps * tol
    return _np.real(a) if _np.all(_np.absolute(_np.imag(a)) < tol) else a


def sort_complex(a):
    b = _np.sort(_np.asarray(a))
    small = b.dtype.name in ("int8", "int16", "uint8", "uint16")
    return b if b.dtype.kind == "c" else b.astype("complex64" if small else "complex128")


# ---- areas and angles ----

def trapz(y, x=None, dx=1.0, axis=-1):
    """The area below the straight lines from each number to the next."""
    y = _np.asarray(y)
    d = dx
    if x is not None:
        d = _np.diff(_np.asarray(x), axis=axis if _np.ndim(x) > 1 else -1)
        if d.ndim == 1:
            shape = [1] * y.ndim
            shape[axis] = d.shape[0]
            d = d.reshape(shape)
    y = _np.moveaxis(y, axis, -1)
    d = _np.moveaxis(d, axis, -1) if _np.ndim(d) else d
    return _np.sum(d * (y[..., 1:] + y[..., :-1]) / 2.0, axis=-1)


def unwrap(p, discont=None, axis=-1, *, period=2 * _m.pi):
    """Steps of more than half a period, or `discont`, become those that are the same but for whole periods."""
    p = _np.asarray(p)
    steps = _np.diff(p, axis=axis)
    t = _np.result_type(steps, period)
    half, odd = divmod(period, 2) if t.kind in "iu" else (period / 2, 0)
    near = _np.mod(steps + half, period) - half
    if not odd:
        near = _np.where((near == -half) & (steps > 0), half, near)
    turns = _np.where(_np.abs(steps) < (period / 2 if discont is None else discont), 0, near - steps)
    up = _np.moveaxis(_np.array(p, dtype=t), axis, -1)
    up[..., 1:] = up[..., 1:] + _np.moveaxis(_np.cumsum(turns, axis=axis), axis, -1)
    return _np.moveaxis(up, -1, axis)


# ---- bins ----

def _spread(x):
    return _np.max(x) - _np.min(x)


def _freedman(x):
    upper, lower = _np.percentile(x, [75, 25])
    return 2.0 * (upper - lower) / x.size ** (1.0 / 3.0)


def _sturges(x):
    return _spread(x) / (_np.log2(x.size) + 1.0)


def _doane(x):
    if x.size <= 2 or not _np.std(x) > 0:
        return 0.0
    sg = _np.sqrt(6.0 * (x.size - 2) / ((x.size + 1.0) * (x.size + 3)))
    g = _np.mean(((x - _np.mean(x)) / _np.std(x)) ** 3)
    return _spread(x) / (1.0 + _np.log2(x.size) + _np.log2(1.0 + _np.absolute(g) / sg))


# How wide bins are, by name of the rule.
_WIDTHS = {
    "sqrt": lambda x: _spread(x) / _np.sqrt(x.size),
    "sturges": _sturges,
    "rice": lambda x: _spread(x) / (2.0 * x.size ** (1.0 / 3)),
    "scott": lambda x: (24.0 * _m.pi ** 0.5 / x.size) ** (1.0 / 3.0) * _np.std(x),
    "fd": _freedman,
    "doane": _doane,
    "auto": lambda x: min(_freedman(x), _sturges(x)) if _freedman(x) else _sturges(x),
}


def _number_of_bins(a, rule, low, high, weights):
    if rule not in _WIDTHS:
        if rule == "stone":
            raise NotImplementedError("bins='stone' is not offered here; use 'auto', or give the number of bins")
        raise ValueError(f"{rule!r} is not a valid estimator for `bins`")
    if weights is not None:
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    inside = a[(a >= low) & (a <= high)]
    width = _WIDTHS[rule](inside) if inside.size else 0
    return int(_np.ceil((high - low) / width)) if width else 1


def _ends(a, range):
    if range is not None:
        low, high = range
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if not (_np.isfinite(low) and _np.isfinite(high)):
            raise ValueError(f"supplied range of [{low}, {high}] is not finite")
    elif not a.size:
        low, high = 0, 1
    else:
        low, high = _np.min(a), _np.max(a)
        if not (_np.isfinite(low) and _np.isfinite(high)):
            raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a = _np.asarray(a).ravel()
    if isinstance(bins, str):
        low, high = _ends(a, range)
        bins = _number_of_bins(a, bins, low, high, weights)
    elif _np.ndim(bins):
        bins = _np.asarray(bins)
        if _np.ndim(bins) > 1:
            raise ValueError("`bins` must be 1d, when an array")
        if _np.any(bins[:-1] > bins[1:]):
            raise ValueError("`bins` must increase monotonically, when an array")
        return bins
    else:
        bins = bins.__index__()
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        low, high = _ends(a, range)
    return _np.linspace(low, high, bins + 1)


def _found(x, edges):
    """The bin of each number, -1 outside; the last bin has its upper end."""
    at = _np.searchsorted(edges, x, side="right") - 1
    at = _np.where(x == edges[-1], len(edges) - 2, at)
    return _np.where((x < edges[0]) | (x > edges[-1]), -1, at)


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    bins = bins if isinstance(bins, (list, tuple, _np.ndarray)) else [bins, bins]
    bins = [bins, bins] if len(bins) not in (1, 2) else list(bins) * (2 // len(bins))
    points = [_np.asarray(x), _np.asarray(y)]
    edges = [histogram_bin_edges(p, b, None if range is None else range[i]) for i, (p, b) in enumerate(zip(points, bins))]
    at = [_found(p, e) for p, e in zip(points, edges)]
    counts = _np.zeros([len(e) - 1 for e in edges])
    weights = [1.0] * len(points[0]) if weights is None else _np.asarray(weights).tolist()
    for i, j, w in zip(at[0].tolist(), at[1].tolist(), weights):
        if i >= 0 and j >= 0:
            counts[i, j] += w
    if density:
        counts = counts / _np.diff(edges[0])[:, None] / _np.diff(edges[1]) / _np.sum(counts)
    return counts, edges[0], edges[1]
