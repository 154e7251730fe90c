"""Functions of host numpy that are written in Python. What jax.numpy has as well is computed by it, outside of every trace,
and becomes an array of the host; NaN, orders and messages are numpy's where they differ."""
import _host
import numpy as _np
from jax.core import Tracer as _Tracer


# ---- limits of dtypes ----

_floats = {"float16": (10, 5, -14), "bfloat16": (7, 8, -126), "float32": (23, 8, -126), "float64": (52, 11, -1022)}
_digits = {"float16": 3, "bfloat16": 2, "float32": 6, "float64": 15}
_reals = {"complex64": "float32", "complex128": "float64"}


def _dtype_name(t):
    for kind in (float, complex, int):
        if type(t) is kind:
            return str(_np.dtype(kind))
    try:
        return str(_np.dtype(t))
    except TypeError:
        return str(t.dtype)


class finfo:
    """What a dtype of floats can hold."""
    def __init__(self, dtype):
        name = _dtype_name(dtype)
        name = _reals.get(name, name)
        if name not in _floats:
            raise ValueError(f"data type {_dtype_name(dtype)!r} not inexact")
        digits, exponent, least = _floats[name]
        number = _np.dtype(name).type if name != "bfloat16" else float
        self.dtype = _np.dtype(name)
        self.bits = 1 + exponent + digits
        self.nmant, self.nexp, self.machep, self.negep = digits, exponent, -digits, -digits - 1
        self.minexp, self.maxexp, self.iexp = least, 2 - least, exponent
        self.precision = _digits[name]
        self.eps = number(2.0 ** -digits)
        self.epsneg = number(2.0 ** (-digits - 1))
        self.resolution = number(10.0 ** -self.precision)
        self.tiny = self.smallest_normal = number(2.0 ** least)
        self.smallest_subnormal = number(2.0 ** (least - digits))
        self.max = number((2.0 - 2.0 ** -digits) * 2.0 ** (1 - least))
        self.min = -self.max

    def __repr__(self):
        return (f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, dtype={self.dtype.name})")


class iinfo:
    """What a dtype of integers can hold."""
    def __init__(self, dtype):
        self.dtype = _np.dtype(_dtype_name(dtype))
        self.kind = self.dtype.kind
        if self.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.kind!r}.")
        self.bits = 8 * self.dtype.itemsize
        self.min = 0 if self.kind == "u" else -(1 << (self.bits - 1))
        self.max = (1 << self.bits) - 1 if self.kind == "u" else (1 << (self.bits - 1)) - 1
        self.key = f"{self.kind}{self.bits}"

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype.name})"


# ---- what things are ----

def isscalar(x):
    return isinstance(x, (bool, int, float, complex, str, _np.generic))


def iterable(x):
    try:
        iter(x)
    except TypeError:
        return False
    return True


def iscomplexobj(x):
    return _np.asarray(x).dtype.kind == "c"


def isrealobj(x):
    return not iscomplexobj(x)


def iscomplex(x):
    return _np.imag(_np.asarray(x)) != 0


def isreal(x):
    return _np.imag(_np.asarray(x)) == 0


# ---- by jax.numpy ----

def _to_host(x):
    if isinstance(x, (tuple, list)):
        return type(x)([_to_host(i) for i in x]) if not hasattr(x, "shape") else x
    return _np.array(x)[()] if hasattr(x, "shape") else x  # a copy: it can be written to


def _outside(f, *args, **kwargs):
    return _to_host(_host.untraced(f, *args, **kwargs))


def _wide(r):
    """Places are int64 in numpy."""
    return r.astype(_np.int64) if hasattr(r, "dtype") and r.dtype == _np.int32 else r


def _array(x):
    """Lists become arrays of the host; what has no values yet is refused as numpy refuses it."""
    return _np.asarray(x) if isinstance(x, (list, tuple, _Tracer)) else x


def _lent(name, wide=False):
    """The function of jax.numpy of this name."""
    def f(*args, **kwargs):
        import jax.numpy as jnp
        r = _outside(getattr(jnp, name), *[_array(a) for a in args], **{k: _array(v) for k, v in kwargs.items()})
        if wide:
            r = tuple(_wide(x) for x in r) if isinstance(r, tuple) else _wide(r)
        return r
    f.__name__ = f.__qualname__ = name
    return f


def broadcast_shapes(*shapes):
    from jax._numpy_shape import broadcast_shapes as f
    try:
        return f(*shapes)
    except ValueError:
        raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with "
                         f"shape {shapes[0]} and arg {len(shapes) - 1} with shape {shapes[-1]}.") from None


kron, cross, vander = _lent("kron"), _lent("cross"), _lent("vander")
convolve, correlate = _lent("convolve"), _lent("correlate")
interp, gradient = _lent("interp"), _lent("gradient")
percentile, quantile = _lent("percentile"), _lent("quantile")
nanpercentile, nanquantile, nanmedian = _lent("nanpercentile"), _lent("nanquantile"), _lent("nanmedian")
nansum, nanprod, nanmean, nanvar, nanstd = (_lent("nansum"), _lent("nanprod"), _lent("nanmean"), _lent("nanvar"),
                                            _lent("nanstd"))
