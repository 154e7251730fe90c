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
    if spmd_axis_name is not None:
        raise NotImplementedError("jax.vmap with spmd_axis_name is not offered: there is one device; axis_name gives the "
                                  "axis a name for collective operations")
    if axis_name is not None and not isinstance(axis_name, str):
        raise NotImplementedError(f"jax.vmap with the axis_name {axis_name!r} is not offered: the name of an axis is a "
                                  "string here")
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
        outs = _host.batch(flat, leaves, places, axis_size, fun, axis_name)
        return tree_util.tree_unflatten(result[0], outs)

    return _host.placed(mapped, fun)


# ---- jax.numpy.vectorize ----


def _signature(text):
    """The names of core dimensions, of arguments and of results: "(m,n),(n)->(m)"."""
    sides = text.split("->")
    try:
        if len(sides) != 2:
            raise ValueError
        return [_core_dims(side) for side in sides]
    except ValueError:
        raise ValueError(f"not a valid gufunc signature: {text}") from None


def _core_dims(side):
    dims, rest = [], side
    while True:
        if not rest.startswith("(") or ")" not in rest:
            raise ValueError
        inner, rest = rest[1:].split(")", 1)
        names = tuple(inner.split(",")) if inner else ()
        if not all(n.isidentifier() for n in names):
            raise ValueError
        dims.append(names)
        if not rest:
            return dims
        if not rest.startswith(","):
            raise ValueError
        rest = rest[1:]


def _count_axes(shapes):
    """How many axes the shapes have together; lengths that do not fit are refused."""
    n = max((len(s) for s in shapes), default=0)
    for k in range(1, n + 1):
        lengths = [s[-k] for s in shapes if len(s) >= k]
        if len({d for d in lengths if isinstance(d, int) and d != 1}) > 1:
            raise ValueError(f"Incompatible shapes for broadcasting: shapes={shapes}")
    return n


def _learn_sizes(sizes, shape, core, context, is_input):
    if is_input and len(shape) < len(core):
        raise ValueError(f"input with shape {shape!r} does not have enough dimensions for all core dimensions {core!r} "
                         f"{context}")
    if not is_input and len(shape) != len(core):
        raise ValueError(f"output shape {shape!r} does not match core dimensions {core!r} {context}")
    for dim, size in zip(core, shape[len(shape) - len(core):]):
        if sizes.setdefault(dim, size) is not size and sizes[dim] != size:
            raise ValueError(f"inconsistent size for core dimension {dim!r}: {size!r} vs {sizes[dim]!r} {context}")


def _without(fun, excluded, args):
    """fun of the other arguments, and these."""
    if not excluded:
        return fun, args
    if max(excluded) >= len(args):
        raise ValueError(f"excluded={excluded!r} is invalid for {len(args)!r} argument(s)")
    fixed = [(i, args[i]) for i in sorted(excluded)]

    def rest(*others):
        others = list(others)
        for i, a in fixed:
            others.insert(i, a)
        return fun(*others)

    return rest, [a for i, a in enumerate(args) if i not in excluded]


def _checked(fun, sizes, expected, context):
    def checked(*args):
        out = fun(*args)
        shapes = [jnp.shape(o) for o in (out if isinstance(out, tuple) else [out])]
        if expected is not None and len(expected) > 1 and not isinstance(out, tuple):
            raise TypeError(f"output must be a tuple when multiple outputs are expected, got: {out!r}\n{context}")
        core = [()] * len(shapes) if expected is None else expected
        if len(core) != len(shapes):
            raise TypeError(f"wrong number of output arguments: expected {len(core)!r}, got {len(shapes)!r} {context}")
        known = dict(sizes)
        for shape, dims in zip(shapes, core):
            _learn_sizes(known, shape, dims, context, False)
        return out

    return checked


def _over_all(fun, args, core, n_axes):
    """fun mapped over the axes in front of the core dimensions; an axis of length 1 is left out, and given back."""
    lengths, squeezed, missing = [], [], []
    for a, dims in zip(args, core):
        own = a.shape[:a.ndim - len(dims)]
        lengths.append(([1] * (n_axes - len(own)) + list(own))[::-1])
        squeezed.append(jnp.squeeze(a, axis=tuple(i for i, n in enumerate(own) if isinstance(n, int) and n == 1)))
    for k in range(n_axes):
        axes = tuple(None if isinstance(n[k], int) and n[k] == 1 else 0 for n in lengths)
        if all(a is None for a in axes):
            missing.append(n_axes - 1 - k)
        else:
            fun = vmap(fun, axes)
    result = fun(*squeezed)
    if not missing:
        return result
    if isinstance(result, tuple):
        return tuple(jnp.expand_dims(r, axis=missing) for r in result)
    return jnp.expand_dims(result, axis=missing)


def vectorize(pyfunc, *, excluded=(), signature=None):
    """jax.numpy.vectorize"""
    shown = repr(excluded) if excluded else "frozenset()"
    excluded = set(excluded)
    if not all(isinstance(e, int) for e in excluded):
        raise TypeError(f"jax.numpy.vectorize can only exclude integer arguments, but excluded={excluded!r}")
    if excluded and min(excluded) < 0:
        raise ValueError(f"excluded={excluded!r} contains negative numbers")

    def wrapped(*args):
        context = f"on vectorized function with excluded={shown} and signature={signature!r}"
        fun, args = _without(pyfunc, excluded, args)
        core, results = ([()] * len(args), None) if signature is None else _signature(signature)
        nones = {i for i, a in enumerate(args) if a is None}
        if any(core[i] != () for i in nones):
            raise ValueError(f"Cannot pass None at locations {nones} with signature={signature!r}")
        fun, args = _without(fun, nones, args)
        core = [dims for i, dims in enumerate(core) if i not in nones]
        args = [jnp.asarray(a) for a in args]
        if len(args) != len(core):
            raise TypeError(f"wrong number of positional arguments: expected {len(core)!r}, got {len(args)!r} {context}")
        sizes, shapes = {}, []
        for a, dims in zip(args, core):
            _learn_sizes(sizes, a.shape, dims, context, True)
            shapes.append(a.shape[:a.ndim - len(dims)])
        n_axes = _count_axes(shapes)
        return _over_all(_checked(fun, sizes, results, context), args, core, n_axes)

    return _host.placed(wrapped, pyfunc)
