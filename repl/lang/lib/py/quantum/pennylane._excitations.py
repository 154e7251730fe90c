"""Excitations, arithmetic and searches: more gates and templates, as PennyLane 0.37 has them."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _matrices, _queue, _wires
from pennylane._embeddings import FermionicDoubleExcitation, FermionicSingleExcitation, MultiControlledX
from pennylane._operators import (CNOT, CRY, RX, RY, RZ, Controlled, ControlledPhaseShift, GlobalPhase, Hadamard, Matrix, MultiRZ,
                                  Operator, PauliX, PauliZ, Toffoli)
from pennylane._templates import BasisState, DoubleExcitation, SingleExcitation, _Template


def _library(t):
    return _jnp if isinstance(t, _Tracer) else _np


def _turned(t, size, a, b, sign):
    """A turn of the states a and b; a phase of all others."""
    np = _library(t)
    others, pair, cross = _np.ones(size), _np.zeros((size, size)), _np.zeros((size, size))
    others[a] = others[b] = 0
    pair[a, a] = pair[b, b] = 1
    cross[a, b], cross[b, a] = -1, 1
    return np.exp(sign * 0.5j * t) * _np.diag(others) + np.cos(t / 2) * pair + np.sin(t / 2) * cross


class _Excitation(Operator):
    turns = True
    num_params = 1

    def own_matrix(self):
        return _turned(self.parameters[0], 4, 1, 2, self.sign)

    def gates(self):
        phi, (a, b) = self.parameters[0], self.wires
        half = phi / 2 if self.sign > 0 else -phi / 2
        PauliX(a), PauliX(b), ControlledPhaseShift(half, [b, a])
        PauliX(a), PauliX(b), ControlledPhaseShift(half, [a, b])
        CNOT([a, b]), CRY(phi, [b, a]), CNOT([a, b])


class SingleExcitationPlus(_Excitation):
    num_wires, sign = 2, 1


class SingleExcitationMinus(_Excitation):
    num_wires, sign = 2, -1


class _DoubleExcitation(Operator):
    """It has a matrix, but Catalyst does not compile it."""
    turns = True
    num_wires = 4
    num_params = 1

    def own_matrix(self):
        return _turned(self.parameters[0], 16, 3, 12, self.sign)


class DoubleExcitationPlus(_DoubleExcitation):
    sign = 1


class DoubleExcitationMinus(_DoubleExcitation):
    sign = -1


class FermionicSWAP(Operator):
    turns = True
    num_wires = 2
    num_params = 1

    def gates(self):
        phi, (a, b) = self.parameters[0], self.wires
        Hadamard(a), Hadamard(b), MultiRZ(phi / 2, [a, b]), Hadamard(a), Hadamard(b)
        RX(_np.pi / 2, a), RX(_np.pi / 2, b), MultiRZ(phi / 2, [a, b]), RX(-_np.pi / 2, a), RX(-_np.pi / 2, b)
        RZ(phi / 2, a), RZ(phi / 2, b), GlobalPhase(-phi / 2)

    def own_matrix(self):
        t = self.parameters[0]
        np = _library(t)
        one = _np.diag([0, 1, 1, 0])
        other = _np.array([[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])
        half = np.exp(0.5j * t)
        return _np.diag([1, 0, 0, 0]) + half * (np.cos(t / 2) * one - 1j * np.sin(t / 2) * other) + half * half * _np.diag([0, 0, 0, 1])


class PCPhase(Matrix):
    num_params = 1

    def __init__(self, phi, dim, wires, id=None):
        self.dim = dim
        super().__init__(phi, wires=wires)

    def own_matrix(self):
        t, n = self.parameters[0], 2 ** len(self.wires)
        np, first = _library(t), _np.arange(n) < self.dim
        return np.exp(1j * t) * _np.diag(first * 1.0) + np.exp(-1j * t) * _np.diag(~first * 1.0)


class OrbitalRotation(Operator):
    turns = True
    num_wires = 4
    num_params = 1

    def gates(self):
        t, (a, b, c, d) = self.parameters[0], self.wires
        FermionicSWAP(_np.pi, [b, c])
        SingleExcitation(t, [a, b]), SingleExcitation(t, [c, d])
        FermionicSWAP(_np.pi, [b, c])

    def own_matrix(self):
        m = _matrices.of_operations(self.decomposition(), self.wires)
        return _matrices.library([m]).real(m)


class _Permutation(Matrix):
    """Of the basis; its matrix has integers."""

    def own_matrix(self):
        return _np.real(_matrices.of_operations(self.decomposition(), self.wires)).astype(int)


class QubitSum(_Permutation):
    num_wires = 3
    own_inverse = True

    def gates(self):
        a, b, c = self.wires
        CNOT([b, c]), CNOT([a, c])


class QubitCarry(_Permutation):
    num_wires = 4

    def gates(self):
        a, b, c, d = self.wires
        Toffoli([b, c, d]), CNOT([b, c]), Toffoli([a, c, d])


# ---- searches ----

class GroverOperator(_Template):
    has_matrix = True

    def own_matrix(self):
        return self.compute_matrix(len(self.wires))

    @staticmethod
    def compute_matrix(n_wires, work_wires=None):
        n = 2 ** n_wires
        return _np.full((n, n), 2 / n) - _np.eye(n)

    def gates(self):
        *rest, last = self.wires
        for wire in rest:
            Hadamard(wire)
        PauliZ(last)
        MultiControlledX(wires=self.wires, control_values=[False] * len(rest))
        PauliZ(last)
        for wire in rest:
            Hadamard(wire)
        GlobalPhase(_np.pi, self.wires)


class FlipSign(_Template):
    def __init__(self, n, wires, id=None):
        wires = _wires.listed(wires)
        self.bits = [int(c) for c in f"{n:b}".rjust(len(wires), "0")] if isinstance(n, int) else [int(b) for b in n]
        if len(self.bits) != len(wires):
            _quantum.fail("E901", "ValueError", f"The basis state and the wires have different lengths: {len(self.bits)} and {len(wires)}")
        super().__init__(wires=wires)

    def gates(self):
        *rest, last = self.wires
        if not self.bits[-1]:
            PauliX(last)
        Controlled(PauliZ(last), rest, self.bits[:-1]) if rest else PauliZ(last)
        if not self.bits[-1]:
            PauliX(last)


# ---- chemistry, evolution, layers ----

class AllSinglesDoubles(_Template):
    num_params = 1

    def __init__(self, weights, wires, hf_state, singles=None, doubles=None, id=None):
        self.state, self.singles, self.doubles = hf_state, singles or [], doubles or []
        super().__init__(weights, wires=wires)

    def gates(self):
        weights = self.parameters[0]
        BasisState(self.state, wires=self.wires)
        for i, wires in enumerate(self.doubles):
            DoubleExcitation(weights[len(self.singles) + i], wires=wires)
        for i, wires in enumerate(self.singles):
            SingleExcitation(weights[i], wires=wires)


class UCCSD(_Template):
    num_params = 1

    def __init__(self, weights, wires, s_wires=None, d_wires=None, init_state=None, id=None):
        self.state, self.singles, self.doubles = init_state, s_wires or [], d_wires or []
        super().__init__(weights, wires=wires)

    def gates(self):
        weights = self.parameters[0]
        BasisState(self.state, wires=self.wires)
        for i, (one, two) in enumerate(self.doubles):
            FermionicDoubleExcitation(weights[len(self.singles) + i], wires1=one, wires2=two)
        for i, wires in enumerate(self.singles):
            FermionicSingleExcitation(weights[i], wires=wires)


class QAOAEmbedding(_Template):
    num_params = 2

    def __init__(self, features, weights, wires, local_field="Y", id=None):
        self.field = {"X": RX, "Y": RY, "Z": RZ}.get(local_field, local_field)
        super().__init__(features, weights, wires=wires)

    def encode(self):
        features = self.parameters[0]
        for i, wire in enumerate(self.wires):
            RX(features[i], wire) if i < _np.shape(features)[-1] else Hadamard(wire)

    def gates(self):
        weights, n = self.parameters[1], len(self.wires)
        pairs = n if n > 2 else n - 1
        for layer in range(_np.shape(weights)[0]):
            self.encode()
            for i in range(pairs):
                MultiRZ(weights[layer][i], [self.wires[i], self.wires[(i + 1) % n]])
            for i in range(n):
                self.field(weights[layer][pairs + i], self.wires[i])
        self.encode()
