"""Controls that are traced wires, two of them."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(a: int, b: int, x: float):
    qml.Hadamard(a)
    qml.Hadamard(b)
    qml.ctrl(qml.RX(x, 2), control=[a, b])
    qml.ctrl(qml.PauliX, control=a)(wires=b)
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(0, 1, 0.5), 6) + 0.0)
print(np.round(circuit(1, 0, 0.5), 6) + 0.0)
