"""numpy.fft: Fourier transforms of arrays of the host, in double precision, one axis after the other."""
import _host
import numpy as _np


def _scaled(x, n, norm, inverse):
    """From the scale that the transform itself has, 1/n in an inverse one, to the one that was asked for."""
    if norm == "ortho":
        return x * (_np.sqrt(n) if inverse else 1 / _np.sqrt(n))
    if norm == "forward":
        return x * (n if inverse else 1 / n)
    return x


def _line(x, n, axis, norm, kind):
    """The transform of one axis, which is cut or filled up with zeros."""
    import jax.numpy.fft as jfft
    x = _np.asarray(x)
    inverse = kind[0] == "i"
    if n is None:
        if not -x.ndim <= axis < x.ndim:
            raise IndexError("tuple index out of range")
        n = x.shape[axis] if kind != "irfft" else 2 * (x.shape[axis] - 1)
    n = n.__index__() if hasattr(n, "__index__") else _no_count(n)
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')
    if not -x.ndim <= axis < x.ndim:
        raise _np.AxisError(f"axis {axis} is out of bounds for array of dimension {x.ndim}")
    x = _np.real(x).astype(float) if kind == "rfft" else x.astype(complex)
    if not x.size:
        return _nothing(x, n, axis, kind)
    r = _np.array(_host.untraced(getattr(jfft, kind), x, n, axis))
    return _scaled(r, n, norm, inverse)


def _no_count(n):
    raise TypeError(f"'{type(n).__name__}' object cannot be interpreted as an integer")


def _nothing(x, n, axis, kind):
    """Where there are no elements; an axis that has none becomes zeros."""
    shape = list(x.shape)
    shape[axis] = n if kind != "rfft" else n // 2 + 1
    return _np.zeros(shape, float if kind == "irfft" else complex)


def _one(kind):
    def f(a, n=None, axis=-1, norm=None):
        return _line(a, n, axis, norm, kind)
    f.__name__ = f.__qualname__ = kind
    return f


def _axes(x, s, axes, half):
    """The axes with their lengths; of the half of a spectrum the last one is longer than what is there."""
    given = s is not None
    if axes is None:
        axes = range(-len(s), 0) if given else range(x.ndim)
    axes = list(axes)
    if not given:
        for a in axes:
            if not -x.ndim <= a < x.ndim:
                raise IndexError(f"index {a} is out of bounds for axis 0 with size {x.ndim}")
        s = [x.shape[a] for a in axes]
        if half and axes:
            s[-1] = 2 * (s[-1] - 1)
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    return list(s), axes


def _several(name, kind, default):
    inverse = kind[0] == "i"
    whole = "ifft" if inverse else "fft"

    def f(a, s=None, axes=default, norm=None):
        x = _np.asarray(a)
        s, axes = _axes(x, s, axes, kind == "irfft")
        if not axes:
            if kind == whole:
                return x
            raise IndexError("list index out of range")
        last = len(axes) - 1
        if kind == "rfft":
            x = _line(x, s[last], axes[last], norm, kind)
        order = range(last) if kind != whole else range(last, -1, -1)
        for i in order:
            x = _line(x, s[i], axes[i], norm, whole)
        return _line(x, s[last], axes[last], norm, kind) if kind == "irfft" else x
    f.__name__ = f.__qualname__ = name
    return f


fft, ifft, rfft, irfft = _one("fft"), _one("ifft"), _one("rfft"), _one("irfft")
fft2, ifft2 = _several("fft2", "fft", (-2, -1)), _several("ifft2", "ifft", (-2, -1))
rfft2, irfft2 = _several("rfft2", "rfft", (-2, -1)), _several("irfft2", "irfft", (-2, -1))
fftn, ifftn = _several("fftn", "fft", None), _several("ifftn", "ifft", None)
rfftn, irfftn = _several("rfftn", "rfft", None), _several("irfftn", "irfft", None)


def _other_way(norm):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    return {"ortho": "ortho", "forward": "backward"}.get(norm, "forward")


def hfft(a, n=None, axis=-1, norm=None):
    """Of half of a signal with Hermitian symmetry: its spectrum is real."""
    a = _np.asarray(a)
    if n is None:
        n = (a.shape[axis] - 1) * 2
    return irfft(_np.conjugate(a), n, axis, _other_way(norm))


def ihfft(a, n=None, axis=-1, norm=None):
    return _np.conjugate(rfft(a, n, axis, _other_way(norm)))


def _check_number(n):
    if not isinstance(n, (int, _np.integer)):
        raise ValueError("n should be an integer")


def fftfreq(n, d=1.0):
    _check_number(n)
    return _np.concatenate([_np.arange(0, (n - 1) // 2 + 1), _np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    _check_number(n)
    return _np.arange(0, n // 2 + 1) * (1.0 / (n * d))


def _shifted(x, axes, sign):
    x = _np.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else axes if isinstance(axes, (tuple, list)) else (axes,)
    return _np.roll(x, [sign * (x.shape[a] // 2) for a in axes], axes)


def fftshift(x, axes=None):
    """The frequency 0 comes to the middle."""
    return _shifted(x, axes, 1)


def ifftshift(x, axes=None):
    return _shifted(x, axes, -1)
