"""What operators are called in drawings, as PennyLane 0.37 calls them."""
import numpy as _np

_NAMES = {"PauliX": "X", "PauliY": "Y", "PauliZ": "Z", "Hadamard": "H", "Identity": "I", "PhaseShift": "Rϕ", "CH": "H", "CCZ": "Z",
          "SingleExcitation": "G", "DoubleExcitation": "G²", "SingleExcitationPlus": "G₊", "SingleExcitationMinus": "G₋",
          "DoubleExcitationPlus": "G²₊", "DoubleExcitationMinus": "G²₋", "FermionicSWAP": "fSWAP", "QubitUnitary": "U",
          "DiagonalQubitUnitary": "U", "ControlledQubitUnitary": "U", "Hermitian": "𝓗", "Hamiltonian": "𝓗", "Barrier": "||", "WireCut": "//",
          "MultiControlledX": "X", "QubitSum": "Σ", "PCPhase": "∏_ϕ", "BasisState": "|Ψ⟩", "StatePrep": "|Ψ⟩", "AmplitudeEmbedding": "|Ψ⟩"}
_BARE = ("BasisState", "BasisEmbedding", "StatePrep", "AmplitudeEmbedding", "SimplifiedTwoDesign", "QAOAEmbedding")
_RAISED = str.maketrans("0123456789.+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⋅⁺⁻")


def _name(op):
    if op.name == "PauliRot":
        return "R" + op.word
    base = getattr(type(op), "base", None)
    name = base if op.control_wires and isinstance(base, str) else op.name
    return _NAMES.get(name, name)


def _number(x, decimals):
    return f"{_np.asarray(x)[()]:.{decimals}f}"


def _with_numbers(name, numbers, decimals):
    return name if decimals is None or not numbers else name + "\n(" + ",\n".join(_number(x, decimals) for x in numbers) + ")"


def _with_matrix(name, matrix, cache):
    """The number of a matrix among those of the drawing."""
    known = None if cache is None else cache.get("matrices")
    if not isinstance(known, list):
        return name
    for i, other in enumerate(known):
        if _np.shape(other) == _np.shape(matrix) and _np.allclose(other, matrix):
            return f"{name}(M{i})"
    known.append(matrix)
    return f"{name}(M{len(known) - 1})"


def _raised(base, exponent, decimals, base_label, cache):
    text = base.label(decimals, base_label, cache)
    return (f"({text})" if base.arithmetic_depth > 0 else text) + format(exponent).translate(_RAISED)


def of(op, decimals=None, base_label=None, cache=None):
    """Of a gate or an observable."""
    if hasattr(op, "power"):
        return _raised(*op.power, decimals, base_label, cache)
    name = base_label or _name(op)
    numbers = list(getattr(op, "base", op).parameters) if op.name == "ControlledQubitUnitary" else list(op.parameters)
    if not numbers or op.name in _BARE:
        return name
    if _np.ndim(numbers[0]):
        return _with_matrix(name, numbers[0], cache) if len(numbers) == 1 else name
    return _with_numbers(name, numbers, decimals)


def of_many(op, decimals=None, base_label=None, cache=None):
    """Of products, sums and multiples."""
    if hasattr(op, "power"):
        return _raised(*op.power, decimals, base_label, cache)
    kind = type(op).__name__
    if kind == "SProd":
        return f"{op.scalar if decimals is None else _number(op.scalar, decimals)}*{op.base.label(decimals, cache=cache)}"
    if hasattr(op, "coeffs"):
        numbers = list(op.coeffs)
        return _with_numbers(base_label or "𝓗", numbers if len(numbers) <= 3 else [], decimals)
    parts = [(o, o.label(decimals, cache=cache)) for o in op.operands]
    return ("@" if kind == "Prod" else "+").join(f"({text})" if o.arithmetic_depth > 0 else text for o, text in parts)
