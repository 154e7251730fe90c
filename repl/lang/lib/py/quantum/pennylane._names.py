"""The names of PennyLane 0.37 that are offered for circuits."""
import pennylane as qml
from pennylane._circuits import Device, QNode, ctrl, defer_measurements, device, qnode
from pennylane._circuits import adjoint_of as adjoint
from pennylane._circuits import measured as measure
from pennylane._queue import QuantumFunctionError
from pennylane._measurements import counts, density_matrix, expval, probs, sample, state, var
from pennylane._drawing import draw
from pennylane._embeddings import (BasisStatePreparation, CCZ, CH, ControlledQubitUnitary, ControlledSequence,
                                   FermionicDoubleExcitation,
                                   FermionicSingleExcitation, IQPEmbedding, MPS, MultiControlledX, PauliRot,
                                   Permute, QuantumPhaseEstimation, QubitDensityMatrix, RandomLayers, SimplifiedTwoDesign,
                                   broadcast)
from pennylane._states import AmplitudeEmbedding, MottonenStatePreparation, StatePrep
from pennylane._evolution import ApproxTimeEvolution, TrotterProduct, exp
from pennylane._excitations import (AllSinglesDoubles, DoubleExcitationMinus, DoubleExcitationPlus, FermionicSWAP,
                                   FlipSign, GroverOperator, OrbitalRotation, PCPhase, QAOAEmbedding, QubitCarry, QubitSum,
                                   SingleExcitationMinus, SingleExcitationPlus, UCCSD)
from pennylane._forms import eigvals, matrix
from pennylane._gradients import grad, jacobian, jvp, vjp
from pennylane._operators import (CNOT, CRX, CRY, CRZ, CRot, CSWAP, CY, CZ, ECR, ISWAP, PSWAP, SISWAP, SQISW, SWAP, SX, U1, U2, U3,
                                  X, Y, Z, I, Barrier, BlockEncode, ControlledPhaseShift, CPhase, DiagonalQubitUnitary, GlobalPhase, Hadamard,
                                  Hamiltonian, Hermitian, Identity, IsingXX, IsingXY, IsingYY, IsingZZ, MultiRZ, PauliX, PauliY,
                                  PauliZ, PhaseShift, QubitUnitary, RX, RY, RZ, Rot, S, T, Toffoli, WireCut, apply, dot, equal, prod, s_prod)
from pennylane.optimize import (AdagradOptimizer, AdamOptimizer, GradientDescentOptimizer, MomentumOptimizer, NesterovMomentumOptimizer,
                                RMSPropOptimizer, RotosolveOptimizer)
from pennylane._operators import power as pow
from pennylane._operators import sum_of as sum
from pennylane._batches import transform
from pennylane._transforms import cancel_inverses, merge_rotations
from pennylane._templates import (AngleEmbedding, BasicEntanglerLayers, BasisEmbedding, BasisState, DoubleExcitation, QFT,
                                  SingleExcitation, StronglyEntanglingLayers)
from pennylane import wires
