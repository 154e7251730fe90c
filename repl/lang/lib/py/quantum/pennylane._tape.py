"""The tape of a circuit as views show it (:tape): what the first pass left, and what a transformation made of it."""
import _quantum
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _deferred, _queue, _transforms, _wires
from pennylane._operators import Controlled, Gates

_GATE, _UNITARY, _PHASE, _MEASURE, _REGION = range(5)


def asked():
    """The transformation that :tape --transform asks for, of every circuit."""
    name = _quantum.asked()
    return [_transforms.offered[name]] if name else []


def _numbers(values):
    values = [v.number() if isinstance(v, _deferred.Ancilla) else v for v in values]
    return [v for v in values if isinstance(v, (int, float, complex, _np.ndarray, _np.generic, _Tracer))]


def remembered(items):
    """A tape of the operations as they are. Those that have no number yet get the next ones."""
    return _tape_of(items, [_highest(items)])


def _highest(items):
    inside = [_highest(body) for item in items for body in getattr(item, "bodies", [])]
    return max([getattr(item, "_number", 0) for item in items] + inside + [0])


def _tape_of(items, last):
    tape = _quantum.tape()
    for item in items:
        if not hasattr(item, "_number"):
            last[0] += 1
            item._number = last[0]
        _remember(tape, item, last)
    return tape


def _remember(tape, item, last):
    kind, region, tapes, bit = _GATE, None, [], None
    name, params, wires, outer, values = "", [], [], [], []
    if isinstance(item, _queue.Region):
        kind, region = _REGION, item.region
        tapes = [_tape_of([b for b in body if hasattr(b, "name") or isinstance(b, _queue.Region)], last) for body in item.bodies]
    elif hasattr(item, "bit"):
        kind, bit, wires, name = _MEASURE, item.bit, [item.wire], item.postselect
    elif isinstance(item, Gates):
        name, outer, values = f"ctrl of {len(item.items)} operations", item.control_wires, item.control_values
    elif isinstance(item, Controlled):
        name, params, wires, outer, values = item.base.name, item.parameters, item.base.wires, item.control_wires, item.control_values
    else:
        name, params, wires = item.name, item.parameters, item.wires
    if not isinstance(item, _queue.Region):
        wires, outer = _numbers(_wires.listed(wires)), _numbers(_wires.listed(outer))
    _quantum.put(tape, kind, name, False, _numbers(params), wires, outer, list(values)[:len(outer)], bit, region, tapes, item.place,
                 item._number)
