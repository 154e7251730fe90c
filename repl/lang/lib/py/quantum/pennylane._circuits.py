"""Devices, circuits and what works on whole circuits: measure, adjoint, ctrl. Two passes: the function runs once with
classical tracers, and puts operations on the tape; the tape is expanded; then its operations become equations."""
import _host
import _quantum
import catalyst
import jax.numpy as _jnp
import numpy as _np
from jax import tree_util as _trees
from catalyst._derivatives import circuit_called as _called
from jax.core import Tracer as _Tracer
from pennylane import math as _math
from pennylane import _batches, _blocks, _deferred, _expansion, _queue, _tape, _wires
from pennylane._measurements import Measurement
from pennylane._queue import QuantumFunctionError
from pennylane._operators import (Adjoint, Controlled, Gates, Hamiltonian, Hermitian, Operator, PauliX, Prod, SProd, Sum, controls,
                                  stays)


# ---- devices and circuits ----

class Device:
    def __init__(self, name, wires):
        self.name, self.wires = name, wires

    @property
    def num_wires(self):
        return len(self.wires)

    def __repr__(self):
        return f"<{self.name} device (wires={self.num_wires}) at 0x...>"


_COMPILED = ("lightning.qubit", "lightning.kokkos")
_KNOWN = _COMPILED + ("default.qubit", "default.qubit.jax", "default.qubit.autograd", "default.mixed", "default.qutrit", "default.gaussian", "default.clifford", "null.qubit")


def device(name, wires=None, *, shots=None, **options):
    """qml.device"""
    if name not in _KNOWN:
        _quantum.fail("E905", "DeviceError", f"Device {name} does not exist. Make sure the required plugin is installed.")
    if shots is not None:
        _quantum.fail("E218", "NotImplementedError", "devices with shots are not offered: results are exact here")
    if isinstance(wires, _Tracer):
        _quantum.fail("E904", "AttributeError", "a device has a number of wires that is known when it is made, not a traced one")
    return Device(name, list(range(wires)) if isinstance(wires, (int, _np.integer)) else _wires.listed(wires))


def _wires_of(device, items, leaves):
    """How many wires the device has: one that was made without wires has those that the circuit uses."""
    if device.wires:
        return device.num_wires
    used = []
    for item in items + leaves:
        op = item.obs if isinstance(item, Measurement) and item.obs else item
        used += [w for w in (getattr(op, "wires", None) or []) if isinstance(w, (int, _np.integer))]
        for body in getattr(item, "bodies", []):
            used.append(_wires_of(device, body, []) - 1)
    return max(used) + 1 if used else 1


class QNode:
    """A function that is a circuit, with its device."""

    def __init__(self, func, device, interface="auto", diff_method="best", **options):
        if not isinstance(device, Device):
            raise QuantumFunctionError("Invalid device. Device must be a valid PennyLane device.")
        self.func, self.device, self.interface, self.diff_method = func, device, interface, diff_method
        self.changes = []
        self.__wrapped__ = func
        self.__name__ = getattr(func, "__name__", "circuit")
        self.__annotations__ = getattr(func, "__annotations__", {})

    def __repr__(self):
        return f"<QNode: device='{self.device}', interface='{self.interface}', diff_method='{self.diff_method}'>"

    def transformed(self, change):
        """The same with its operations changed before the second pass."""
        node = QNode(self.func, self.device, self.interface, self.diff_method)
        node.changes = self.changes + [change]
        return node

    def __graph__(self):
        return QNode(catalyst.run_autograph(self.func), self.device, self.interface, self.diff_method)

    def __call__(self, *args, **kwargs):
        if _quantum.here() is None and not _quantum.tracing():
            return self.alone(args, kwargs)
        if _queue.alone():
            return self.apart(args, kwargs)
        return _call(self, args, kwargs, bool(_queue.outside) or not _quantum.compiling())

    def apart(self, args, kwargs):
        """It is called in another one, and is run before what that one goes on with."""
        if _traced_of(args, kwargs)[0]:
            _quantum.fail("E218", "NotImplementedError", "a circuit with traced arguments that is called in another one is not offered: "
                                                         "call it before that one, and give its result as an argument")
        return _queue.apart(lambda: _host.untraced(self.alone, args, kwargs))

    def alone(self, args, kwargs):
        """It is run by itself, whatever its device."""
        traced, put = _traced_of(args, kwargs)

        def run(*traced):
            args, kwargs = put(traced)
            return _call(self, args, kwargs, True)

        run.__name__ = self.__name__
        made = _host.once(run)(*traced)
        of_tensors = self.interface in ("auto", "autograd") and not traced
        positive = self.device.name not in _COMPILED
        return _trees.tree_map(lambda x: _as_tensor(x, positive), made) if of_tensors else made