nanmax, nanmin, nancumsum, nancumprod = _lent("nanmax"), _lent("nanmin"), _lent("nancumsum"), _lent("nancumprod")
nanargmax, nanargmin = _lent("nanargmax"), _lent("nanargmin")
searchsorted, digitize, bincount = _lent("searchsorted", True), _lent("digitize", True), _lent("bincount")
isin = in1d = _lent("isin")
unique, union1d, intersect1d = _lent("unique"), _lent("union1d"), _lent("intersect1d")
setdiff1d, setxor1d = _lent("setdiff1d"), _lent("setxor1d")
argwhere, flatnonzero = _lent("argwhere"), _lent("flatnonzero")
take_along_axis, compress, extract = _lent("take_along_axis"), _lent("compress"), _lent("extract")
delete, insert, resize = _lent("delete"), _lent("insert"), _lent("resize")
poly = _lent("poly")
cov, corrcoef, ediff1d = _lent("cov"), _lent("corrcoef"), _lent("ediff1d")
logspace, geomspace, logaddexp2 = _lent("logspace"), _lent("geomspace"), _lent("logaddexp2")
gcd, lcm, ldexp, modf, frexp = _lent("gcd"), _lent("lcm"), _lent("ldexp"), _lent("modf"), _lent("frexp")
hsplit, vsplit, dsplit = _lent("hsplit"), _lent("vsplit"), _lent("dsplit")
triu_indices, tril_indices, diag_indices = _lent("triu_indices"), _lent("tril_indices"), _lent("diag_indices")
indices, unravel_index, ravel_multi_index = _lent("indices", True), _lent("unravel_index"), _lent("ravel_multi_index")
rollaxis, diagflat, lexsort, trim_zeros = _lent("rollaxis"), _lent("diagflat"), _lent("lexsort"), _lent("trim_zeros")
bartlett, blackman, hamming, hanning, kaiser = (_lent("bartlett"), _lent("blackman"), _lent("hamming"),
                                                _lent("hanning"), _lent("kaiser"))
i0, choose, array_equiv = _lent("i0"), _lent("choose"), _lent("array_equiv")
partition, argpartition = _lent("partition"), _lent("argpartition")


def block(arrays):
    import jax.numpy as jnp
    return _outside(jnp.block, arrays)


def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    end, step = None, 1
    if a.ndim == 2:
        step = a.shape[1] + 1
        if not wrap:
            end = a.shape[1] * a.shape[1]
    else:
        if len(set(a.shape)) != 1:
            raise ValueError("All dimensions of input must be of equal length")
        for n in a.shape[:-1]:
            step = step * n + 1
    places = _np.arange(0, a.size if end is None else min(end, a.size), step)
    values = _np.asarray(val).reshape(-1)
    if places.size:
        a[unravel_index(places, a.shape)] = values[places // step % values.size]


def histogram(a, bins=10, range=None, density=None, weights=None):
    import jax.numpy as jnp
    counts, edges = _outside(jnp.histogram, _np.asarray(a), _array(bins), range, _array(weights), density)
    return (counts if density or weights is not None else counts.astype(_np.int64)), edges


def piecewise(x, condlist, funclist, *args, **kw):
    """In place of its elements: each function sees those for which its condition is the last that holds."""
    x = _np.asarray(x)
    conditions = [_np.asarray(c) for c in (condlist if isinstance(condlist, (list, tuple)) else [condlist])]
    funclist = list(funclist)
    if len(funclist) == len(conditions):
        funclist.append(0)
    elif len(funclist) != len(conditions) + 1:
        n = len(conditions)
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    rest = ~conditions[0]
    for c in conditions[1:]:
        rest = rest & ~c
    r = _np.zeros_like(x)
    for c, f in zip(conditions + [rest], funclist):
        r[c] = f(x[c], *args, **kw) if callable(f) else f
    return r


class _Grid:
    def __init__(self, name):
        self._name = name

    def __getitem__(self, key):
        import jax.numpy as jnp
        r = _outside(getattr(jnp, self._name).__getitem__, key)
        return r


class _Index:
    def __getitem__(self, key):
        return key


mgrid, ogrid, r_, c_ = _Grid("mgrid"), _Grid("ogrid"), _Grid("r_"), _Grid("c_")
s_ = index_exp = _Index()


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = _np.asarray(arr)
    moved = _np.moveaxis(arr, axis, -1)
    shape = moved.shape[:-1]
    rows = moved.reshape((-1, moved.shape[-1]))
    out = [_np.asarray(func1d(rows[i], *args, **kwargs)) for i in range(rows.shape[0])]
    r = _np.stack(out).reshape(shape + out[0].shape)
    return _np.moveaxis(r, -1, axis) if out[0].ndim == 1 else r


def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*[x.astype(dtype) for x in indices(shape)], **kwargs)
