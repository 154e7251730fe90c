"""Transformations of the operations of a circuit, before its second pass: of a QNode, or of a function of operations. Operations
of loops, branches and adjoint blocks are transformed by themselves; nothing is moved past one."""
from pennylane import _queue, _wires
from pennylane._operators import (CNOT, RX, RY, RZ, S, T, Adjoint, Controlled, Gates, Hadamard, Matrix, Operator, PhaseShift,
                                  controlled_name)


def _same_wires(a, b):
    return len(a.wires) == len(b.wires) and all(_wires.same(v, w) for v, w in zip(a.wires, b.wires))


def _touches(a, b):
    """May they act on one wire? A traced wire may be any."""
    plain = all(isinstance(w, int) for w in list(a.wires) + list(b.wires)) and a.wires and b.wires
    return not plain or any(v == w for v in a.wires for w in b.wires)


def _inverse(a, b):
    if isinstance(a, Adjoint) or isinstance(b, Adjoint):
        one, other = (a, b) if isinstance(a, Adjoint) else (b, a)
        return type(one.base) is type(other) and not other.parameters and _same_wires(one, other)
    return type(a) is type(b) and a.own_inverse and _same_wires(a, b)


def _merged(a, b):
    if type(a) is not type(b) or not (_is_row(a) and a.turns) or not _same_wires(a, b):
        return None
    both = _queue.collect(lambda: type(a)(a.parameters[0] + b.parameters[0], wires=a.wires))[0]
    both[0].place = a.place
    return both


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


def _transform(change):
    def transform(function, **options):
        if hasattr(function, "transformed"):
            return function.transformed(change)

        def transformed(*args, **kwargs):
            items, result = _queue.record(lambda: function(*args, **kwargs))
            for item in change(items):
                _queue.current().append(item)
            return result

        transformed.__name__ = getattr(function, "__name__", "circuit")
        return transformed

    return transform


def _named(name, change):
    change.__name__ = name
    return change


# Of lists of operations, by name: what `:tape --transform` offers.
offered = {"cancel_inverses": _named("cancel_inverses", lambda items: _pass(items, _cancel)),
           "merge_rotations": _named("merge_rotations", lambda items: _pass(items, _merged)),
           "decompose": _named("decompose", lambda items: _small(items))}
cancel_inverses = _transform(offered["cancel_inverses"])
merge_rotations = _transform(offered["merge_rotations"])


# ---- gates on one wire and CNOT ----

_QUARTER = 1.5707963267948966


def _swap(a, b):
    CNOT([a, b]), CNOT([b, a]), CNOT([a, b])


def _cz(a, b):
    Hadamard(b), CNOT([a, b]), Hadamard(b)


def _cy(a, b):
    Adjoint(S(b)), CNOT([a, b]), S(b)


def _crx(t, a, b):
    RZ(_QUARTER, b), RY(t / 2, b), CNOT([a, b]), RY(-t / 2, b), CNOT([a, b]), RZ(-_QUARTER, b)


def _cry(t, a, b):
    RY(t / 2, b), CNOT([a, b]), RY(-t / 2, b), CNOT([a, b])


def _crz(t, a, b):
    RZ(t / 2, b), CNOT([a, b]), RZ(-t / 2, b), CNOT([a, b])


def _crot(p, t, o, a, b):
    RZ((p - o) / 2, b), CNOT([a, b]), RZ(-(p + o) / 2, b), RY(-t / 2, b), CNOT([a, b]), RY(t / 2, b), RZ(o, b)


def _cphase(t, a, b):
    PhaseShift(t / 2, a), CNOT([a, b]), PhaseShift(-t / 2, b), CNOT([a, b]), PhaseShift(t / 2, b)


def _toffoli(a, b, c):
    Hadamard(c), CNOT([b, c]), Adjoint(T(c)), CNOT([a, c]), T(c), CNOT([b, c]), Adjoint(T(c)), CNOT([a, c]), T(c), T(b)
    CNOT([a, b]), Hadamard(c), T(a), Adjoint(T(b)), CNOT([a, b])


def _cswap(a, b, c):
    CNOT([c, b]), _toffoli(a, b, c), CNOT([c, b])


def _multi_rz(t, *wires):
    pairs = [[wires[i], wires[i - 1]] for i in range(len(wires) - 1, 0, -1)]
    for pair in pairs:
        CNOT(pair)
    RZ(t, wires[0])
    for pair in reversed(pairs):
        CNOT(pair)


def _ising_xx(t, a, b):
    CNOT([a, b]), RX(t, a), CNOT([a, b])


def _ising_yy(t, a, b):
    _cy(a, b), RY(t, a), _cy(a, b)


def _ising_zz(t, a, b):
    CNOT([a, b]), RZ(t, b), CNOT([a, b])


def _ising_xy(t, a, b):
    Hadamard(a), _cy(a, b), RY(t / 2, a), RX(-t / 2, b), _cy(a, b), Hadamard(a)


# As PennyLane 0.37 decomposes them (compute_decomposition), some in another way; angles, then wires.
_rules = {"SWAP": _swap, "CZ": _cz, "CY": _cy, "CRX": _crx, "CRY": _cry, "CRZ": _crz, "CRot": _crot, "ControlledPhaseShift": _cphase,
          "Toffoli": _toffoli, "CSWAP": _cswap, "MultiRZ": _multi_rz, "IsingXX": _ising_xx, "IsingYY": _ising_yy, "IsingZZ": _ising_zz,
          "IsingXY": _ising_xy}


def _is_row(op):
    return getattr(type(op), "row", False)


def _by_rule(name, op):
    return _queue.collect(lambda: _rules[name](*op.parameters, *op.wires))[0] if name in _rules else None


def _parts(op):
    """What an operation is made of; None: it stays."""
    if isinstance(op, Adjoint):
        inner = _parts(op.base)
        return None if inner is None else _queue.collect(lambda: [Adjoint(part) for part in reversed(inner)])[0]
    if isinstance(op, Controlled):
        plain = _is_row(op.base) and not type(op.base).controls and all(op.control_values)
        return _by_rule(controlled_name(type(op.base).base, len(op.control_wires)), op) if plain else None
    if _is_row(op):
        return _by_rule(op.name, op)
    return None if isinstance(op, (Gates, Matrix)) or not op.is_made_of_gates() else _queue.collect(op.gates)[0]


def _small(items):
    """Operations as gates on one wire and CNOT, where there is a rule."""
    done = []
    for item in items:
        if isinstance(item, _queue.Region):
            item.bodies = [_small(body) for body in item.bodies]
        parts = _parts(item) if isinstance(item, Operator) else None
        for part in parts or []:
            part.place = item.place
        done += [item] if parts is None else _small(parts)
    return done
