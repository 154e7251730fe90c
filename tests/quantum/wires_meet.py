"""Two traced wires that are one when the program runs, in gates one after the other."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(a: int, b: int):
    qml.Hadamard(a)
    qml.S(b)
    qml.Hadamard(b)
    qml.RX(0.3, a)
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(0, 0), 6) + 0.0)
print(np.round(circuit(1, 0), 6) + 0.0)
