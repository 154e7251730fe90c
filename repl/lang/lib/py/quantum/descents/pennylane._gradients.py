"""qml.grad and its like: Catalyst's where it compiles; outside, derivatives by argnum, or by the tensors whose requires_grad is
True."""
import catalyst
import jax
import numpy as _np
import warnings
from _host import tensor
from jax.core import Tracer as _Tracer
from pennylane import _queue, compiler

_NOTHING = ("Attempted to differentiate a function with no trainable parameters. If this is unintended, please add trainable parameters via "
            "the 'requires_grad' attribute or 'argnum' keyword.")


def trainable(args):
    """The numbers of the arguments that derivatives are taken by."""
    return tuple(i for i, a in enumerate(args) if getattr(a, "requires_grad", False) is True)


def _numbers(args, argnum):
    """The numbers of the arguments that are differentiated, and whether there is one alone."""
    if argnum is not None:
        return (tuple(argnum), False) if isinstance(argnum, (list, tuple)) else ((argnum,), True)
    found = trainable(args) or tuple(i for i, a in enumerate(args) if isinstance(a, _Tracer))
    return found, len(found) == 1


def _given(x):
    """An argument as jax differentiates by it."""
    if type(x) is int:
        return float(x)
    if isinstance(x, _np.ndarray) and x.dtype.kind in "biu":
        raise ValueError("Autograd does not support differentiation of ints.")
    return x


def derived(derive, func, args, kwargs, numbers):
    """What derive, of jax, gives outside of compiled functions."""
    args = [_given(a) if i in numbers else a for i, a in enumerate(args)]
    _queue.outside.append(func)
    try:
        return derive(func, argnums=numbers)(*args, **kwargs)
    except TypeError as e:
        if not str(e).startswith("Gradient only defined for scalar-output"):
            raise
        raise TypeError("Grad only applies to real scalar-output functions. Try jacobian, elementwise_grad or holomorphic_grad.") from None
    finally:
        _queue.outside.pop()


def _outside(derive, func, argnum):
    def derivative(*args, **kwargs):
        numbers, alone = _numbers(args, argnum)
        if not numbers:
            warnings.warn(_NOTHING)
            return ()
        made = derived(derive, func, args, kwargs, numbers)
        if not _are_of_jax(args):
            made = hosted(made, [args[n] for n in numbers] if derive is jax.grad else [])
        return _alone(made) if alone else made

    return derivative


def _are_of_jax(args):
    return any(isinstance(x, (jax.Array, _Tracer)) for x in jax.tree_util.tree_leaves(args))


def hosted(made, args):
    """Derivatives as arrays of numpy; of an argument without axes a tensor, if it is one, or alone a number."""
    if isinstance(made, (list, tuple)):
        return type(made)(hosted(m, [args[i]] if len(args) == len(made) else args) for i, m in enumerate(made))
    x = _np.array(made)
    return tensor(x) if args and x.ndim == 0 and isinstance(args[0], tensor) else x


def _alone(made):
    """Of each result the derivative by the one argument."""
    if isinstance(made, tuple) and len(made) == 1:
        return made[0]
    return type(made)(_alone(m) for m in made) if isinstance(made, (list, tuple)) else made


def _as_number(x):
    plain = isinstance(x, _np.ndarray) and x.ndim == 0 and not isinstance(x, tensor)
    return x[()] if plain else x


def grad(func, argnum=None, method=None, h=None):
    """qml.grad"""
    if compiler.active() and not _queue.outside:
        return catalyst.grad(func, method=method, h=h, argnum=argnum)
    derivative = _outside(jax.grad, func, argnum)
    return lambda *args, **kwargs: _as_number(derivative(*args, **kwargs))


def jacobian(func, argnum=None, method=None, h=None):
    """qml.jacobian"""
    if compiler.active() and not _queue.outside:
        return catalyst.jacobian(func, method=method, h=h, argnum=argnum)
    return _outside(jax.jacobian, func, argnum)


def vjp(f, params, cotangents, method=None, h=None, argnum=None):
    """qml.vjp"""
    return catalyst.vjp(f, params, cotangents, method=method, h=h, argnum=argnum)


def jvp(f, params, tangents, method=None, h=None, argnum=None):
    """qml.jvp"""
    return catalyst.jvp(f, params, tangents, method=method, h=h, argnum=argnum)
