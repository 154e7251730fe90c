"""More templates, as PennyLane 0.37 makes them: states, Pauli rotations, layers, phase estimation."""
import _quantum
import itertools
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _matrices, _queue, _wires
from pennylane._operators import (CNOT, CZ, RX, RY, RZ, SWAP, Adjoint, Controlled, GlobalPhase, Hadamard, MultiRZ, Operator, PauliX,
                                  PauliZ, QubitUnitary, controls, power)
from pennylane._templates import QFT, _Template


def _size_error(text):
    _quantum.fail("E901", "ValueError", text)


# ---- states ----

class BasisStatePreparation(_Template):
    num_params = 1

    def __init__(self, basis_state, wires, id=None):
        n = len(_wires.listed(wires))
        if len(basis_state) != n:
            _size_error(f"Basis state must be of length {n}; got length {len(basis_state)}.")
        super().__init__(basis_state, wires=wires)

    def gates(self):
        bits = self.parameters[0]
        for i, wire in enumerate(self.wires):
            if isinstance(bits[i], _Tracer):
                RZ(bits[i] * _np.pi, wire), RX(bits[i] * _np.pi, wire), RZ(bits[i] * _np.pi, wire)
            elif bits[i]:
                PauliX(wire)


class QubitDensityMatrix(_Template):
    """A state that the simulator does not have: it is no gate, and not made of gates."""
    num_params = 1


# ---- gates ----

class MultiControlledX(Operator):
    own_inverse = True

    def __init__(self, control_wires=None, wires=None, control_values=None, work_wires=None):
        if isinstance(control_wires, (str, type(None))) or wires is None:
            wires, controls = (wires if wires is not None else control_wires), None
            listed = _wires.listed(wires)
            controls, target = listed[:-1], listed[-1:]
        else:
            controls, target = _wires.listed(control_wires), _wires.listed(wires)
        self.control_wires, self.control_values, self.target = controls, control_values, target
        super().__init__(wires=controls + target)

    def own_matrix(self):
        return _matrices.controlled(_np.array([[0.0, 1.0], [1.0, 0.0]]), self.uncontrolled()[2])

    @staticmethod
    def compute_matrix(control_wires, control_values=None, work_wires=None):
        return _matrices.controlled(_np.array([[0.0, 1.0], [1.0, 0.0]]), controls(control_wires, control_values)[1])

    def uncontrolled(self):
        wires, values = controls(self.control_wires, self.control_values)
        return _queue.collect(lambda: PauliX(self.target))[1], wires, values

    def gates(self):
        Controlled(*self.uncontrolled())


class CH(Operator):
    own_inverse = True
    num_wires = 2

    def uncontrolled(self):
        return _queue.collect(lambda: Hadamard(self.wires[1]))[1], self.wires[:1], [True]

    def gates(self):
        Controlled(*self.uncontrolled())


class CCZ(Operator):
    own_inverse = True
    num_wires = 3

    def uncontrolled(self):
        return _queue.collect(lambda: PauliZ(self.wires[2]))[1], self.wires[:2], [True, True]

    def own_matrix(self):
        return _matrices.controlled(_np.array([[1, 0], [0, -1]]), [True, True])

    def gates(self):
        Controlled(*self.uncontrolled())


class ControlledQubitUnitary(Operator):
    def __init__(self, base, control_wires, wires=None, control_values=None, work_wires=None, id=None):
        if not isinstance(base, Operator):
            base = QubitUnitary(base, wires=wires)
        _queue.take(base)
        self.base, self.control_wires, self.control_values = base, *controls(control_wires, control_values)
        super().__init__(wires=list(self.control_wires) + list(base.wires))
        self.parameters = base.parameters

    def uncontrolled(self):
        return self.base, self.control_wires, self.control_values

    def _inverse(self):
        return lambda: ControlledQubitUnitary(self.base.adjoint(), self.control_wires, control_values=self.control_values)

    def own_matrix(self):
        return _matrices.controlled(self.base.matrix(), self.control_values)

    def gates(self):
        Controlled(*self.uncontrolled())


