"""jax.numpy: shapes, indices, taking apart and putting together."""
import _host
import numpy as _np
import jax.numpy as jnp
from jax import errors as _errors
from _numeric import arrays, axis_in, check, named, promoted, size_known


def _same(m, n):
    return m is n or (isinstance(m, int) and isinstance(n, int) and m == n)


def broadcast_shapes(*shapes):
    """The shape that all fit into; a computed length fits itself and 1."""
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    rank = max([len(s) for s in shapes] + [0])
    full = [(1,) * (rank - len(s)) + s for s in shapes]
    result = []
    for sizes in zip(*full):
        n = 1
        for m in sizes:
            if _same(n, 1):
                n = m
            elif not _same(m, 1) and not _same(m, n):
                raise ValueError(f"Incompatible shapes for broadcasting: shapes={shapes}")
        result.append(n)
    return tuple(result)


@named()
def kron(a, b):
    a, b = promoted("kron", a, b)
    rank = max(a.ndim, b.ndim)
    a = a.reshape((1,) * (rank - a.ndim) + a.shape)
    b = b.reshape((1,) * (rank - b.ndim) + b.shape)
    wide = jnp.expand_dims(a, tuple(range(1, 2 * rank, 2)))
    high = jnp.expand_dims(b, tuple(range(0, 2 * rank, 2)))
    return jnp.reshape(wide * high, tuple(m * n for m, n in zip(a.shape, b.shape)))


@named("axisa", "axisb", "axisc", "axis")
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    a, b = promoted("cross", a, b)
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = jnp.moveaxis(a, axisa, -1), jnp.moveaxis(b, axisb, -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("Dimension must be either 2 or 3 for cross product")
    if a.shape[-1] == b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    a0, a1, a2 = a[..., 0], a[..., 1], a[..., 2] if a.shape[-1] == 3 else jnp.zeros_like(a[..., 1])
    b0, b1, b2 = b[..., 0], b[..., 1], b[..., 2] if b.shape[-1] == 3 else jnp.zeros_like(b[..., 1])
    c = jnp.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])
    return jnp.moveaxis(c, 0, axisc)


@named("N", "increasing")
def vander(x, N=None, increasing=False):
    x, = arrays("vander", x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array")
    N = x.shape[0] if N is None else N
    if isinstance(N, int) and N < 0:
        raise ValueError("N must be nonnegative")
    powers = jnp.arange(N, dtype=x.dtype)
    if not increasing:
        powers = N - 1 - powers
    return x[..., None] ** jnp.expand_dims(powers, tuple(range(x.ndim)))


def rollaxis(a, axis, start=0):
    a, = arrays("rollaxis", a)
    axis = axis_in(axis, a.ndim)
    if not -a.ndim <= start <= a.ndim:
        raise ValueError(f"start={start} must satisfy {-a.ndim}<=start<={a.ndim}")
    start += a.ndim if start < 0 else 0
    return jnp.moveaxis(a, axis, start - 1 if start > axis else start)


def _split(name, axis):
    def split(ary, indices_or_sections):
        ary, = arrays(name, ary)
        at = 0 if name == "hsplit" and ary.ndim == 1 else axis
        return jnp.split(ary, indices_or_sections, at)
    split.__name__ = split.__qualname__ = name
    return split


vsplit = _split("vsplit", 0)
hsplit = _split("hsplit", 1)
dsplit = _split("dsplit", 2)


def indices(dimensions, dtype=jnp.int32, sparse=False):
    dimensions = tuple(dimensions)
    rank = len(dimensions)
    out = []
    for i, n in enumerate(dimensions):
        line = jnp.arange(n, dtype=dtype)
        line = line.reshape((1,) * i + (n,) + (1,) * (rank - 1 - i))
        out.append(line if sparse else jnp.broadcast_to(line, dimensions))
    if sparse:
        return tuple(out)
    return jnp.stack(out, 0) if out else jnp.array([], dtype=dtype)


def ix_(*args):
    check("ix", *args)
    out = []
    for i, a in enumerate(args):
        a = jnp.asarray(a)
        if a.ndim != 1:
            raise ValueError(f"Arguments to jax.numpy.ix_ must be 1-dimensional, got shape {a.shape}")
        if a.dtype == bool:
            raise NotImplementedError("Boolean arguments to jax.numpy.ix_ are not implemented")
        out.append(a.reshape((1,) * i + a.shape + (1,) * (len(args) - 1 - i)))
    return tuple(out)


def _triangle_indices(name, upper):
    def triangle_indices(n, k=0, m=None):
        m = n if m is None else m
        rows, columns = [], []
        for i in range(size_known(n, name)):
            for j in range(max(i + k, 0), m) if upper else range(min(i + k + 1, m)):
                rows.append(i)
                columns.append(j)
        return jnp.array(rows, dtype=int), jnp.array(columns, dtype=int)
    triangle_indices.__name__ = triangle_indices.__qualname__ = name
    return triangle_indices


triu_indices = _triangle_indices("triu_indices", True)
tril_indices = _triangle_indices("tril_indices", False)


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape[-2], k=k, m=arr.shape[-1])


