"""catalyst.grad, value_and_grad, jacobian, jvp and vjp, as Catalyst 0.7 has them; derivatives are those of jax."""
import jax
from jax import tree_util

_METHODS = ("auto", "fd")


def _checked(name, method, h):
    if method is not None and method not in _METHODS:
        raise ValueError(f"Invalid differentiation method '{method}'. Supported methods are: 'auto', 'fd'")
    if method == "auto" and h is not None:
        raise ValueError(f"Invalid step size (h) value ({h}): it is for the method 'fd'")
    if h is not None and not isinstance(h, (int, float)):
        raise ValueError(f"Invalid h value ({h}). None or number was expected.")


def _numbers(argnum, argnums):
    """The option has two names: argnum in Catalyst 0.7, argnums later."""
    argnums = argnum if argnums is None else argnums
    if argnums is None:
        return 0
    if isinstance(argnums, int):
        return argnums
    if isinstance(argnums, (list, tuple)) and all(isinstance(i, int) for i in argnums):
        return tuple(argnums)
    raise ValueError(f"argnum should be integer or a list of integers, not {argnums}")


def _maybe(fn, make):
    if fn is not None and not callable(fn):
        raise TypeError(f"Non-differentiable object passed: {type(fn)}")
    return make if fn is None else make(fn)


def grad(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.grad"""
    _checked("grad", method, h)
    return _maybe(fn, lambda f: jax.grad(f, argnums=_numbers(argnum, argnums)))


def value_and_grad(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.value_and_grad"""
    _checked("value_and_grad", method, h)
    return _maybe(fn, lambda f: jax.value_and_grad(f, argnums=_numbers(argnum, argnums)))


def jacobian(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.jacobian"""
    _checked("jacobian", method, h)
    return _maybe(fn, lambda f: jax.jacobian(f, argnums=_numbers(argnum, argnums)))


def _selected(f, params, argnums):
    params = tuple(params) if isinstance(params, (list, tuple)) else (params,)
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)

    def partial(*dynamic):
        whole = list(params)
        for i, a in zip(numbers, dynamic):
            whole[i] = a
        return f(*whole)

    return partial, tuple(params[i] for i in numbers)


def jvp(f, params, tangents, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.jvp"""
    _checked("jvp", method, h)
    partial, dynamic = _selected(f, params, _numbers(argnum, argnums))
    tangents = tuple(tangents) if isinstance(tangents, (list, tuple)) else (tangents,)
    if len(tangents) != len(dynamic):
        raise TypeError(f"number of tangent and number of differentiable parameters in catalyst.jvp do not match: "
                        f"{len(tangents)} and {len(dynamic)}")
    return jax.jvp(partial, dynamic, tangents)


def vjp(f, params, cotangents, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.vjp"""
    _checked("vjp", method, h)
    partial, dynamic = _selected(f, params, _numbers(argnum, argnums))
    out, pull = jax.vjp(partial, *dynamic)
    leaves = tree_util.tree_leaves(cotangents)
    return out, pull(tree_util.tree_unflatten(tree_util.tree_structure(out), leaves))
