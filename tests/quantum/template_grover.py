"""GroverOperator on three wires."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit():
    for w in range(3):
        qml.Hadamard(w)
    qml.FlipSign([1, 0, 1], wires=[0, 1, 2])
    qml.GroverOperator(wires=[0, 1, 2])
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
