"""What the functions of arrays that are written in Python share."""
import functools
import _host
import jax
import jax.numpy as jnp
from _promotion import common as _common, inexact as _inexact


def named(*static, name=None):
    """A function that is a pjit of its own while something is traced, as in jax, and computed at once otherwise. The
    parameters in `static` are no arrays."""
    def decorate(f):
        if name is not None:
            f.__name__ = f.__qualname__ = name
        staged = jax.jit(f, static_argnames=static)

        @functools.wraps(f)
        def call(*args, **kwargs):
            return staged(*args, **kwargs) if _host.tracing() else f(*args, **kwargs)
        return call
    return decorate


def check(fn, *args):
    """What is no array and no number is refused as jax refuses it."""
    for i, x in enumerate(args):
        if isinstance(x, (list, tuple, dict, str)) or x is None:
            raise TypeError(f"{fn} requires ndarray or scalar arguments, got {type(x)} at position {i}.")


def arrays(fn, *args):
    check(fn, *args)
    return [jnp.asarray(x) for x in args]


def is_inexact(t):
    return jnp.issubdtype(t, jnp.inexact)


def inexact_dtype(*args):
    """The dtype in which a function of floats computes these."""
    t = jnp.result_type(*args)
    if is_inexact(t):
        return t
    return jnp.dtype("float64" if t in ("int64", "uint64") else "float32")


def inexact(fn, *args):
    """The arguments as arrays of one dtype of floats."""
    check(fn, *args)
    return _inexact(*args)


def promoted(fn, *args):
    """The arguments as arrays of their common dtype."""
    check(fn, *args)
    return _common(*args)


def axis_in(axis, ndim):
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim


def size_known(n, what):
    """A number that is known while a program is traced; lengths that it computes are not."""
    if not isinstance(n, int):
        raise NotImplementedError(f"{what} needs sizes that are known when it is traced; this one is computed by the program")
    return n
