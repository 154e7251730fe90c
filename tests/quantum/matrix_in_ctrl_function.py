"""SX, PSWAP and a diagonal under the controls of a function."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.Hadamard(0)
    qml.Hadamard(1)
    def block(t):
        qml.SX(1)
        qml.PSWAP(t, [1, 2])
        qml.DiagonalQubitUnitary(np.array([1, 1j]), 2)
    qml.ctrl(block, control=0)(x)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.7), 6) + 0.0)
