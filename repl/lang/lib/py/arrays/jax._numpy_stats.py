"""jax.numpy: order, statistics, and functions that leave NaN out."""
import numpy as _np
import jax.numpy as jnp
from jax import lax
from _numeric import arrays, axis_in, check, inexact, inexact_dtype, is_inexact, named, promoted, size_known
from jax._numpy_shape import known_size, take_along_axis


def _count_of(x, axis):
    """How many elements a reduction over the axes takes together."""
    n = 1
    for i, m in enumerate(x.shape):
        if axis is None or i in _axes(axis, x.ndim):
            n = n * m
    return n


def _axes(axis, ndim):
    return [axis_in(a, ndim) for a in (axis if isinstance(axis, (tuple, list)) else [axis])]


def ptp(a, axis=None, out=None, keepdims=False):
    a, = arrays("ptp", a)
    return jnp.max(a, axis=axis, keepdims=keepdims) - jnp.min(a, axis=axis, keepdims=keepdims)


def sort_complex(a):
    a, = arrays("sort_complex", a)
    return jnp.sort(a.astype(jnp.result_type(a, jnp.complex64)))


# ---- places in order ----

def _less(a, v):
    """Is an element before v? NaN is the last of all."""
    before = a < v
    return before | (~jnp.isnan(a) & jnp.isnan(v)) if is_inexact(a.dtype) else before


@named("side", "method")
def searchsorted(a, v, side="left", sorter=None, *, method="scan"):
    if side not in ("left", "right"):
        raise ValueError(f"{side!r} is an invalid value for keyword 'side'. Expected one of ['left', 'right'].")
    if method not in ("scan", "scan_unrolled", "sort", "compare_all"):
        raise ValueError(f"{method!r} is an invalid value for keyword 'method'. "
                         "Expected one of ['sort', 'scan', 'scan_unrolled', 'compare_all'].")
    a, v = promoted("searchsorted", a, v)
    if a.ndim != 1:
        raise ValueError("a should be 1-dimensional")
    if sorter is not None:
        a = a[sorter]
    n = a.shape[0]
    if method == "compare_all" or not isinstance(n, int):
        before = _less(a, v[..., None]) if side == "left" else ~_less(v[..., None], a)
        return jnp.sum(before, axis=-1, dtype=jnp.int32)
    low = jnp.zeros(v.shape, dtype=jnp.int32)
    if n == 0:
        return low
    high = jnp.full(v.shape, n, dtype=jnp.int32)
    for _ in range(n.bit_length()):  # between low and high there is at least one place until they are equal
        mid = (low + high) // 2
        x = a[jnp.minimum(mid, n - 1)]
        right = (_less(x, v) if side == "left" else ~_less(v, x)) & (low < high)
        low, high = jnp.where(right, mid + 1, low), jnp.where(right, high, mid)
    return low


@named("right")
def digitize(x, bins, right=False):
    x, bins = arrays("digitize", x, bins)
    if bins.ndim != 1:
        raise ValueError(f"digitize: bins must be a 1-dimensional array; got bins={bins}")
    n = bins.shape[0]
    if isinstance(n, int) and n == 0:
        return jnp.zeros(x.shape, dtype=jnp.int32)
    side = "right" if not right else "left"
    return jnp.where(bins[-1] >= bins[0], searchsorted(bins, x, side=side), n - searchsorted(bins[::-1], x, side=side))


def bincount(x, weights=None, minlength=0, *, length=None):
    x, = arrays("bincount", x)
    if not jnp.issubdtype(x.dtype, jnp.integer):
        raise TypeError(f"x argument to bincount must have an integer type; got {x.dtype}")
    if x.ndim != 1:
        raise ValueError("only 1-dimensional input supported.")
    known_size("bincount", length)
    if length is None:
        length = max(minlength, int(x.max()) + 1 if x.size else 0)
    weights = jnp.array(1) if weights is None else jnp.asarray(weights)
    return jnp.zeros(length, dtype=weights.dtype).at[jnp.clip(x, 0)].add(weights, mode="drop")


