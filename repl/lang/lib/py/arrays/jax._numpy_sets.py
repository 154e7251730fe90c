"""jax.numpy: arrays as sets. How many elements a result has is given by `size`, or it depends on values, and then nothing
may be traced."""
import math as _math
import jax.numpy as jnp
from jax._numpy_shape import known_size, nonzero
from _numeric import arrays, axis_in, promoted


def _first_ones(x, equal_nan):
    """Where a new row begins in sorted x."""
    new = x[1:] != x[:-1]
    if equal_nan and jnp.issubdtype(x.dtype, jnp.inexact):
        new = new & ~(jnp.isnan(x[1:]) & jnp.isnan(x[:-1]))
    new = new if x.ndim == 1 else new.any(axis=tuple(range(1, x.ndim)))
    return jnp.concatenate([jnp.ones(min(x.shape[0], 1), dtype=bool), new])


def _rows_in_order(x):
    """The order of the rows of x, by their first element, then by the others."""
    if x.ndim == 1:
        return jnp.argsort(x)
    return jnp.lexsort(x.reshape(x.shape[0], _math.prod(x.shape[1:])).T[::-1])


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None,
           fill_value=None):
    ar, = arrays("unique", ar)
    known_size("unique", size)
    if axis is None:
        ar, axis = jnp.ravel(ar), 0
    axis = axis_in(axis, ar.ndim)
    rows = jnp.moveaxis(ar, axis, 0) if axis else ar
    if not rows.size and rows.shape[0] and rows.ndim > 1:
        return _unique_of_nothing(rows, axis, return_index, return_inverse, return_counts)
    order = _rows_in_order(rows)
    x = rows[order]
    new = _first_ones(x, equal_nan)
    at = nonzero(new, size=size)[0]
    values = x[at] if x.size else x
    if size is not None and fill_value is not None:
        filled = (jnp.arange(size) < new.sum()).reshape((size,) + (1,) * (x.ndim - 1))
        values = jnp.where(filled, values, fill_value).astype(x.dtype)
    out = (jnp.moveaxis(values, 0, axis) if axis else values,)
    if return_index:
        out += (order[at] if x.size else at,)
    if return_inverse:
        out += (jnp.zeros(x.shape[:1], dtype=int).at[order].set(jnp.cumsum(new) - 1),)
    if return_counts:
        out += (_counts(new, size),)
    return out if len(out) > 1 else out[0]


def _unique_of_nothing(rows, axis, return_index, return_inverse, return_counts):
    """Rows without elements are all the same."""
    out = (jnp.moveaxis(rows[:1], 0, axis),)
    if return_index:
        out += (jnp.zeros(1, dtype=int),)
    if return_inverse:
        out += (jnp.zeros(rows.shape[0], dtype=int),)
    if return_counts:
        out += (jnp.array([rows.shape[0]]),)
    return out if len(out) > 1 else out[0]


def _counts(new, size):
    n = new.shape[0]
    if size is None:
        return jnp.diff(jnp.append(nonzero(new)[0], n))
    at = nonzero(new, size=size + 1)[0]
    return jnp.diff(at.at[1:].set(jnp.where(at[1:] != 0, at[1:], n)))


def isin(element, test_elements, assume_unique=False, invert=False):
    element, tests = promoted("isin", element, test_elements)
    tests = jnp.ravel(tests)
    if invert:
        return jnp.all(element[..., None] != tests, axis=-1)
    return jnp.any(element[..., None] == tests, axis=-1)


def union1d(ar1, ar2, *, size=None, fill_value=None):
    ar1, ar2 = arrays("union1d", ar1, ar2)
    known_size("union1d", size)
    return unique(jnp.concatenate([jnp.ravel(ar1), jnp.ravel(ar2)]), size=size, fill_value=fill_value)


def setdiff1d(ar1, ar2, assume_unique=False, *, size=None, fill_value=None):
    ar1, ar2 = arrays("setdiff1d", ar1, ar2)
    known_size("setdiff1d", size)
    ar1 = jnp.ravel(ar1)
    if size is None:
        ar1 = ar1 if assume_unique else unique(ar1)
        return ar1[nonzero(isin(ar1, ar2, invert=True))[0]]
    if not assume_unique:
        fill_value = 0 if fill_value is None else fill_value
        ar1 = unique(ar1, size=ar1.shape[0])
        repeated = jnp.concatenate([jnp.zeros(1, dtype=bool), ar1[1:] == ar1[0]])
        keep = isin(ar1, ar2, invert=True) & ~repeated
    else:
        keep = isin(ar1, ar2, invert=True)
    at = nonzero(keep, size=size)[0]
    fill = ar1[0] if fill_value is None else fill_value
    return jnp.where(jnp.arange(size) < keep.sum(), ar1[at], fill).astype(ar1.dtype)


def _host_only(name):
    known_size(name, None)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    _host_only("intersect1d")
    ar1, ar2 = [jnp.ravel(a) for a in promoted("intersect1d", ar1, ar2)]
    x, i = unique(ar1, return_index=True)
    y, j = unique(ar2, return_index=True)
    both = nonzero(isin(x, y))[0]
    if not return_indices:
        return x[both]
    return x[both], i[both], j[nonzero(isin(y, x))[0]]


def setxor1d(ar1, ar2, assume_unique=False):
    _host_only("setxor1d")
    ar1, ar2 = [unique(a) for a in promoted("setxor1d", ar1, ar2)]
    one = ar1[nonzero(isin(ar1, ar2, invert=True))[0]]
    other = ar2[nonzero(isin(ar2, ar1, invert=True))[0]]
    return jnp.sort(jnp.concatenate([one, other]))
