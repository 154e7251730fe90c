"""SWAP and IsingXX on traced wires that are one when the program runs."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(a: int, b: int):
    qml.Hadamard(0)
    qml.RX(0.4, 1)
    qml.SWAP([a, b])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0, 1), 6) + 0.0)
print(np.round(circuit(1, 1), 6) + 0.0)
