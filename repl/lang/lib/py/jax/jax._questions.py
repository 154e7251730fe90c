"""What the prompt asks of derivatives: :grad, :residuals, :gradcheck, and inspect --mode."""
import _host
import jax
import jax.numpy as jnp
import numpy as np
from itertools import product
from catalyst import qjit
from jax import make_jaxpr, tree_util

_KINDS = {float: 0.0, int: 0, bool: False, complex: 0j}


def _program(f):
    """The function itself, and the names of the lengths that it was compiled with."""
    options = getattr(f, "compile_options", None)
    return getattr(f, "original_function", f), getattr(options, "abstracted_axes", None)


def _value(x):
    """An argument, or one of the type that stands for it."""
    return _KINDS.get(x, x) if isinstance(x, type) else x


def _inexact(x):
    return bool(jnp.issubdtype(jnp.result_type(x), jnp.inexact))


def _by(args):
    """The number of the first argument that has derivatives."""
    for i, x in enumerate(args):
        leaves = tree_util.tree_leaves(x)
        if leaves and all(_inexact(v) for v in leaves):
            return i
    raise ValueError("no argument has derivatives: they are those of float and complex numbers")


def _traced(f, args, axes):
    return make_jaxpr(f, abstracted_axes=axes)(*args) if axes is not None else make_jaxpr(f)(*args)


def derivative(f, args, order):
    """The Jaxpr of jax.grad(f), or of its derivative, by the first argument that has any."""
    args = [_value(x) for x in args]
    fun, axes = _program(f)
    by = _by(args)
    g = jax.grad(fun, by)
    return _traced(g if order == 1 else jax.jacfwd(g, by), args, axes)


def both_ways(f, args):
    """The Jaxpr of jax.value_and_grad(f), and how many of its equations are those of the value."""
    args = [_value(x) for x in args]
    fun, axes = _program(f)
    by = _by(args)

    def forward(*values):
        leaves, structure = tree_util.tree_flatten(values[by])

        def of(moved):
            given = list(values)
            given[by] = tree_util.tree_unflatten(structure, moved)
            return tree_util.tree_leaves(fun(*given)), []

        return _host.residuals(_host.linearize(of, leaves, [True] * len(leaves), fun)[2])

    count = len(_traced(forward, args, axes).jaxpr.eqns)
    return _traced(jax.value_and_grad(fun, by), args, axes), count


def _weighted(y):
    y = jnp.asarray(y)
    if y.ndim:
        y = y * (1.0 + 0.25 * jnp.expand_dims(jnp.arange(y.shape[0]), tuple(range(1, y.ndim))))
    total = jnp.sum(y)
    return jnp.real(total) + 0.5 * jnp.imag(total) if jnp.iscomplexobj(y) else total


def _bound(x):
    """The power of ten that x is below."""
    k = -12
    while x >= 10.0 ** k:
        k += 1
    return f"1e{k:+03d}"


def _moved(leaves, i, at, step):
    x = np.array(leaves[i])
    x[at] = x[at] + step
    return leaves[:i] + [jnp.array(x)] + leaves[i + 1:]


def check(f, args):
    """(compared, left out, largest difference, texts of those that differ) of the derivatives of all results, weighted, by
    every element of every argument, against central differences of two steps."""
    fun, axes = _program(f)
    leaves, structure = tree_util.tree_flatten(tuple(_value(x) for x in args))
    leaves = [x if _inexact(x) is False else jnp.asarray(x) for x in leaves]
    marked = [i for i, x in enumerate(leaves) if _inexact(x)]
    if not marked:
        raise ValueError("no derivative was compared: no argument has float or complex numbers")
    options = {"abstracted_axes": axes} if axes is not None and len(leaves) == len(args) else {}

    def total(*values):
        out = [y for y in tree_util.tree_leaves(fun(*tree_util.tree_unflatten(structure, list(values)))) if _inexact(y)]
        if not out:
            raise ValueError("no derivative was compared: no result has float or complex numbers")
        return sum(_weighted(y) for y in out)

    def slopes(*values):
        return jax.grad(total, tuple(marked))(*values)

    value, slope = qjit(total, **options), qjit(slopes, **options)
    middle = float(value(*leaves))
    compared = left = 0
    largest = 0.0
    differ = []
    for i, g in zip(marked, slope(*leaves)):
        x, g = np.asarray(leaves[i]), np.asarray(g)
        eps = float(np.finfo(x.dtype).eps)
        for at in product(*[range(n) for n in x.shape]):
            for unit in (1, 1j) if np.iscomplexobj(x) else (1,):
                h = eps ** (1 / 3) * max(1.0, abs(x[at]))

                def values(step):
                    return float(value(*_moved(leaves, i, at, unit * step))), float(value(*_moved(leaves, i, at, -unit * step)))

                own = float(np.real(g[at]) if unit == 1 else -np.imag(g[at]))
                up, down = values(h)
                near, bend = (up - down) / (2 * h), abs(up - 2 * middle + down) / h
                up, down = values(2 * h)
                far = (up - down) / (4 * h)
                if abs(near - far) > 1e3 * eps ** (2 / 3) * (1.0 + abs(near)) or bend > min(1e3 * h, 0.1) * (1.0 + abs(near)):
                    left += 1
                    continue
                compared += 1
                best = (4 * near - far) / 3
                apart = abs(own - best)
                if not apart <= 1e2 * eps ** (2 / 3) * (1.0 + abs(best)) + abs(near - far):
                    where = f"argument {i}" + (f" at {list(at)}" if at else "") + (", imaginary part" if unit != 1 else "")
                    differ.append(f"{where}: {own:.9g}, by differences {best:.9g}")
                elif apart > largest:
                    largest = apart
    if not compared:
        raise ValueError(f"no derivative was compared: the function is not smooth at {left} place{'s' * (left != 1)}")
    return compared, left, _bound(largest), differ