def _halves(name, a, kth, axis):
    """Both parts along the last axis: the least kth + 1 elements in order, and where they are; the others."""
    a, = arrays(name, a)
    axis = axis_in(axis, a.ndim)
    n = size_known(a.shape[axis], "jnp." + name)
    kth = axis_in(kth, n)
    return jnp.swapaxes(a, axis, -1), axis, n - kth - 1, kth + 1


def partition(a, kth, axis=-1):
    a, axis, high, low = _halves("partition", a, kth, axis)
    bottom = -lax.top_k(-a, low)[0]
    return jnp.swapaxes(jnp.concatenate([bottom, lax.top_k(a, high)[0]], -1), axis, -1)


def argpartition(a, kth, axis=-1):
    a, axis, high, low = _halves("argpartition", a, kth, axis)
    bottom = lax.top_k(-a, low)[1]
    taken = jnp.any(bottom[..., None] == jnp.arange(a.shape[-1], dtype=bottom.dtype), axis=-2)
    top = lax.top_k((~taken).astype(jnp.int32), high)[1]
    return jnp.swapaxes(jnp.concatenate([bottom, top], -1), axis, -1)


# ---- histograms ----

def histogram_bin_edges(a, bins=10, range=None, weights=None):
    if isinstance(bins, str):
        raise NotImplementedError("string values for `bins` not implemented.")
    a, = arrays("histogram_bin_edges", a)
    t = inexact_dtype(a)
    if jnp.ndim(bins) == 1:
        return jnp.asarray(bins)
    low, high = (a.min(), a.max()) if range is None else range
    low, high = jnp.asarray(low, dtype=t), jnp.asarray(high, dtype=t)
    same = high - low == 0
    return jnp.linspace(jnp.where(same, low - 0.5, low), jnp.where(same, high + 0.5, high), bins + 1, dtype=t)


def histogram(a, bins=10, range=None, weights=None, density=None):
    if weights is None:
        a, = arrays("histogram", a)
        weights = jnp.ones_like(a)
        if not is_inexact(a.dtype):
            a, weights = inexact("histogram", a, weights)
    else:
        if jnp.shape(a) != jnp.shape(weights):
            raise ValueError("weights should have the same shape as a.")
        a, weights = inexact("histogram", a, weights)
    edges = histogram_bin_edges(a, bins, range, weights)
    at = searchsorted(edges, a, side="right")
    at = jnp.where(a == edges[-1], len(edges) - 1, at)
    counts = jnp.zeros(len(edges), dtype=weights.dtype).at[at.ravel()].add(weights.ravel())[1:]
    if density:
        counts = counts / jnp.diff(edges) / counts.sum()
    return counts, edges


def histogram2d(x, y, bins=10, range=None, weights=None, density=None):
    count = 1 if isinstance(bins, int) else len(bins)
    if count not in (1, 2):
        bins = [jnp.asarray(bins)] * 2
    counts, edges = histogramdd(jnp.transpose(jnp.stack([jnp.asarray(x), jnp.asarray(y)])), bins, range, weights, density)
    return counts, edges[0], edges[1]


def histogramdd(sample, bins=10, range=None, weights=None, density=None):
    sample, = inexact("histogramdd", sample)
    n, d = sample.shape
    bins = [bins] * d if isinstance(bins, int) else list(bins)
    if len(bins) != d:
        raise ValueError("should be a bin for each dimension.")
    edges, at = [], []
    for i, b in enumerate(bins):
        e = histogram_bin_edges(sample[:, i], b, None if range is None else range[i])
        k = searchsorted(e, sample[:, i], side="right")
        edges.append(e)
        at.append(jnp.where(sample[:, i] == e[-1], k - 1, k))
    sizes = tuple(len(e) + 1 for e in edges)
    w = jnp.ones(n, dtype=int) if weights is None else jnp.asarray(weights)
    counts = jnp.zeros(sizes, dtype=w.dtype).at[tuple(at)].add(w)[tuple(slice(1, -1) for _ in edges)]
    if density:
        counts = counts / counts.sum()
        for i, e in enumerate(edges):
            counts = counts / jnp.diff(e).reshape((1,) * i + (-1,) + (1,) * (d - 1 - i))
    return counts, edges


# ---- between points ----

