"""PSWAP and IsingXY, alone and under a control."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.Hadamard(0)
    qml.RX(0.3, 1)
    qml.PSWAP(x, [0, 1])
    qml.IsingXY(x, [1, 2])
    qml.ctrl(qml.IsingXY(x, [1, 2]), control=0)
    qml.ctrl(qml.PSWAP(0.2, [1, 2]), control=0)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
