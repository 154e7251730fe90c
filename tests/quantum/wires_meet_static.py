"""A traced wire that is also given as a number."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(a: int):
    qml.Hadamard(0)
    qml.S(a)
    qml.Hadamard(0)
    qml.CNOT([0, 1])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0), 6) + 0.0)
print(np.round(circuit(1), 6) + 0.0)
