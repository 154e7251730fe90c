"""Exponentials of operators and evolutions in time, as PennyLane 0.37 makes them of gates."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _matrices, _queue
from pennylane._embeddings import PauliRot
from pennylane._operators import RX, RY, RZ, Composite, Hamiltonian, IsingXX, IsingYY, IsingZZ, MultiRZ, Prod, SProd, Sum
from pennylane._templates import _Template

_LETTERS = {"PauliX": "X", "PauliY": "Y", "PauliZ": "Z", "Identity": "I"}
_GATES = {"X": RX, "Y": RY, "Z": RZ, "XX": IsingXX, "YY": IsingYY, "ZZ": IsingZZ}


def _word(op):
    """A product of Pauli operators as a word, and its wires."""
    factors = getattr(op, "operands", [op])
    if any(f.name not in _LETTERS for f in factors):
        _quantum.fail("E903", "ValueError", "hamiltonian must be written in terms of Pauli matrices")
    return "".join(_LETTERS[f.name] for f in factors), [f.wires[0] for f in factors]


_PRODUCTS = {"XY": (1j, "Z"), "YZ": (1j, "X"), "ZX": (1j, "Y"), "YX": (-1j, "Z"), "ZY": (-1j, "X"), "XZ": (-1j, "Y")}


def _scaled(a, b):
    return b if a is None else a if b is None else a * b


def _joined(terms):
    """Terms of one word are one term; a word is letters by their wires, without identities."""
    found = {}
    for c, word in terms:
        key = frozenset(word.items())
        before = found.get(key)
        found[key] = (c, word) if before is None else (_number(before[0]) + _number(c), before[1])
    return list(found.values())


def _number(c):
    return 1.0 if c is None else c


def _sentence(op):
    """A sum of products of Pauli matrices as coefficients (None: 1) and words."""
    if op.name in _LETTERS:
        return [(None, {} if op.name == "Identity" else {op.wires[0]: _LETTERS[op.name]})]
    if isinstance(op, SProd):
        return [(_scaled(op.scalar, c), word) for c, word in _sentence(op.base)]
    if isinstance(op, (Sum, Hamiltonian)):
        return _joined([(_scaled(a, c), word) for a, o in _terms(op) for c, word in _sentence(o)])
    if not isinstance(op, Prod):
        _quantum.fail("E903", "ValueError", "hamiltonian must be written in terms of Pauli matrices")
    terms = [(None, {})]
    for o in op.operands:
        terms = _joined([_times(a, b) for a in terms for b in _sentence(o)])
    return terms


def _times(a, b):
    c, word = _scaled(a[0], b[0]), dict(a[1])
    for wire, letter in b[1].items():
        if word.get(wire) == letter:
            del word[wire]
        elif wire in word:
            by, word[wire] = _PRODUCTS[word[wire] + letter]
            c = _scaled(by, c)
        else:
            word[wire] = letter
    return (_np.real(c) if isinstance(c, complex) and c.imag == 0 else c), word


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

    @property
    def as_matrix(self):
        """Outside of compiled functions that of a sum, unless it is said in how many steps."""
        base = self.base
        while isinstance(base, SProd):
            base = base.base
        return _queue.alone() and self.num_steps is None and isinstance(base, (Sum, Hamiltonian))

    def own_matrix(self):
        np = _matrices.library([self.coeff])
        values, vectors = _np.linalg.eigh(_np.asarray(self.base.matrix(), dtype=complex))
        return vectors @ np.diag(np.exp(self.coeff * values)) @ _np.conj(vectors).T

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
        turns = [(2 * self.parameters[0] * (1.0 if c is None else c) / self.steps, word) for c, word in _sentence(self.sum) if word]
        for angle, word in turns * self.steps:
            PauliRot(angle, "".join(word.values()), wires=list(word))


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
