"""jax.lax: collective operations over the axes that jax.vmap gives a name, as jax 0.4.23 has them. What they are over
the examples is said by the rows of their primitives."""
import _host
import jax.numpy as jnp
import numpy as np
from jax import lax, tree_util
from jax.core import Tracer

_primitive = {name: _host.primitive(name) for name in
              ("psum", "pmax", "pmin", "ppermute", "all_gather", "reduce_scatter", "all_to_all", "axis_index",
               "reduce_sum")}


def _tuple(axis_name):
    return tuple(axis_name) if isinstance(axis_name, (tuple, list)) else (axis_name,)


def _one(axis_name, function):
    """The only name, which is bound."""
    names = _tuple(axis_name)
    if len(names) != 1:
        raise NotImplementedError(f"jax.lax.{function} over {len(names)} axes at once is not offered: call it for each "
                                  "axis")
    _host.axis_size(names[0])
    return names[0]


def _no_groups(groups):
    if groups is None:
        return
    members = [i for group in groups for i in group]
    if set(members) != set(range(len(members))):
        raise ValueError("axis_index_groups must cover all indices exactly once")
    raise NotImplementedError("axis_index_groups not supported in vmap collectives. Please open a feature request!")


def _size(names):
    n = 1
    for size in [_host.axis_size(name) for name in names]:
        n = size if isinstance(n, int) and n == 1 else n * size
    return n


def _sum_of_value(x, axes):
    """What is no tracer is the same in all examples: it is multiplied by their number at once."""
    numbers = tuple(a for a in axes if isinstance(a, int))
    n = _size(a for a in axes if not isinstance(a, int))
    if numbers:
        x = _primitive["reduce_sum"].bind(jnp.asarray(x), axes=numbers)
    if isinstance(n, Tracer):
        return n if type(x) is int and x == 1 else n * x
    if isinstance(x, (int, float, complex)):
        return type(x)(n) * x
    return np.array(n, x.dtype) * x


def _reduce(name, x, axis_name, groups):
    axes = _tuple(axis_name)
    if groups is not None and any(isinstance(a, int) for a in axes):
        raise ValueError("axis_index_groups only supported for sums over just named axes")
    _size(a for a in axes if not isinstance(a, int))
    _no_groups(groups)
    leaves, structure = tree_util.tree_flatten(x)
    if name == "psum":
        leaves = [lax.convert_element_type(v, np.int32) if jnp.result_type(v) == np.bool_ else v for v in leaves]
    if name == "psum" and not any(isinstance(v, Tracer) for v in leaves):
        outs = [_sum_of_value(v, axes) for v in leaves]
    else:
        outs = _primitive[name].bind(*leaves, axes=tuple(a if isinstance(a, int) else repr(a) for a in axes),
                                     axis_index_groups=None)
    return tree_util.tree_unflatten(structure, outs)


def psum(x, axis_name, *, axis_index_groups=None):
    """jax.lax.psum"""
    return _reduce("psum", x, axis_name, axis_index_groups)


def pmax(x, axis_name, *, axis_index_groups=None):
    """jax.lax.pmax"""
    return _reduce("pmax", x, axis_name, axis_index_groups)


def pmin(x, axis_name, *, axis_index_groups=None):
    """jax.lax.pmin"""
    return _reduce("pmin", x, axis_name, axis_index_groups)


def pmean(x, axis_name, *, axis_index_groups=None):
    """jax.lax.pmean"""
    total = _reduce("psum", x, axis_name, axis_index_groups)
    n = _reduce("psum", 1, axis_name, axis_index_groups)
    return tree_util.tree_map(lambda v: v / n, total)


def _permuted(x, axis_name, perm, function):
    name = _one(axis_name, function)
    pairs = tuple((int(a), int(b)) for a, b in perm)
    return tree_util.tree_map(lambda v: _primitive["ppermute"].bind(v, axis_name=name, perm=pairs), x)


def ppermute(x, axis_name, perm):
    """jax.lax.ppermute"""
    return _permuted(x, axis_name, perm, "ppermute")


