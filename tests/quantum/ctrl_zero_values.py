"""controls of value zero, of named and other gates."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.Hadamard(0)
    qml.ctrl(qml.PauliX(1), control=0, control_values=0)
    qml.ctrl(qml.RY(x, 2), control=[0, 1], control_values=[1, 0])
    qml.ctrl(qml.SWAP([1, 2]), control=0, control_values=[False])
    qml.ctrl(qml.Hadamard(2), control=0, control_values=[0])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
