import pennylane as qml
qml.Qubitization(wires=(0, 1))
