"""jax.numpy: names that went after jax 0.4.23."""
from jax.numpy import round as round_, vstack as row_stack
from jax._numpy_later import _trapezoids
from jax.numpy import isin as _isin, ravel as _ravel
from _numeric import named as _named


@_named("axis")
def trapz(y, x=None, dx=1.0, axis=-1):
    return _trapezoids("trapz", y, x, dx, axis)


def in1d(ar1, ar2, assume_unique=False, invert=False):
    return _isin(_ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)
