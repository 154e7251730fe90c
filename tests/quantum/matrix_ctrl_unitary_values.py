"""ctrl of a QubitUnitary with values, ControlledQubitUnitary."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit():
    u = np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    qml.Hadamard(0)
    qml.ctrl(qml.QubitUnitary(u, 1), control=0, control_values=[False])
    qml.ControlledQubitUnitary(u, control_wires=[0, 1], wires=2)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(), 6) + 0.0)
