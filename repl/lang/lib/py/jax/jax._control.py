"""jax.lax's control flow, as jax 0.4.23 has it. Where nothing is traced it is traced and run at once."""
import _host
import jax.numpy as jnp
from jax import jit, lax, tree_util

_missing = object()


class disable_jit:
    """jax.disable_jit(): a block in which functions run as Python."""

    def __init__(self, disable=True):
        self.disable = disable

    def __enter__(self):
        if self.disable:
            _host.disable_jit(True)

    def __exit__(self, *error):
        if self.disable:
            _host.disable_jit(False)


def _in_python():
    return _host.disable_jit(None) and not _host.tracing()


def _at_once(f, *args):
    return f(*args) if _host.tracing() else _host.at_once(jit(f), args)


def _check(name, *functions):
    if not all(callable(f) for f in functions):
        raise TypeError(f"lax.{name}: what it calls should be callable.")


def _scan_in_python(f, carry, xs, length, reverse):
    if length is None:
        length = tree_util.tree_leaves(xs)[0].shape[0]
    if length == 0:
        raise ValueError("zero-length scan is not supported in disable_jit() mode because the output type is unknown.")
    rows = []
    for i in reversed(range(length)) if reverse else range(length):
        carry, row = f(carry, tree_util.tree_map(lambda x: x[i], xs))
        rows.append(row)
    if reverse:
        rows.reverse()
    return carry, tree_util.tree_map(lambda *same: jnp.stack(same), *rows)


@_host.placed
def scan(f, init, xs, length=None, reverse=False, unroll=1):
    _check("scan", f)
    if _in_python():
        return _scan_in_python(f, init, xs, length, reverse)

    def run(init, xs):
        return _host.scan(f, init, xs, length, bool(reverse), unroll)

    return _at_once(run, init, xs)


@_host.placed
def map(f, xs):
    _check("map", f)
    if _in_python():
        return _scan_in_python(lambda _, x: (None, f(x)), None, xs, None, False)[1]

    def run(xs):
        return _host.map(f, xs)

    return _at_once(run, xs)


@_host.placed
def while_loop(cond_fun, body_fun, init_val):
    _check("while_loop", cond_fun, body_fun)
    if _in_python():
        while cond_fun(init_val):
            init_val = body_fun(init_val)
        return init_val

    def run(init_val):
        return _host.while_loop(cond_fun, body_fun, init_val)

    return _at_once(run, init_val)


@_host.placed
def fori_loop(lower, upper, body_fun, init_val, *, unroll=None):
    _check("fori_loop", body_fun)
    if _in_python():
        for i in range(int(lower), int(upper)):
            init_val = body_fun(i, init_val)
        return init_val

    def run(init_val):
        return _host.fori_loop(lower, upper, body_fun, init_val, unroll)

    return _at_once(run, init_val)


def _operands(operands, operand):
    if operand is _missing:
        return operands
    if operands:
        raise TypeError("if 'operand' keyword is passed then no positional operands can be passed, got "
                        f"operand={operand} and positional operands {operands}")
    return (operand,)


def _two_branches(pred, true_fun, false_fun, operands):
    _check("cond", true_fun, false_fun)
    if pred is None:
        raise TypeError("cond predicate is None")
    if _in_python():
        return (true_fun if pred else false_fun)(*operands)

    def run(pred, operands):
        return _host.cond(pred, true_fun, false_fun, operands)

    return _at_once(run, pred, operands)


@_host.placed
def cond(pred, true_fun=_missing, false_fun=_missing, *operands, operand=_missing, linear=None):
    if len(operands) == 2 and callable(false_fun) and callable(operands[1]) and not callable(true_fun):
        # an operand before each function, as jax had it once
        own, of_true, (other, of_false) = true_fun, false_fun, operands
        return _two_branches(pred, lambda both: of_true(both[0]), lambda both: of_false(both[1]), ((own, other),))
    return _two_branches(pred, true_fun, false_fun, _operands(operands, operand))


@_host.placed
def switch(index, branches, *operands, operand=_missing):
    branches = tuple(branches)
    _check("switch", *branches)
    operands = _operands(operands, operand)
    if not branches:
        raise ValueError("Empty branch sequence")
    if len(branches) == 1:
        _host.check_index(index)
        return branches[0](*operands)
    if _in_python():
        _host.check_index(index)
        return branches[min(max(int(index), 0), len(branches) - 1)](*operands)

    def run(index, operands):
        return _host.switch(index, branches, operands)

    return _at_once(run, index, operands)


def _part(x, axis, start, limit=None, stride=1):
    return lax.slice_in_dim(x, start, limit, stride=stride, axis=axis)


def _alternated(even, odd, axis):
    """Elements of both in turn: each among zeros, and the sum."""
    equal = even.shape[axis] == odd.shape[axis]

    def among_zeros(x, low, high):
        config = [(0, 0, 0)] * x.ndim
        config[axis] = (low, high, 1)
        return lax.pad(x, x.dtype.type(0), config)

    join = lax.bitwise_or if even.dtype == bool else lax.add
    return join(among_zeros(even, 0, 1 if equal else 0), among_zeros(odd, 1, 0 if equal else 1))


def _prefixes(combine, elems, axis):
    """The scan of pairs gives every second result; the others are one step further."""
    n = elems[0].shape[axis]
    if n < 2:
        return elems
    pairs = combine([_part(x, axis, 0, -1, 2) for x in elems], [_part(x, axis, 1, None, 2) for x in elems])
    odd = _prefixes(combine, pairs, axis)
    before = odd if n % 2 else [_part(x, axis, 0, -1) for x in odd]
    even = combine(before, [_part(x, axis, 2, None, 2) for x in elems])
    even = [lax.concatenate([_part(x, axis, 0, 1), y], axis) for x, y in zip(elems, even)]
    return [_alternated(x, y, axis) for x, y in zip(even, odd)]


@_host.placed
def associative_scan(fn, elems, reverse=False, axis=0):
    _check("associative_scan", fn)
    leaves, structure = tree_util.tree_flatten(elems)
    if not _host.tracing():
        return _host.at_once(jit(lambda elems: associative_scan(fn, elems, reverse, axis)), (elems,))
    lengths = [x.shape[axis] for x in leaves]
    if not all(isinstance(n, int) for n in lengths):
        raise NotImplementedError("lax.associative_scan unrolls its tree of pairs while it is traced, and needs a length "
                                  "that is a number; use lax.scan, or jnp.cumsum and its like, for an axis of traced length")
    if any(n != lengths[0] for n in lengths):
        raise ValueError("Array inputs to associative_scan must have the same first dimension. "
                         f"(saw: {[x.shape for x in leaves]})")
    axis = axis % leaves[0].ndim

    def combine(a, b):
        return tree_util.tree_leaves(fn(tree_util.tree_unflatten(structure, a), tree_util.tree_unflatten(structure, b)))

    turned = [lax.rev(x, (axis,)) for x in leaves] if reverse else leaves
    scans = _prefixes(combine, turned, axis)
    if reverse:
        scans = [lax.rev(x, (axis,)) for x in scans]
    return tree_util.tree_unflatten(structure, scans)
