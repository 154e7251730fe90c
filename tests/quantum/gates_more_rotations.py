"""PauliRot, U2 and PhaseShift beside each other."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.PauliRot(x, "XYZ", wires=[0, 1, 2])
    qml.PauliRot(x, "ZZ", wires=[0, 2])
    qml.PauliRot(0.1, "I", wires=[0])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
