"""adjoint of SX, ISWAP, SISWAP, PSWAP and ECR."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.Hadamard(0)
    qml.adjoint(qml.SX(0))
    qml.adjoint(qml.ISWAP([0, 1]))
    qml.adjoint(qml.SISWAP([0, 1]))
    qml.adjoint(qml.PSWAP(x, [0, 1]))
    qml.adjoint(qml.ECR([0, 1]))
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.3), 6) + 0.0)
