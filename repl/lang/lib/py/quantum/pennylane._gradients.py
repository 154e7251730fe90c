"""qml.grad and its like: Catalyst's where it compiles; outside, derivatives by argnum, or by the arrays of floats."""
import catalyst
import jax
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _queue, compiler


def _trainable(args, argnum):
    """The numbers of the arguments that are differentiated, and whether there is one alone."""
    if argnum is not None:
        return (tuple(argnum), False) if isinstance(argnum, (list, tuple)) else ((argnum,), True)
    found = tuple(i for i, a in enumerate(args) if isinstance(a, _np.ndarray) and not isinstance(a, _Tracer) and
                  a.dtype == _np.float64)
    return found, len(found) == 1


def _outside(derive, func, argnum):
    def derivative(*args, **kwargs):
        numbers, alone = _trainable(args, argnum)
        if not numbers:
            return ()
        args = [float(a) if type(a) is int and i in numbers else a for i, a in enumerate(args)]
        _queue.outside.append(func)
        try:
            made = derive(func, argnums=numbers)(*args, **kwargs)
        finally:
            _queue.outside.pop()
        return _alone(made) if alone else made

    return derivative


def _alone(made):
    """Of each result the derivative by the one argument."""
    if isinstance(made, tuple) and len(made) == 1:
        return made[0]
    return type(made)(_alone(m) for m in made) if isinstance(made, (list, tuple)) else made


def grad(func, argnum=None, method=None, h=None):
    """qml.grad"""
    if compiler.active():
        return catalyst.grad(func, method=method, h=h, argnum=argnum)
    return _outside(jax.grad, func, argnum)


def jacobian(func, argnum=None, method=None, h=None):
    """qml.jacobian"""
    if compiler.active():
        return catalyst.jacobian(func, method=method, h=h, argnum=argnum)
    return _outside(jax.jacobian, func, argnum)


def vjp(f, params, cotangents, method=None, h=None, argnum=None):
    """qml.vjp"""
    return catalyst.vjp(f, params, cotangents, method=method, h=h, argnum=argnum)


def jvp(f, params, tangents, method=None, h=None, argnum=None):
    """qml.jvp"""
    return catalyst.jvp(f, params, tangents, method=method, h=h, argnum=argnum)
