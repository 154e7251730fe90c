"""jax.numpy: names that came after jax 0.4.23, most of them those of the Python array API."""
from collections import namedtuple as _namedtuple
import jax.numpy as _jnp
from jax import lax as _lax
from jax.numpy import invert as bitwise_invert, left_shift as bitwise_left_shift, right_shift as bitwise_right_shift
from _numeric import arrays as _arrays, axis_in as _axis_in, check as _check, inexact as _inexact, named as _named, \
    promoted as _promoted


# ---- products of vectors and matrices ----

def _same(m, n):
    return m is n or (isinstance(m, int) and isinstance(n, int) and m == n)


def vecdot(x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None):
    x1, x2 = _arrays("jnp.vecdot", x1, x2)
    if not _same(x1.shape[axis], x2.shape[axis]):
        raise ValueError(f"axes must match; got shapes {x1.shape} and {x2.shape} with {axis=}")
    x1, x2 = _jnp.moveaxis(x1, axis, -1), _jnp.moveaxis(x2, axis, -1)
    dot = lambda a, b: _jnp.vdot(a, b, precision=precision, preferred_element_type=preferred_element_type)
    return _jnp.vectorize(dot, signature="(n),(n)->()")(x1, x2)


def _over(name, signature, x1, x2, conjugates, precision, preferred_element_type):
    def times(a, b):
        return _jnp.matmul(_jnp.conj(a) if conjugates else a, b, precision=precision,
                           preferred_element_type=preferred_element_type)
    times.__name__ = name
    return _jnp.vectorize(times, signature=signature)(x1, x2)


@_named("precision", "preferred_element_type")
def matvec(x1, x2, /, *, precision=None, preferred_element_type=None):
    x1, x2 = _arrays("matvec", x1, x2)
    return _over("matvec", "(n,m),(m)->(n)", x1, x2, False, precision, preferred_element_type)


@_named("precision", "preferred_element_type")
def vecmat(x1, x2, /, *, precision=None, preferred_element_type=None):
    x1, x2 = _arrays("vecmat", x1, x2)
    return _over("vecmat", "(n),(n,m)->(m)", x1, x2, True, precision, preferred_element_type)


# ---- sums from one element to the next ----

def _cumulative(f, first, words, x, axis, dtype, include_initial):
    if x.ndim == 0:
        raise ValueError(f"The input must be non-scalar to take {words}, however a scalar value or scalar array was given.")
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"The input array has rank {x.ndim}, however axis was not set to an explicit value. "
                             "The axis argument is only optional for one-dimensional arrays.")
        axis = 0
    axis = _axis_in(axis, x.ndim)
    out = f(x, axis, dtype)
    if include_initial:
        shape = x.shape[:axis] + (1,) + x.shape[axis + 1:]
        out = _jnp.concatenate([_jnp.full(shape, first, dtype=out.dtype), out], axis=axis)
    return out


@_named("axis", "dtype")
def _cumsum_with_promotion(x, axis, dtype):
    return _lax.cumsum(x.astype(dtype), axis=axis)


def _added_in(t):
    """The dtype that sums of these have: integers are widened."""
    if t == bool or _jnp.issubdtype(t, _jnp.signedinteger):
        return _jnp.dtype("int64")
    return _jnp.dtype("uint64") if _jnp.issubdtype(t, _jnp.unsignedinteger) else t


def _sums(x, axis, dtype):
    return _cumsum_with_promotion(x, axis, _jnp.dtype(_added_in(x.dtype) if dtype is None else dtype))


