"""ctrl of what has controls already."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=4)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    for w in range(4):
        qml.Hadamard(w)
    qml.ctrl(qml.ctrl(qml.RX(x, 3), control=2), control=1)
    qml.ctrl(qml.ctrl(qml.S(3), control=2), control=[0, 1])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
