"""Where a function of one number is lowest, if it is a sum of sines: it is put together again from a few of its values, and searched
on a grid, from whose best point two points slide down (Nelder and Mead, The Computer Journal 7, 1965)."""
import numpy as _np


def sum_of_sines(function, spectrum, before):
    """The function by its frequencies (0 aside) and its value at 0, which is before; None: it is asked for."""
    waves = _np.array([f for f in spectrum if f > 0], dtype=float)
    n = len(waves)
    whole = _np.array_equal(waves, _np.arange(1, n + 1))
    places = _np.arange(-n, n + 1) * (_np.pi / (n + 0.5) if whole else 2 * _np.pi * n / (_np.max(waves) * (2 * n + 1)))
    values = _np.array([float(function(p) if p != 0 or before is None else before) for p in places])
    return _of_whole(n, places, values) if whole else _of_any(waves, places, values)


def _of_whole(n, places, values):
    wide, narrow = (n + 0.5) / _np.pi, 0.5 / _np.pi
    return lambda x: float(_np.dot(_np.sinc(wide * (x - places)) / _np.sinc(narrow * (x - places)), values))


def _of_any(waves, places, values):
    angles = _np.outer(places, waves)
    parts = _np.linalg.solve(_np.hstack([_np.ones((len(places), 1)), _np.cos(angles), _np.sin(angles)]), values)
    n = len(waves)
    return lambda x: float(parts[0] + _np.dot(_np.cos(waves * x), parts[1:n + 1]) + _np.dot(_np.sin(waves * x), parts[n + 1:]))


def brute(function, bounds, num_steps=4, Ns=100):
    """Grids of Ns points, each in the narrower surroundings of what the one before has found."""
    low, high = bounds[0]
    at, width, lowest = (low + high) / 2, high - low, None
    for _ in range(num_steps):
        grid = _np.linspace(at - width / 2, at + width / 2, Ns)
        at, lowest = _slide(function, grid[int(_np.argmin([function(x) for x in grid]))])
        width = width / Ns
    return at, lowest


def _slide(function, x, near=1e-4, most=200):
    """Two points; the worse one is reflected, stretched or drawn in, until they are near each other."""
    good, bad = [(float(p), function(float(p))) for p in (x, 1.05 * x if x != 0 else 0.00025)]
    good, bad = (bad, good) if bad[1] < good[1] else (good, bad)
    for _ in range(most):
        if abs(good[0] - bad[0]) <= near and abs(good[1] - bad[1]) <= near:
            break
        bad = _better(function, good, bad)
        good, bad = (bad, good) if bad[1] < good[1] else (good, bad)
    return good


def _better(function, good, bad):
    between = lambda by: ((1 + by) * good[0] - by * bad[0])
    at = lambda p: (p, function(p))
    over = at(between(1.0))
    if over[1] < good[1]:
        far = at(between(2.0))
        return far if far[1] < over[1] else over
    inside = at(between(0.5 if over[1] < bad[1] else -0.5))
    fits = inside[1] <= over[1] if over[1] < bad[1] else inside[1] < bad[1]
    return inside if fits else at(good[0] + 0.5 * (bad[0] - good[0]))
