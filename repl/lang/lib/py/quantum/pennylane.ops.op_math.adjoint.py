"""pennylane.ops.op_math.adjoint"""
from pennylane._operators import Adjoint
