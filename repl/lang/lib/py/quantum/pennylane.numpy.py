"""pennylane.numpy: functions of host numpy that give tensors, and of jax.numpy where an argument is traced. A tensor is what
qml.grad differentiates by, unless its requires_grad is False or argnum says it."""
import jax.numpy as _jnp
import numpy as _np
from _host import tensor
from jax.core import Tracer as _Tracer
from numpy import (AxisError, bool_, c_, cdouble, complex128, complex64, complex_, complexfloating, csingle, double, dtype,
                   e, euler_gamma, finfo, float16, float32, float64, float_, floating, generic, half, iinfo, inexact, Inf,
                   inf, Infinity, infty, int16, int32, int64, int8, int_, integer, NAN, NaN, nan, ndarray, newaxis, NINF,
                   number, NZERO, pi, PINF, PZERO, r_, signedinteger, single, uint, uint16, uint32, uint64, uint8,
                   unsignedinteger)


_any = any  # numpy's functions take the names of Python's below


def _parts(value):
    """The value, or the items of a sequence and of those in it."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(item)
    else:
        yield value


def _tensor(made, requires_grad):
    if isinstance(made, _np.ndarray):
        return tensor(made, requires_grad=requires_grad)
    if isinstance(made, (list, tuple)) and type(made) in (list, tuple):
        return type(made)(_tensor(m, requires_grad) for m in made)
    return made


def _wrapped(function, traced=None):
    """A function of numpy whose arrays are tensors; traced: what takes its place where an argument is traced."""

    def wrapper(*args, requires_grad=None, **kwargs):
        parts = [p for a in list(args) + list(kwargs.values()) for p in _parts(a)]
        if traced is not None and _any(isinstance(p, _Tracer) for p in parts):
            return traced(*args, **kwargs)
        made = function(*args, **kwargs)
        if requires_grad is None:
            arrays = [p for p in parts if isinstance(p, _np.ndarray)]
            requires_grad = not arrays or _any(getattr(p, "requires_grad", True) for p in arrays)
        return _tensor(made, bool(requires_grad))

    wrapper.__name__ = wrapper.__qualname__ = getattr(function, "__name__", "function")
    return wrapper


_NAMES = """abs absolute add all allclose amax amin angle any append apply_along_axis arange arccos arccosh arcsin arcsinh
arctan arctan2 arctanh argmax argmin argpartition argsort argwhere around array array_equal array_equiv array_split
asanyarray asarray ascontiguousarray atleast_1d atleast_2d atleast_3d average bartlett bincount bitwise_and bitwise_not
bitwise_or bitwise_xor blackman block broadcast_arrays broadcast_shapes broadcast_to can_cast cbrt ceil choose clip
column_stack compress concatenate conj conjugate convolve copy copysign copyto corrcoef correlate cos cosh count_nonzero cov
cross cumprod cumsum deg2rad degrees delete diag diag_indices diagflat diagonal diff digitize divide divmod dot dsplit dstack
ediff1d einsum empty empty_like equal exp exp2 expand_dims expm1 extract eye fabs fill_diagonal fix flatnonzero flip fliplr
flipud float_power floor floor_divide fmax fmin fmod frexp fromfunction full full_like gcd geomspace gradient greater
greater_equal hamming hanning heaviside histogram hsplit hstack hypot i0 identity imag in1d indices inner insert interp
intersect1d invert isclose iscomplex iscomplexobj isfinite isin isinf isnan isneginf isposinf isreal isrealobj isscalar
issubdtype iterable ix_ kaiser kron lcm ldexp left_shift less less_equal lexsort linspace log log10 log1p log2 logaddexp
logaddexp2 logical_and logical_not logical_or logical_xor logspace matmul max maximum may_share_memory mean median meshgrid
min minimum mod modf moveaxis multiply nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin
nanpercentile nanprod nanquantile nanstd nansum nanvar ndim negative nextafter nonzero not_equal ones ones_like outer pad
partition percentile piecewise poly polyadd polyder polyfit polyint polymul polysub polyval positive power prod promote_types
ptp quantile rad2deg radians ravel ravel_multi_index real reciprocal remainder repeat reshape resize result_type right_shift
rint roll rollaxis roots rot90 round round_ row_stack searchsorted select setdiff1d setxor1d shape shares_memory sign signbit
sin sinc sinh size sort split sqrt square squeeze stack std subtract sum swapaxes take take_along_axis tan tanh tensordot
tile trace transpose trapz tri tril tril_indices trim_zeros triu triu_indices true_divide trunc union1d unique unravel_index
vander var vdot vsplit vstack where zeros zeros_like""".split()


def _find(module, name):
    """What the module has by that name; None: it does not."""
    try:
        return getattr(module, name)
    except (AttributeError, NotImplementedError):
        return None


globals().update({n: _wrapped(_find(_np, n), _find(_jnp, n)) for n in _NAMES if _find(_np, n) is not None})


class _Module:
    """A module of numpy whose functions give tensors."""

    def __init__(self, module, traced=None):
        self._module, self._traced = module, traced

    def __getattr__(self, name):
        found = getattr(self._module, name)
        plain = name.startswith("_") or isinstance(found, type) or not callable(found)
        made = found if plain else _wrapped(found, self._traced and _find(self._traced, name))
        setattr(self, name, made)
        return made


linalg = _Module(_np.linalg, _jnp.linalg)
random = _Module(_np.random)
random.default_rng = lambda *args, **kwargs: _Module(_np.random.default_rng(*args, **kwargs))


def extract_tensors(x):
    """The tensors in the values, one after the other."""
    yield from (p for p in _parts(x) if isinstance(p, tensor))
