"""Identity on one and two wires, adjoint and under controls."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit():
    qml.Hadamard(0)
    qml.Identity(0)
    qml.Identity([0, 1])
    qml.adjoint(qml.Identity(1))
    qml.ctrl(qml.Identity(1), control=0)
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
