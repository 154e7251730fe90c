"""pennylane.numpy: functions of host numpy that give tensors, and of jax.numpy where an argument is traced. A tensor is what
qml.grad differentiates by, unless its requires_grad is False or argnum says it."""
import jax.numpy as _jnp
import numpy as _np
from _host import tensor
from jax.core import Tracer as _Tracer
from numpy import (bool_, complex64, complex128, dtype, e, euler_gamma, finfo, float32, float64, iinfo, inf, int8, int16, int32, int64, nan,
                   ndarray, newaxis, pi, uint8)


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


_NAMES = """abs absolute add all allclose amax amin angle any append arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax
argmin argsort argwhere around array array_equal array_split asarray ascontiguousarray atleast_1d atleast_2d average ceil clip
column_stack concatenate conj conjugate copy cos cosh count_nonzero cross cumprod cumsum deg2rad degrees diag diagonal diff divide dot
dstack einsum empty empty_like equal exp exp2 expand_dims expm1 eye flatnonzero flip fliplr flipud floor floor_divide fmod full full_like
greater greater_equal hstack hypot identity imag indices inner interp isclose isfinite isinf isnan isreal kron less less_equal linspace
log log10 log1p log2 logical_and logical_not logical_or logical_xor logspace matmul max maximum mean median meshgrid min minimum mod
moveaxis multiply nan_to_num nansum ndim negative nonzero not_equal ones ones_like outer pad percentile power prod ptp quantile rad2deg
radians ravel real reciprocal remainder repeat reshape roll rot90 round searchsorted setdiff1d shape sign sin sinc sinh size sort split
sqrt square squeeze stack std subtract sum swapaxes take tan tanh tensordot tile trace transpose trapz tri tril triu true_divide unique
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
