"""pennylane.numpy: host numpy. Its arrays of floats are what qml.grad differentiates by, unless argnum says it."""
import numpy as _np
from numpy import (abs, all, allclose, any, append, arange, arccos, arcsin, arctan, arctan2, argmax, argmin, argsort,
                   around, array_equal, asarray, average, ceil, clip, complex128, concatenate, conj, cos, cosh, cross,
                   cumsum, degrees, diag, diff, dot, dtype, e, empty, exp, expand_dims, eye, finfo, flip, float32, float64,
                   floor, full, identity, imag, inf, int32, int64, isclose, isnan, kron, linspace, log, log2, log10, matmul,
                   max, maximum, mean, median, meshgrid, min, minimum, mod, moveaxis, nan, ndarray, ndim, ones, ones_like,
                   outer, pi, power, prod, radians, ravel, real, repeat, reshape, roll, round, shape, sign, sin, sinh, size,
                   sort, split, sqrt, square, squeeze, stack, std, sum, swapaxes, take, tan, tanh, tensordot, tile, trace,
                   transpose, unique, vstack, hstack, var, vdot, where, zeros, zeros_like, linalg, random)


def array(object, dtype=None, requires_grad=True, **options):
    """numpy.array; all arrays of floats can be differentiated by."""
    return _np.array(object, dtype=dtype, **options)


tensor = array
