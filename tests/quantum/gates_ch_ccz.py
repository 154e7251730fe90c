"""CH and CCZ, and both under another control."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=4)


@qjit
@qml.qnode(dev)
def circuit():
    for w in range(4):
        qml.RY(0.3, w)
    qml.CH([0, 1])
    qml.CCZ([0, 1, 2])
    qml.ctrl(qml.CH([0, 1]), control=3)
    qml.ctrl(qml.CCZ([0, 1, 2]), control=3)
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
