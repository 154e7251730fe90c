"""numpy.typing: what to write in annotations."""
import numpy
from typing import Any, Sequence, Union

ArrayLike = Union[numpy.ndarray, numpy.bool_, numpy.number, bool, int, float, complex, Sequence]
DTypeLike = Any


class NDArray:
    def __class_getitem__(cls, dtype):
        return cls


class NBitBase:
    pass
