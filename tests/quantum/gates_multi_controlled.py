"""MultiControlledX with two, three controls and values."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=5)


@qjit
@qml.qnode(dev)
def circuit():
    for w in range(4):
        qml.Hadamard(w)
    qml.MultiControlledX(wires=[0, 1, 4])
    qml.MultiControlledX(wires=[0, 1, 2, 4])
    qml.MultiControlledX(wires=[0, 1, 2, 4], control_values=[True, False, True])
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
