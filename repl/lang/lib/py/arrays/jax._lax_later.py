"""jax.lax: names that came after jax 0.4.23."""
import jax.numpy as _jnp


def split(operand, sizes, axis=0):
    sizes = tuple(sizes)
    if any(not isinstance(n, int) for n in sizes):
        raise TypeError(f"Sizes passed to split must be numbers that are known when it is traced, got {sizes}")
    places, at = [], 0
    for n in sizes[:-1]:
        at += n
        places.append(at)
    if isinstance(operand.shape[axis], int) and sum(sizes) != operand.shape[axis]:
        raise ValueError(f"Sizes {sizes} must add up to dimension size {operand.shape[axis]} of operand along dimension {axis}")
    return _jnp.split(operand, places, axis=axis)
