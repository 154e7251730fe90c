"""Wires: integers, tracers, and lists of them, as PennyLane 0.37 takes them."""
import _quantum
import numpy as _np
from jax import tree_util as _trees
from jax.core import Tracer as _Tracer


class Wires(list):
    """pennylane.wires.Wires"""

    def __repr__(self):
        return f"<Wires = {list(self)}>"

    def __eq__(self, other):
        return list(self) == (list(other) if isinstance(other, (list, tuple)) else other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(tuple(self))

    def __add__(self, other):
        return Wires.all_wires([self, listed(other)])

    def __getitem__(self, i):
        found = list(self)[i]
        return Wires(found) if isinstance(i, slice) else found

    @property
    def labels(self):
        return tuple(self)

    def tolist(self):
        return list(self)

    def toarray(self):
        return _np.array(list(self))

    def toset(self):
        return set(self)

    def contains_wires(self, wires):
        return all(any(same(w, v) for v in self) for w in listed(wires))

    @staticmethod
    def all_wires(many, sort=False):
        found = []
        for w in [w for wires in many for w in wires]:
            if not any(same(w, v) for v in found):
                found.append(w)
        return Wires(sorted(found) if sort else found)

    @staticmethod
    def shared_wires(many):
        return Wires([w for w in many[0] if all(w in other for other in many[1:])])

    @staticmethod
    def unique_wires(many):
        together = [w for wires in many for w in wires]
        return Wires([w for w in together if together.count(w) == 1])


_trees.register_pytree_node(Wires, lambda wires: (tuple(wires), None), lambda _, wires: Wires(wires))


def listed(wires):
    """The wires, in a list of their own."""
    return Wires(_listed(wires))


def _listed(wires):
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
    return [w for part in found for w in (_listed(part) if isinstance(part, (list, tuple, range, _np.ndarray)) else [part])]


def same(a, b):
    """A tracer is one wire with itself only."""
    if isinstance(a, _Tracer) or isinstance(b, _Tracer):
        return a is b
    return (type(a) is str) == (type(b) is str) and a == b


def different(wires, text, kind="WireError"):
    for i, a in enumerate(wires):
        if any(same(a, b) for b in wires[:i]):
            _quantum.fail("E901", kind, text)


def plain(wires):
    """For messages."""
    return "[" + ", ".join("a traced wire" if isinstance(w, _Tracer) else str(w) for w in wires) + "]"