@named("period", "left", "right", name="_interp")
def _interp(x, xp, fp, left, right, period):
    n = xp.shape[0]
    if period is not None:
        period = abs(period)
        x, xp = x % period, xp % period
        order = jnp.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = jnp.concatenate([xp[-1:] - period, xp, xp[:1] + period])
        fp = jnp.concatenate([fp[-1:], fp, fp[:1]])
        n = n + 2
    i = jnp.clip(searchsorted(xp, x, side="right"), 1, n - 1)
    df = fp[i] - fp[i - 1]
    dx = xp[i] - xp[i - 1]
    delta = x - xp[i - 1]
    same = jnp.abs(dx) <= jnp.finfo(xp.dtype).eps ** 2
    f = jnp.where(same, fp[i - 1], fp[i - 1] + (delta / jnp.where(same, 1, dx)) * df)
    if period is None:
        f = jnp.where(x < xp[0], fp[0] if left is None else left, f)
        f = jnp.where(x > xp[-1], fp[-1] if right is None else right, f)
    return f


def interp(x, xp, fp, left=None, right=None, period=None):
    check("interp", x, xp, fp)
    if jnp.ndim(xp) != 1 or jnp.ndim(fp) != 1 or jnp.shape(xp) != jnp.shape(fp):
        raise ValueError("xp and fp must be one-dimensional arrays of equal size")
    if period is not None and period == 0:
        raise ValueError(f"period must be a non-zero value; got {period}")
    x, xp = inexact("interp", x, xp)
    fp, = inexact("interp", fp)
    return _interp(x, xp, fp, left, right, period)


def piecewise(x, condlist, funclist, *args, **kw):
    x, = arrays("piecewise", x)
    conditions = [jnp.asarray(c) for c in (condlist if isinstance(condlist, (list, tuple)) else [condlist])]
    if len(conditions) == 1 and conditions[0].ndim == x.ndim + 1:
        conditions = [conditions[0][i] for i in range(conditions[0].shape[0])]
    funclist = list(funclist)
    n = len(conditions)
    if len(funclist) == n:
        funclist.append(0)
    elif len(funclist) != n + 1:
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected; got {len(funclist)}")
    values = [f(x, *args, **kw) if callable(f) else jnp.full_like(x, f) for f in funclist]
    r = jnp.broadcast_to(jnp.asarray(values[-1]), x.shape).astype(x.dtype)
    for c, v in list(zip(conditions, values))[::-1]:
        r = jnp.where(c, v, r).astype(x.dtype)
    return r


def gradient(f, *varargs, axis=None, edge_order=None):
    if edge_order is not None:
        raise NotImplementedError("The 'edge_order' argument to jnp.gradient is not supported.")
    f, = inexact("gradient", f)
    axes = list(range(f.ndim)) if axis is None else _axes(axis, f.ndim)
    if len(varargs) > 1 and len(varargs) != len(axes):
        raise TypeError(f"Invalid number of spacing arguments {len(varargs)}")
    steps = list(varargs) if varargs else [1.0]
    steps = steps * len(axes) if len(steps) == 1 else steps
    if any(jnp.ndim(h) for h in steps):
        raise NotImplementedError("Non-constant spacing not implemented")
    r = [_slope(f, k, h) for k, h in zip(axes, steps)]
    return r[0] if len(r) == 1 else r


def _slope(f, axis, h):
    n = f.shape[axis]
    if isinstance(n, int) and n < 2:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least 2 elements are required.")

    def part(a, b):
        return f[tuple(slice(a, b) if i == axis else slice(None) for i in range(f.ndim))]
    inside = (part(2, None) - part(0, -2)) * 0.5
    return jnp.concatenate([part(1, 2) - part(0, 1), inside, part(-1, None) - part(-2, -1)], axis=axis) / h


# ---- statistics ----

