"""pennylane.ops.op_math.controlled"""
from pennylane._operators import Controlled
