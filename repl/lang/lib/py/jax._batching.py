"""jax.vmap: trees of arguments, axes and results, as jax 0.4.23 has them. What an equation means is
said by the rows of primitives."""
import _host
import jax.numpy as jnp
from jax import tree_util


def _is_none(v):
    return v is None


def _spread(name, axes, tree, shown=None):
    """An axis for each leaf of the tree, of which the axes are a prefix; None is an axis."""
    leaves, structure = tree_util.tree_flatten(axes, is_leaf=_is_none)
    try:
        parts = structure.flatten_up_to(tree)
    except ValueError:
        shown_axes, shown_tree = shown or (axes, tree)
        raise ValueError(f"{name} specification must be a tree prefix of the corresponding value, got specification "
                         f"{shown_axes} for value tree {tree_util.tree_structure(shown_tree)}.") from None
    return [a for a, part in zip(leaves, parts) for _ in tree_util.tree_leaves(part)]


def _length(x, axis):
    shape = jnp.shape(x)
    if not -len(shape) <= axis < len(shape):
        raise ValueError(f"vmap was requested to map its argument along axis {axis}, which implies that its rank should "
                         f"be at least {axis + 1 if axis >= 0 else -axis}, but is only {len(shape)} (its shape is "
                         f"{shape})")
    return shape[axis]


def _described(x):
    return f"{jnp.result_type(x).name}[{','.join(str(d) for d in jnp.shape(x))}]"


def _names(args, kwargs):
    """Each leaf as a message has it."""
    places = [("args", p, x) for p, x in tree_util.tree_flatten_with_path(args)[0]]
    places += [("kwargs", p, x) for p, x in tree_util.tree_flatten_with_path(kwargs)[0]]
    return [f"{root}{tree_util.keystr(p)} of type {_described(x)}" for root, p, x in places]


def _inconsistent(args, kwargs, axes, sizes):
    names = _names(args, kwargs)
    counted = {}
    for size in sizes:
        if size is not None:
            counted[size] = counted.get(size, 0) + 1
    lines = []
    for size, count in sorted(counted.items(), key=lambda pair: -pair[1]):
        at = sizes.index(size)
        few = "one axis" if count == 1 else f"{'some' if lines else 'most'} axes ({count} of them)"
        example = "" if count == 1 else "e.g. "
        joint = ": " if count == 1 else ", "
        lines.append(f"  * {few} had size {size}{joint}{example}axis {axes[at]} of {names[at]}")
    return "vmap got inconsistent sizes for array axes to be mapped:\n" + ";\n".join(lines)


def _check(args, kwargs, leaves, axes):
    """Lengths that are numbers are compared here, the others by what they stand for."""
    if not leaves:
        raise ValueError("vmap wrapped function must be passed at least one argument containing an array, got empty "
                         f"*args={args} and **kwargs={kwargs}")
    sizes = [None if d is None else _length(x, d) for x, d in zip(leaves, axes)]
    mapped = [s for s in sizes if s is not None]
    if not mapped:
        raise ValueError("vmap must have at least one non-None value in in_axes")
    numbers = [s for s in mapped if isinstance(s, int)]
    if len(numbers) == len(mapped) and len(set(numbers)) > 1:
        raise ValueError(_inconsistent(args, kwargs, axes, sizes))


def _check_axes(in_axes, out_axes):
    if not (in_axes is None or type(in_axes) in (int, tuple)):
        raise TypeError("vmap in_axes must be an int, None, or a tuple of entries corresponding to the positional "
                        f"arguments passed to the function, but got {in_axes}.")
    for name, axes in (("in_axes", in_axes), ("out_axes", out_axes)):
        if not all(type(a) is int for a in tree_util.tree_leaves(axes)):
            raise TypeError(f"vmap {name} must be an int, None, or (nested) container with those types as leaves, but "
                            f"got {axes}.")


def vmap(fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, spmd_axis_name=None):
    """jax.vmap"""
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")
    for name, value in (("axis_name", axis_name), ("spmd_axis_name", spmd_axis_name)):
        if value is not None:
            raise NotImplementedError(f"jax.vmap with {name} is not offered: there are no collective operations over a "
                                      "named axis; reduce over the axis of the result instead")
    if isinstance(in_axes, list):
        in_axes = tuple(in_axes)
    _check_axes(in_axes, out_axes)

    def mapped(*args, **kwargs):
        if isinstance(in_axes, tuple) and len(in_axes) != len(args):
            raise ValueError("vmap in_axes must be an int, None, or a tuple of entries corresponding to the positional "
                             f"arguments passed to the function, but got len(in_axes)={len(in_axes)}, "
                             f"len(args)={len(args)}")
        leaves, structure = tree_util.tree_flatten((args, kwargs))
        axes = _spread("vmap in_axes", (in_axes, 0), (args, kwargs), (in_axes, args))
        if axis_size is None:
            _check(args, kwargs, leaves, axes)
        else:
            for x, d in zip(leaves, axes):
                d is None or _length(x, d)
        ranks = [len(jnp.shape(x)) for x in leaves]
        result = []

        def flat(examples):
            args, kwargs = tree_util.tree_unflatten(structure, examples)
            tree = fun(*args, **kwargs)
            outs, shape = tree_util.tree_flatten(tree)
            result.append(shape)
            return outs, _spread("vmap out_axes", out_axes, tree)

        places = [d if d is None or d >= 0 else d + n for d, n in zip(axes, ranks)]
        outs = _host.batch(flat, leaves, places, axis_size, fun)
        return tree_util.tree_unflatten(result[0], outs)

    return _host.placed(mapped, fun)
