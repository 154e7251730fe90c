"""pennylane.operation"""
from pennylane._operators import (DecompositionUndefinedError, MatrixUndefinedError, Operator, OperatorPropertyUndefined,
                                  SparseMatrixUndefinedError)


class Operation(Operator):
    """A gate of the program; its parameters are what it is given before its wires."""
    num_params = None
