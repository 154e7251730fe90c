"""What PennyLane 0.37 says of an operator: which forms it has, its adjoint, generator, frequencies, label."""
import numpy as _np
from pennylane import _labels, _matrices

_BASES = {"X": "PauliX RX SX CNOT Toffoli CRX IsingXX MultiControlledX", "Y": "PauliY RY CY CRY IsingYY",
          "Z": "PauliZ RZ S T PhaseShift CZ CCZ CRZ ControlledPhaseShift CPhase IsingZZ DiagonalQubitUnitary U1"}
_BASIS = {name: basis for basis, names in _BASES.items() for name in names.split()}
_OBSERVABLES = ("PauliX", "PauliY", "PauliZ", "Hadamard", "Identity", "Hermitian", "Projector")
_HALF = _np.pi / 2
_ANGLES = {"PauliX": (_HALF, _np.pi, -_HALF), "PauliY": (0.0, _np.pi, 0.0), "PauliZ": (_np.pi, 0.0, 0.0),
           "Hadamard": (_np.pi, _HALF, 0.0), "S": (_HALF, 0.0, 0.0), "T": (_np.pi / 4, 0.0, 0.0), "SX": (_HALF, _HALF, -_HALF)}


class OperatorPropertyUndefined(Exception):
    """An operator does not have what it is asked for."""


class DecompositionUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.DecompositionUndefinedError"""


class MatrixUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.MatrixUndefinedError"""


class SparseMatrixUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.SparseMatrixUndefinedError"""


class GeneratorUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.GeneratorUndefinedError"""


class AdjointUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.AdjointUndefinedError"""


class EigvalsUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.EigvalsUndefinedError"""


class DiagGatesUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.DiagGatesUndefinedError"""


class ParameterFrequenciesUndefinedError(OperatorPropertyUndefined):
    """pennylane.operation.ParameterFrequenciesUndefinedError"""


def frequencies(values):
    """The positive differences of eigenvalues."""
    found = sorted({round(abs(float(a - b)), 8) for a in values for b in values} - {0.0})
    return tuple(int(f) for f in found) if all(f == int(f) for f in found) else tuple(found)


class Properties:
    """What an operator has, without a circuit. turns: by one angle, so that the negated one gives its inverse; word: of the
    Pauli matrices that it turns about. Of gates they are columns of the simulator's table."""
    turns = own_inverse = as_matrix = controllable = False
    word = ""
    ndim_params = ()
    batch_size = None
    control_wires = ()

    @property
    def arithmetic_depth(self):
        return 1 if self.control_wires else 0

    @property
    def is_hermitian(self):
        return self.name in _OBSERVABLES or self.own_inverse

    @property
    def basis(self):
        return _BASIS.get(self.name)

    @property
    def _queue_category(self):
        return "_ops"

    # ---- forms ----

    @property
    def has_matrix(self):
        owner = next(c for c in type(self).__mro__ if "own_matrix" in vars(c) or "compute_matrix" in vars(c) or "matrix" in vars(c))
        return owner.__name__ != "Operator"

    @property
    def has_decomposition(self):
        return self.is_made_of_gates() or type(self).decomposition is not _operator().decomposition

    @property
    def has_adjoint(self):
        return type(self).adjoint is not Properties.adjoint or self._inverse() is not None

    @property
    def has_generator(self):
        return self.turns

    @property
    def has_diagonalizing_gates(self):
        return self.name in ("PauliX", "PauliY", "PauliZ", "Hadamard", "Identity", "Hermitian", "PhaseShift", "RZ", "CZ", "S", "T")

    def expand(self):
        from pennylane.tape import QuantumScript
        return QuantumScript(self.decomposition())

    @property
    def hash(self):
        return hash((self.name, tuple(self.wires), tuple(str(p) for p in self.parameters)))

    def map_wires(self, wire_map):
        """A copy on the wires that the map gives."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.parameters, new.wires = list(self.parameters), type(self.wires)([wire_map.get(w, w) for w in self.wires])
        return new

    def simplify(self):
        if self.name not in ("RX", "RY", "RZ", "CRX", "CRY", "CRZ", "IsingXX", "IsingYY", "IsingZZ", "MultiRZ"):
            return self
        turn = self.parameters[0] % (4 * _np.pi)
        return _operators().Identity(self.wires[0]) if _np.ndim(turn) == 0 and turn == 0 else type(self)(turn, wires=self.wires)

    # ---- adjoint ----

    def _inverse(self):
        """How its adjoint is made; None: it has none of its own."""
        if self.own_inverse:
            return lambda: _operators().apply(self.map_wires({}))
        if self.turns:
            return lambda: type(self)(-self.parameters[0], wires=self.wires)
        if self.name == "Rot":
            return lambda: type(self)(*[-p for p in reversed(self.parameters)], wires=self.wires)
        if self.name in ("U2", "U3"):
            *theta, phi, delta = self.parameters
            other = lambda t: _matrices.library([t]).mod(_np.pi - t, 2 * _np.pi)
            return lambda: type(self)(*theta, other(delta), other(phi), wires=self.wires)
        if self.name == "DiagonalQubitUnitary":
            return lambda: type(self)(_matrices.library(self.parameters).conj(self.parameters[0]), wires=self.wires)
        if self.name == "QubitUnitary":
            m = self.parameters[0]
            return lambda: type(self)(_matrices.library([m]).conj(m).T, wires=self.wires)
        return None

    def adjoint(self):
        inverse = self._inverse()
        if inverse is None:
            raise AdjointUndefinedError(f"{self.name} has no adjoint of its own")
        return inverse()

    # ---- derivatives ----

    @property
    def grad_method(self):
        if not self.parameters:
            return None
        return "A" if self.turns or self.name in ("Rot", "CRot") else None if self.name == "QubitUnitary" else "F"

    @property
    def grad_recipe(self):
        return [None] * len(self.parameters)

    @property
    def parameter_frequencies(self):
        if self.name == "Rot":
            return [(1,), (1,), (1,)]
        if self.name == "CRot":
            return [(0.5, 1)] * 3
        if not self.turns:
            raise ParameterFrequenciesUndefinedError(f"Operation {self.name} does not have parameter frequencies defined. Please define "
                                                     "parameter frequencies via the parameter_frequencies property.")
        return [frequencies(self._generator_values())]

    def _generator_values(self):
        """Eigenvalues of the generator: the phases of a small turn."""
        small = type(self)(0.1, wires=self.wires)
        _operators()._queue.take(small)
        return [_np.round(v, 8) for v in _np.angle(_np.linalg.eigvals(_np.asarray(small.matrix()))) / 0.1]

    def generator(self):
        letters = self.word
        if not letters:
            raise GeneratorUndefinedError(f"Operation {self.name} does not have a generator")
        o = _operators()
        if len(letters) == 1:
            letters = letters * len(self.wires)
        one = o.prod(*[getattr(o, letter)(w) for letter, w in zip(letters, self.wires)])
        return o.Hamiltonian([-0.5], [one])

    # ---- one qubit ----

    def single_qubit_rot_angles(self):
        if self.name in _ANGLES:
            return list(_ANGLES[self.name])
        by = self.parameters
        if self.name == "RX":
            return [_HALF, by[0], -_HALF]
        if self.name == "RY":
            return [0.0, by[0], 0.0]
        if self.name in ("RZ", "PhaseShift"):
            return [by[0], 0.0, 0.0]
        if self.name == "Rot":
            return list(by)
        raise NotImplementedError

    def diagonalizing_gates(self):
        o = _operators()
        if self.name == "PauliX":
            return [o.Hadamard(self.wires)]
        if self.name == "PauliY":
            return [o.PauliZ(self.wires), o.S(self.wires), o.Hadamard(self.wires)]
        if self.name == "Hadamard":
            return [o.RY(-_np.pi / 4, self.wires)]
        if self.has_diagonalizing_gates and self.name != "Hermitian":
            return []
        raise DiagGatesUndefinedError(f"{self.name} has no gates that make it diagonal")

    # ---- text ----

    def label(self, decimals=None, base_label=None, cache=None):
        return _labels.of(self, decimals, base_label, cache)


class OfOther:
    """Of Adjoint and Controlled: what the base has."""

    @property
    def arithmetic_depth(self):
        return 1 + self.base.arithmetic_depth

    @property
    def is_hermitian(self):
        return self.base.is_hermitian

    @property
    def basis(self):
        return self.base.basis

    @property
    def has_matrix(self):
        return self.base.has_matrix

    @property
    def has_generator(self):
        return self.base.has_generator

    @property
    def has_diagonalizing_gates(self):
        return self.base.has_diagonalizing_gates

    @property
    def _queue_category(self):
        return self.base._queue_category

    @property
    def grad_method(self):
        return self.base.grad_method

    @property
    def grad_recipe(self):
        return self.base.grad_recipe

    @property
    def ndim_params(self):
        return self.base.ndim_params

    @property
    def batch_size(self):
        return self.base.batch_size

    def _flatten(self):
        return (self.base,), ()

    @classmethod
    def _unflatten(cls, data, metadata):
        return cls(*data)

    @property
    def hyperparameters(self):
        return {"base": self.base}

    def diagonalizing_gates(self):
        return self.base.diagonalizing_gates()


class OfAdjoint(OfOther):
    def decomposition(self):
        if self.base.has_adjoint:
            return [self.base.adjoint()]
        return super().decomposition()

    @property
    def has_decomposition(self):
        return self.base.has_adjoint or self.base.has_decomposition

    @property
    def has_adjoint(self):
        return True

    def adjoint(self):
        return self.base

    @property
    def control_wires(self):
        return self.base.control_wires

    @property
    def parameter_frequencies(self):
        return self.base.parameter_frequencies

    def generator(self):
        return -1.0 * self.base.generator()

    def single_qubit_rot_angles(self):
        return [-a for a in reversed(self.base.single_qubit_rot_angles())]

    def eigvals(self):
        return _np.conj(self.base.eigvals())

    def simplify(self):
        base = self.base.simplify()
        own = base._inverse() is not None
        return base.adjoint().simplify() if own else _operators().Adjoint(base)

    def label(self, decimals=None, base_label=None, cache=None):
        shown = self.base.label(decimals, base_label, cache)
        return f"({shown})†" if self.base.arithmetic_depth > 0 and len(shown) > 1 else f"{shown}†"


class OfControlled(OfOther):
    @property
    def hyperparameters(self):
        return {"control_wires": self.control_wires, "control_values": self.control_values, "work_wires": self.work_wires,
                "base": self.base}

    @property
    def target_wires(self):
        return self.base.wires

    @property
    def _control_int(self):
        return sum(2 ** i for i, v in enumerate(reversed(self.control_values)) if v)

    @property
    def hash(self):
        return hash((self.name, tuple(self.control_wires), tuple(self.control_values), tuple(self.work_wires), self.base.hash))

    def map_wires(self, wire_map):
        now = lambda wires: [wire_map.get(w, w) for w in wires]
        return type(self)(self.base.map_wires(wire_map), now(self.control_wires), self.control_values, now(self.work_wires))

    def __copy__(self):
        return type(self)(self.base.map_wires({}), self.control_wires, self.control_values, self.work_wires)

    def _flatten(self):
        return (self.base,), (self.control_wires, tuple(self.control_values), self.work_wires)

    @classmethod
    def _unflatten(cls, data, metadata):
        return cls(data[0], metadata[0], control_values=metadata[1], work_wires=metadata[2])

    @property
    def parameter_frequencies(self):
        if len(self.parameters) != 1 or not self.base.has_generator:
            return super().parameter_frequencies
        return [frequencies(self.base._generator_values() + [0.0])]

    @property
    def has_decomposition(self):
        named = len(self.control_wires) == 1 and _operators().controlled_name(self.base.name, 1)
        return bool(not all(self.control_values) or named or self.base.name in ("RX", "RY", "RZ", "Rot", "PauliX")
                    or self.base.has_decomposition)

    @property
    def has_adjoint(self):
        return self.base.has_adjoint

    def adjoint(self):
        return _operators().Controlled(self.base.adjoint(), self.control_wires, self.control_values)

    def simplify(self):
        return _operators().Controlled(self.base.simplify(), self.control_wires, self.control_values)

    def label(self, decimals=None, base_label=None, cache=None):
        return self.base.label(decimals, base_label, cache)


class OfMany:
    """Of products and sums."""

    @property
    def arithmetic_depth(self):
        return 1 + max(o.arithmetic_depth for o in self.operands)

    @property
    def _queue_category(self):
        return None

    @property
    def is_hermitian(self):
        return all(o.is_hermitian for o in self.operands)

    def _inverse(self):
        return lambda: type(self)(*[_operators().Adjoint(o) for o in self.operands])

    def simplify(self):
        return type(self)(*[o.simplify() for o in self.operands])

    def __repr__(self):
        sign = {"Prod": " @ "}.get(type(self).__name__, " + ")
        bare = _operators().SProd if sign == " + " else ()
        return sign.join(f"({o})" if o.arithmetic_depth > 0 and not isinstance(o, bare) else f"{o}" for o in self.operands)

    def label(self, decimals=None, base_label=None, cache=None):
        return _labels.of_many(self, decimals, base_label, cache)


def _operators():
    from pennylane import _operators
    return _operators


def _operator():
    return _operators().Operator
