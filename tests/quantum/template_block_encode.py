"""BlockEncode of a matrix, and under adjoint."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit():
    qml.Hadamard(0)
    qml.BlockEncode(np.array([[0.1, 0.2], [0.3, 0.4]]), wires=[0, 1])
    qml.adjoint(qml.BlockEncode(np.array([[0.1, 0.2], [0.3, 0.4]]), wires=[0, 1]))
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
