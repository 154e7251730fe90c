"""jax.flatten_util: all arrays of a tree as one."""
import jax.numpy as _jnp
from jax.tree_util import tree_flatten as _tree_flatten, tree_unflatten as _tree_unflatten


def ravel_pytree(pytree):
    leaves, tree = _tree_flatten(pytree)
    leaves = [_jnp.asarray(x) for x in leaves]
    shapes, dtypes = [x.shape for x in leaves], [x.dtype for x in leaves]
    sizes = [x.size for x in leaves]
    if not leaves:
        flat = _jnp.array([], dtype=float)
    else:
        common = _jnp.result_type(*dtypes)
        flat = _jnp.concatenate([_jnp.ravel(x).astype(common) for x in leaves])

    def unravel(flat):
        if len(_jnp.shape(flat)) != 1:
            raise ValueError(f"The function returned by `ravel_pytree` expected an input of shape ({sum(sizes)},)")
        at, parts = 0, []
        for n, shape, dtype in zip(sizes, shapes, dtypes):
            parts.append(flat[at:at + n].reshape(shape).astype(dtype))
            at = at + n
        return _tree_unflatten(tree, parts)
    return flat, unravel
