"""catalyst.grad, value_and_grad, jacobian, jvp and vjp, as Catalyst 0.7 has them; derivatives are those of jax, or, in
a compiled function that asks for it, differences."""
import _host
import jax
import jax.numpy as jnp
from catalyst import DifferentiableCompileError
from jax import tree_util

_METHODS = ("auto", "fd")
_STEP, _STEP_OF_SHORT = 1e-7, 2.0**-11  # the second one for float32, whose numbers lie further apart


def _checked(method, h):
    if method is not None and method not in _METHODS:
        raise ValueError(f"Invalid differentiation method '{method}'. Supported methods are: {' '.join(_METHODS)}")
    if method == "auto" and h is not None:
        raise ValueError(f"Invalid step size (h) value ({h}): it is for the method 'fd'")
    if h is not None and not isinstance(h, (int, float)):
        raise ValueError(f"Invalid h value ({h}). None or number was expected.")


def _numbers(argnum, argnums):
    """The option has two names: argnum in Catalyst 0.7, argnums later. None: it was not given."""
    argnums = argnum if argnums is None else argnums
    if argnums is None or isinstance(argnums, int):
        return argnums
    if isinstance(argnums, (list, tuple)) and all(isinstance(i, int) for i in argnums):
        return tuple(argnums)
    raise ValueError(f"argnum should be integer or a list of integers, not {argnums}")


def _as_tuple(numbers):
    return numbers if isinstance(numbers, tuple) else (numbers,)


def _check_function(fn):
    if not callable(fn):
        raise DifferentiableCompileError(f"Non-differentiable object passed: {type(fn)}")


def _check_arguments(args, numbers):
    for i in _as_tuple(numbers):
        if not -len(args) <= i < len(args):
            raise IndexError("tuple index out of range")
    leaves = tree_util.tree_leaves([args[i] for i in _as_tuple(numbers)])
    for i, x in enumerate(leaves):
        if not jnp.issubdtype(jnp.result_type(x), jnp.floating):
            raise DifferentiableCompileError("Catalyst.grad/jacobian only supports differentiation on floating-point arguments, "
                                             f"got '{jnp.result_type(x).name}' at position {i}.")


_watching = []  # of each derivative under way the circuits that it calls: (diff_method, kinds of results)


def circuit_called(method, kinds):
    for called in _watching:
        called.append((method, kinds))


def _watched(derive):
    """What derive() gives; the circuits that it calls have to be of a kind whose derivatives their method gives."""
    called = []
    _watching.append(called)
    try:
        made = derive()
    finally:
        _watching.pop()
    for method, kinds in called:
        if method is None:
            raise DifferentiableCompileError("Cannot differentiate a QNode explicitly marked non-differentiable (with "
                                             "diff_method=None).")
        if method == "parameter-shift" and any(k not in ("expval", "probs") for k in kinds):
            raise DifferentiableCompileError("The parameter-shift method can only be used for QNodes which return either qml.expval "
                                             "or qml.probs.")
        if method == "adjoint" and any(k != "expval" for k in kinds):
            raise DifferentiableCompileError("The adjoint method can only be used for QNodes which return qml.expval.")
    return made


# ---- differences ----


def _difference(f, args, numbers, h):
    """Results, their structure, and for each of them trees of derivatives by the arguments: forward differences."""
    outs, tree = tree_util.tree_flatten(f(*args))
    outs = [jnp.asarray(o) for o in outs]
    columns, structures = [], []
    for i in numbers:
        leaves, structure = tree_util.tree_flatten(args[i])
        structures.append((structure, len(leaves)))
        columns += [_column(f, args, i, leaves, structure, k, outs, h) for k in range(len(leaves))]
    rows = []
    for o in range(len(outs)):
        own, at = [], 0
        for structure, n in structures:
            own.append(tree_util.tree_unflatten(structure, [c[o] for c in columns[at:at + n]]))
            at += n
        rows.append(tuple(own))
    return outs, tree, rows


def _column(f, args, i, leaves, structure, k, outs, h):
    """Of each result by leaf k of argument i."""
    x, shape = leaves[k], jnp.shape(leaves[k])

    if h is None:
        h = _STEP_OF_SHORT if jnp.result_type(x) in (jnp.float32, jnp.complex64) else _STEP

    def moved(step):
        whole = list(args)
        whole[i] = tree_util.tree_unflatten(structure, leaves[:k] + [x + step] + leaves[k + 1:])
        return [(y - o) / h for y, o in zip(tree_util.tree_leaves(f(*whole)), outs)]

    if not shape:
        return moved(h)
    n = 1
    for d in shape:
        n = n * d
    steps = jnp.reshape(jnp.eye(n, dtype=jnp.result_type(x)) * h, (n, *shape))
    return [jnp.reshape(c, jnp.shape(o) + shape) for c, o in zip(jax.vmap(moved, out_axes=-1)(steps), outs)]


# ---- of functions ----


def _derivative(fn, numbers, of):
    """A function that calls `of`; derivatives are by the first argument if none is named."""
    def derivative(*args, **kwargs):
        return of(fn, numbers if numbers is not None else 0, args, kwargs)

    return _host.placed(derivative, fn)


def _made(fn, make):
    return make if fn is None else make(fn)


