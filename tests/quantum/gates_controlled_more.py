import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=4))
def circuit(x: float):
    for i in range(4):
        qml.RY(0.4 * (i + 1), wires=i)
    qml.MultiControlledX(wires=[0, 1, 2, 3], control_values=[True, False, True])
    qml.CH(wires=[0, 1])
    qml.CCZ(wires=[0, 1, 2])
    ctrl(qml.GlobalPhase(x), control=[0])
    ctrl(qml.GlobalPhase(x), control=[1, 2], control_values=[True, False])
    qml.Hadamard(0)
    qml.Hadamard(1)
    return qml.state()


print(np.round(circuit(0.7), 6) + 0.0)