def pshuffle(x, axis_name, perm):
    """jax.lax.pshuffle"""
    if set(perm) != set(range(len(perm))):
        raise ValueError(f"`perm` does not represent a permutation: {perm}")
    return _permuted(x, axis_name, list(zip(perm, range(len(perm)))), "pshuffle")


def _to_all(x, name, size, split, concat, tiled):
    length = jnp.shape(x)[split]
    if tiled:
        if length % size != 0:
            raise ValueError(f"The size of all_to_all split_axis ({length}) has to be divisible by the size of the named "
                             f"axis {name} ({size})")
    else:
        if size != length:
            raise ValueError("all_to_all requires the size of the mapped axis axis_name to equal x.shape[split_axis], but "
                             f"they are {size} and {length} respectively.")
        if split < concat:
            concat += 1
            x = lax.expand_dims(x, (concat,))
        elif concat < split:
            x = lax.expand_dims(x, (concat,))
            split += 1
    result = _primitive["all_to_all"].bind(x, split_axis=split, concat_axis=concat, axis_name=name,
                                           axis_index_groups=None)
    return result if tiled or split == concat else lax.squeeze(result, (split,))


def _all_to_all(x, axis_name, split_axis, concat_axis, groups, tiled, function):
    name = _one(axis_name, function)
    _no_groups(groups)
    size = _host.axis_size(name)
    return tree_util.tree_map(lambda v: _to_all(v, name, size, split_axis, concat_axis, tiled), x)


def all_to_all(x, axis_name, split_axis, concat_axis, *, axis_index_groups=None, tiled=False):
    """jax.lax.all_to_all"""
    return _all_to_all(x, axis_name, split_axis, concat_axis, axis_index_groups, tiled, "all_to_all")


def pswapaxes(x, axis_name, axis, *, axis_index_groups=None):
    """jax.lax.pswapaxes"""
    return _all_to_all(x, axis_name, axis, axis, axis_index_groups, False, "pswapaxes")


def all_gather(x, axis_name, *, axis_index_groups=None, axis=0, tiled=False):
    """jax.lax.all_gather"""
    name = _one(axis_name, "all_gather")
    _no_groups(axis_index_groups)
    size = _host.axis_size(name)

    def gathered(v):
        rank = len(jnp.shape(v)) + (not tiled)
        if not -rank <= axis < rank:
            raise ValueError(f"axis {axis} is out of bounds for array of dimension {rank}")
        return _primitive["all_gather"].bind(v, all_gather_dimension=axis % rank, axis_name=name,
                                             axis_index_groups=None, axis_size=None if isinstance(size, Tracer) else size,
                                             tiled=bool(tiled))

    return tree_util.tree_map(gathered, x)


def psum_scatter(x, axis_name, *, scatter_dimension=0, axis_index_groups=None, tiled=False):
    """jax.lax.psum_scatter"""
    name = _one(axis_name, "psum_scatter")
    _no_groups(axis_index_groups)
    size = _host.axis_size(name)
    return tree_util.tree_map(
        lambda v: _primitive["reduce_scatter"].bind(v, axis_name=name, scatter_dimension=scatter_dimension,
                                                    axis_index_groups=None,
                                                    axis_size=None if isinstance(size, Tracer) else size,
                                                    tiled=bool(tiled)), x)


def axis_index(axis_name):
    """jax.lax.axis_index"""
    if not isinstance(axis_name, (tuple, list)):
        _host.axis_size(axis_name)
        return _primitive["axis_index"].bind(axis_name=axis_name)
    size, index = 1, 0
    for name in reversed(axis_name):
        _host.axis_size(name)
        index += _primitive["axis_index"].bind(axis_name=name) * size
        size *= _host.axis_size(name)
    return index


(psum, pmax, pmin, pmean, ppermute, pshuffle, all_to_all, pswapaxes, all_gather, psum_scatter, axis_index) = [
    _host.placed(f, f) for f in (psum, pmax, pmin, pmean, ppermute, pshuffle, all_to_all, pswapaxes, all_gather,
                                 psum_scatter, axis_index)]
