"""Templates: operations that are made of gates, as PennyLane 0.37 makes them."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _matrices, _queue, _wires
from pennylane._operators import (CNOT, RX, RY, RZ, SWAP, Adjoint, ControlledPhaseShift, Hadamard, Operator, PauliX, PhaseShift,
                                  Rot, S, T)


class _Template(Operator):
    """Its parameters are arrays."""

    def check_angle(self, p):
        return


class AngleEmbedding(_Template):
    num_params = 1

    def __init__(self, features, wires, rotation="X", id=None):
        if rotation not in ("X", "Y", "Z"):
            _quantum.fail("E903", "ValueError", f"Rotation option {rotation} not recognized.")
        self.gate = {"X": RX, "Y": RY, "Z": RZ}[rotation]
        n = len(_wires.listed(wires))
        if _np.shape(features)[-1] > n:
            _quantum.fail("E901", "ValueError", f"Features must be of length {n} or less; got length {_np.shape(features)[-1]}.")
        super().__init__(features, wires=wires)

    def gates(self):
        features = self.parameters[0]
        for i in range(_np.shape(features)[-1]):
            self.gate(features[i], self.wires[i])


class BasisEmbedding(_Template):
    num_params = 1

    def __init__(self, features, wires, id=None):
        n = len(_wires.listed(wires))
        if isinstance(features, int):
            features = [int(c) for c in f"{features:b}".rjust(n, "0")]
        if len(features) != n:
            _quantum.fail("E901", "ValueError", f"State must be of length {n}; got length {len(features)}.")
        super().__init__(features, wires=wires)

    def gates(self):
        bits = self.parameters[0]
        if isinstance(bits, (list, tuple, _np.ndarray)) and not any(isinstance(b, _Tracer) for b in bits):
            for b, wire in zip(bits, self.wires):
                if b == 1:
                    PauliX(wire)
            return
        for b, wire in zip(_jnp.reshape(_jnp.expand_dims(_jnp.asarray(bits), 1), (len(self.wires),)), self.wires):
            PhaseShift(b * _np.pi / 2, wire)
            RX(b * _np.pi, wire)
            PhaseShift(b * _np.pi / 2, wire)


class BasisState(BasisEmbedding):
    pass


class QFT(_Template):
    has_matrix = matrix_by_size = True

    def gates(self):
        n = len(self.wires)
        for i, wire in enumerate(self.wires):
            Hadamard(wire)
            for k in range(1, n - i):
                ControlledPhaseShift(2 * _np.pi * 2.0 ** -(k + 1), [self.wires[i + k], wire])
        for i in range(n // 2):
            SWAP([self.wires[i], self.wires[n - 1 - i]])


class BasicEntanglerLayers(_Template):
    num_params = 1

    def __init__(self, weights, wires=None, rotation=None, id=None):
        self.rotation = rotation or RX
        n = len(_wires.listed(wires))
        if len(_np.shape(weights)) != 2 or _np.shape(weights)[1] != n:
            _quantum.fail("E901", "ValueError", f"Weights tensor must have last dimension of length {n}; got shape "
                                                f"{_np.shape(weights)}")
        super().__init__(weights, wires=wires)

    def gates(self):
        weights, wires = self.parameters[0], self.wires
        n = len(wires)
        for layer in range(_np.shape(weights)[0]):
            for i in range(n):
                self.rotation(weights[..., layer, i], wires[i])
            _ring(wires, 1)


def _ring(wires, step):
    """CNOTs from each wire to the one that is so many further; of two wires only one."""
    n = len(wires)
    if n == 2 and step == 1:
        CNOT(wires)
    elif n > 1:
        for i in range(n):
            CNOT([wires[i], wires[(i + step) % n]])


class StronglyEntanglingLayers(_Template):
    num_params = 1

    def __init__(self, weights, wires, ranges=None, imprimitive=None, id=None):
        n = len(_wires.listed(wires))
        shape = _np.shape(weights)
        if len(shape) != 3 or shape[1:] != (n, 3):
            _quantum.fail("E901", "ValueError", f"Weights tensor must have second dimension of length {n} and third of length 3; "
                                                f"got shape {shape}")
        self.imprimitive = imprimitive or CNOT
        self.ranges = ranges or [layer % (n - 1) + 1 if n > 1 else 0 for layer in range(shape[0])]
        super().__init__(weights, wires=wires)

    def gates(self):
        weights, wires = self.parameters[0], self.wires
        n = len(wires)
        for layer in range(_np.shape(weights)[0]):
            for i in range(n):
                Rot(weights[..., layer, i, 0], weights[..., layer, i, 1], weights[..., layer, i, 2], wires[i])
            if n > 1:
                for i in range(n):
                    self.imprimitive([wires[i], wires[(i + self.ranges[layer]) % n]])


def _pair_turned(t, size, a, b):
    """Two states of the basis are turned into each other; the others stay."""
    others, pair, cross = _np.ones(size), _np.zeros((size, size)), _np.zeros((size, size))
    others[a] = others[b] = 0
    pair[a, a] = pair[b, b] = 1
    cross[a, b], cross[b, a] = -1, 1
    np = _matrices.library([t])
    return _np.diag(others) + np.cos(t / 2) * pair + np.sin(t / 2) * cross


class SingleExcitation(Operator):
    turns = has_matrix = True
    num_wires = 2
    num_params = 1

    def own_matrix(self):
        return _pair_turned(self.parameters[0], 4, 1, 2)

    def gates(self):
        phi, (a, b) = self.parameters[0], self.wires
        Adjoint(T(a)), Hadamard(a), S(a), Adjoint(T(b)), Adjoint(S(b)), Hadamard(b)
        CNOT([b, a]), RZ(-phi / 2, a), RY(phi / 2, b), CNOT([b, a])
        Adjoint(S(a)), Hadamard(a), T(a), Hadamard(b), S(b), T(b)


class DoubleExcitation(Operator):
    turns = has_matrix = True
    num_wires = 4
    num_params = 1

    def own_matrix(self):
        return _pair_turned(self.parameters[0], 16, 3, 12)

    def turn(self, sign):
        phi, (a, b) = self.parameters[0], self.wires[:2]
        RY(phi / 8 if sign > 0 else -phi / 8, b)
        RY(-phi / 8 if sign > 0 else phi / 8, a)

    def gates(self):
        a, b, c, d = self.wires
        CNOT([c, d]), CNOT([a, c]), Hadamard(d), Hadamard(a), CNOT([c, d]), CNOT([a, b])
        self.turn(1)
        CNOT([a, d]), Hadamard(d), CNOT([d, b])
        self.turn(1)
        CNOT([c, b]), CNOT([c, a])
        self.turn(-1)
        CNOT([d, b]), Hadamard(d), CNOT([a, d])
        self.turn(-1)
        CNOT([a, b]), CNOT([c, a]), Hadamard(a), Hadamard(d), CNOT([a, c]), CNOT([c, d])
