"""Operators: gates, observables and what is made of them, as PennyLane 0.37 has them."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _forms, _matrices, _properties, _queue, _wires
from pennylane._properties import DecompositionUndefinedError, MatrixUndefinedError, SparseMatrixUndefinedError


class Operator(_forms.Forms, _properties.Properties):
    """A gate or an observable: angles or a matrix, and wires."""
    num_wires = num_params = None

    def __init__(self, *params, wires=None, id=None):
        if wires is None and len(params) > (self.num_params or 0):
            params, wires = params[:-1], params[-1]
        if self.num_params is not None and len(params) != self.num_params:
            _quantum.fail("E903", "TypeError", f"{self.name} takes {self.num_params} angle{'s' * (self.num_params != 1)}, and is given "
                                                f"{len(params)}")
        self.parameters, self.wires = list(params), _wires.listed(wires)
        self.check()
        _queue.put(self)

    @property
    def name(self):
        return type(self).__name__

    @property
    def data(self):
        return tuple(self.parameters)

    @data.setter
    def data(self, values):
        self.parameters[:] = values

    @property
    def hyperparameters(self):
        return {}

    def check(self):
        n = self.num_wires
        if n is not None and n >= 0 and len(self.wires) != n:
            _quantum.fail("E901", "ValueError", f"{self.name}: wrong number of wires. {len(self.wires)} wires given, {n} "
                                                "expected.")
        _wires.different(self.wires, f"Wires must be unique; got {_wires.plain(self.wires)}.")
        for p in self.parameters:
            self.check_angle(p)

    def check_angle(self, p):
        if isinstance(p, str) or p is None or _np.ndim(p) != 0:
            _quantum.fail("E903", "TypeError", f"an angle of {self.name} is one number, not {_kind(p)}")

    def gates(self):
        """Puts the gates that it is made of on the tape; of a class of the program, those that it says."""
        items, made = _queue.collect(lambda: self.compute_decomposition(*self.parameters, wires=self.wires, **self.hyperparameters))
        for op in made or items:
            _queue.put(op)

    def decomposition(self):
        """The gates that it is made of, as a list."""
        return _queue.collect(self.gates)[0]

    def compute_decomposition(self, *params, wires=None, **hyperparameters):
        raise DecompositionUndefinedError(f"{self.name} is not made of gates")

    def uncontrolled(self):
        """The operation that it puts under controls, these, and their values; None: it has no controls."""
        return None

    def is_made_of_gates(self):
        return type(self).gates is not Operator.gates or type(self).compute_decomposition is not Operator.compute_decomposition

    def matrix(self, wire_order=None):
        m = self.own_matrix()
        return m if wire_order is None else _matrices.on_wires(m, self.wires, _wires.listed(wire_order))

    def own_matrix(self):
        if self._says("compute_matrix"):
            return self.compute_matrix(*self.parameters, **self.hyperparameters)
        if not self.is_made_of_gates():
            raise MatrixUndefinedError(f"{self.name} has no matrix")
        return _matrices.of_operations(self.decomposition(), self.wires)

    def sparse_matrix(self, wire_order=None):
        raise SparseMatrixUndefinedError(f"{self.name} has no sparse matrix")

    def __eq__(self, other):
        return isinstance(other, Operator) and _matrices.equal(self, other)

    def __hash__(self):
        return id(self)

    # ---- arithmetic ----

    def __matmul__(self, other):
        return Prod(self, other) if isinstance(other, Operator) else NotImplemented

    def __add__(self, other):
        if isinstance(other, Operator):
            return Sum(self, other)
        return Sum(self, SProd(other, Identity(self.wires[0])))

    def __radd__(self, other):
        return self if isinstance(other, int) and other == 0 else self + other

    def __mul__(self, factor):
        return NotImplemented if isinstance(factor, Operator) else s_prod(factor, self, lazy=False)

    __rmul__ = __mul__

    def __truediv__(self, factor):
        return s_prod(1 / factor, self, lazy=False)

    def __neg__(self):
        return s_prod(-1, self, lazy=False)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, exponent):
        return power(self, exponent)

    def __repr__(self):
        shown = ", ".join([str(p) for p in self.parameters] + [f"wires={_wires.plain(self.wires)}"])
        return f"{self.name}({shown})"


def _kind(p):
    shape = getattr(p, "shape", None)
    return type(p).__name__ if shape is None else f"an array of shape {tuple(shape)}"


class _Gate(Operator):
    """A gate of the simulator's table."""

    def __init__(self, *params, wires=None, id=None, **angles):
        for name in self.angle_names[len(params):]:
            params += (angles.pop(name),) if name in angles else ()
        if angles:
            raise TypeError(f"{self.name} got an unexpected keyword argument '{list(angles)[0]}'")
        super().__init__(*params, wires=wires)

    @property
    def control_wires(self):
        return self.wires[:self.controls]

    def uncontrolled(self):
        n = self.controls
        return (_unqueued(lambda: _gates[self.base](*self.parameters, wires=self.wires[n:])), self.wires[:n], [True] * n) if n else None

    def check_angle(self, p):
        """An array is an angle for each of several circuits: those that are run by themselves, or by broadcast_expand."""
        if isinstance(p, (_np.ndarray, _Tracer)) and _np.ndim(p) == 1 and _np.shape(p)[0] > 0:
            self.batch_size = _np.shape(p)[0]
            return
        super().check_angle(p)

    def own_matrix(self):
        return _matrices.of_gate(self, _gates[self.base].word)

    def __repr__(self):
        short = {"PauliX": "X", "PauliY": "Y", "PauliZ": "Z"}.get(self.name)
        return f"{short}({self.wires[0]})" if short else super().__repr__()


