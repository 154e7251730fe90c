"""jax.typing: what to write in annotations."""
import numpy
from typing import Union
from jax import Array

ArrayLike = Union[Array, numpy.ndarray, numpy.bool_, numpy.number, bool, int, float, complex]
