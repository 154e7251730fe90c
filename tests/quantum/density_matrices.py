"""Density matrices of circuits, and functions of pennylane.math of states."""
import numpy as np
import pennylane as qml
from pennylane import numpy as pnp

dev = qml.device("default.qubit", wires=3)


def shown(x):
    x = np.round(np.asarray(x), 10) + 0
    print(x.shape, [f"{v.real + 0.0:.6f} {v.imag + 0.0:.6f}" for v in np.ravel(x).astype(complex)])


@qml.qnode(dev)
def reduced(t, wires):
    qml.RY(t, wires=0)
    qml.CNOT(wires=[0, 1])
    qml.RX(0.3, wires=2)
    qml.CRX(t, wires=[1, 2])
    return qml.density_matrix(wires=wires)


@qml.qnode(dev)
def several(t):
    qml.RX(t, wires=1)
    return qml.density_matrix(wires=[1]), qml.expval(qml.PauliZ(1)), qml.state()


for wires in (0, [1], [0, 1], [2, 0], [0, 1, 2]):
    shown(reduced(0.7, wires))
for part in several(0.4):
    shown(part)
print(type(reduced(0.7, 0)).__name__)
state = np.array([1, 2j, 0.5, -1]) / np.linalg.norm([1, 2j, 0.5, -1])
dm = qml.math.dm_from_state_vector(state)
other = np.diag([0.25, 0.25, 0.1, 0.4]).astype(complex)
shown(dm)
shown(qml.math.reduce_dm(dm, [1]))
for value in (qml.math.purity(other, [0]), qml.math.vn_entropy(other, [0, 1]), qml.math.vn_entropy(other, [1], base=2),
              qml.math.mutual_info(dm, [0], [1]), qml.math.fidelity(dm, other), qml.math.fidelity_statevector(state, np.array([0, 1, 0, 0])),
              qml.math.trace_distance(dm, other), qml.math.frobenius_inner_product(np.eye(2), np.array([[1.0, 2], [3, 4]])),
              qml.math.frobenius_inner_product(np.eye(2), np.array([[1.0, 2], [3, 4]]), normalize=True)):
    print(f"{value:.8f}")
x = pnp.array([1.0, 2.0], requires_grad=False)
print(qml.math.unwrap([x, pnp.array(0.5)]), qml.math.requires_grad(x), qml.math.requires_grad(pnp.array(1.0)), qml.math.get_interface(x))
print(qml.math.cast(x, int), qml.math.get_interface(np.ones(2)), qml.math.get_trainable_indices([x, pnp.array(1.0), 2.0]))
