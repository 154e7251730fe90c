"""catalyst.vmap: a for_loop over the mapped axis, as Catalyst 0.7 has it."""
import _host
import jax.numpy as jnp
from jax import tree_util
from catalyst import for_loop


def _is_none(v):
    return v is None


def _leaves(tree):
    """None is a leaf here: an axis that is not mapped."""
    return tree_util.tree_leaves(tree, is_leaf=_is_none)


def _structure(tree):
    return tree_util.tree_structure(tree, is_leaf=_is_none)


def _shown(structure):
    return str(structure)[len("PyTreeDef("):-1]


def _filled(tree, leaves):
    return tree_util.tree_unflatten(_structure(tree), leaves)


def _check_axes(name, axes):
    if not all(a is None or isinstance(a, int) for a in _leaves(axes)):
        raise ValueError(f"Invalid '{name}'; it must be an int or a tuple of PyTrees with integer leaves, but got {axes}")


def _axes_for(name, axes, tree, what):
    """An axis for each leaf of the tree."""
    leaves = _leaves(tree)
    if isinstance(axes, int):
        return [axes] * len(leaves)
    if _structure(axes) != _structure(tree):
        raise ValueError(f"Invalid '{name}'; it must be an int or match the {what}, but got {_shown(_structure(axes))} axis "
                         f"specifiers for {_shown(_structure(tree))}")
    return _leaves(axes)


def _is_same(a, b):
    return a is b or (isinstance(a, int) and isinstance(b, int) and a == b)


def _batch_size(args, axes, axis_size):
    shapes = [(jnp.shape(a) or (1,), d) for a, d in zip(args, axes) if d is not None]
    sizes = [shape[d] for shape, d in shapes if len(shape) > d]
    if not all(_is_same(s, sizes[0]) for s in sizes):
        raise ValueError("Invalid batch sizes; expected the batch size to be the same for all arguments, but got "
                         f"batch_sizes={sizes}")
    size = sizes[0] if sizes else 0
    if isinstance(size, int) and isinstance(axis_size, int) and axis_size <= size:
        size = axis_size
    elif axis_size is not None and not _is_same(axis_size, size):
        raise ValueError("Invalid 'axis_size'; the default batch size is expected to be None, or less than or equal to "
                         f"the computed batch size, but got axis_size={axis_size} > batch_size={size}")
    if isinstance(size, int) and size == 0:
        raise ValueError("Invalid 'in_axes'; no argument has the axis that is mapped")
    return size


def vmap(fn=None, *, in_axes=0, out_axes=0, axis_size=None):
    """catalyst.vmap"""
    if fn is None:
        return lambda f: vmap(f, in_axes=in_axes, out_axes=out_axes, axis_size=axis_size)
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)

    @_host.placed
    def mapped(*args, **kwargs):
        if not _host.tracing():
            import jax
            return jax.vmap(fn, in_axes, out_axes)(*args, **kwargs)
        axes = _axes_for("in_axes", in_axes, args, "length of positional arguments")
        whole = _leaves(args)
        size = _batch_size(whole, axes, axis_size)

        def row(i):
            rows = [a if d is None else jnp.take(a, i, axis=d) for a, d in zip(whole, axes)]
            return fn(*_filled(args, rows), **kwargs)

        first = row(0)
        places = _axes_for("out_axes", out_axes, first, "number of function results")
        results = [jnp.zeros((size, *r.shape), dtype=r.dtype).at[0].set(r) for r in _leaves(first)]

        @for_loop(1, size, 1)
        def loop(i, results):
            return [all_rows.at[i].set(r) for all_rows, r in zip(results, _leaves(row(i)))]

        results = loop(results)
        for k, d in enumerate(places):
            if d:
                order = list(range(results[k].ndim))
                order[d], order[0] = order[0], order[d]
                results[k] = jnp.transpose(results[k], order)
        return _filled(first, results)

    return mapped