def _unqueued(make):
    """A new operation that is on no tape."""
    return _queue.collect(make)[1]


def stays(op):
    """Has it controls of its own, so that it stays on the tape beside what ctrl makes of it? So PennyLane 0.37 leaves it."""
    return op.uncontrolled() is not None and op.name not in ("CNOT", "Toffoli", "MultiControlledX", "CZ")


def _angle_names(name, n):
    if n == 3:
        return ("phi", "theta", "omega")
    return ("theta" if name in ("RX", "RY", "RZ", "MultiRZ") else "phi",) * n


def _gate_classes():
    """A class for each row of the simulator's table of gates."""
    made = {}
    for name, wires, angles, controls, base, own_inverse, word in _quantum.gates():
        made[name] = type(name, (_Gate,), {"num_wires": wires or None, "num_params": angles, "base": base,
                                           "controls": controls, "row": True, "controllable": not controls and name != "Identity", "own_inverse": own_inverse,
                                           "turns": angles == 1, "word": word, "angle_names": _angle_names(name, angles)})
    return made


_gates = _gate_classes()
globals().update(_gates)
X, Y, Z, I = _gates["PauliX"], _gates["PauliY"], _gates["PauliZ"], _gates["Identity"]
CPhase = _gates["ControlledPhaseShift"]
_named = {(g.base, g.controls): name for name, g in _gates.items()}


def controlled_name(base, controls):
    """The gate that is the base under so many controls; None: it has no name."""
    return _named.get((base, controls))


class Matrix(Operator):
    """A gate that is given to the simulator by its matrix."""
    as_matrix = True


class QubitUnitary(Matrix):
    as_matrix = False  # it is its matrix
    controllable = True
    num_params = 1

    def check_angle(self, p):
        n = 2 ** len(self.wires)
        if _np.shape(p) != (n, n):
            _quantum.fail("E901", "ValueError", f"Input unitary must be of shape {(n, n)} or (batch_size, {n}, {n}) to act on "
                                                f"{len(self.wires)} wires.")

    def own_matrix(self):
        return self.parameters[0]


def _constant(rows):
    return _np.array(rows, dtype=complex)


