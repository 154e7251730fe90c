"""jax.dtypes: dtypes and the kinds that they are of."""
import numpy
import jax.numpy as jnp
from jax._float0 import float0
from jax.numpy import bfloat16, finfo, iinfo, promote_types, result_type

class extended:
    """The kind of dtypes that numpy does not know."""


class prng_key(extended):
    """The kind of keys of random numbers."""


def issubdtype(a, b):
    extended_kind = isinstance(b, type) and issubclass(b, extended)
    if isinstance(a, type) and issubclass(a, extended):
        return issubclass(a, b) if extended_kind else b is numpy.generic
    if extended_kind:
        return str(a).startswith("key<") and issubclass(prng_key, b)
    return jnp.issubdtype(a, b)


def canonicalize_dtype(dtype, allow_extended_dtype=False):
    return numpy.dtype(dtype)
