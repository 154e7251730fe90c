"""Matrices and eigenvalues that a class of operators gives without an operator: compute_matrix, compute_eigvals."""
import numpy as _np
from pennylane import _matrices, _queue, _wires
from pennylane._properties import EigvalsUndefinedError, MatrixUndefinedError

_H = 2 ** -0.5
_VALUES = {"PauliX": [1.0, -1.0], "PauliY": [1.0, -1.0], "PauliZ": [1.0, -1.0], "Hadamard": [1.0, -1.0], "SX": [1, 1j],
           "ISWAP": [1j, -1j, 1, 1], "SISWAP": [_H * (1 + 1j), _H * (1 - 1j), 1, 1], "ECR": [1, -1, 1, -1]}
_DIAGONAL = ("S", "T", "RZ", "PhaseShift", "CRZ", "ControlledPhaseShift", "IsingZZ", "MultiRZ", "Identity", "GlobalPhase",
             "DiagonalQubitUnitary")


def _by_rule(op):
    """Eigenvalues in PennyLane's order; None: there is no rule for them."""
    if op.name in _VALUES:
        return _np.array(_VALUES[op.name])
    if op.name in _DIAGONAL:
        return _matrices.library([op.own_matrix()]).diag(op.own_matrix())
    if op.name not in ("IsingXY", "PSWAP"):
        return None
    np, t = _matrices.library(op.parameters), op.parameters[0]
    if op.name == "PSWAP":
        return _matrices.stacked([[1, 1, -np.exp(1j * t), np.exp(1j * t)]])[0]
    c, s = np.cos(t / 2), np.sin(t / 2)
    return _matrices.stacked([[c + 1j * s, c - 1j * s, 1, 1]])[0]


class Forms:
    """What an operator class has beside its operators."""
    matrix_by_size = False  # its matrix depends on nothing but the number of its wires

    @classmethod
    def _says(cls, name):
        """Has a class of the program this method of its own?"""
        return any(name in vars(c) for c in cls.__mro__[:cls.__mro__.index(_operators().Operator)])

    @classmethod
    def _sample(cls, params, options):
        """An operation with these angles. Its wires: as many as the class has, as are said, or as its matrix is for."""
        n = options.pop("n_wires", options.pop("num_wires", None))
        if len(params) > (cls.num_params or 0):
            *params, n = params
        if n is None and cls.num_wires and cls.num_wires > 0:
            n = cls.num_wires
        if n is None and cls.matrix_by_size and not params:
            raise TypeError(f"{cls.__name__}.compute_matrix() missing 1 required positional argument: 'n_wires'")
        if n is None:
            n = len(params[0]).bit_length() - 1 if params and _np.ndim(params[0]) else 1
        return _queue.collect(lambda: cls(*params, wires=range(n), **options))[1]

    @classmethod
    def compute_matrix(cls, *params, **options):
        """The matrix of a gate with these angles."""
        if not cls.num_wires and not cls._says("own_matrix") and not cls.matrix_by_size:
            raise MatrixUndefinedError(f"{cls.__name__} has no matrix")
        return cls._sample(params, options).own_matrix()

    @classmethod
    def compute_eigvals(cls, *params, **options):
        """The eigenvalues of a gate with these angles, where there is a rule for them."""
        values = _by_rule(cls._sample(params, options))
        if values is None:
            raise EigvalsUndefinedError(f"{cls.__name__} has no eigenvalues of its own: use those of its matrix")
        return values

    def eigvals(self):
        if self._says("compute_eigvals"):
            return self.compute_eigvals(*self.parameters, **self.hyperparameters)
        values = _by_rule(self)
        if values is None and self.uncontrolled():
            base, wires, _ = self.uncontrolled()
            own = base.eigvals()
            return _np.concatenate([_np.ones(len(own) * 2 ** len(wires) - len(own)), own])
        return _np.linalg.eigvals(_np.asarray(self.matrix())) if values is None else values


class OfMany:
    """Eigenvalues of products and sums: those of the operands that share wires, put together."""

    def eigvals(self):
        coeffs = list(getattr(self, "coeffs", [1] * len(self.operands)))
        groups = []
        for c, op in zip(coeffs, self.operands):
            near = [g for g in groups if any(w in o.wires for _, o in g for w in op.wires)]
            groups = [g for g in groups if g not in near] + [[pair for g in near for pair in g] + [(c, op)]]
        values = [_spread(*self._of_group(g), self.wires) for g in groups]
        by_product = type(self).__name__ == "Prod"
        return _np.prod(values, axis=0) if by_product else _np.sum(values, axis=0)

    def _of_group(self, group):
        if len(group) == 1:
            c, op = group[0]
            return (op.eigvals() if c == 1 else c * op.eigvals()), op.wires
        ops = [o for _, o in group]
        if hasattr(self, "coeffs"):
            part = _queue.collect(lambda: type(self)([c for c, _ in group], ops))[1]
        else:
            part = _queue.collect(lambda: type(self)(*ops))[1]
        m = _np.asarray(part.matrix())
        return (_np.linalg.eigvalsh(m) if _np.allclose(m, _np.conj(m).T) else _np.linalg.eigvals(m)), part.wires


def _spread(values, wires, order):
    """Values by the states of some wires as values by those of all."""
    rest = [w for w in order if w not in wires]
    whole = _np.reshape(_np.kron(values, _np.ones(2 ** len(rest), dtype=values.dtype)), (2,) * len(order))
    both = list(wires) + rest
    return _np.reshape(_np.transpose(whole, [both.index(w) for w in order]), -1)


def _made(op, args, kwargs):
    """The operations that a function, or a circuit's, makes."""
    return [i for i in _queue.collect(lambda: getattr(op, "func", op)(*args, **kwargs))[0] if hasattr(i, "matrix")]


def _refuse(op):
    if not callable(op):
        raise TransformError("Input is not an Operator, tape, QNode, or quantum function")


class TransformError(Exception):
    """pennylane.transforms.core.TransformError"""


def matrix(op, wire_order=None):
    """qml.matrix: of an operator, or of what a function of operations makes."""
    if hasattr(op, "own_matrix") and not isinstance(op, type):
        return op.matrix(wire_order)
    if hasattr(op, "operations"):
        return _matrices.of_operations(op.operations, _wires.listed(wire_order or _used(op.operations)))
    _refuse(op)

    def of(*args, **kwargs):
        items = _made(op, args, kwargs)
        order = wire_order or getattr(getattr(op, "device", None), "wires", None) or _used(items)
        return _matrices.of_operations(items, _wires.listed(order))

    return of


def _used(items):
    return _wires.Wires.all_wires([i.wires for i in items])


def eigvals(op, k=1, which="SA"):
    """qml.eigvals: of an operator, or of what a function of operations makes."""
    if hasattr(op, "own_matrix") and not isinstance(op, type):
        return op.eigvals()
    if hasattr(op, "operations"):
        return _of_items(op.operations)
    _refuse(op)
    return lambda *args, **kwargs: _of_items(_made(op, args, kwargs))


def _of_items(items):
    if len(items) == 1:
        return items[0].eigvals()
    return _np.linalg.eigvals(_np.asarray(_matrices.of_operations(items, _used(items))))


def _operators():
    from pennylane import _operators
    return _operators