class SX(Matrix):
    num_wires = 1

    def gates(self):
        _gates["RZ"](_np.pi / 2, self.wires), _gates["RY"](_np.pi / 2, self.wires), _gates["RZ"](-_np.pi, self.wires)
        _gates["PhaseShift"](_np.pi / 2, self.wires)

    def own_matrix(self):
        return _constant([[1 + 1j, 1 - 1j], [1 - 1j, 1 + 1j]]) / 2


class ISWAP(Matrix):
    num_wires = 2

    def gates(self):
        a, b = self.wires
        _gates["S"](a), _gates["S"](b), _gates["Hadamard"](a), _gates["CNOT"]([a, b]), _gates["CNOT"]([b, a]), _gates["Hadamard"](b)

    def own_matrix(self):
        return _constant([[1, 0, 0, 0], [0, 0, 1j, 0], [0, 1j, 0, 0], [0, 0, 0, 1]])


class SISWAP(Matrix):
    num_wires = 2

    def gates(self):
        a, b = self.wires
        cnot, rz = _gates["CNOT"], _gates["RZ"]
        SX(a), rz(_np.pi / 2, a), cnot([a, b]), SX(a), rz(7 * _np.pi / 4, a), SX(a), rz(_np.pi / 2, a)
        SX(b), rz(7 * _np.pi / 4, b), cnot([a, b]), SX(a), SX(b)

    def own_matrix(self):
        h = 2 ** -0.5
        return _constant([[1, 0, 0, 0], [0, h, h * 1j, 0], [0, h * 1j, h, 0], [0, 0, 0, 1]])


SQISW = SISWAP


class ECR(Matrix):
    num_wires = 2
    own_inverse = True

    def own_matrix(self):
        h = 2 ** -0.5
        return _constant([[0, 0, h, h * 1j], [0, 0, h * 1j, h], [h, -h * 1j, 0, 0], [-h * 1j, h, 0, 0]])


class BlockEncode(Matrix):
    """A matrix of norm 1 at most as the first block of a unitary one."""

    def __init__(self, A, wires, id=None):
        a = _np.atleast_2d(A) if not isinstance(A, _Tracer) else A if A.ndim == 2 else _jnp.reshape(A, (1, -1))
        n, size = sum(_np.shape(a)), 2 ** len(_wires.listed(wires))
        if n > size:
            _quantum.fail("E901", "ValueError", f"Block encoding a ({_np.shape(a)[0]} x {_np.shape(a)[1]}) matrix requires a Hilbert space "
                                                f"of size at least ({n} x {n}). Cannot be embedded in a {len(_wires.listed(wires))} qubit "
                                                "system.")
        super().__init__(a, wires=wires)

    def check_angle(self, p):
        return

    def _inverse(self):
        a = self.parameters[0]
        return lambda: BlockEncode(_matrices.library([a]).conj(a).T, self.wires)

    def own_matrix(self):
        return _matrices.block_encoded(self.parameters[0], 2 ** len(self.wires))


class PSWAP(Matrix):
    turns = True
    num_wires = 2
    num_params = 1

    def own_matrix(self):
        e = _matrices.exp(1j * self.parameters[0])
        return _matrices.stacked([[1, 0, 0, 0], [0, 0, e, 0], [0, e, 0, 0], [0, 0, 0, 1]])


class DiagonalQubitUnitary(Matrix):
    num_params = 1

    def check_angle(self, p):
        if _np.shape(p) != (2 ** len(self.wires),):
            _quantum.fail("E901", "ValueError", f"the diagonal of a gate on {len(self.wires)} wires has {2 ** len(self.wires)} "
                                                "elements")

    def own_matrix(self):
        d = self.parameters[0]
        return _jnp.diag(d) if isinstance(d, _Tracer) else _np.diag(_np.asarray(d))


