"""What a circuit returns: measurements, each a leaf of the value that is returned."""
import _quantum
from pennylane import _queue, _wires
from pennylane._operators import Operator


class Measurement:
    def __init__(self, kind, obs=None, wires=None):
        self.kind, self.obs, self.wires, self.name = kind, obs, wires, kind
        _queue.put(self)

    def __repr__(self):
        of = _shown(self.obs) if self.obs else "" if self.wires is None else f"wires={_wires.plain(self.wires)}"
        return f"{self.kind}({of})"


def _shown(op):
    """An observable, without its matrix."""
    most = 4
    parts = [_shown(o) for o in getattr(op, "operands", [])[:most]]
    if not parts:
        return repr(op) if not op.parameters else f"{op.name}({_wires.plain(op.wires)})"
    between = " @ " if op.name == "Prod" else " + "
    return between.join(parts + ["..."] * (len(op.operands) > most))


def _of_observable(kind, op):
    if not isinstance(op, Operator):
        _quantum.fail("E903", "TypeError", f"{kind} takes an observable, not '{type(op).__name__}'")
    _queue.take(op)
    return Measurement(kind, obs=op)


def expval(op):
    return _of_observable("expval", op)


def var(op):
    return _of_observable("var", op)


def probs(wires=None, op=None):
    if op is not None:
        _quantum.fail("E218", "NotImplementedError", "qml.probs(op=...) is not offered: use wires=..., after gates that change the basis")
    listed = None if wires is None else _wires.listed(wires)
    if listed is not None:
        _wires.different(listed, f"Wires must be unique; got {_wires.plain(listed)}.")
    return Measurement("probs", wires=listed)


def state():
    return Measurement("state")


def density_matrix(wires):
    """Of some wires; it is made of the state, so no part of what Catalyst compiles."""
    if not _queue.alone() and not _queue.drawings[0]:
        _quantum.fail("E218", "NotImplementedError", "qml.density_matrix is offered outside of compiled functions: return qml.state() there, and "
                                                     "give it to qml.math.reduce_statevector")
    return Measurement("density_matrix", wires=_wires.listed(wires))


def _with_shots(name):
    _quantum.fail("E902", "ValueError", f"qml.{name} cannot work with shots=None. Please specify a finite number of shots.")


def sample(op=None, wires=None, mcm=None):
    _with_shots("sample")


def counts(op=None, wires=None, all_outcomes=False):
    _with_shots("counts")
