"""pennylane.ops"""
from pennylane._operators import (CNOT, CRX, CRY, CRZ, CZ, SWAP, X, Y, Z, Adjoint, Controlled, Hadamard, Hamiltonian, Hermitian, Identity,
                                  LinearCombination, PauliX, PauliY, PauliZ, PhaseShift, Prod, QubitUnitary, RX, RY, RZ, Rot, S, SProd,
                                  Sum, T, Toffoli)
from pennylane.ops import op_math
