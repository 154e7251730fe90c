from catalyst import qjit
from pennylane.ops.qubit import adjoint