def _as_tensor(x, positive):
    """positive: a zero has no sign, as where gates are products of matrices."""
    if not isinstance(x, _np.ndarray):
        return x
    return _host.tensor(_np.array(x + 0) if positive else x.copy())


def _traced_of(args, kwargs):
    """What of the arguments is traced, and a function that puts others in their place: values stay values."""
    leaves, tree = _trees.tree_flatten((args, kwargs), is_leaf=lambda v: not isinstance(v, (tuple, list, dict)))
    at = [i for i, v in enumerate(leaves) if isinstance(v, _Tracer)]

    def put(traced):
        now = dict(zip(at, traced))
        return _trees.tree_unflatten(tree, [now.get(i, v) for i, v in enumerate(leaves)])

    return [leaves[i] for i in at], put


def qnode(device, interface="auto", diff_method="best", **options):
    """qml.qnode"""
    return lambda func: QNode(func, device, interface, diff_method, **options)


def _call(node, args, kwargs, plain=False):
    if node.device.name not in _COMPILED and not plain:
        _quantum.fail("E904", "CompileError", f"Attempting to compile program for incompatible device: {node.device.name}; "
                                              "lightning.qubit is one that can be compiled for")

    put = None
    if plain:
        args, put = _traced_of(args, kwargs)
        kwargs = {}

    def circuit(*args, **kwargs):
        queue = queues.open[0]
        args, kwargs = put(args) if put else (args, kwargs)
        result = node.func(*args, **kwargs)
        leaves, tree = _trees.tree_flatten(result, is_leaf=lambda v: isinstance(v, (Operator, Measurement)))
        leaves = [v for v in leaves if not isinstance(v, Operator)]
        if plain and (not leaves or not all(isinstance(v, Measurement) for v in leaves)):
            raise QuantumFunctionError("A quantum function must return either a single measurement, or a nonempty sequence of "
                                       "measurements.")
        _called(node.diff_method, [v.kind if isinstance(v, Measurement) else "classical" for v in leaves])
        n = queues.main = _wires_of(node.device, queue, leaves)
        items = _checked(queue)
        if not plain:
            _warn_unmeasured(node, items, leaves)
        _quantum.passed()
        program, changes = _tape.remembered(items), node.changes + _tape.asked()
        batch = _batches.Batch(items, [v for v in leaves if isinstance(v, Measurement)])
        for change in changes:
            batch.change(change)
        whole = batch.made
        if plain and any(_batches.batch_size(script) for script in batch.scripts):
            batch.change(_batches.Broadcast())
        if len(batch.scripts) > 1 and _measures(items):
            _quantum.fail("E904", "CompileError", "Multiple tapes are generated, but each run might produce different results.")
        names = ", ".join(c.__name__ for c in changes)
        results = []
        for script in batch.scripts:
            tape = _quantum.tape()
            _expansion.fill(tape, script.operations)
            _quantum.open(tape, n + queues.ancillas, program, _tape.remembered(script.operations) if changes else None, names)
            values = [_measured(m, n) for m in script.measurements]
            _quantum.end()
            results.append(values[0] if len(values) == 1 else tuple(values))
        if whole:
            return batch.result(results)
        made = batch.result(results)
        made = list(made) if isinstance(made, tuple) else [made]
        values = [made.pop(0) if isinstance(v, Measurement) else v for v in leaves]
        return values if tree.num_leaves != len(leaves) else _trees.tree_unflatten(tree, values)

    circuit.__name__ = node.__name__
    queues = _queue.begin(plain)
    try:
        return _quantum.circuit(circuit, args, kwargs, repr(node),
                                (queues.enter, queues.leave, queues.defer))
    finally:
        _queue.end()


def _warn_unmeasured(node, items, leaves):
    """Gates whose effect nobody sees: Catalyst says nothing of them."""
    gates = [i for i in items if isinstance(i, Operator)]
    if gates and not any(isinstance(v, Measurement) for v in leaves) and not _measures(items):
        _quantum.warn(f"the circuit '{node.__name__}' measures nothing, so that what its gates do is not seen: return "
                      "qml.expval(...), qml.probs(...) or qml.state()", gates[-1].place)


