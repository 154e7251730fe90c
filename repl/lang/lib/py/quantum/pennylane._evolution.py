"""Exponentials of operators and evolutions in time, as PennyLane 0.37 makes them of gates."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _queue
from pennylane._embeddings import PauliRot
from pennylane._operators import RX, RY, RZ, Composite, Hamiltonian, IsingXX, IsingYY, IsingZZ, MultiRZ, SProd, Sum
from pennylane._templates import _Template

_LETTERS = {"PauliX": "X", "PauliY": "Y", "PauliZ": "Z", "Identity": "I"}
_GATES = {"X": RX, "Y": RY, "Z": RZ, "XX": IsingXX, "YY": IsingYY, "ZZ": IsingZZ}


def _word(op):
    """A product of Pauli operators as a word, and its wires."""
    factors = getattr(op, "operands", [op])
    if any(f.name not in _LETTERS for f in factors):
        _quantum.fail("E903", "ValueError", "hamiltonian must be written in terms of Pauli matrices")
    return "".join(_LETTERS[f.name] for f in factors), [f.wires[0] for f in factors]


def _terms(op):
    """Coefficients and operators of a sum; None is no coefficient."""
    if isinstance(op, Hamiltonian):
        return list(zip(op.coeffs, op.operands))
    return [(o.scalar, o.base) if isinstance(o, SProd) else (None, o) for o in (op.operands if isinstance(op, Sum) else [op])]


class Exp(Composite):
    """e^(coefficient base). As a gate its coefficient is imaginary."""

    def __init__(self, base, coeff=1, num_steps=None, id=None):
        self.coeff, self.num_steps = coeff, num_steps
        super().__init__(base)
        self.base = base

    def flat(self, operands):
        return list(operands)

    def gates(self):
        real = 0 if isinstance(self.coeff, _Tracer) else _np.real(self.coeff)
        if real != 0:
            _quantum.fail("E903", "DecompositionUndefinedError", f"e^({self.coeff} ...) is no gate: its coefficient has to be imaginary")
        _turn(self.base, self.coeff, self.num_steps)

    def own_matrix(self):
        values, vectors = _np.linalg.eigh(_np.asarray(self.base.matrix(), dtype=complex))
        return vectors @ _np.diag(_np.exp(self.coeff * values)) @ _np.conj(vectors).T

    def __repr__(self):
        return f"Exp({self.coeff} {self.base})"


def exp(op, coeff=1, num_steps=None, id=None):
    """qml.exp"""
    return Exp(op, coeff, num_steps)


def _turn(base, coeff, steps):
    if isinstance(base, SProd):
        return _turn(base.base, base.scalar * coeff, steps)
    if isinstance(base, (Sum, Hamiltonian)) and steps is not None:
        for _ in range(steps):
            for c, op in _terms(base):
                _turn(op, (coeff if c is None else c * coeff) / steps, None)
        return None
    word, wires = _word(base)
    angle = -2.0 * (_jnp.imag(coeff) if isinstance(coeff, _Tracer) else float(_np.imag(coeff)))
    if word in _GATES:
        return _GATES[word](angle, wires=wires)
    return MultiRZ(angle, wires=wires) if set(word) == {"Z"} else PauliRot(angle, word, wires=wires)


class ApproxTimeEvolution(_Template):
    num_params = 1

    def __init__(self, hamiltonian, time, n, id=None):
        _queue.take(hamiltonian)
        self.sum, self.steps = hamiltonian, n
        super().__init__(time, wires=hamiltonian.wires)

    def gates(self):
        turns = []
        for c, op in _terms(self.sum):
            word, wires = _word(op)
            if set(word) != {"I"}:
                turns.append((2 * self.parameters[0] * (1.0 if c is None else c) / self.steps, word, wires))
        for angle, word, wires in turns * self.steps:
            PauliRot(angle, word, wires=wires)


class TrotterProduct(_Template):
    """e^(i time sum), by products of the exponentials of its terms."""

    def __init__(self, hamiltonian, time, n=1, order=1, check_hermitian=True, id=None):
        if order <= 0 or order != 1 and order % 2 != 0:
            _quantum.fail("E903", "ValueError", f"The order of a TrotterProduct must be 1 or a positive even integer, got {order}.")
        if not isinstance(hamiltonian, (Sum, Hamiltonian)):
            _quantum.fail("E903", "TypeError", f"The given operator must be a PennyLane ~.Hamiltonian, ~.Sum or ~.SProd, got {hamiltonian}")
        _queue.take(hamiltonian)
        self.sum, self.time, self.n, self.order = hamiltonian, time, n, order
        super().__init__(wires=hamiltonian.wires)

    def gates(self):
        terms = [op if c is None else _queue.collect(lambda: SProd(c, op))[1] for c, op in _terms(self.sum)]
        for op, coeff in list(reversed(_product(self.time / self.n, self.order, terms))) * self.n:
            Exp(op, coeff)


def _product(x, order, terms):
    """Exponentials, each an operator and its coefficient."""
    if order == 1:
        return [(op, x * 1j) for op in terms]
    if order == 2:
        return [(op, x * 0.5j) for op in terms + terms[::-1]]
    outer = 1 / (4 - 4 ** (1 / (order - 1)))
    ends, middle = _product(outer * x, order - 2, terms), _product((1 - 4 * outer) * x, order - 2, terms)
    return 2 * ends + middle + 2 * ends