class PauliRot(Operator):
    num_params = 1
    has_matrix = True

    def __init__(self, theta, pauli_word, wires=None, id=None):
        if len(pauli_word) != len(_wires.listed(wires)):
            _size_error("The number of wires and the length of the Pauli word do not match: "
                        f"{len(_wires.listed(wires))} and {len(pauli_word)}.")
        if any(c not in "IXYZ" for c in pauli_word):
            _quantum.fail("E903", "ValueError", f'The given Pauli word "{pauli_word}" contains characters that are not allowed. '
                                                "Allowed characters are I, X, Y and Z")
        self.word = pauli_word
        super().__init__(theta, wires=wires)

    def gates(self):
        pairs = [(c, w) for c, w in zip(self.word, self.wires) if c != "I"]
        if not pairs:
            return GlobalPhase(self.parameters[0] / 2)
        for c, w in pairs:
            Hadamard(w) if c == "X" else RX(_np.pi / 2, w) if c == "Y" else None
        MultiRZ(self.parameters[0], [w for _, w in pairs])
        for c, w in pairs:
            Hadamard(w) if c == "X" else RX(-_np.pi / 2, w) if c == "Y" else None

    def own_matrix(self):
        return self.compute_matrix(self.parameters[0], self.word)

    @staticmethod
    def compute_matrix(theta, pauli_word):
        return _matrices.turn(_matrices.library([theta]), theta, pauli_word)

    def __repr__(self):
        return f"PauliRot({self.parameters[0]}, {self.word}, wires={_wires.plain(self.wires)})"

    def _inverse(self):
        return lambda: PauliRot(-self.parameters[0], self.word, wires=self.wires)


class FermionicSingleExcitation(Operator):
    """e^(i t/2 Z...Z (Y X - X Y)) of the first and the last wire."""
    num_params = 1

    def gates(self):
        t, between = self.parameters[0], "Z" * (len(self.wires) - 2)
        PauliRot(t / 2, "X" + between + "Y", self.wires)
        PauliRot(-t / 2, "Y" + between + "X", self.wires)


class FermionicDoubleExcitation(Operator):
    """Eight such rotations of the ends of two groups of wires."""
    num_params = 1

    def __init__(self, weight, wires1=None, wires2=None, id=None):
        self.group1, self.group2 = _wires.listed(wires1), _wires.listed(wires2)
        super().__init__(weight, wires=self.group1 + self.group2)

    def gates(self):
        t = self.parameters[0] / 8
        z1, z2 = "Z" * (len(self.group1) - 2), "Z" * (len(self.group2) - 2)
        for sign, word in ((-1, "XXYX"), (-1, "YXYY"), (-1, "XYYY"), (-1, "XXXY"), (1, "YXXX"), (1, "XYXX"), (1, "YYYX"), (1, "YYXY")):
            PauliRot(sign * t, word[0] + z1 + word[1] + word[2] + z2 + word[3], self.wires)


# ---- layers ----

class IQPEmbedding(_Template):
    num_params = 1

    def __init__(self, features, wires, n_repeats=1, pattern=None, id=None):
        wires = _wires.listed(wires)
        if _np.shape(features)[-1] != len(wires):
            _size_error(f"Features must be of length {len(wires)}; got length {_np.shape(features)[-1]}.")
        self.repeats, self.pattern = n_repeats, list(pattern or itertools.combinations(wires, 2))
        super().__init__(features, wires=wires)

    def gates(self):
        features = self.parameters[0]
        for _ in range(self.repeats):
            for i, wire in enumerate(self.wires):
                Hadamard(wire), RZ(features[i], wire)
            for a, b in self.pattern:
                MultiRZ(features[self.wires.index(a)] * features[self.wires.index(b)], [a, b])


class SimplifiedTwoDesign(_Template):
    num_params = 2

    def __init__(self, initial_layer_weights, weights, wires, id=None):
        super().__init__(initial_layer_weights, weights, wires=wires)

    def gates(self):
        first, weights = self.parameters
        n = len(self.wires)
        for i, wire in enumerate(self.wires):
            RY(first[i], wire)
        pairs = [self.wires[i:i + 2] for start in (0, 1) for i in range(start, n - 1, 2)]
        for layer in range(_np.shape(weights)[0]):
            for i, pair in enumerate(pairs):
                CZ(pair), RY(weights[layer][i][0], pair[0]), RY(weights[layer][i][1], pair[1])


class RandomLayers(_Template):
    """The layout is that of numpy's generator with the seed."""
    num_params = 1

    def __init__(self, weights, wires, ratio_imprim=0.3, imprimitive=None, rotations=None, seed=42, id=None):
        self.options = ratio_imprim, imprimitive or CNOT, rotations or [RX, RY, RZ], seed
        super().__init__(weights, wires=wires)

    def gates(self):
        weights, (ratio, imprimitive, rotations, seed) = self.parameters[0], self.options
        random, n = _np.random.default_rng(seed), len(self.wires)
        layers, count = _np.shape(weights)
        for layer in range(layers):
            i = 0
            while i < count:
                if random.random() > ratio:
                    gate = rotations[int(random.choice(len(rotations)))]
                    gate(weights[layer][i], self.wires[int(random.choice(n, size=1, replace=False)[0])])
                    i += 1
                elif n > 1:
                    imprimitive([self.wires[int(k)] for k in random.choice(n, size=2, replace=False)])