def tril_indices_from(arr, k=0):
    return tril_indices(arr.shape[-2], k=k, m=arr.shape[-1])


def mask_indices(n, mask_func, k=0):
    return nonzero(mask_func(jnp.ones((n, n)), k))


def diag_indices(n, ndim=2):
    return (jnp.arange(n),) * ndim


def diag_indices_from(arr):
    arr, = arrays("diag_indices_from", arr)
    if not all(_same(n, arr.shape[0]) for n in arr.shape):
        raise ValueError("All dimensions of input must be equal")
    return diag_indices(arr.shape[0], ndim=arr.ndim)


@named("k")
def diagflat(v, k=0):
    v, = arrays("diagflat", v)
    return jnp.diag(jnp.ravel(v), k)


@named("wrap", "inplace")
def fill_diagonal(a, val, wrap=False, *, inplace=True):
    if inplace:
        raise NotImplementedError("JAX arrays are immutable, must use inplace=False")
    if wrap:
        raise NotImplementedError("wrap=True is not implemented, must use wrap=False")
    a, val = arrays("fill_diagonal", a, val)
    n = min(a.shape)
    at = jnp.arange(n)
    if val.ndim == 0:
        return a.at[(at,) * a.ndim].set(val)
    return a.at[(at,) * a.ndim].set(jnp.resize(val, (n,)))


