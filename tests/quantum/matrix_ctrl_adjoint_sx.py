"""ctrl of adjoint and adjoint of ctrl of SX."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit():
    qml.Hadamard(0)
    qml.ctrl(qml.adjoint(qml.SX(1)), control=0)
    qml.adjoint(qml.ctrl(qml.SX(1), control=0))
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
