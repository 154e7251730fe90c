"""numpy.fft: every transform, with lengths, axes and scales."""
import numpy as np
import numpy.fft
from numpy.fft import fft, rfftfreq
import numpy.fft as F


def show(name, f):
    try:
        v = f()
    except (ValueError, TypeError, IndexError) as e:
        print(name, type(e).__name__, e)
        return
    v = np.asarray(v)
    print(name, v.dtype, v.shape)
    print(np.round(v, 9) + 0)


rng = np.random.default_rng(5)
real = rng.normal(size=(4, 6))
both = real + 1j * rng.normal(size=(4, 6))

print(fft([1, 2, 3, 4]))
print(np.fft.ifft([0, 4, 0, 0]))
print(np.fft.rfft(np.sin(2 * np.pi * np.arange(8) / 8)).round(6) + 0)
print(np.fft.irfft(np.fft.rfft(np.arange(8.0))))
print(fft(np.ones(6)), fft(np.arange(3)))
print(F.fft is numpy.fft.fft, rfftfreq(4))

for n in 1, 2, 3, 5, 7, 8, 9, 11, 12, 13, 15, 16, 20, 31, 32, 60, 64, 97:
    z = rng.normal(size=n) + 1j * rng.normal(size=n)
    show(f"fft {n}", lambda: np.fft.fft(z)[:5])
    show(f"ifft {n}", lambda: np.fft.ifft(z)[-3:])
    show(f"rfft {n}", lambda: np.fft.rfft(z.real)[:5])
    show(f"irfft {n}", lambda: np.fft.irfft(z, n)[:5])
    print(np.allclose(np.fft.ifft(np.fft.fft(z)), z), np.allclose(np.fft.irfft(np.fft.rfft(z.real), n), z.real))

for norm in None, "backward", "ortho", "forward":
    show(f"fft {norm}", lambda: np.fft.fft(both, norm=norm)[0])
    show(f"ifft {norm}", lambda: np.fft.ifft(both, axis=0, norm=norm)[:, 1])
    show(f"rfft {norm}", lambda: np.fft.rfft(real, n=4, norm=norm)[2])
    show(f"irfft {norm}", lambda: np.fft.irfft(both, n=5, axis=0, norm=norm)[:, 2])
    show(f"fft2 {norm}", lambda: np.fft.fft2(both, norm=norm)[1])
    show(f"irfft2 {norm}", lambda: np.fft.irfft2(both, norm=norm)[1])
    show(f"hfft {norm}", lambda: np.fft.hfft(both[0], norm=norm))
    show(f"ihfft {norm}", lambda: np.fft.ihfft(real[0], norm=norm))

four = np.arange(16.0).reshape(2, 2, 2, 2)
show("fftn", lambda: np.fft.fftn(four)[0, 1])
show("ifftn", lambda: np.fft.ifftn(four, axes=(0, 2))[1])
show("rfftn", lambda: np.fft.rfftn(four, s=(2, 3)))
show("irfftn", lambda: np.fft.irfftn(four))
show("fft2 axes", lambda: np.fft.fft2(real, s=(3, 2), axes=(1, 0)))
show("ifft2", lambda: np.fft.ifft2(both)[2])
show("rfft2", lambda: np.fft.rfft2(real)[2])
show("fft2 twice", lambda: np.fft.fft2(four, axes=(0, 0))[1])
show("float32", lambda: np.fft.fft(np.float32([1, 2, 4])))
show("float32", lambda: np.fft.irfft(np.complex64([1, 2, 4])))
show("bool", lambda: np.fft.fft([True, False]))
show("long", lambda: np.fft.fft([1, 2], 5))
show("nothing", lambda: np.fft.fft(np.ones((2, 0, 3)), axis=0))
for n in 1, 4, 5, np.int64(6):
    show("fftfreq", lambda: np.fft.fftfreq(n, 0.1))
    show("rfftfreq", lambda: np.fft.rfftfreq(n, d=2))
show("shift", lambda: np.fft.fftshift([1, 2, 3, 4, 5]))
show("shift back", lambda: np.fft.ifftshift([1, 2, 3, 4, 5]))
show("shift 2", lambda: np.fft.fftshift(np.arange(6).reshape(2, 3)))
show("shift 1", lambda: np.fft.ifftshift(np.arange(6).reshape(2, 3), axes=1))
show("empty", lambda: np.fft.fft([]))
show("none", lambda: np.fft.fft([1, 2], 0))
show("too short", lambda: np.fft.irfft([1.0]))
show("scalar", lambda: np.fft.fft(3.0))
show("axis", lambda: np.fft.fft([1, 2], axis=2))
show("scale", lambda: np.fft.fft([1, 2], norm="x"))
show("scale", lambda: np.fft.hfft([1, 2], norm="q"))
show("flat", lambda: np.fft.fft2([1, 2]))
show("lengths", lambda: np.fft.fftn(np.ones((2, 2)), s=(2,), axes=(0, 1)))
show("axis of n", lambda: np.fft.fftn([1, 2], s=(2, 2)))
show("no number", lambda: np.fft.fftfreq(2.5))
show("no number", lambda: np.fft.fft([1, 2], 2.5))
