"""The tape is expanded, as Catalyst 0.7 does it for lightning.qubit: what the simulator has stays, under one adjoint and one list of
controls; what has controls or is listed becomes its matrix; everything else becomes its decomposition."""
import _quantum
from pennylane import _deferred, _queue
from pennylane._matrices import as_complex
from pennylane._measurements import Measurement
from pennylane._operators import Adjoint, Controlled, Gates, GlobalPhase, QubitUnitary, controlled_name

_GATE, _UNITARY, _PHASE, _MEASURE, _REGION = range(5)
_places = []  # of the operation of the program that is expanded, and of those around it
_numbers = [0]  # of these operations


def fill(tape, items):
    for item in items:
        _expand(tape, item)


def _put(tape, kind, name="", adjoint=False, params=(), wires=(), outer=(), values=(), bit=None, region=None, tapes=()):
    wires, outer = [[w.number() if isinstance(w, _deferred.Ancilla) else w for w in ws] for ws in (wires, outer)]
    for w in wires + outer:
        if isinstance(w, str):
            _quantum.fail("E903", "TypeError", f"wires are numbers here: '{w}' is a name", *_places[-1:])
    _quantum.put(tape, kind, name, adjoint, list(params), wires, outer, list(values), bit, region, list(tapes),
                 _places[-1], _numbers[-1])


def _expand(tape, op):
    """What an operation is made of stands where the program calls the operation."""
    top = not _places or isinstance(op, _queue.Region) or _places[-1] is None
    _places.append(op.place if top else _places[-1])
    _numbers.append(getattr(op, "_number", _numbers[-1]))
    try:
        _expand_one(tape, op)
    finally:
        _places.pop()
        _numbers.pop()


def _expand_one(tape, op):
    if isinstance(op, _queue.Region):
        return _expand_region(tape, op)
    if hasattr(op, "bit"):
        return _put(tape, _MEASURE, wires=[op.wire], bit=op.bit, name=op.postselect)
    if isinstance(op, _deferred.Selected):
        return _put(tape, _MEASURE, wires=op.wires, bit=_quantum.bit(), name=str(op.postselect))
    if isinstance(op, Gates):
        return fill(tape, [_under(item, op.control_wires, op.control_values) for item in op.items])
    native = _native(op)
    if native:
        return _put_native(tape, *native)
    before = _quantum.events()
    parts = _parts(op)
    _quantum.placed(before, _places[-1])
    fill(tape, parts)


def _expand_region(tape, region):
    tapes = []
    for i, body in enumerate(region.bodies):
        _quantum.enter(region.region, i)
        tapes.append(_quantum.tape())
        _places.append(None)
        fill(tapes[-1], [b for b in body if not isinstance(b, Measurement)])
        _places.pop()
        _quantum.leave(region.region, i)
    _put(tape, _REGION, region=region.region, tapes=tapes)


# ---- controls ----

def _under(item, wires, values):
    """An operation, or what a region does, under more controls."""
    if not wires:
        return item
    if hasattr(item, "bit"):
        _quantum.fail("E902", "ValueError", "Quantum measurements are not allowed under ctrl")
    if isinstance(item, _queue.Region):
        return item.with_bodies([[_under(b, wires, values) for b in body if not isinstance(b, Measurement)] for body in item.bodies])
    if isinstance(item, Gates):
        return _as(item, lambda: Gates(item.items, list(wires) + list(item.control_wires), values + list(item.control_values)))
    if isinstance(item, Adjoint):
        return _as(item, lambda: Adjoint(_under(item.base, wires, values)))
    return _as(item, lambda: _flat(Controlled(item, wires, values)))


def _as(item, make):
    """What is made of an item stands in its place."""
    made = _queue.collect(make)[1]
    made.place = item.place
    if hasattr(item, "_number"):
        made._number = item._number
    return made


def _flat(op):
    """Controls of what has controls are one list of them."""
    base, wires, values = op.uncontrolled()
    inner = base.uncontrolled()
    if inner is None:
        return op if isinstance(op, Controlled) else Controlled(base, wires, values)
    return _flat(Controlled(inner[0], list(wires) + list(inner[1]), list(values) + list(inner[2])))


# ---- what the simulator has ----

def _native(op):
    """The simulator's gate, its controls, their values, whether it is inverted, and whether gate and controls have a name together:
    not where the adjoint is between them, and not where they are a class of PennyLane; None: the simulator has no such gate."""
    inverted, outer, values, named = False, [], [], True
    while isinstance(op, Adjoint) and not inverted or not outer and not _is_row(op) and op.uncontrolled():
        if isinstance(op, Adjoint):
            op, inverted, named = op.base, True, not outer
        else:
            named = isinstance(op, Controlled)
            flat = _queue.collect(lambda: _flat(op))[1]
            op, outer, values = flat.base, list(flat.control_wires), list(flat.control_values)
    if not (_is_row(op) or type(op) in (QubitUnitary, GlobalPhase)) or outer and not type(op).controllable:
        return None
    own = inverted and named and _has_own_class(op, len(outer), values)
    return None if own else (op, outer, values, inverted, named)


def _is_row(op):
    """Of the simulator's table: a class of the program that is made from such a class is none."""
    return "row" in vars(type(op))


def _has_own_class(base, controls, values):
    """Under so many controls it is a class of PennyLane that the simulator does not have: its adjoint is an operation of that class."""
    if not controls or all(values) and controlled_name(base.name, controls):
        return False
    return base.name in ("PauliX", "QubitUnitary") or all(values) and (base.name, controls) in (("PauliZ", 2), ("Hadamard", 1))


def _put_native(tape, op, outer, values, inverted, named):
    if op.batch_size is not None:
        _quantum.fail("E903", "TypeError", f"an angle of {op.name} is one number, not an array of shape ({op.batch_size},)", _places[-1])
    if type(op) is GlobalPhase:
        return _put(tape, _PHASE, "", inverted, op.parameters, [], outer, values)
    if type(op) is QubitUnitary:
        return _put(tape, _UNITARY, "", inverted, [op.matrix()], op.wires, outer, values)
    name = controlled_name(op.name, len(outer)) if all(values) and named else None
    if name:
        return _put(tape, _GATE, name, inverted, op.parameters, outer + list(op.wires))
    _put(tape, _GATE, op.name, inverted, op.parameters, op.wires, outer, values)


# ---- what it does not have ----

def _parts(op):
    if op.as_matrix or isinstance(op, Controlled) and op.has_matrix:
        m = op.matrix()
        m = as_complex(m) if isinstance(op, Controlled) else m
        return _queue.collect(lambda: [QubitUnitary(m, wires=op.wires)])[1]
    if not op.has_decomposition:
        _quantum.fail("E903", "CompileError", f"{op.name} is no gate: the simulator does not have it, and it is not made of gates")
    return _queue.collect(op.decomposition)[1]
