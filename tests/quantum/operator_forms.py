"""Matrices and eigenvalues of classes of operators, and their dtypes."""
import numpy as np
import pennylane as qml
from pennylane.operation import EigvalsUndefinedError, MatrixUndefinedError, Operation

ANGLES = [0.3, 0.7, 1.1]
NAMES = ("PauliX PauliY PauliZ Hadamard S T SX SWAP ISWAP SISWAP ECR CNOT CY CZ CH CCZ CSWAP Toffoli RX RY RZ PhaseShift Rot U1 U2 U3 "
         "CRX CRY CRZ CRot ControlledPhaseShift PSWAP IsingXX IsingYY IsingZZ IsingXY SingleExcitation SingleExcitationPlus "
         "DoubleExcitation FermionicSWAP").split()


class Flipped(Operation):
    num_wires = 1

    @staticmethod
    def compute_matrix(phi):
        return np.array([[0, np.exp(1j * phi)], [1, 0]])


def shown(m):
    """Its dtype, shape, and a sum that tells elements and their places."""
    m = np.asarray(m)
    weights = np.arange(1, m.size + 1) ** 0.5
    total = np.sum(weights * m.ravel())
    return f"{m.dtype} {m.shape} {np.real(total) + 0.0:.8f} {np.imag(total) + 0.0:.8f}"


def attempt(function, *args):
    try:
        return shown(function(*args))
    except (EigvalsUndefinedError, MatrixUndefinedError) as e:
        return type(e).__name__


for name in NAMES:
    cls = getattr(qml, name)
    angles = ANGLES[:cls.num_params or 0]
    op = cls(*angles, wires=range(cls.num_wires))
    print(name, attempt(cls.compute_matrix, *angles), "|", attempt(op.matrix), "|", attempt(cls.compute_eigvals, *angles))

print(shown(qml.QubitUnitary.compute_matrix(np.eye(4))), shown(qml.Hermitian.compute_matrix(np.array([[1, 2], [2, 0]]))))
print(shown(qml.MultiRZ.compute_matrix(0.2, 3)), shown(qml.PauliRot.compute_matrix(0.2, "XYI")), shown(qml.QFT.compute_matrix(2)))
print(shown(qml.GlobalPhase.compute_matrix(0.2, 2)), shown(qml.Identity.compute_matrix(2)), shown(qml.MultiRZ.compute_eigvals(0.2, 2)))
print(attempt(qml.AngleEmbedding.compute_matrix))
print(shown(Flipped(0.4, wires=0).matrix()), shown(Flipped.compute_matrix(0.4)))

ops = [qml.X(0) @ qml.Z(1), qml.X(0) + qml.Z(1), 2 * qml.X(0), qml.X(0) + 2 * qml.Y(0), qml.prod(qml.Hadamard(0), qml.S(2), qml.X(1)),
       qml.Hamiltonian([1.0, 2.0], [qml.X(0), qml.Z(1)]), qml.Hermitian(np.array([[1, 2j], [-2j, 1]]), 0), qml.adjoint(qml.S(0)),
       qml.ctrl(qml.RX(0.3, 0), 1), qml.ctrl(qml.X(0), [1, 2], control_values=[0, 1]), qml.CZ([1, 0])]
for op in ops:
    print(shown(op.matrix()), "|", shown(op.eigvals()), shown(qml.eigvals(op)))


@qml.qnode(qml.device("default.qubit", wires=2))
def circuit(x):
    qml.RX(x, wires=0)
    qml.CNOT(wires=[0, 1])
    return qml.expval(qml.PauliZ(0))


def flips():
    qml.PauliX(0)
    qml.CNOT([0, 1])


print(shown(qml.matrix(circuit)(0.3)), shown(np.sort(np.angle(qml.eigvals(circuit)(0.3)))))
print(shown(qml.matrix(flips, wire_order=[1, 0])()), shown(qml.X(0).matrix(wire_order=[1, 0])))
print(shown(qml.eigvals(qml.RX)(0.3, wires=0)))
for of in (qml.matrix, qml.eigvals):
    try:
        of(3)
    except Exception as e:
        print(type(e).__name__, e)