def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None):
    m, = arrays("cov", m)
    x, = inexact("cov", m)
    if m.ndim > 2 or y is not None and jnp.ndim(y) > 2:
        raise ValueError("m has more than 2 dimensions")
    x = jnp.atleast_2d(x)
    x = x.T if not rowvar and x.shape[0] != 1 else x
    if y is not None:
        y, = inexact("cov", y)
        y = jnp.atleast_2d(y)
        x = jnp.concatenate([x, y.T if not rowvar and y.shape[0] != 1 else y], axis=0)
    ddof = (0 if bias else 1) if ddof is None else ddof
    w = None
    if fweights is not None:
        w = jnp.asarray(fweights)
    if aweights is not None:
        a = jnp.asarray(aweights)
        w = a if w is None else w * a
    mean, total = jnp.average(x, axis=1, weights=w, returned=True)
    total = total[0]
    if w is None:
        f = x.shape[1] - ddof
    elif ddof == 0:
        f = total
    elif aweights is None:
        f = total - ddof
    else:
        f = total - ddof * jnp.sum(w * jnp.asarray(aweights)) / total
    x = x - mean[:, None]
    weighted = (x if w is None else x * w[None, :]).T
    weighted = weighted.conj() if jnp.iscomplexobj(x) else weighted
    return (jnp.dot(x, weighted) / f).squeeze()


def corrcoef(x, y=None, rowvar=True):
    c = cov(x, y, rowvar)
    if c.ndim == 0:
        return c / c
    d = jnp.diag(c)
    spread = jnp.sqrt(jnp.real(d)).astype(c.dtype)
    c = c / spread[:, None] / spread[None, :]
    re = jnp.clip(jnp.real(c), -1, 1)
    return re + 1j * jnp.clip(jnp.imag(c), -1, 1) if jnp.iscomplexobj(c) else re


# ---- quantiles ----

_methods = ("linear", "lower", "higher", "midpoint", "nearest")


def _quantile(a, q, axis, method, keepdims, skip_nan):
    if method not in _methods:
        raise ValueError("method can only be 'linear', 'lower', 'higher', 'midpoint', or 'nearest'")
    a, q = inexact("quantile", a, q)
    if q.ndim > 1:
        raise ValueError(f"q must be have rank <= 1, got shape {q.shape}")
    kept = [1] * a.ndim
    if axis is None:
        a, shape = jnp.ravel(a), tuple(kept)
    else:
        gone = sorted(_axes(axis, a.ndim))
        shape = tuple(1 if i in gone else n for i, n in enumerate(a.shape))
        a = jnp.moveaxis(a, gone, tuple(range(a.ndim - len(gone), a.ndim)))
        a = a.reshape(a.shape[:a.ndim - len(gone)] + (-1,)) if len(gone) != 1 else a
    n = a.shape[-1]
    isnan = jnp.isnan(a)
    if skip_nan:
        count = (~isnan).sum(axis=-1).astype(q.dtype)
        a = jnp.sort(jnp.where(isnan, jnp.nan, a), axis=-1)
    else:
        a = jnp.sort(jnp.where(jnp.any(isnan, axis=-1, keepdims=True), jnp.nan, a), axis=-1)
        count = jnp.full(a.shape[:-1], n, dtype=q.dtype)
    place = q.reshape(q.shape + (1,) * count.ndim) * (count - 1)
    low, high = jnp.floor(place), jnp.ceil(place)
    share = place - low
    last = jnp.maximum(count - 1, 0)
    x = _at(a, jnp.clip(low, 0, last), q.ndim)
    y = _at(a, jnp.clip(high, 0, last), q.ndim)
    if method == "linear":
        r = x * (1 - share) + y * share
    elif method == "lower":
        r = x
    elif method == "higher":
        r = y
    elif method == "nearest":
        r = jnp.where(share <= 0.5, x, y)
    else:
        r = (x + y) / 2
    return r.reshape(q.shape + shape) if keepdims else r


def _at(a, place, extra):
    """Elements of the last axis; `place` has a leading axis if there are several quantiles."""
    place = place.astype(int)
    if extra:
        return jnp.moveaxis(take_along_axis(a, jnp.moveaxis(place, 0, -1), -1), -1, 0)
    return take_along_axis(a, place[..., None], -1)[..., 0]


@named("axis", "overwrite_input", "method", "keepdims", "interpolation")
def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, interpolation=None):
    check("quantile", a, q)
    return _quantile(a, q, axis, interpolation or method, keepdims, False)


@named("axis", "overwrite_input", "method", "keepdims", "interpolation")
def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, interpolation=None):
    check("nanquantile", a, q)
    return _quantile(a, q, axis, interpolation or method, keepdims, True)


