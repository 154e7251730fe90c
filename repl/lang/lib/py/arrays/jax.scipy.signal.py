"""jax.scipy.signal: convolution and correlation of any number of axes."""
import jax.numpy as _jnp
from jax import lax as _lax
from _numeric import promoted as _promoted


def _convolved(x, y, mode):
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if x.ndim == 0:
        return x * y
    if mode == "valid" and not all(m >= n for m, n in zip(x.shape, y.shape)):
        if not all(n >= m for m, n in zip(x.shape, y.shape)):
            raise ValueError("One input must be smaller than the other in every dimension.")
        x, y = y, x
    if mode not in ("full", "same", "valid"):
        raise ValueError("mode must be one of ['full', 'same', 'valid']")
    y = _jnp.flip(y)
    if mode == "full":
        pads = [(n - 1, n - 1) for n in y.shape]
    elif mode == "same":
        pads = [(n - 1 - (n - 1) // 2, (n - 1) // 2) for n in y.shape]
    else:
        pads = [(0, 0)] * x.ndim
    return _lax.conv_general_dilated(x[None, None], y[None, None], (1,) * x.ndim, pads)[0, 0]


def convolve(in1, in2, mode="full", method="auto", precision=None):
    x, y = _promoted("convolve", in1, in2)
    return _convolved(x, y, mode)


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0, precision=None):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError("convolve2d() only supports boundary='fill', fillvalue=0")
    x, y = _promoted("convolve2d", in1, in2)
    if x.ndim != 2 or y.ndim != 2:
        raise ValueError("convolve2d() only supports 2-dimensional inputs.")
    return _convolved(x, y, mode)


def correlate(in1, in2, mode="full", method="auto", precision=None):
    x, y = _promoted("correlate", in1, in2)
    y = _jnp.flip(y.conj() if _jnp.iscomplexobj(y) else y)
    return _convolved(x, y, mode)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0, precision=None):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError("correlate2d() only supports boundary='fill', fillvalue=0")
    return correlate(in1, in2, mode)


def fftconvolve(in1, in2, mode="full", axes=None):
    if axes is not None:
        raise NotImplementedError("fftconvolve of chosen axes is not offered here")
    return convolve(in1, in2, mode)
