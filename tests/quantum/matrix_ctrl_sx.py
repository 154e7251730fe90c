"""ctrl of SX and of ISWAP: gates that have only a matrix."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=4)


@qjit
@qml.qnode(dev)
def circuit():
    qml.Hadamard(0)
    qml.ctrl(qml.SX(1), control=0)
    qml.ctrl(qml.ISWAP([1, 2]), control=0)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
