"""Powers of gates: integers, halves, of named and other gates."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.pow(qml.RX(x, 0), 3)
    qml.pow(qml.S(0), 2)
    qml.pow(qml.PauliX(0), 3)
    qml.pow(qml.T(1), 4)
    qml.pow(qml.CNOT([0, 1]), 2)
    qml.RZ(x, 1) ** 0.5
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
