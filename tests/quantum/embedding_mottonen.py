"""MottonenStatePreparation."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit():
    qml.MottonenStatePreparation(np.array([0.6, 0.0, 0.0, 0.8]), wires=[0, 1])
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