class MPS(_Template):
    num_params = 1

    def __init__(self, wires, n_block_wires, block, n_params_block, template_weights=None, offset=None, id=None, **more):
        wires = _wires.listed(wires)
        step = n_block_wires - (n_block_wires // 2 if offset is None else offset)
        self.block = block
        self.groups = [wires[i:i + n_block_wires] for i in range(0, len(wires) - n_block_wires + 1, step)]
        super().__init__(template_weights, wires=wires)

    def gates(self):
        for i, group in enumerate(self.groups):
            self.block(weights=self.parameters[0][i], wires=group)


class Permute(_Template):
    def __init__(self, permutation, wires, id=None):
        wires = _wires.listed(wires)
        if sorted(permutation, key=str) != sorted(wires, key=str):
            _quantum.fail("E903", "ValueError", "The permutation must be one of the wires")
        self.permutation = list(permutation)
        super().__init__(wires=wires)

    def gates(self):
        working = list(self.wires)
        for i in range(len(working)):
            if working[i] != self.permutation[i]:
                k = working.index(self.permutation[i])
                SWAP([self.wires[i], self.wires[k]])
                working[i], working[k] = working[k], working[i]


# ---- phase estimation ----

class ControlledSequence(_Template):
    def __init__(self, base, control, id=None):
        _queue.take(base)
        self.base, self.control_wires = base, _wires.listed(control)
        super().__init__(wires=list(self.control_wires) + list(base.wires))

    def gates(self):
        n = len(self.control_wires)
        for i, wire in enumerate(self.control_wires):
            Controlled(_power(self.base, 2 ** (n - 1 - i)), [wire])


def _power(base, k):
    if isinstance(base, QubitUnitary):
        return QubitUnitary(_np.linalg.matrix_power(_np.asarray(base.parameters[0], dtype=complex), k), base.wires)
    return power(base, k)


class QuantumPhaseEstimation(_Template):
    def __init__(self, unitary, target_wires=None, estimation_wires=None, id=None):
        if isinstance(unitary, Operator):
            _queue.take(unitary)
        else:
            unitary = QubitUnitary(unitary, wires=target_wires)
            _queue.take(unitary)
        self.unitary, self.estimation = unitary, _wires.listed(estimation_wires)
        super().__init__(wires=list(unitary.wires) + list(self.estimation))

    def gates(self):
        for wire in self.estimation:
            Hadamard(wire)
        ControlledSequence(self.unitary, self.estimation)
        Adjoint(QFT(wires=self.estimation))


# ---- a gate on many wires ----

def _pairs(pattern, wires):
    n = len(wires)
    if pattern == "ring":
        return [[wires[i], wires[(i + 1) % n]] for i in range(n if n > 2 else n - 1)]
    if pattern == "chain":
        return [wires[i:i + 2] for i in range(n - 1)]
    if pattern in ("double", "double_odd"):
        return [wires[i:i + 2] for i in range(pattern == "double_odd", n - 1, 2)]
    if pattern == "all_to_all":
        return [list(p) for p in itertools.combinations(wires, 2)]
    if pattern == "pyramid":
        return [wires[i:i + 2] for layer in range(n // 2) for i in range(layer, n - 1 - layer, 2)]
    _quantum.fail("E903", "ValueError", f"did not recognize pattern {pattern}")


def broadcast(unitary, wires, pattern, parameters=None, kwargs=None):
    """qml.broadcast"""
    wires = _wires.listed(wires)
    groups = wires if pattern == "single" else pattern if isinstance(pattern, list) else _pairs(pattern, wires)
    if parameters is not None and _np.shape(parameters)[0] != len(groups):
        _size_error(f"'parameters' must contain entries for {len(groups)} unitaries; got {_np.shape(parameters)[0]} entries")
    for i, group in enumerate(groups):
        angles = [] if parameters is None else parameters[i] if _np.ndim(parameters) > 1 else [parameters[i]]
        unitary(*[angles[k] for k in range(len(angles))], wires=group, **(kwargs or {}))
