"""Transformations of the operations of a circuit, before its second pass: of a QNode, or of a function of operations. Operations
of loops, branches and adjoint blocks are transformed by themselves; nothing is moved past one."""
from pennylane import _queue, _wires
from pennylane._operators import Adjoint, Operator, _self_inverse

_TURNS = ("RX", "RY", "RZ", "PhaseShift", "CRX", "CRY", "CRZ", "ControlledPhaseShift", "IsingXX", "IsingYY", "IsingZZ", "MultiRZ")


def _same_wires(a, b):
    return len(a.wires) == len(b.wires) and all(_wires.same(v, w) for v, w in zip(a.wires, b.wires))


def _touches(a, b):
    """May they act on one wire? A traced wire may be any."""
    plain = all(isinstance(w, int) for w in a.wires + b.wires) and a.wires and b.wires
    return not plain or any(v == w for v in a.wires for w in b.wires)


def _inverse(a, b):
    if isinstance(a, Adjoint) or isinstance(b, Adjoint):
        one, other = (a, b) if isinstance(a, Adjoint) else (b, a)
        return type(one.base) is type(other) and not other.parameters and _same_wires(one, other)
    return type(a) is type(b) and a.name in _self_inverse and _same_wires(a, b)


def _merged(a, b):
    if type(a) is not type(b) or a.name not in _TURNS or not _same_wires(a, b):
        return None
    return _queue.collect(lambda: type(a)(a.parameters[0] + b.parameters[0], wires=a.wires))[0]


def _pass(items, join):
    """Each operation meets the last one before it that may act on its wires."""
    done = []
    for item in items:
        if isinstance(item, _queue.Region):
            item.bodies = [_pass(body, join) for body in item.bodies]
        last = len(done) - 1
        while last >= 0 and isinstance(item, Operator) and isinstance(done[last], Operator) and not _touches(item, done[last]):
            last -= 1
        both = join(done[last], item) if last >= 0 and isinstance(item, Operator) and isinstance(done[last], Operator) else None
        if both is None:
            done.append(item)
        else:
            done[last:last + 1] = both
    return done


def _cancel(a, b):
    return [] if _inverse(a, b) else None


def _transform(join):
    def transform(function, **options):
        if hasattr(function, "transformed"):
            return function.transformed(lambda items: _pass(items, join))

        def transformed(*args, **kwargs):
            items, result = _queue.record(lambda: function(*args, **kwargs))
            for item in _pass(items, join):
                _queue.current().append(item)
            return result

        transformed.__name__ = getattr(function, "__name__", "circuit")
        return transformed

    return transform


cancel_inverses = _transform(_cancel)
merge_rotations = _transform(_merged)