def _checked(queue):
    """Operations come before measurements."""
    for i, item in enumerate(queue):
        if not isinstance(item, Measurement) and any(isinstance(m, Measurement) for m in queue[:i]):
            _quantum.fail("E902", "ValueError", "a gate is called after a measurement of the circuit: measurements are taken at "
                                                "the end, of the state behind all gates", item.place)
    return [item for item in queue if not isinstance(item, Measurement)]


class _Bit:
    """A measurement of a qubit: its result is a tracer."""

    name = "measure"

    def __init__(self, wire, bit, postselect):
        self.wire, self.bit, self.postselect = wire, bit, postselect


# ---- measurements ----

def _measured(m, n):
    _quantum.result(repr(m), m.place)
    if m.kind in ("expval", "var"):
        before = _quantum.events()
        obs = _observed(m.obs)
        _quantum.placed(before, m.place)
        return _quantum.observe(m.kind, obs)
    if m.kind == "density_matrix":
        if _queue.innermost().ancillas:
            _quantum.fail("E218", "NotImplementedError", "qml.density_matrix behind qml.measure is not offered: return qml.probs(...)", m.place)
        return _math.reduce_statevector(_quantum.basis("state", list(range(n))), m.wires)
    return _quantum.basis(m.kind, list(range(n)) if m.wires is None else m.wires)


def _observed(op):
    if isinstance(op, Prod):
        return _quantum.terms(None, [_observed(o) for o in op.operands])
    if isinstance(op, Hamiltonian):
        terms = [_observed(o) for o in op.operands]
        return _quantum.terms(_coefficients(op.coeffs), terms)
    if isinstance(op, Sum):
        terms = [_observed(o) for o in op.operands]
        return _quantum.terms(_jnp.ones(len(terms)), terms)
    if isinstance(op, SProd):
        by = _coefficients([op.scalar])
        return _quantum.terms(by, [_observed(op.base)])
    if isinstance(op, Hermitian):
        return _quantum.single(op.observed(), op.wires)
    if getattr(type(op), "row", False) and op.name in ("PauliX", "PauliY", "PauliZ", "Hadamard", "Identity"):
        return _quantum.single(op.name, op.wires)
    _quantum.fail("E903", "CompileError", f"{op.name} is no observable that the simulator has")


def _coefficients(by):
    if isinstance(by, (list, tuple)) and any(isinstance(c, _Tracer) for c in by):
        parts = [_jnp.broadcast_to(_jnp.asarray(c, dtype=float), (1,)) for c in by]
        return parts[0] if len(parts) == 1 else _jnp.concatenate(parts)
    if isinstance(by, _Tracer):
        return by if by.dtype == _np.float64 else by.astype(float)
    return _np.array(by)


# ---- mid-circuit measurement, adjoint, ctrl ----

def measured(wires, reset=False, postselect=None):
    """qml.measure: Catalyst's where it compiles; else the measurement is deferred."""
    if _queue.drawings[0]:
        _quantum.fail("E218", "NotImplementedError", "qml.draw of a circuit with qml.measure is not offered: :circuit draws it at the prompt")
    if _quantum.compiling() and not _queue.alone():
        return measure(wires, reset, postselect)
    if _quantum.here() is None:
        _quantum.fail("E904", "CompileError", "qml.measure can only be used within a circuit, a qml.qnode function")
    return _deferred.measure(wires, reset, postselect)


def defer_measurements(function, **options):
    """qml.defer_measurements: outside of compiled functions measurements are always deferred."""
    return function


def measure(wires, reset=False, postselect=None):
    """catalyst.measure"""
    here = _quantum.here()
    if here is None:
        where = "within a circuit, a qml.qnode function" if _quantum.tracing() else "from within @qjit"
        _quantum.fail("E904", "CompileError", f"catalyst.measure can only be used {where}.")
    listed = _wires.listed(wires)
    if len(listed) != 1:
        _quantum.fail("E903", "TypeError", f"Only one element is supported for the 'wires' parameter, got {len(listed)}.")
    if postselect not in (None, 0, 1):
        _quantum.fail("E903", "TypeError", f"postselect must be '0' or '1', got {postselect}")
    _queue.current()
    bit = _quantum.bit()
    _queue.put(_Bit(listed[0], bit, "" if postselect is None else str(int(postselect))))
    if reset:
        @catalyst.cond(bit)
        def flip():
            PauliX(listed[0])

        flip()
    return bit