def _products(x, axis, dtype):
    if dtype is None:
        dtype = "int64" if x.dtype == bool else x.dtype
    return _lax.cumprod(x.astype(dtype), axis=axis)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    x, = _arrays("cumulative_sum", x)
    return _cumulative(_sums, 0, "a cumulative sum", x, axis, dtype, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    x, = _arrays("cumulative_prod", x)
    return _cumulative(_products, 1, "a cumulative product", x, axis, dtype, include_initial)


def _trapezoids(name, y, x, dx, axis):
    if x is None:
        y, = _inexact(name, y)
        y = _jnp.moveaxis(y, axis, -1)
        gaps = dx
    else:
        y, x = _inexact(name, y, x)
        y = _jnp.moveaxis(y, axis, -1)
        gaps = _jnp.diff(x) if x.ndim == 1 else _jnp.moveaxis(_jnp.diff(x, axis=axis), axis, -1)
    return 0.5 * (gaps * (y[..., 1:] + y[..., :-1])).sum(-1)


@_named("axis")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    return _trapezoids("trapezoid", y, x, dx, axis)


# ---- parts ----

@_named("axis")
def unstack(x, /, *, axis=0):
    x, = _arrays("unstack", x)
    if x.ndim == 0:
        raise ValueError("Unstack requires arrays with rank > 0, however a scalar array was passed.")
    axis = _axis_in(axis, x.ndim)
    n = x.shape[axis]
    if not isinstance(n, int):
        raise NotImplementedError("unstack needs an axis of a length that is known when it is traced")
    return tuple(_jnp.squeeze(part, axis) for part in _jnp.split(x, n, axis=axis))


@_named("axis", "inplace", "mode")
def put_along_axis(arr, indices, values, axis, inplace=True, *, mode=None):
    if inplace:
        raise ValueError("jax.numpy.put_along_axis cannot modify arrays in-place, because JAX arrays are immutable. "
                         "Pass inplace=False to instead return an updated array.")
    _check("put_along_axis", arr, indices, values)
    arr, at, values = _jnp.asarray(arr), _jnp.asarray(indices), _jnp.asarray(values)
    shape = arr.shape
    if axis is None:
        arr, axis = _jnp.ravel(arr), 0
    if arr.ndim != at.ndim:
        raise ValueError(f"put_along_axis arguments 'arr' and 'indices' must have same ndim. "
                         f"Got {arr.ndim} and {at.ndim}.")
    axis = _axis_in(axis, arr.ndim)
    values = _jnp.broadcast_to(values, at.shape)
    where = []
    for i in range(arr.ndim):
        line = _jnp.arange(arr.shape[i]).reshape((1,) * i + (-1,) + (1,) * (arr.ndim - 1 - i))
        where.append(at if i == axis else line)
    return arr.at[tuple(where)].set(values, mode=mode).reshape(shape)


# ---- dtypes and floats ----

_SIGNED, _UNSIGNED = ("int8", "int16", "int32", "int64"), ("uint8", "uint16", "uint32", "uint64")
_KINDS = {"bool": ("bool",), "signed integer": _SIGNED, "unsigned integer": _UNSIGNED, "integral": _SIGNED + _UNSIGNED,
          "real floating": ("float16", "float32", "float64", "bfloat16"), "complex floating": ("complex64", "complex128")}
_KINDS["numeric"] = _KINDS["integral"] + _KINDS["real floating"] + _KINDS["complex floating"]


def isdtype(dtype, kind):
    name = str(_jnp.dtype(dtype))
    for k in kind if isinstance(kind, tuple) else (kind,):
        if isinstance(k, str) and k in _KINDS:
            if name in _KINDS[k]:
                return True
        elif isinstance(k, str) and k not in sum(_KINDS.values(), ()):
            raise ValueError(f"Unrecognized kind={k!r} expected one of {list(_KINDS)}, or a compatible input for jnp.dtype()")
        elif str(_jnp.dtype(k)) == name:
            return True
    return False


def spacing(x, /):
    x, = _arrays("spacing", x)
    if not _jnp.issubdtype(x.dtype, _jnp.inexact):
        x = x.astype(_jnp.result_type(x, float))
    if _jnp.issubdtype(x.dtype, _jnp.complexfloating):
        raise ValueError("jnp.spacing is not defined for complex inputs.")
    least = _jnp.finfo(x.dtype).smallest_subnormal
    step = _jnp.nextafter(x, _jnp.copysign(_jnp.array(_jnp.inf, x.dtype), x)) - x
    return _jnp.where(step == 0, _jnp.copysign(_jnp.array(least, x.dtype), x), step)


# ---- what is unique, as rows of results ----

_All = _namedtuple("_UniqueAllResult", "values indices inverse_indices counts")
_Counts = _namedtuple("_UniqueCountsResult", "values counts")
_Inverse = _namedtuple("_UniqueInverseResult", "values inverse_indices")


def unique_all(x, /, *, size=None, fill_value=None):
    x, = _arrays("unique_all", x)
    values, at, inverse, counts = _jnp.unique(x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False,
                                              size=size, fill_value=fill_value)
    return _All(values, at, inverse.reshape(x.shape), counts)


def unique_counts(x, /, *, size=None, fill_value=None):
    x, = _arrays("unique_counts", x)
    return _Counts(*_jnp.unique(x, return_counts=True, equal_nan=False, size=size, fill_value=fill_value))


def unique_inverse(x, /, *, size=None, fill_value=None):
    x, = _arrays("unique_inverse", x)
    values, inverse = _jnp.unique(x, return_inverse=True, equal_nan=False, size=size, fill_value=fill_value)
    return _Inverse(values, inverse.reshape(x.shape))


def unique_values(x, /, *, size=None, fill_value=None):
    x, = _arrays("unique_values", x)
    return _jnp.unique(x, equal_nan=False, size=size, fill_value=fill_value)
