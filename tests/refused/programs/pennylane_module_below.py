from catalyst import qjit
from pennylane.ops.op_math import adjoint
