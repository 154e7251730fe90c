"""Wires: integers, tracers, and lists of them, as PennyLane 0.37 takes them."""
import _quantum
import numpy as _np
from jax.core import Tracer as _Tracer


def listed(wires):
    """The wires as a list."""
    if wires is None:
        return []
    if isinstance(wires, (str, int, _np.integer)):
        return [wires]
    if isinstance(wires, _Tracer) and wires.ndim == 0:
        return [wires]
    if isinstance(wires, _np.ndarray):
        return [int(w) for w in wires.reshape(-1)]
    try:
        found = list(wires)
    except TypeError:
        return [wires]
    return [w for part in found for w in (listed(part) if isinstance(part, (list, tuple, range)) else [part])]


def same(a, b):
    """A tracer is one wire with itself only."""
    if isinstance(a, _Tracer) or isinstance(b, _Tracer):
        return a is b
    return type(a) is not str and type(b) is not str and a == b


def different(wires, text, kind="WireError"):
    for i, a in enumerate(wires):
        if any(same(a, b) for b in wires[:i]):
            _quantum.fail("E901", kind, text)


def plain(wires):
    """For messages."""
    return "[" + ", ".join("a traced wire" if isinstance(w, _Tracer) else str(w) for w in wires) + "]"
