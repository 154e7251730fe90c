"""slice.indices, what types and numpy.typing name, blocks, diagonals, handlers of surrogates."""
print(slice(1, None).indices(5), slice(None, None, -1).indices(5), slice(-3, -1).indices(7), slice(3, 1).indices(5), slice(10, 20).indices(5))
try: slice(1).indices(-1)
except ValueError as e: print(e)
import numpy as np
a = np.zeros((4, 4)); np.fill_diagonal(a, [1, 2]); print(a)
a = np.zeros((5, 2)); np.fill_diagonal(a, 3, wrap=True); print(a)
a = np.zeros((5, 2), int); np.fill_diagonal(a, 3); print(a)
a = np.zeros((2, 2, 2)); np.fill_diagonal(a, 7); print(a)
print(np.block([[np.eye(2), np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]]))
print(np.delete(np.arange(6), slice(1, 3)))
from numpy.typing import NDArray, ArrayLike
def f(x: NDArray[np.float64], y: ArrayLike) -> NDArray: return x
from types import TracebackType
print(isinstance(3, TracebackType))
print("é".encode("utf-8", "surrogatepass"), b"\xc3\xa9".decode("utf-8", "surrogatepass"))
try: print(b"\xff".decode("utf-8", "surrogatepass"))
except UnicodeDecodeError as e: print(e)
