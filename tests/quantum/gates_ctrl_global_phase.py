"""GlobalPhase alone, under adjoint, under controls."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.Hadamard(0)
    qml.GlobalPhase(x)
    qml.adjoint(qml.GlobalPhase(x))
    qml.ctrl(qml.GlobalPhase(x), control=0)
    qml.ctrl(qml.GlobalPhase(0.2), control=[0, 1], control_values=[1, 0])
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.4), 6) + 0.0)
