"""QubitCarry and QubitSum."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=4)


@qjit
@qml.qnode(dev)
def circuit():
    qml.PauliX(0)
    qml.Hadamard(1)
    qml.QubitCarry([0, 1, 2, 3])
    qml.QubitSum([0, 1, 2])
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
