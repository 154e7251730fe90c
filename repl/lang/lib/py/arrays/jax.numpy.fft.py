"""jax.numpy.fft: Fourier transforms of axes whose lengths are known."""
import jax.numpy as _jnp
from _window import fft as _fft
from _numeric import axis_in as _axis_in, check as _check, inexact_dtype as _inexact_dtype, named as _named
from _numeric import size_known as _size_known


def _scale(x, lengths, norm, inverse):
    """What numpy calls norm: the product of the lengths divides one direction, or its root divides both."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm!r}; should be "backward", "ortho" or "forward".')
    if norm in (None, "backward"):
        return x
    n = 1
    for m in lengths:
        n *= m
    if norm == "ortho":
        return x * n ** 0.5 if inverse else x / n ** 0.5
    return x * n if inverse else x / n


def _fitted(x, axis, n):
    """Cut or filled up with zeros to n elements."""
    have = x.shape[axis]
    if have > n:
        return x[tuple(slice(n) if i == axis else slice(None) for i in range(x.ndim))]
    if have < n:
        return _jnp.pad(x, [(0, n - have) if i == axis else (0, 0) for i in range(x.ndim)])
    return x


@_named("kind", "s", "axes", "norm", name="fft")
def _transform(x, kind, s, axes, norm):
    real, half = kind == "RFFT", kind == "IRFFT"
    inverse = kind[0] == "I"
    name = "jnp.fft." + kind.lower()
    sizes = [_size_known(x.shape[a], name) for a in axes]
    if s is None:
        s = [2 * (n - 1) if half and i + 1 == len(axes) else n for i, n in enumerate(sizes)]
    if any(n < 1 for n in s):
        raise ValueError(f"Shape should be non-negative, got {s}.")
    for i, (a, n) in enumerate(zip(axes, s)):
        x = _fitted(x, a, n // 2 + 1 if half and i + 1 == len(axes) else n)
    last = tuple(range(x.ndim - len(axes), x.ndim))
    x = _jnp.moveaxis(x, axes, last)
    t = _inexact_dtype(x)
    if not real and not _jnp.issubdtype(t, _jnp.complexfloating):
        t = _jnp.result_type(t, _jnp.complex64)
    x = x.astype(t)
    lengths = tuple(s)
    done = len(lengths)
    r = x
    while done:  # three axes at a time
        first = max(done - 3, 0) if not half else 0
        if done - first > 3:
            raise NotImplementedError(f"{name} of more than three axes is not offered here")
        step = kind if done == len(lengths) or not real else "FFT"
        r = _moved_fft(r, step, lengths[first:done], len(lengths) - done)
        done = first
    return _jnp.moveaxis(_scale(r, lengths, norm, inverse), last, axes)


def _moved_fft(x, kind, lengths, behind):
    """The transform of axes behind which there are others."""
    if not behind:
        return _fft(x, "FftType." + kind, lengths)
    n = x.ndim
    places = tuple(range(n - behind - len(lengths), n - behind))
    ends = tuple(range(n - len(lengths), n))
    return _jnp.moveaxis(_fft(_jnp.moveaxis(x, places, ends), "FftType." + kind, lengths), ends, places)


def _one(name, kind):
    def f(a, n=None, axis=-1, norm=None):
        _check(name, a)
        a = _jnp.asarray(a)
        return _transform(a, kind, None if n is None else (n,), (_axis_in(axis, a.ndim),), norm)
    f.__name__ = f.__qualname__ = name
    return f


def _several(name, kind, default):
    def f(a, s=None, axes=default, norm=None):
        _check(name, a)
        a = _jnp.asarray(a)
        if axes is None:
            axes = range(a.ndim) if s is None else range(a.ndim - len(s), a.ndim)
        axes = tuple(_axis_in(i, a.ndim) for i in axes)
        return _transform(a, kind, None if s is None else tuple(s), axes, norm)
    f.__name__ = f.__qualname__ = name
    return f


fft, ifft, rfft, irfft = _one("fft", "FFT"), _one("ifft", "IFFT"), _one("rfft", "RFFT"), _one("irfft", "IRFFT")
fft2, ifft2 = _several("fft2", "FFT", (-2, -1)), _several("ifft2", "IFFT", (-2, -1))
rfft2, irfft2 = _several("rfft2", "RFFT", (-2, -1)), _several("irfft2", "IRFFT", (-2, -1))
fftn, ifftn = _several("fftn", "FFT", None), _several("ifftn", "IFFT", None)
rfftn, irfftn = _several("rfftn", "RFFT", None), _several("irfftn", "IRFFT", None)


def hfft(a, n=None, axis=-1, norm=None):
    a = _jnp.asarray(a)
    n = 2 * (a.shape[axis] - 1) if n is None else n
    other = {None: "forward", "backward": "forward", "forward": None, "ortho": "ortho"}[norm]
    return irfft(a.conj(), n, axis, other)


def ihfft(a, n=None, axis=-1, norm=None):
    other = {None: "forward", "backward": "forward", "forward": None, "ortho": "ortho"}[norm]
    return rfft(a, n, axis, other).conj()


def fftfreq(n, d=1.0, *, dtype=None):
    at = _jnp.concatenate([_jnp.arange((n + 1) // 2), _jnp.arange(-(n // 2), 0)])
    r = at / (n * d)
    return r.astype(float if dtype is None else dtype)


def rfftfreq(n, d=1.0, *, dtype=None):
    r = _jnp.arange(n // 2 + 1) / (n * d)
    return r.astype(float if dtype is None else dtype)


def _shifted(x, axes, sign):
    x = _jnp.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
    return _jnp.roll(x, [sign * (x.shape[a] // 2) for a in axes], axes)


def fftshift(x, axes=None):
    return _shifted(x, axes, 1)


def ifftshift(x, axes=None):
    return _shifted(x, axes, -1)
