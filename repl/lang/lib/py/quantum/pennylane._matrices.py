"""Matrices of operators: of gates by name, on more wires, of several operations one after the other. The first wire is
the most significant bit. numpy where everything is known, jax.numpy where an angle is traced."""
import jax.numpy as _jnp
import numpy as _np
from jax.scipy.linalg import block_diag as _block_diag
from jax.core import Tracer as _Tracer

_H = 2 ** -0.5
_FIXED = {
    "PauliX": [[0, 1], [1, 0]], "PauliY": [[0, -1j], [1j, 0]], "PauliZ": [[1, 0], [0, -1]], "Hadamard": [[_H, _H], [_H, -_H]],
    "S": [[1, 0], [0, 1j]], "T": [[1, 0], [0, _np.exp(0.25j * _np.pi)]], "Identity": [[1, 0], [0, 1]],
    "SWAP": [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]],
}
_LETTERS = {"I": "Identity", "X": "PauliX", "Y": "PauliY", "Z": "PauliZ"}


def exp(x):
    return library([x]).exp(x)


def _fixed(name):
    return _np.array(_FIXED[name])


def library(parameters):
    """numpy, or jax.numpy where one of them is traced."""
    return _jnp if any(isinstance(p, _Tracer) for p in parameters) else _np


def _product(names):
    m = _np.eye(1, dtype=complex)
    for name in names:
        m = _np.kron(m, _fixed(name))
    return m


def turn(np, t, word):
    """e^(-it/2 P) of a product of Pauli matrices."""
    if word == "Y" and np is _np:
        c, s = (1 + 0j) * np.cos(t / 2), (1 + 0j) * np.sin(t / 2)
        return np.array([[c, -s], [s, c]])
    p = _product([_LETTERS[letter] for letter in word])
    return np.cos(t / 2) * _np.eye(len(p)) - 1j * np.sin(t / 2) * p


def _base(name, angles, wires, word):
    np = library(angles)
    if name == "Identity":
        return _np.eye(2 ** wires)
    if name in _FIXED:
        return _fixed(name)
    t = angles[0]
    if word:
        return turn(np, t, word * wires if len(word) == 1 else word)
    if name == "PhaseShift":
        return _np.diag([1, 0]) + np.exp(1j * t) * _np.diag([0, 1])
    if name == "Rot":
        return turn(np, angles[2], "Z") @ turn(np, angles[1], "Y") @ turn(np, t, "Z")
    return turn(np, -t / 2, "XX") @ turn(np, -t / 2, "YY")  # IsingXY


def of_gate(op, word):
    """word: of the gate without its controls."""
    kind = type(op)
    return controlled(_base(kind.base, op.parameters, len(op.wires) - kind.controls, word), [True] * kind.controls)


def controlled(m, values):
    """Acts where each control has its value: blocks of the diagonal."""
    n, at = len(m), 0
    for v in values:
        at = 2 * at + bool(v)
    size = n * 2 ** len(values)
    before, after = at * n, size - (at + 1) * n
    if isinstance(m, _Tracer):
        return _block_diag(_eye(before), m, _eye(after))
    t = m.dtype
    return _np.block([[_np.eye(before, dtype=t), _np.zeros((before, n), dtype=t), _np.zeros((before, after), dtype=t)],
                      [_np.zeros((n, before), dtype=t), m, _np.zeros((n, after), dtype=t)],
                      [_np.zeros((after, before), dtype=t), _np.zeros((after, n), dtype=t), _np.eye(after, dtype=t)]])


def _eye(n):
    return _jnp.eye(n).astype(complex)


def _root(m):
    """The square root of a Hermitian matrix that has no negative eigenvalues."""
    np = library([m])
    values, vectors = np.linalg.eigh(m)
    return vectors @ np.diag(np.sqrt(np.where(values > 0, values, 0))) @ np.conj(vectors).T


def block_encoded(a, size):
    np = library([a])
    rows, columns = a.shape
    inverse = np.conj(a).T
    if rows + columns <= 2:
        rest = np.sqrt(1 - a * np.conj(a))
        u = np.block([[a, rest], [rest, -np.conj(a)]])
    else:
        u = np.block([[a, _root(_np.eye(rows) - a @ inverse)], [_root(_np.eye(columns) - inverse @ a), -inverse]])
    more = size - len(u)
    return u if not more else np.block([[u, _np.zeros((len(u), more))], [_np.zeros((more, len(u))), _np.eye(more)]])


def stacked(rows):
    """The matrix of these rows, of numbers that may be traced."""
    lines = [library(row).stack(row, axis=-1) for row in rows]
    return library(lines).stack(lines, axis=-2)


def on_wires(m, wires, order):
    """The matrix on all wires of an order."""
    n, k = len(order), len(wires)
    places = [order.index(w) for w in wires]
    rest = [i for i in range(n) if i not in places]
    np = library([m])
    whole = np.kron(m, _np.eye(2 ** (n - k), dtype=float if np is _jnp else m.dtype))
    axes = [(places + rest).index(i) for i in range(n)]
    whole = np.reshape(whole, (2,) * (2 * n))
    return np.reshape(np.transpose(whole, axes + [n + a for a in axes]), (2 ** n, 2 ** n))


def of_operations(items, wires):
    m = None
    for op in items:
        one = op.matrix(wire_order=wires)
        m = one if m is None else one @ m
    return _np.eye(2 ** len(wires)) if m is None else m


def as_complex(m):
    return m if isinstance(m, _Tracer) else m.astype(complex)


def _controls(op):
    """The value of each control wire, in whatever order they stand; None: it has none."""
    values = getattr(op, "control_values", None)
    return None if values is None else dict(zip(op.control_wires, values))


def equal(a, b):
    """Of one kind, on the same wires, with close angles."""
    if type(a) is not type(b) or len(a.parameters) != len(b.parameters) or _controls(a) != _controls(b):
        return False
    if list(a.wires) != list(b.wires) and (_controls(a) is None or not hasattr(a, "base")):
        return False
    inner = [(getattr(a, "base", None), getattr(b, "base", None))] + list(zip(getattr(a, "operands", ()), getattr(b, "operands", ())))
    if any(x is not y and not isinstance(x, str) and not equal(x, y) for x, y in inner):
        return False
    return all(_np.shape(p) == _np.shape(q) and _np.allclose(p, q) for p, q in zip(a.parameters, b.parameters))
