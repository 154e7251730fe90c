"""pennylane.ops.op_math"""
from pennylane._operators import Adjoint, Controlled, Prod, SProd, Sum
from pennylane.ops.op_math import adjoint, controlled