class GlobalPhase(Operator):
    num_params = 1
    turns = controllable = matrix_by_size = True

    def own_matrix(self):
        return _matrices.exp(-1j * self.parameters[0]) * _np.eye(2 ** len(self.wires))

    def __init__(self, phi, wires=None, id=None):
        super().__init__(phi, wires=wires or [])


class Barrier(Operator):
    def __init__(self, wires=None, only_visual=False, id=None):
        super().__init__(wires=wires)

    def gates(self):
        return


class WireCut(Barrier):
    pass


class U1(Operator):
    turns = True
    num_wires = num_params = 1

    def own_matrix(self):
        arg = 1j * self.parameters[0]
        return _matrices.library([arg]).diag(_matrices.exp(arg * _np.array([0, 1])))

    def gates(self):
        _gates["PhaseShift"](self.parameters[0], self.wires)


def _one(phi, delta):
    return _matrices.library([phi]).ones_like(phi) * _matrices.library([delta]).ones_like(delta)


class U2(Operator):
    num_wires = 1
    num_params = 2

    def own_matrix(self):
        phi, delta = self.parameters
        one, exp = _one(phi, delta), _matrices.exp
        return _matrices.stacked([[one, -exp(1j * delta) * one], [exp(1j * phi) * one, exp(1j * (phi + delta))]]) / _np.sqrt(2)

    def gates(self):
        phi, delta = self.parameters
        half = _jnp.ones_like(delta) * (_np.pi / 2) if isinstance(delta, _Tracer) else _np.pi / 2
        _gates["Rot"](delta, half, -delta, self.wires)
        _gates["PhaseShift"](delta, self.wires)
        _gates["PhaseShift"](phi, self.wires)


class U3(Operator):
    num_wires = 1
    num_params = 3

    def own_matrix(self):
        theta, phi, delta = self.parameters
        np, one, exp = _matrices.library([theta]), _one(phi, delta), _matrices.exp
        c, s = np.cos(theta / 2), np.sin(theta / 2)
        c, s = c * one, s * one
        return _matrices.stacked([[c, -s * exp(1j * delta)], [s * exp(1j * phi), c * exp(1j * (phi + delta))]])

    def gates(self):
        theta, phi, delta = self.parameters
        _gates["Rot"](delta, theta, -delta, self.wires)
        _gates["PhaseShift"](delta, self.wires)
        _gates["PhaseShift"](phi, self.wires)


class Hermitian(Operator):
    num_params = 1

    def __init__(self, A, wires=None, id=None):
        super().__init__(A, wires=wires)

    def check_angle(self, p):
        n = 2 ** len(self.wires)
        if _np.shape(p) != (n, n):
            _quantum.fail("E901", "ValueError", f"Expected input matrix to have shape {(n, n)}.")

    def eigvals(self):
        return _np.linalg.eigvalsh(_np.asarray(self.parameters[0]))

    def own_matrix(self):
        return self.parameters[0] if isinstance(self.parameters[0], _Tracer) else _np.asarray(self.parameters[0])

    def observed(self):
        """The matrix, as the simulator takes it."""
        m = self.parameters[0]
        if isinstance(m, _Tracer):
            return m if m.dtype == _np.complex128 else m.astype(complex)
        if isinstance(m, (list, tuple)) or m.dtype != _np.complex128:
            return _np.asarray(m, dtype=complex)
        return m


# ---- operators made of others ----

class Composite(_forms.OfMany, _properties.OfMany, Operator):
    """Its operands are no operations of their own."""

    def __init__(self, *operands):
        for o in operands:
            if not isinstance(o, Operator):
                _quantum.fail("E903", "TypeError", f"{self.name} is made of operators, not of '{type(o).__name__}'")
            _queue.take(o)
        self.operands = self.flat(operands)
        self.parameters = [p for o in self.operands for p in o.parameters]
        self.wires = _wires.Wires.all_wires([o.wires for o in self.operands])
        _queue.put(self)

    def flat(self, operands):
        return [f for o in operands for f in (o.operands if type(o) is type(self) else [o])]


