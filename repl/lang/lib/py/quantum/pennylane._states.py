"""Preparations of states by rotations, after Möttönen et al. (arXiv:quant-ph/0407010), as PennyLane 0.37 makes them."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _wires
from pennylane._operators import CNOT, RY, RZ, GlobalPhase
from pennylane._templates import _Template


def _library(x):
    return _jnp if isinstance(x, _Tracer) or any(isinstance(v, _Tracer) for v in (x if isinstance(x, (list, tuple)) else ())) else _np


class StatePrep(_Template):
    num_params = 1

    def __init__(self, state, wires, pad_with=None, normalize=False, id=None, validate_norm=True):
        np = _library(state)
        n = 2 ** len(_wires.listed(wires))
        state = np.asarray(state)
        if state.shape[-1] < n and pad_with is not None:
            state = np.concatenate([state, np.full((n - state.shape[-1],), pad_with, dtype=state.dtype)])
        if state.shape != (n,):
            _quantum.fail("E901", "ValueError", f"State must be of length {n}; got length {state.shape[-1]}.")
        norm = np.sqrt(np.sum(np.abs(state) ** 2))
        if normalize or pad_with is not None:
            state = state / norm
        elif np is _np and abs(norm - 1) > 1e-6:
            _quantum.fail("E903", "ValueError", f"The state must be a vector of norm 1.0; got norm {norm}.")
        super().__init__(state, wires=wires)

    def gates(self):
        state = self.parameters[0]
        np = _library(state)
        a, omega = np.abs(state), np.angle(state)
        wires = self.wires[::-1]
        n = len(wires)
        for k in range(n, 0, -1):
            _turns(np, RY, _heights(np, a, n, k), wires[k:], wires[k - 1])
        if np is _jnp or not _np.allclose(omega, 0):
            for k in range(n, 0, -1):
                _turns(np, RZ, _phases(np, omega, n, k), wires[k:], wires[k - 1])
            GlobalPhase(np.sum(-1 * np.angle(state) / len(state)), wires=wires)


class AmplitudeEmbedding(StatePrep):
    def __init__(self, features, wires, pad_with=None, normalize=False, id=None, validate_norm=True):
        super().__init__(features, wires, pad_with, normalize)


class MottonenStatePreparation(StatePrep):
    def __init__(self, state_vector, wires, id=None):
        super().__init__(state_vector, wires)


def _take(np, x, indices):
    return np.take(x, _np.array(indices), axis=-1)


def _heights(np, a, n, k):
    half, rows = 2 ** (k - 1), range(2 ** (n - k))
    upper = _take(np, a, [[(2 * j + 1) * half + i for i in range(half)] for j in rows])
    upper = np.sum(np.abs(upper) ** 2, axis=-1)
    both = _take(np, a, [[j * 2 * half + i for i in range(2 * half)] for j in rows])
    both = np.sum(np.abs(both) ** 2, axis=-1)
    part = upper / both if np is _jnp else upper / _np.where(both == 0, 1.0, both)
    return 2 * np.arcsin(np.sqrt(np.where(both != 0.0, part, 0.0)))


def _phases(np, omega, n, k):
    half, rows = 2 ** (k - 1), range(2 ** (n - k))
    upper = _take(np, omega, [[(2 * j + 1) * half + i for i in range(half)] for j in rows])
    lower = _take(np, omega, [[2 * j * half + i for i in range(half)] for j in rows])
    return np.sum((upper - lower) / half, axis=-1)


def _signs(n):
    """Of the angles that make up the turns between CNOTs: the parity of a column's number and a row's Gray code."""
    i = _np.arange(n)
    bits, odd = (i ^ i >> 1)[:, None] & i[None, :], _np.zeros((n, n), dtype=int)
    while _np.any(bits):
        odd, bits = odd ^ bits & 1, bits >> 1
    return 1.0 - 2 * odd


def _turns(np, gate, angles, controls, target):
    """A turn by another angle for each state of the controls."""
    n = angles.shape[-1]
    turns = np.transpose(np.dot(_signs(n), np.transpose(angles))) / n
    for i in range(n):
        if np is _jnp or turns[..., i] != 0.0:
            gate(turns[..., i], wires=[target])
        if controls:
            changed = (i ^ i >> 1) ^ ((i + 1) % n ^ (i + 1) % n >> 1)
            CNOT([controls[changed.bit_length() - 1], target])