def resize(a, new_shape):
    a, = arrays("resize", a)
    new_shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    size = 1
    for n in new_shape:
        if n < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
        size *= n
    a = jnp.ravel(a)
    if a.size == 0 or size == 0:
        return jnp.zeros(new_shape, dtype=a.dtype)
    return jnp.tile(a, -(-size // a.size))[:size].reshape(new_shape)


@named("axis", "mode")
def take_along_axis(arr, indices, axis, mode=None):
    check("take_along_axis", arr, indices)
    arr, at = jnp.asarray(arr), jnp.asarray(indices)
    if not jnp.issubdtype(at.dtype, jnp.integer):
        raise TypeError(f"take_along_axis indices must be of integer type, got {at.dtype}")
    if axis is None:
        if at.ndim != 1:
            raise ValueError(f"take_along_axis indices must be 1D if axis=None, got shape {at.shape}")
        arr, axis = jnp.ravel(arr), 0
    if arr.ndim != at.ndim:
        raise ValueError(f"indices and arr must have the same number of dimensions; {at.ndim} vs. {arr.ndim}")
    axis = axis_in(axis, arr.ndim)
    where = []
    for i in range(arr.ndim):
        n = arr.shape[i]
        line = jnp.arange(n if not _same(n, 1) else 1).reshape((1,) * i + (-1,) + (1,) * (arr.ndim - 1 - i))
        where.append(at if i == axis else jnp.zeros_like(line) if _same(n, 1) else line)
    if mode is None:
        mode = "fill"
    return arr.at[tuple(where)].get(mode=mode)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    if mode == "raise" and _host.tracing():
        raise _errors.ConcretizationTypeError("The error occurred because ravel_multi_index was jit-compiled with "
                                              "mode='raise'. Use mode='wrap' or mode='clip' instead.")
    if len(multi_index) != len(dims):
        raise ValueError(f"len(multi_index)={len(multi_index)} != len(dims)={len(dims)}")
    at = [jnp.asarray(i) for i in multi_index]
    if mode == "raise":
        if any(bool(jnp.any((i < 0) | (i >= n))) for i, n in zip(at, dims)):
            raise ValueError("invalid entry in coordinates array")
    elif mode == "clip":
        at = [jnp.clip(i, 0, n - 1) for i, n in zip(at, dims)]
    elif mode == "wrap":
        at = [i % n for i, n in zip(at, dims)]
    else:
        raise ValueError(f"invalid mode={mode!r}. Expected 'raise', 'wrap', or 'clip'")
    if order not in ("C", "F"):
        raise ValueError(f"invalid order={order!r}. Expected 'C' or 'F'")
    r, stride = jnp.array(0), 1
    for i, n in list(zip(at, dims))[::-1 if order == "C" else 1]:
        r = r + i * stride
        stride *= n
    return r


def unravel_index(indices, shape):
    check("unravel_index", indices)
    at = jnp.asarray(indices)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    total = 1
    for n in shape:
        total *= n
    at = jnp.clip(jnp.where(at < 0, at + total, at), 0, total - 1)
    out = []
    for n in shape[::-1]:
        at, r = jnp.divmod(at, n)
        out.append(r)
    return tuple(out[::-1])


# ---- what depends on values: the size is given, or nothing is traced ----

def known_size(name, size):
    if size is None and _host.tracing():
        raise _errors.ConcretizationTypeError(
            "Abstract tracer value encountered where concrete value is expected: the size argument of "
            f"jnp.{name} must be statically specified to use jnp.{name} within JAX transformations.")


def nonzero(a, *, size=None, fill_value=None):
    a, = arrays("nonzero", a)
    if a.ndim == 0:
        a = a.reshape(1)
    known_size("nonzero", size)
    if size is None:
        return tuple(jnp.asarray(i) for i in _np.nonzero(_np.asarray(a)))
    mask = jnp.ravel(a != 0)
    before = jnp.cumsum(mask)
    flat = jnp.cumsum(jnp.zeros(size, dtype=int).at[before].add(1, mode="drop"))
    out, stride = [], 1
    for n in a.shape[::-1]:
        out.append((flat // stride) % n)
        stride = stride * n
    fill = (0,) * a.ndim if fill_value is None else fill_value if isinstance(fill_value, tuple) else (fill_value,) * a.ndim
    beyond = jnp.arange(size) >= mask.sum()
    return tuple(jnp.where(beyond, f, i).astype(int) for f, i in zip(fill, out[::-1]))


def argwhere(a, *, size=None, fill_value=None):
    a, = arrays("argwhere", a)
    at = nonzero(jnp.atleast_1d(a), size=size, fill_value=fill_value)
    r = jnp.stack(at, 1)
    return r[:, :0].reshape(r.shape[0], 0) if a.ndim == 0 else r


def flatnonzero(a, *, size=None, fill_value=None):
    return nonzero(jnp.ravel(a), size=size, fill_value=fill_value)[0]


def extract(condition, arr):
    return compress(jnp.ravel(condition), jnp.ravel(arr))


def compress(condition, a, axis=None, out=None):
    condition, a = jnp.asarray(condition), jnp.asarray(a)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1D array")
    if axis is None:
        a, axis = jnp.ravel(a), 0
    at, = nonzero(condition)
    return jnp.take(a, at, axis=axis)


def _removed(a, obj, axis):
    """Which of the indices along the axis stay, as a list."""
    n = size_known(a.shape[axis], "jnp.delete")
    if isinstance(obj, slice):
        gone = set(range(*obj.indices(n)))
    elif jnp.ndim(obj) and jnp.asarray(obj).dtype == bool:
        gone = {i for i, x in enumerate(_np.asarray(obj).tolist()) if x}
    else:
        gone = set()
        for i in _np.asarray(obj).ravel().tolist():
            i = int(i)
            if not -n <= i < n:
                raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
            gone.add(i % n)
    return [i for i in range(n) if i not in gone]


def delete(arr, obj, axis=None, *, assume_unique_indices=False):
    arr, = arrays("delete", arr)
    if axis is None:
        arr, axis = jnp.ravel(arr), 0
    axis = axis_in(axis, arr.ndim)
    return jnp.take(arr, jnp.array(_removed(arr, obj, axis), dtype=int), axis=axis)


def insert(arr, obj, values, axis=None):
    arr, = arrays("insert", arr)
    values = jnp.asarray(values)
    if axis is None:
        arr, axis = jnp.ravel(arr), 0
    axis = axis_in(axis, arr.ndim)
    arr = jnp.swapaxes(arr, 0, axis)
    n = size_known(arr.shape[0], "jnp.insert")
    if isinstance(obj, slice):
        at = list(range(*obj.indices(n)))
    else:
        at = [int(i) for i in _np.asarray(obj).ravel().tolist()]
    for i in at:
        if not -n <= i <= n:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
    at = [i + n if i < 0 else i for i in at]
    if values.ndim and jnp.ndim(obj) == 0 and not isinstance(obj, slice):
        values = jnp.moveaxis(jnp.array(values, ndmin=arr.ndim), 0, 0) if values.ndim == arr.ndim else values
    if len(at) == 1 and values.ndim == 1 and arr.ndim == 1:
        at = at * values.shape[0]
    elif len(at) == 1 and values.ndim == arr.ndim:
        values = jnp.swapaxes(values, 0, axis)
        at = at * values.shape[0]
    elif values.ndim == arr.ndim:
        values = jnp.swapaxes(values, 0, axis)
    values = jnp.broadcast_to(values, (len(at),) + arr.shape[1:]).astype(arr.dtype)
    order = sorted(range(len(at)), key=lambda k: at[k])
    parts, last = [], 0
    for k in order:
        parts += [arr[last:at[k]], values[k:k + 1]]
        last = at[k]
    return jnp.swapaxes(jnp.concatenate(parts + [arr[last:]]), 0, axis)


def trim_zeros(filt, trim="fb"):
    filt, = arrays("trim_zeros", filt)
    kept = _np.nonzero(_np.asarray(filt))[0].tolist()
    if not kept:
        return filt[:0]
    start = kept[0] if "f" in trim.lower() else 0
    return filt[start:kept[-1] + 1 if "b" in trim.lower() else None]


# ---- elementwise and whole ----

@named()
def _ediff1d(ary):
    return ary[1:] - ary[:-1]


def ediff1d(ary, to_end=None, to_begin=None):
    ary, = arrays("ediff1d", ary)
    r = _ediff1d(jnp.ravel(ary))
    if to_begin is not None:
        r = jnp.concatenate((jnp.ravel(jnp.asarray(to_begin)), r))
    if to_end is not None:
        r = jnp.concatenate((r, jnp.ravel(jnp.asarray(to_end))))
    return r


def array_equiv(a1, a2):
    a1, a2 = jnp.asarray(a1), jnp.asarray(a2)
    try:
        broadcast_shapes(a1.shape, a2.shape)
    except ValueError:
        return jnp.array(False)
    return jnp.all(a1 == a2)


def choose(a, choices, out=None, mode="raise"):
    a, = arrays("choose", a)
    choices = [jnp.asarray(c) for c in choices]
    n = len(choices)
    if mode == "raise":
        if _host.tracing():
            raise _errors.ConcretizationTypeError("The error occurred because jnp.choose was jit-compiled with "
                                                  "mode='raise'. Use mode='wrap' or mode='clip' instead.")
        if bool(jnp.any((a < 0) | (a >= n))):
            raise ValueError("invalid entry in choice array")
    elif mode == "clip":
        a = jnp.clip(a, 0, n - 1)
    elif mode == "wrap":
        a = a % n
    else:
        raise ValueError(f"mode={mode!r} not understood. Must be 'raise', 'wrap', or 'clip'")
    shape = broadcast_shapes(a.shape, *[c.shape for c in choices])
    t = jnp.result_type(*choices)
    r = jnp.broadcast_to(choices[0], shape).astype(t)
    for i in range(1, n):
        r = jnp.where(a == i, choices[i].astype(t), r)
    return r


def lexsort(keys, axis=-1):
    keys = [jnp.asarray(k) for k in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    order = jnp.argsort(keys[0], axis=axis)
    for k in keys[1:]:
        order = jnp.take_along_axis(order, jnp.argsort(jnp.take_along_axis(k, order, axis), axis=axis), axis)
    return order


def block(arrays):
    depth = _depth(arrays)
    rank = max([depth] + _ranks(arrays))
    return _block(arrays, 1, depth, rank)


def _depth(a):
    return 1 + _depth(a[0]) if isinstance(a, list) else 0


def _ranks(a):
    return [r for x in a for r in _ranks(x)] if isinstance(a, list) else [jnp.ndim(a)]


def _block(a, level, depth, rank):
    if isinstance(a, list):
        if not a:
            raise ValueError("jax.numpy.block does not allow empty list arguments")
        return jnp.concatenate([_block(x, level + 1, depth, rank) for x in a], axis=level - 1 - depth)
    return jnp.array(a, ndmin=rank)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*indices(shape, dtype=dtype), **kwargs)


def apply_over_axes(func, a, axes):
    a = jnp.asarray(a)
    for axis in [axes] if isinstance(axes, int) else axes:
        b = func(a, axis=axis)
        a = b if b.ndim == a.ndim else jnp.expand_dims(b, axis)
    return a