class Prod(Composite):
    def gates(self):
        for o in reversed(self.operands):
            _queue.put(o)

    def own_matrix(self):
        m = _matrices.of_operations(list(reversed(self.operands)), self.wires)
        return _matrices.as_complex(m) if _is_word(self) else m


def _is_word(op):
    """Products of Pauli matrices have complex ones, as sums of them do."""
    if isinstance(op, (Prod, SProd)):
        return all(_is_word(o) for o in op.operands)
    return op.name in ("PauliX", "PauliY", "PauliZ", "Identity")


class Sum(Composite):
    def own_matrix(self):
        m = sum(o.matrix(wire_order=self.wires) for o in self.operands)
        return _matrices.as_complex(m) if all(_is_word(o) for o in self.operands) else m

    def terms(self):
        return [1.0] * len(self.operands), list(self.operands)


class SProd(Composite):
    def __init__(self, scalar, base):
        self.scalar = scalar
        super().__init__(base)
        self.base = base

    def own_matrix(self):
        return self.scalar * self.base.matrix()

    def eigvals(self):
        return self.scalar * self.base.eigvals()

    def __repr__(self):
        return f"{self.scalar} * ({self.base})" if isinstance(self.base, Composite) else f"{self.scalar} * {self.base}"

    def flat(self, operands):
        return list(operands)


class Hamiltonian(Composite):
    def __init__(self, coeffs, observables, simplify=False, id=None):
        if len(coeffs) != len(observables):
            _quantum.fail("E903", "ValueError", "Could not create valid LinearCombination; number of coefficients and operators "
                                                "does not match.")
        self.coeffs = coeffs
        super().__init__(*observables)

    def flat(self, operands):
        return list(operands)

    def terms(self):
        return self.coeffs, list(self.operands)

    def own_matrix(self):
        m = sum(c * o.matrix(wire_order=self.wires) for c, o in zip(self.coeffs, self.operands))
        return _matrices.as_complex(m) if all(_is_word(o) for o in self.operands) else m

    def __repr__(self):
        return " + ".join(f"{c} * ({o})" if isinstance(o, Composite) else f"{c} * {o}" for c, o in zip(self.coeffs, self.operands))

    @property
    def ops(self):
        return list(self.operands)


LinearCombination = Hamiltonian


class Adjoint(_properties.OfAdjoint, Operator):
    def __init__(self, base):
        _queue.take(base)
        self.base, self.parameters, self.wires = base, base.parameters, base.wires
        _queue.put(self)

    @property
    def name(self):
        return f"Adjoint({self.base.name})"

    def gates(self):
        for op in reversed(self.base.decomposition()):
            Adjoint(op)

    def own_matrix(self):
        return _np.conj(self.base.matrix()).T

    def __repr__(self):
        return f"Adjoint({self.base!r})"


def controls(wires, values):
    """The control wires, and the value of each that lets the gate act."""
    wires = _wires.listed(wires)
    if values is None:
        return wires, [True] * len(wires)
    if isinstance(values, str):
        values = [c == "1" for c in values]
    elif not isinstance(values, (list, tuple, _np.ndarray)):
        values = [values]
    if len(values) != len(wires):
        _quantum.fail("E901", "ValueError", "Length of control values must equal number of control wires.")
    return wires, [bool(v) for v in values]


def unused(work_wires, wires):
    """Work wires are those that a decomposition may use: none of them is a wire of the operation."""
    listed = _wires.listed(work_wires)
    if any(_wires.same(a, b) for a in listed for b in wires):
        _quantum.fail("E901", "ValueError", "Work wires must be different from the control_wires and base operator wires.")
    return listed