def _measures(items):
    return any(isinstance(i, _Bit) or isinstance(i, _queue.Region) and any(_measures(b) for b in i.bodies) for i in items)


def _refuse_measures(items):
    if _measures(items):
        _quantum.fail("E902", "ValueError", "Quantum measurements are not allowed")


def _classical(value):
    """What a block gives: of an operator the angles."""
    return list(value.parameters) if isinstance(value, Operator) else value


def _adjoint_of(op, lazy):
    inverse = None if lazy else op._inverse()
    if inverse is None:
        return Adjoint(op)
    _queue.take(op)
    return inverse()


def adjoint(f, lazy=True):
    """catalyst.adjoint: of a gate, a gate class, or a function."""
    if isinstance(f, Operator):
        return _adjoint_of(f, lazy)
    if not callable(f):
        _quantum.fail("E903", "ValueError", f"Expected a callable or a qml.Operator, not {type(f)}")
    if isinstance(f, type) and issubclass(f, Operator):
        return lambda *args, **kwargs: _adjoint_of(f(*args, **kwargs), lazy)

    if not lazy:
        _quantum.fail("E903", "ValueError", "Eagerly computing the adjoint (lazy=False) is only supported on single operators.")

    def block(*args, **kwargs):
        if _queue.current() is None:
            return _blocks.alone(_blocks.AdjointBlock(_queue.collect(lambda: f(*args, **kwargs))[0]))

        def body(*args, **kwargs):
            return _classical(f(*args, **kwargs))

        body.__name__ = getattr(f, "__name__", "block")
        leaves = _trees.tree_leaves((args, kwargs))
        _quantum.adjoint(body, args, kwargs, "[" + ", ".join(["*"] * len(leaves)) + "]")
        region = _queue.current()[-1]
        _refuse_measures([region])
        return _blocks.AdjointBlock(region.bodies[0])

    return block


def adjoint_of(f, lazy=True):
    """qml.adjoint: Catalyst's where it compiles; outside of circuits a function gives its operations under adjoint."""
    if isinstance(f, Operator) or not callable(f) or isinstance(f, type) or _quantum.compiling():
        return adjoint(f, lazy)

    def called(*args, **kwargs):
        if _queue.current() is not None:
            return adjoint(f)(*args, **kwargs)
        items = _queue.collect(lambda: f(*args, **kwargs))[0]
        made = [_adjoint_of(op, lazy) for op in reversed(items)]
        return made[0] if len(made) == 1 else made

    return called


def _controlled(op, control, control_values, work_wires):
    """What has controls already stays on the tape beside it, as PennyLane 0.37 leaves it; CNOT, Toffoli and CZ do not."""
    if not stays(op):
        return Controlled(op, control, control_values, work_wires)
    queue = _queue.current()
    under = Controlled(op, control, control_values, work_wires)
    if queue is not None:
        queue.insert(len(queue) - 1, op)
    return under


def ctrl(f, control, control_values=None, work_wires=None):
    """catalyst.ctrl: of a gate, a gate class, or a function."""
    if isinstance(f, Operator):
        return _controlled(f, control, control_values, work_wires)
    if not callable(f):
        _quantum.fail("E903", "ValueError", f"Expected a callable or a qml.Operator, not {type(f)}")

    def controlled(*args, **kwargs):
        if isinstance(f, type) and issubclass(f, Operator):
            return _controlled(f(*args, **kwargs), control, control_values, work_wires)
        wires, values = controls(control, control_values)
        called = lambda: f(*args, **kwargs)
        inside = _queue.current() is not None
        items, _ = _queue.record(called) if inside else _queue.collect(called)
        _refuse_measures(items)
        _check_targets(items, wires)
        block = _blocks.CtrlBlock(items, wires, values, work_wires)
        if not inside:
            return _blocks.alone(block)
        Gates(items, wires, values)
        return block

    return controlled


def _check_targets(items, outer):
    for item in items:
        if isinstance(item, _queue.Region):
            for body in item.bodies:
                _check_targets(body, outer)
        elif isinstance(item, Operator):
            both = list(outer) + list(item.wires)
            _wires.different(both, "The control wires must be different from the wires of the operation: " + _wires.plain(both),
                             "ValueError")
