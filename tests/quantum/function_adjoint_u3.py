"""U2 and U3 in a function under adjoint."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=1)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    def block(t):
        qml.U2(t, 0.1, wires=0)
        qml.U3(t, 0.2, 0.3, wires=0)
    qml.adjoint(block)(x)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