class Controlled(_properties.OfControlled, Operator):
    def __init__(self, base, control_wires, control_values=None, work_wires=None):
        _queue.take(base)
        self.base, self.parameters = base, base.parameters
        self.control_wires, self.control_values = controls(control_wires, control_values)
        self.work_wires = unused(work_wires, list(self.control_wires) + list(base.wires))
        self.wires = _wires.Wires(list(self.control_wires) + list(base.wires))
        _wires.different(self.wires, "The control wires must be different from the wires of the operation: "
                         + _wires.plain(self.wires), "ValueError")
        _queue.put(self)

    @property
    def name(self):
        return f"C({self.base.name})"

    def own_matrix(self):
        m = self.base.matrix()
        known = all(self.control_values) and controlled_name(self.base.name, len(self.control_wires))
        whole = isinstance(m, _np.ndarray) and m.dtype == _np.int64 and not known
        return _matrices.controlled(m.astype(float) if whole else m, self.control_values)

    def uncontrolled(self):
        return self.base, self.control_wires, self.control_values

    def gates(self):
        flipped = [w for w, value in zip(self.control_wires, self.control_values) if not value]
        for wire in flipped:
            X(wire)
        for op in self.base.decomposition():
            Controlled(op, self.control_wires)
        for wire in flipped:
            X(wire)

    def __repr__(self):
        shown = f"{self.base!r}, control_wires={_wires.plain(self.control_wires)}"
        values = "" if all(self.control_values) else f", control_values={self.control_values}"
        return f"Controlled({shown}{values})"


class Gates(Operator):
    """The gates of a function, each under more controls (ctrl)."""

    def __init__(self, items, control_wires, control_values):
        self.items, self.control_wires, self.control_values = items, control_wires, control_values
        self.parameters, self.wires = [], _wires.Wires(control_wires)
        _queue.put(self)


def power(base, z=1):
    """qml.pow"""
    made = _power(base, z)
    made.power = (base, z)
    return made


def _power(base, z):
    _queue.take(base)
    if base.turns:
        return type(base)(base.parameters[0] * float(z), wires=base.wires)
    if base.name in _powers or base.own_inverse:
        period, others = _powers.get(base.name, (2, {}))
        z = z % period
        if z in others:
            return others[z](base.wires)
        if base.name in ("PauliZ", "S", "T") and z not in (0, 1):
            return _gates["PhaseShift"](_np.pi * z * 2 / period, base.wires)
    if z == 1:
        return apply(base.map_wires({}))
    if type(z) is int and 0 <= z <= 64:
        return Prod(*[base] * z) if z > 1 else Gates([base] * z, [], [])
    _quantum.fail("E218", "NotImplementedError", f"{base.name} to the power {z} is not offered")


# The powers after which gates begin again, and those that are other gates.
_powers = {"PauliX": (2, {0.5: SX}), "PauliZ": (2, {0.5: _gates["S"], 0.25: _gates["T"]}), "S": (4, {0.5: _gates["T"], 2: Z}),
           "T": (8, {2: _gates["S"], 4: Z}), "SX": (4, {2: X}), "ISWAP": (2, {0.5: SISWAP}), "SISWAP": (4, {2: ISWAP})}


def s_prod(scalar, operator, lazy=True, id=None):
    if lazy or not isinstance(operator, SProd):
        return SProd(scalar, operator)
    _queue.take(operator)
    return SProd(scalar * operator.scalar, operator.base)


def prod(*operands, id=None, lazy=True):
    return operands[0] if len(operands) == 1 else Prod(*operands)


def sum_of(*operands, id=None, lazy=True):
    return operands[0] if len(operands) == 1 else Sum(*operands)


def dot(coeffs, ops, pauli=False):
    if len(coeffs) != len(ops) or not len(ops):
        _quantum.fail("E903", "ValueError", "Number of coefficients and operators does not match.")
    terms = [o if isinstance(c, (int, float)) and c == 1 else SProd(c, o) for c, o in zip(coeffs, ops)]
    return sum_of(*terms)


def apply(op, context=None):
    """qml.apply: the operator once more."""
    _queue.put(op)
    return op


def equal(a, b, **options):
    """qml.equal"""
    return _matrices.equal(a, b)