@named("axis", "overwrite_input", "method", "keepdims", "interpolation")
def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, interpolation=None):
    check("percentile", a, q)
    q, = inexact("percentile", q)
    return quantile(a, q / 100, axis=axis, method=interpolation or method, keepdims=keepdims)


@named("axis", "overwrite_input", "method", "keepdims", "interpolation")
def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, interpolation=None):
    check("nanpercentile", a, q)
    q, = inexact("nanpercentile", q)
    return nanquantile(a, q / 100, axis=axis, method=interpolation or method, keepdims=keepdims)


@named("axis", "overwrite_input", "keepdims")
def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    check("nanmedian", a)
    return nanquantile(a, 0.5, axis=axis, keepdims=keepdims)


# ---- without NaN ----

def _filled(name, a, value):
    a, = arrays(name, a)
    return jnp.where(jnp.isnan(a), jnp.array(value, dtype=a.dtype), a) if is_inexact(a.dtype) else a


@named("axis", "dtype", "keepdims")
def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    return jnp.sum(_filled("nansum", a, 0), axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, where=where)


@named("axis", "dtype", "keepdims")
def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    return jnp.prod(_filled("nanprod", a, 1), axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, where=where)


def _nan_extreme(name, reduce, value):
    def extreme(a, axis=None, out=None, keepdims=False, initial=None, where=None):
        a, = arrays(name, a)
        if not is_inexact(a.dtype):
            return reduce(a, axis=axis, keepdims=keepdims, initial=initial, where=where)
        r = reduce(_filled(name, a, value), axis=axis, keepdims=keepdims, initial=initial, where=where)
        return jnp.where(jnp.all(jnp.isnan(a), axis=axis, keepdims=keepdims), jnp.nan, r)
    return named("axis", "keepdims", name=name)(extreme)


nanmax = _nan_extreme("nanmax", jnp.max, -_np.inf)
nanmin = _nan_extreme("nanmin", jnp.min, _np.inf)


def _nan_place(name, place, value):
    def argextreme(a, axis=None, out=None, keepdims=False):
        a, = arrays(name, a)
        if not is_inexact(a.dtype):
            return place(a, axis=axis, keepdims=keepdims)
        r = place(_filled(name, a, value), axis=axis, keepdims=keepdims)
        return jnp.where(jnp.all(jnp.isnan(a), axis=axis, keepdims=keepdims), -1, r)
    return named("axis", "keepdims", name=name)(argextreme)


nanargmax = _nan_place("nanargmax", jnp.argmax, -_np.inf)
nanargmin = _nan_place("nanargmin", jnp.argmin, _np.inf)


@named("axis", "dtype", "keepdims")
def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, where=None):
    a, = arrays("nanmean", a)
    if not is_inexact(a.dtype):
        return jnp.mean(a, axis=axis, dtype=dtype, keepdims=keepdims, where=where)
    t = a.dtype if dtype is None else dtype
    n = jnp.sum(jnp.isnan(a) == False, axis=axis, dtype=int, keepdims=keepdims, where=where).astype(t)  # noqa: E712
    return nansum(a, axis=axis, dtype=dtype, keepdims=keepdims, where=where) / n


@named("axis", "dtype", "ddof", "keepdims")
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None):
    a, = inexact("nanvar", a)
    mean = nanmean(a, axis=axis, keepdims=True, where=where)
    centered = jnp.where(jnp.isnan(a), 0, a - mean)
    squares = jnp.real(centered * centered.conj()) if jnp.iscomplexobj(a) else centered * centered
    n = jnp.sum(~jnp.isnan(a), axis=axis, keepdims=keepdims, where=where) - ddof
    total = jnp.sum(squares, axis=axis, keepdims=keepdims, where=where)
    return jnp.where(n <= 0, jnp.nan, total / n)


@named("axis", "dtype", "ddof", "keepdims")
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None):
    return jnp.sqrt(nanvar(a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, where=where))


@named("axis", "dtype")
def nancumsum(a, axis=None, dtype=None, out=None):
    return jnp.cumsum(_filled("nancumsum", a, 0), axis=axis, dtype=dtype)


@named("axis", "dtype")
def nancumprod(a, axis=None, dtype=None, out=None):
    return jnp.cumprod(_filled("nancumprod", a, 1), axis=axis, dtype=dtype)
