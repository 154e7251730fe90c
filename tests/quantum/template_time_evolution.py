"""ApproxTimeEvolution and CommutingEvolution."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(t: float):
    h = qml.Hamiltonian([0.5, 0.3], [qml.PauliX(0), qml.PauliZ(0) @ qml.PauliZ(1)])
    qml.ApproxTimeEvolution(h, t, 2)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