def _scalar(fn, kwargs, tree):
    """fn, which gives one scalar in a structure that is kept."""
    def scalar(*args):
        leaves, structure = tree_util.tree_flatten(fn(*args, **kwargs))
        if len(leaves) != 1 or jnp.shape(leaves[0]) != ():
            raise DifferentiableCompileError("Catalyst.grad only supports scalar-output functions, got "
                                             f"{[jnp.result_type(x).name + str(list(jnp.shape(x))) for x in leaves]}")
        tree.append(structure)
        return leaves[0]

    return scalar


def _value_and_grad(method, h):
    def of(fn, numbers, args, kwargs):
        if not _host.tracing():
            return jax.value_and_grad(fn, argnums=numbers)(*args, **kwargs)
        _check_function(fn)
        _check_arguments(args, numbers)
        tree = []
        scalar = _scalar(fn, kwargs, tree)
        if method == "fd":
            outs, _, rows = _difference(scalar, args, _as_tuple(numbers), h)
            value, g = outs[0], rows[0] if isinstance(numbers, tuple) else rows[0][0]
        else:
            value, g = _watched(lambda: jax.value_and_grad(scalar, argnums=numbers)(*args))
        return tree_util.tree_unflatten(tree[0], [value]), tree_util.tree_unflatten(tree[0], [g])

    return of


def grad(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.grad"""
    _checked(method, h)
    numbers, both = _numbers(argnum, argnums), _value_and_grad(method, h)
    return _made(fn, lambda f: _derivative(f, numbers, lambda *given: both(*given)[1]))


def value_and_grad(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.value_and_grad"""
    _checked(method, h)
    numbers = _numbers(argnum, argnums)
    return _made(fn, lambda f: _derivative(f, numbers, _value_and_grad(method, h)))


def jacobian(fn=None, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.jacobian"""
    _checked(method, h)
    numbers = _numbers(argnum, argnums)

    def of(fn, numbers, args, kwargs):
        if _host.tracing():
            _check_function(fn)
            _check_arguments(args, numbers)
        if method != "fd" or not _host.tracing():
            derive = lambda: jax.jacobian(fn, argnums=numbers)(*args, **kwargs)
            return _watched(derive) if _host.tracing() else derive()
        _, tree, rows = _difference(lambda *a: fn(*a, **kwargs), args, _as_tuple(numbers), h)
        return tree_util.tree_unflatten(tree, rows if isinstance(numbers, tuple) else [r[0] for r in rows])

    return _made(fn, lambda f: _derivative(f, numbers, of))


# ---- along tangents and cotangents ----


def _selected(name, f, params, other, what, numbers):
    """f of the parameters that are differentiated, and these; outside of a trace all are, if none is named."""
    for x, hint in ((params, "params"), (other, what)):
        if isinstance(x, (int, float, complex)):
            raise ValueError(f"{name} '{hint}' argument must be an iterable, not {type(x)}")
    params = tuple(params) if isinstance(params, (list, tuple)) else (params,)
    if numbers is None:
        numbers = 0 if _host.tracing() else tuple(range(len(params)))
    numbers = _as_tuple(numbers)
    if _host.tracing():
        _check_function(f)
        _check_arguments(params, numbers)

    def partial(*dynamic):
        whole = list(params)
        for i, a in zip(numbers, dynamic):
            whole[i] = a
        return f(*whole)

    return partial, tuple(params[i] for i in numbers)


def _along(jac, t):
    return jnp.tensordot(jac, t, axes=jnp.ndim(t))


def jvp(f, params, tangents, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.jvp"""
    _checked(method, h)
    partial, dynamic = _selected("jvp", f, params, tangents, "tangents", _numbers(argnum, argnums))
    tangents = tuple(tangents) if isinstance(tangents, (list, tuple)) else (tangents,)
    if len(tangents) != len(dynamic):
        raise TypeError(f"number of tangent and number of differentiable parameters in catalyst.jvp do not match: "
                        f"{len(tangents)} and {len(dynamic)}")
    if method != "fd" or not _host.tracing():
        return jax.jvp(partial, dynamic, tangents)
    outs, tree, rows = _difference(partial, dynamic, range(len(dynamic)), h)
    given = tree_util.tree_leaves(tangents)
    moved = [sum(_along(j, t) for j, t in zip(tree_util.tree_leaves(row), given)) for row in rows]
    return tree_util.tree_unflatten(tree, outs), tree_util.tree_unflatten(tree, moved)


def vjp(f, params, cotangents, *, method=None, h=None, argnum=None, argnums=None):
    """catalyst.vjp"""
    _checked(method, h)
    partial, dynamic = _selected("vjp", f, params, cotangents, "cotangents", _numbers(argnum, argnums))
    given = tree_util.tree_leaves(cotangents)
    if method != "fd" or not _host.tracing():
        out, pull = jax.vjp(partial, *dynamic)
        if not _host.tracing():
            return out, pull(cotangents)
        return out, pull(tree_util.tree_unflatten(tree_util.tree_structure(out), given))
    outs, tree, rows = _difference(partial, dynamic, range(len(dynamic)), h)
    if len(given) != len(outs):
        raise ValueError(f"catalyst.vjp needs a cotangent for each of {len(outs)} results, not {len(given)}")
    leaves, structure = tree_util.tree_flatten(dynamic)
    columns = [sum(jnp.tensordot(ct, tree_util.tree_leaves(row)[k], axes=jnp.ndim(ct)) for ct, row in zip(given, rows))
               for k in range(len(leaves))]
    return tree_util.tree_unflatten(tree, outs), tree_util.tree_unflatten(structure, columns)
