"""QFT, its adjoint, and QFT under a control."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit():
    qml.PauliX(0)
    qml.QFT(wires=[0, 1])
    qml.adjoint(qml.QFT(wires=[0, 1, 2]))
    qml.ctrl(qml.QFT(wires=[1, 2]), control=0)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
