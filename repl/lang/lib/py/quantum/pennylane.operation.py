"""pennylane.operation"""
from pennylane._operators import DecompositionUndefinedError, MatrixUndefinedError, Operator, SparseMatrixUndefinedError
from pennylane._properties import (AdjointUndefinedError, DiagGatesUndefinedError, EigvalsUndefinedError, GeneratorUndefinedError,
                                   OperatorPropertyUndefined, ParameterFrequenciesUndefinedError)
from pennylane._wires import Wires

AnyWires = -1
AllWires = -2


class Operation(Operator):
    """A gate of the program; its parameters are what it is given before its wires."""
    num_params = None
