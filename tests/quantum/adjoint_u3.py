"""adjoint of U1, U2 and U3: negated angles."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=1)


@qjit
@qml.qnode(dev)
def circuit(x: float, y: float):
    qml.adjoint(qml.U1(x, wires=0))
    qml.adjoint(qml.U2(x, y, wires=0))
    qml.adjoint(qml.U3(x, y, 0.2, wires=0))
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.3, 0.7), 6) + 0.0)
