"""Functions that call functions under ctrl and adjoint."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    def inner(t, w):
        qml.RX(t, w)
        qml.CNOT([w, 2])
    def outer(t):
        inner(t, 1)
        qml.adjoint(inner)(t * 2, 1)
    qml.Hadamard(0)
    qml.ctrl(outer, control=0)(x)
    qml.adjoint(lambda: qml.ctrl(inner, control=0)(x, 1))()
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
